//! A fast ball through a hanging cloth: its surface passes no particle.
//!
//! Checked along the path that each particle takes, seen from the ball: neither in
//! a substep nor over all of them does it come from the front to the back other
//! than around.

use cloth_core::scene::ColliderScene;
use cloth_core::{Mode, Scene, scenes};
use cloth_tests::begin;
use cloth_tests::measure::{add, dot, length, positions, scale, sub};

const RADIUS: f64 = 0.25;

/// The scene with every substep as a step of its own.
fn scene(mode: Mode, speed: f64, substeps: u32, limit: bool) -> Scene {
    let mut scene = scenes::BULLET.scene;
    scene.solver.mode = mode;
    scene.solver.steps_per_second = 60.0 * f64::from(substeps);
    scene.solver.substeps = 1;
    scene.constraints.substeps = 1;
    scene.limit = scene.limit.filter(|_| limit);
    // Layers that part from each other move particles as well.
    scene.self_collision = None;
    (scene.pbd.substeps, scene.xpbd.substeps) = (1, 1);
    let ahead = 0.4 + speed / 120.0;
    scene.colliders.0[0] = Some(ColliderScene::Sphere {
        center: [0.1, 0.7, ahead],
        radius: RADIUS,
        friction: 0.2,
        velocity: [0.0, 0.0, -speed],
        period: 0.0,
    });
    scene
}

/// Least distance of the segment from the origin.
fn nearest(a: [f64; 3], b: [f64; 3]) -> f64 {
    let along = sub(b, a);
    let square = dot(along, along);
    let time = if square > 0.0 {
        (-dot(a, along) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    length(add(a, scale(along, time)))
}

/// What a particle in front of the ball, in its way, has done last.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Front,
    Around,
    Back,
}

fn side(from_ball: [f64; 3], reach: f64) -> Side {
    let beside = from_ball[0].hypot(from_ball[1]);
    match from_ball[2] < 0.0 {
        _ if beside >= reach => Side::Around,
        true => Side::Front,
        false => Side::Back,
    }
}

fn shoot<const W: usize, const H: usize>(mode: Mode, speed: f64, substeps: u32, limit: bool) {
    let scene = scene(mode, speed, substeps, limit);
    let what = format!("{mode:?} {speed} m/s {W} × {H} {substeps} substeps, limit {limit}");
    let reach = RADIUS + scene.cloth.particle_radius;
    let mut sim = begin::<f32, W, H>(&scene);
    let center = |sim: &cloth_tests::Sim<f32>| match sim.colliders().next() {
        Some(ColliderScene::Sphere { center, .. }) => center,
        _ => unreachable!("it is a ball"),
    };
    let seen = |sim: &cloth_tests::Sim<f32>| -> Vec<[f64; 3]> {
        let center = center(sim);
        positions(sim).into_iter().map(|x| sub(x, center)).collect()
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
            if sim.cloth().is_pinned(i % W, i / W) {
                continue;
            }
            let gap = length(b) - reach;
            assert!(gap >= -1e-5, "{what}: inside by {:e}", -gap);
            touched += u32::from(gap < 1e-5);
            // A third of the way around in one substep is no way around.
            let through = a[2] < 0.0 && b[2] > 0.0 && nearest(a, b) < 0.5 * reach;
            assert!(
                limit || !through,
                "{what}: particle {i} from {a:?} to {b:?}"
            );
            let side = side(b, 0.9 * reach);
            let jumped = last[i] == Side::Front && side == Side::Back;
            assert!(!jumped, "{what}: particle {i} from {a:?} to {b:?}");
            last[i] = side;
        }
        caught = caught.max(last.iter().filter(|s| **s == Side::Front).count());
        before = now;
    }
    assert!(touched > 0 && caught > 0, "{what}: missed");
}

/// All speeds with several substeps.
fn shoot_all<const W: usize, const H: usize>() {
    for speed in [1.0, 10.0, 30.0, 100.0] {
        for substeps in [4, 15] {
            // With the limit up to a hundred passes slide the cloth over the ball in
            // one substep. If that moves further than a quarter of its radius they
            // lead particles all the way around it.
            let limit = speed / (60.0 * f64::from(substeps)) < 0.25 * RADIUS;
            for mode in [Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
                shoot::<W, H>(mode, speed, substeps, false);
                if limit {
                    shoot::<W, H>(mode, speed, substeps, true);
                }
            }
        }
        // Springs need more.
        shoot::<W, H>(Mode::Hooke, speed, 48, false);
        shoot::<W, H>(Mode::Hooke, speed, 48, true);
    }
}

#[test]
fn nothing_passes_through_a_bullet_at_8() {
    shoot_all::<8, 8>();
}

#[test]
fn nothing_passes_through_a_bullet_at_16() {
    shoot_all::<16, 16>();
}

#[test]
// Long in a debug build.
#[cfg(optimized)]
fn nothing_passes_through_a_bullet_at_50() {
    shoot_all::<50, 50>();
}

#[test]
fn one_substep_a_frame_is_enough() {
    // 1.7 m a substep: seven radii of the ball.
    for mode in [Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        shoot::<16, 16>(mode, 100.0, 1, false);
    }
}
