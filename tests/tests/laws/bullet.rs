//! A fast ball through a hanging cloth: its surface passes no particle.
//!
//! Checked along the path that each particle takes, seen from the ball: neither in
//! a substep nor over all of them does it come from the front to the back other
//! than around.

use cloth_tests::prelude::*;

const RADIUS: f64 = 0.25;

/// The scene with every substep as a step of its own.
fn scene(side: usize, mode: Mode, speed: f64, substeps: u32, limit: bool) -> Scene {
    let mut scene = in_mode(sized(&scenes::BULLET.scene, side, side), mode);
    scene.solver.steps_per_second = 60.0 * f64::from(substeps);
    scene.solver.substeps = 1;
    set_substeps(&mut scene, 1);
    scene.limit = scene.limit.filter(|_| limit);
    // Layers that part from each other move particles as well.
    scene.self_collision = None;
    let ahead = 0.4 + speed / 120.0;
    let ball = ColliderScene::sphere([0.1, 0.7, ahead], RADIUS).moving([0.0, 0.0, -speed]);
    scene.colliders.0[0] = Some(ball.with_friction(0.2));
    scene
}

/// Least distance of the segment from the origin.
fn nearest(a: Vector, b: Vector) -> f64 {
    let along = sub(b, a);
    let square = dot(along, along).max(f64::MIN_POSITIVE);
    let time = (-dot(a, along) / square).clamp(0.0, 1.0);
    length(add(a, scale(along, time)))
}

/// Where a particle in the ball's way was last.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Front,
    Around,
    Back,
}

fn side(from_ball: Vector, reach: f64) -> Side {
    match from_ball[2] < 0.0 {
        _ if from_ball[0].hypot(from_ball[1]) >= reach => Side::Around,
        true => Side::Front,
        false => Side::Back,
    }
}

fn shoot(columns: usize, mode: Mode, speed: f64, substeps: u32, limit: bool) {
    let scene = scene(columns, mode, speed, substeps, limit);
    let what = format!("{mode:?} {speed} m/s {columns}² {substeps} substeps, limit {limit}");
    let reach = RADIUS + scene.cloth.particle_radius;
    let mut sim = verlet(&scene, F32);
    let seen = |sim: &Trial| -> Vec<Vector> {
        let center = sim.collider();
        let all = sim.positions().into_iter();
        all.map(|x| sub(x, center)).collect()
    };
    let mut before = seen(&sim);
    let mut last: Vec<_> = before.iter().map(|&p| side(p, 0.9 * reach)).collect();
    let (mut touched, mut caught) = (0, 0);
    // Till the ball is 1.5 m behind the curtain.
    let steps = ((1.9 + speed / 120.0) / speed * scene.solver.steps_per_second) as u32;
    for _ in 0..steps {
        sim.step();
        let now = seen(&sim);
        for (i, (&a, &b)) in before.iter().zip(&now).enumerate() {
            if sim.is_pinned(i % columns, i / columns) {
                continue;
            }
            let here = || format!("{what}: particle {i} from {a:?} to {b:?}");
            let gap = length(b) - reach;
            assert!(gap >= -1e-5, "inside by {:e}: {}", -gap, here());
            touched += u32::from(gap < 1e-5);
            // A third of the way around in one substep is no way around.
            let through = a[2] < 0.0 && b[2] > 0.0 && nearest(a, b) < 0.5 * reach;
            assert!(limit || !through, "{}", here());
            let side = side(b, 0.9 * reach);
            assert!(last[i] != Side::Front || side != Side::Back, "{}", here());
            last[i] = side;
        }
        caught = caught.max(last.iter().filter(|s| **s == Side::Front).count());
        before = now;
    }
    assert!(touched > 0 && caught > 0, "{what}: missed");
}

const LINKS: [Mode; 3] = [Mode::Constraint, Mode::Pbd, Mode::Xpbd];

/// All speeds with several substeps.
fn shoot_all(columns: usize) {
    for speed in [1.0, 10.0, 30.0, 100.0] {
        for substeps in [4, 15] {
            // With the limit up to a hundred passes slide the cloth over the ball in
            // one substep. If that moves further than a quarter of its radius they
            // lead particles all the way around it.
            let limit = speed / (60.0 * f64::from(substeps)) < 0.25 * RADIUS;
            for mode in LINKS {
                shoot(columns, mode, speed, substeps, false);
                if limit {
                    shoot(columns, mode, speed, substeps, true);
                }
            }
        }
        // Springs need more.
        shoot(columns, Mode::Hooke, speed, 48, false);
        shoot(columns, Mode::Hooke, speed, 48, true);
    }
}

#[test]
fn nothing_passes_through_a_bullet() {
    shoot_all(8);
    shoot_all(16);
}

#[test]
fn nothing_passes_through_a_bullet_at_50() {
    shoot_all(50);
}

#[test]
fn one_substep_a_frame_is_enough() {
    // 1.7 m a substep: seven radii of the ball.
    for mode in LINKS {
        shoot(16, mode, 100.0, 1, false);
    }
}
