//! Particles and cloths between several colliders: out of all of them as far as
//! that can be, and calm.

use cloth_core::scene::ColliderScene;
use cloth_core::{Mode, Scalar, Scene, scenes};
use cloth_tests::gap::gap;
use cloth_tests::measure::{length, positions, velocities};
use cloth_tests::{bare, begin};

fn plane(degrees: f64, friction: f64) -> ColliderScene {
    let (sin, cos) = degrees.to_radians().sin_cos();
    ColliderScene::Plane {
        point: [0.0; 3],
        normal: [sin, cos, 0.0],
        friction,
        velocity: [0.0; 3],
        period: 0.0,
    }
}

/// Half way into the floor: they meet at 60°. Where a ball just touches a floor the
/// angle is zero, and a particle that is fast enough is squeezed through.
fn sphere(friction: f64) -> ColliderScene {
    ColliderScene::Sphere {
        center: [-1.0, 0.5, 0.0],
        radius: 1.0,
        friction,
        velocity: [0.0; 3],
        period: 0.0,
    }
}

fn capsule(friction: f64) -> ColliderScene {
    ColliderScene::Capsule {
        start: [-1.0, 0.5, -9.0],
        end: [-1.0, 0.5, 9.0],
        radius: 1.0,
        friction,
        velocity: [0.0; 3],
        period: 0.0,
    }
}

/// A box whose right face is the plane x = 0.
fn wall(friction: f64) -> ColliderScene {
    ColliderScene::Box {
        center: [-1.0, 0.5, 0.0],
        size: [2.0, 3.0, 30.0],
        turn: [0.0; 3],
        friction,
        velocity: [0.0; 3],
        period: 0.0,
    }
}

/// Pulls a particle into the corner between two colliders and lets it settle. With
/// units of 1 m and steps of 1/600 s.
fn settles<T: Scalar>(pair: [ColliderScene; 2], pull: [f64; 3], start: [f64; 3]) {
    let mut scene: Scene = bare(1, 1);
    scene.solver.steps_per_second = 600.0;
    scene.forces.gravity = pull;
    scene.cloth.center = start;
    for collider in pair {
        let _ = scene.colliders.push(collider);
    }
    let mut sim = begin::<T, 1, 1>(&scene);
    let mut deepest = 0.0_f64;
    for step in 0..10_000 {
        sim.step();
        let x = sim.position(0, 0).unwrap();
        let depths = pair.map(|collider| -gap(&collider, x));
        deepest = deepest.max(depths[0].max(depths[1]));
        if step >= 9000 {
            let what = format!("{} {pair:?}", T::NAME);
            // What one substep of the pull moves it by: 2.7e-5 m. Nothing can be
            // asked for less between faces of an acute angle.
            let moved = length(pull) / 360_000.0;
            assert!(depths[0].max(depths[1]) <= 2.0 * moved, "{what} {depths:?}");
            assert!(
                depths[0].min(depths[1]) >= -1e-3,
                "not in the corner: {what} {depths:?}"
            );
            let speed = length(sim.velocity(0, 0).unwrap());
            assert!(
                speed <= 2.0 * 600.0 * moved,
                "{what} jitters with {speed:e} m/s"
            );
        }
    }
    // The first fall may lead into one as it is put out of the other.
    assert!(deepest < 0.05, "{deepest:e}");
}

#[test]
fn a_particle_in_a_corner_stays_out_of_both_and_is_calm() {
    for friction in [0.0, 0.3, 1.5] {
        let down = [0.0, -9.8, 0.0];
        // Grooves with angles of 150°, 90° and 50° between the faces.
        for degrees in [15.0, 45.0, 65.0] {
            let pair = [plane(degrees, friction), plane(-degrees, friction)];
            // It slides all the way to the bottom.
            if friction < 0.9 * f64::tan(f64::to_radians(degrees)) {
                settles::<f32>(pair, down, [0.05, 0.3, 0.0]);
                settles::<f64>(pair, down, [0.05, 0.3, 0.0]);
            }
        }
        let inwards = [-9.8, -9.8, 0.0];
        if friction < 1.0 {
            settles::<f32>(
                [wall(friction), plane(0.0, friction)],
                inwards,
                [0.3, 0.2, 0.0],
            );
            settles::<f32>(
                [plane(0.0, friction), wall(friction)],
                inwards,
                [0.3, 0.2, 0.0],
            );
        }
    }
}

#[test]
fn a_particle_in_the_wedge_under_a_ball_is_calm() {
    for round in [sphere, capsule] {
        let mut scene = bare(1, 1);
        scene.solver.steps_per_second = 600.0;
        scene.forces.gravity = [-9.8, -9.8, 0.0];
        scene.cloth.center = [0.5, 0.2, 0.0];
        let pair = [round(0.2), plane(0.0, 0.2)];
        for collider in pair {
            let _ = scene.colliders.push(collider);
        }
        let mut sim = begin::<f64, 1, 1>(&scene);
        sim.run(3000);
        let mut fastest = 0.0_f64;
        for _ in 0..600 {
            sim.step();
            let x = sim.position(0, 0).unwrap();
            assert!(gap(&pair[1], x) >= -1e-12, "the last one holds: {x:?}");
            assert!(gap(&pair[0], x) >= -1e-3, "{x:?}");
            fastest = fastest.max(length(sim.velocity(0, 0).unwrap()));
        }
        assert!(fastest < 0.05, "{fastest}");
    }
}

/// Fastest particle of a cloth that has settled, m/s.
fn unrest<const W: usize, const H: usize>(scene: &Scene, seconds: u32) -> f64 {
    let mut sim = begin::<f32, W, H>(scene);
    let rate = scene.solver.steps_per_second as u32;
    sim.run(seconds * rate);
    let mut fastest = 0.0_f64;
    for _ in 0..rate {
        sim.step();
        let skin = scene.cloth.particle_radius;
        for x in positions(&sim) {
            for collider in sim.colliders() {
                assert!(gap(&collider, x) >= skin - 1e-5, "{x:?}");
            }
        }
        fastest = fastest.max(velocities(&sim).into_iter().map(length).fold(0.0, f64::max));
    }
    fastest
}

#[test]
fn a_cloth_on_the_incline_comes_to_rest() {
    for mode in Mode::ALL {
        let mut scene = scenes::INCLINE.scene;
        scene.solver.mode = mode;
        let speed = unrest::<16, 16>(&scene, 4);
        println!("{mode:?}: {speed:e} m/s");
        assert!(speed < 1e-3, "{mode:?}: {speed:e} m/s");
    }
}

#[test]
fn a_cloth_on_ball_and_floor_comes_to_rest() {
    for mode in Mode::ALL {
        let mut scene = scenes::INCLINE.scene;
        scene.solver.mode = mode;
        scene.cloth.center = [0.0, 0.35, 0.0];
        scene.solver.damping = cloth_core::Damping::Rate(3.0);
        scene.colliders = cloth_core::scene::Colliders::EMPTY;
        let _ = scene.colliders.push(ColliderScene::Sphere {
            center: [0.0, 0.15, 0.0],
            radius: 0.15,
            friction: 0.5,
            velocity: [0.0; 3],
            period: 0.0,
        });
        let _ = scene.colliders.push(plane(0.0, 0.5));
        let speed = unrest::<16, 16>(&scene, 8);
        println!("{mode:?}: {speed:e} m/s");
        assert!(speed < 0.05, "{mode:?}: {speed:e} m/s");
    }
}
