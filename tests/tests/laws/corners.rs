//! A particle between several colliders: out of all of them as far as that can be, and calm. Of cloths see
//! `rests` and `scenes_hold`.

use cloth_tests::gap::gap;
use cloth_tests::prelude::*;

fn plane(degrees: f64, friction: f64) -> ColliderScene {
    let (sin, cos) = degrees.to_radians().sin_cos();
    ColliderScene::plane([0.0; 3], [sin, cos, 0.0]).with_friction(friction)
}

/// A box whose right face is the plane x = 0.
fn wall(friction: f64) -> ColliderScene {
    ColliderScene::cuboid([-1.0, 0.5, 0.0], [2.0, 3.0, 30.0]).with_friction(friction)
}

/// A particle between two colliders, with units of 1 m and steps of 1/600 s.
fn between(pair: [ColliderScene; 2], pull: Vector, start: Vector) -> Scene {
    let mut scene = bare(1, 1);
    scene.solver.steps_per_second = 600.0;
    scene.forces.gravity = pull;
    scene.cloth.center = start;
    for collider in pair {
        let _ = scene.colliders.push(collider);
    }
    scene
}

/// Pulls a particle into the corner between two colliders and lets it settle.
fn settles(format: Format, pair: [ColliderScene; 2], pull: Vector, start: Vector) {
    let mut sim = verlet(&between(pair, pull, start), format);
    let mut deepest = 0.0_f64;
    for step in 0..10_000 {
        sim.step();
        let depths = pair.map(|collider| -gap(&collider, sim.position(0, 0)));
        let [least, most] = [depths[0].min(depths[1]), depths[0].max(depths[1])];
        deepest = deepest.max(most);
        if step >= 9000 {
            let speed = length(sim.velocity(0, 0));
            let what = format!("{format} {pair:?} {depths:?} {speed:e} m/s");
            // What one substep of the pull moves it by: 2.7e-5 m. Nothing can be
            // asked for less between faces of an acute angle.
            let moved = length(pull) / 360_000.0;
            assert!(most <= 2.0 * moved, "{what}");
            assert!(least >= -1e-3, "not in the corner: {what}");
            assert!(speed <= 2.0 * 600.0 * moved, "it jitters: {what}");
        }
    }
    // The first fall may lead into one as it is put out of the other.
    assert!(deepest < 0.05, "{deepest:e}");
}

#[test]
fn a_particle_in_a_corner_stays_out_of_both_and_is_calm() {
    for friction in [0.0, 0.3, 1.5] {
        // Grooves with angles of 150°, 90° and 50° between the faces.
        for degrees in [15.0, 45.0, 65.0] {
            let pair = [plane(degrees, friction), plane(-degrees, friction)];
            // It slides all the way to the bottom.
            if friction < 0.9 * f64::tan(f64::to_radians(degrees)) {
                for format in [F32, F64] {
                    settles(format, pair, [0.0, -9.8, 0.0], [0.05, 0.3, 0.0]);
                }
            }
        }
        if friction < 1.0 {
            let (wall, floor) = (wall(friction), plane(0.0, friction));
            for pair in [[wall, floor], [floor, wall]] {
                settles(F32, pair, [-9.8, -9.8, 0.0], [0.3, 0.2, 0.0]);
            }
        }
    }
}

/// Half way into the floor: they meet at 60°. Where a ball just touches a floor the
/// angle is zero, and a particle that is fast enough is squeezed through.
#[test]
fn a_particle_in_the_wedge_under_a_ball_is_calm() {
    for round in [
        ColliderScene::sphere([-1.0, 0.5, 0.0], 1.0),
        ColliderScene::capsule([-1.0, 0.5, -9.0], [-1.0, 0.5, 9.0], 1.0),
    ] {
        let pair = [round.with_friction(0.2), plane(0.0, 0.2)];
        let mut sim = verlet(&between(pair, [-9.8, -9.8, 0.0], [0.5, 0.2, 0.0]), F64);
        sim.run(3000);
        let mut fastest = 0.0_f64;
        for _ in 0..600 {
            sim.step();
            let x = sim.position(0, 0);
            assert!(gap(&pair[1], x) >= -1e-12, "the last one holds: {x:?}");
            assert!(gap(&pair[0], x) >= -1e-3, "{x:?}");
            fastest = fastest.max(length(sim.velocity(0, 0)));
        }
        assert!(fastest < 0.05, "{fastest}");
    }
}
