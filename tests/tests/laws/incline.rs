//! Friction on a tilted plane and box (V15), in every mode and with every scheme.

use cloth_core::scene::ColliderScene;
use cloth_core::{Method, Mode, Scalar, Scene, Verlet};
use cloth_tests::measure::{
    add, assert_near, dot, largest_difference, length, positions, scale, sub, velocities,
};
use cloth_tests::{Noise, bare, begin, begin_with, with_schemes};

const G: f64 = 9.8;

/// A sheet of W × H that lies on a plane tilted by `degrees` about z: downhill
/// is the direction of the columns.
fn slope(columns: usize, rows: usize, degrees: f64, friction: f64) -> Scene {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let mut scene = bare(columns, rows);
    scene.cloth.across = [cos, -sin, 0.0];
    scene.cloth.center = [3.3, -1.7, 0.4];
    scene.forces.gravity = [0.0, -G, 0.0];
    scene.solver.steps_per_second = 600.0;
    let _ = scene.colliders.push(ColliderScene::Plane {
        point: scene.cloth.center,
        normal: [sin, cos, 0.0],
        friction,
        velocity: [0.0; 3],
        period: 0.0,
    });
    scene
}

/// The same on the top of a box.
fn on_a_box(mut scene: Scene) -> Scene {
    let Some(ColliderScene::Plane {
        point,
        normal,
        friction,
        ..
    }) = scene.colliders.0[0]
    else {
        unreachable!("the slope is a plane");
    };
    scene.colliders.0[0] = Some(ColliderScene::Box {
        center: sub(point, scale(normal, 1.5)),
        size: [600.0, 3.0, 60.0],
        turn: [0.0, 0.0, -normal[0].atan2(normal[1]).to_degrees()],
        friction,
        velocity: [0.0; 3],
        period: 0.0,
    });
    scene
}

fn creep<T: Scalar, const W: usize, const H: usize>(scene: &Scene) -> f64 {
    creep_with::<T, Verlet, W, H>(scene)
}

/// How far the particle that moves most gets in 10⁴ steps, once it has settled.
fn creep_with<T: Scalar, S: Method, const W: usize, const H: usize>(scene: &Scene) -> f64 {
    let mut sim = begin_with::<T, S, W, H>(scene);
    // A start that is rounded to beside the surface is put on it, ulp by ulp.
    let before = positions(&sim);
    sim.run(100);
    let settled = largest_difference(&before, &positions(&sim));
    let epsilon = if T::NAME == "f32" {
        f64::from(f32::EPSILON)
    } else {
        f64::EPSILON
    };
    assert!(
        settled <= 32.0 * epsilon,
        "settles by roundings alone: {settled:e}"
    );
    let start = positions(&sim);
    sim.run(10_000);
    let moved = positions(&sim);
    let all = start.iter().zip(&moved).map(|(&a, &b)| length(sub(b, a)));
    all.fold(0.0, f64::max)
}

/// Angles and the coefficients whose tangents they are just below.
const ANGLES: [f64; 4] = [5.0, 20.0, 35.0, 50.0];

#[test]
fn v15_below_the_angle_of_friction_nothing_creeps() {
    for degrees in ANGLES {
        let friction = degrees.to_radians().tan() * 1.0001;
        for mode in [Mode::Hooke, Mode::Constraint] {
            let mut scene = slope(1, 1, degrees, friction);
            scene.solver.mode = mode;
            assert_eq!(creep::<f32, 1, 1>(&scene), 0.0, "{degrees}° f32");
            assert_eq!(creep::<f64, 1, 1>(&scene), 0.0, "{degrees}° f64");
        }
    }
}

#[test]
fn v15_nothing_creeps_on_a_box() {
    for degrees in ANGLES {
        for mode in Mode::ALL {
            let friction = degrees.to_radians().tan() * 1.0001;
            let mut scene = on_a_box(slope(1, 1, degrees, friction));
            scene.solver.mode = mode;
            assert_eq!(creep::<f32, 1, 1>(&scene), 0.0, "{degrees}° {mode:?}");
            assert_eq!(creep::<f64, 1, 1>(&scene), 0.0, "{degrees}° {mode:?}");
        }
    }
}

/// A sheet with links of every mode: structural, shear, bend.
fn linked(degrees: f64, friction: f64, mode: Mode) -> Scene {
    let mut scene = slope(5, 4, degrees, friction);
    scene.solver.mode = mode;
    scene.springs.structural = 500.0;
    scene.springs.shear = 300.0;
    scene.springs.bend = 30.0;
    let links = &mut scene.constraints;
    (links.structural, links.shear, links.bend) = (1.0, 1.0, 0.1);
    (links.substeps, links.iterations) = (2, 4);
    (scene.pbd.substeps, scene.xpbd.substeps) = (2, 2);
    scene
}

/// What rounding may move in 10⁴ steps: ulps of the coordinates, but no more of
/// them than a few, and the same after twice the time.
fn stays<T: Scalar, S: Method>(scene: &Scene, what: &str) {
    let mut sim = begin_with::<T, S, 5, 4>(scene);
    sim.run(100);
    let start = positions(&sim);
    let epsilon = if T::NAME == "f32" { 1.2e-7 } else { 2.3e-16 };
    for _ in 0..2 {
        sim.run(if cfg!(optimized) { 10_000 } else { 500 });
        let moved = largest_difference(&start, &positions(&sim));
        assert!(moved <= 32.0 * epsilon, "{what} {} {moved:e}", T::NAME);
    }
}

#[test]
fn v15_a_sheet_does_not_creep_in_any_mode() {
    for degrees in [5.0_f64, 35.0] {
        let tangent = degrees.to_radians().tan();
        for mode in Mode::ALL {
            let what = format!("{degrees}° {mode:?}");
            let scene = linked(degrees, 1.01 * tangent, mode);
            for scene in [scene, on_a_box(scene)] {
                stays::<f64, Verlet>(&scene, &what);
            }
            // In f32 a link's rounding is more than a hundredth of the pull of a
            // substep.
            let scene = linked(degrees, 1.5 * tangent, mode);
            for scene in [scene, on_a_box(scene)] {
                stays::<f32, Verlet>(&scene, &what);
            }
        }
    }
}

fn holds_with<T: Scalar, S: Method, const W: usize, const H: usize>(margin: f64) {
    for mode in [Mode::Hooke, Mode::Constraint] {
        // Forward Euler touches the ground in every second substep alone: what
        // constraints move between is not held.
        if S::NAME == "forward-euler" && mode == Mode::Constraint {
            continue;
        }
        let degrees = 35.0_f64;
        let friction = degrees.to_radians().tan() * margin;
        let mut scene = linked(degrees, friction, mode);
        // Forward Euler's springs grow at any time step: softer ones, slower.
        scene.springs.structural = 50.0;
        scene.springs.shear = 30.0;
        scene.springs.bend = 3.0;
        for scene in [scene, on_a_box(scene)] {
            stays::<T, S>(&scene, &format!("{} {mode:?}", S::NAME));
        }
    }
}

#[test]
fn v15_a_sheet_does_not_creep_with_any_scheme() {
    with_schemes!(holds_with(1.01): f64, 5 by 4; all);
    with_schemes!(holds_with(1.5): f32, 5 by 4; all);
}

/// Slides for a second beyond the angle of friction: the speed is Coulomb's, and
/// the way too but for an error of first order in the time step.
fn slides_with<T: Scalar, S: Method, const W: usize, const H: usize>() {
    for degrees in ANGLES {
        for part in [0.0, 0.5, 0.9, 0.99] {
            let friction = degrees.to_radians().tan() * part;
            for scene in [
                slope(W, H, degrees, friction),
                on_a_box(slope(W, H, degrees, friction)),
            ] {
                let (sin, cos) = degrees.to_radians().sin_cos();
                let acceleration = G * (sin - friction * cos);
                let mut sim = begin_with::<T, S, W, H>(&scene);
                let start = positions(&sim);
                sim.run(600);
                let downhill = [cos, -sin, 0.0];
                let dt = sim.units().dt;
                for (a, b) in start.iter().zip(positions(&sim)) {
                    let way = dot(sub(b, *a), downhill);
                    assert_near(way, 0.5 * acceleration, 2.0 * G * dt);
                    assert!(way > 0.0, "{} {degrees}° {part}: uphill", S::NAME);
                }
                for v in velocities(&sim) {
                    assert_near(dot(v, downhill), acceleration, 2.0 * G * dt);
                }
            }
        }
    }
}

#[test]
fn v15_above_the_angle_of_friction_every_scheme_slides() {
    with_schemes!(slides_with(): f64, 2 by 2; all);
}

#[test]
fn a_moving_box_carries_a_sheet_along() {
    for mode in Mode::ALL {
        let friction = 0.4;
        let mut scene = on_a_box(linked(0.0, friction, mode));
        let belt = [1.2, 0.0, -0.5];
        if let Some(ColliderScene::Box { velocity, .. }) = &mut scene.colliders.0[0] {
            *velocity = belt;
        }
        let mut sim = begin::<f64, 5, 4>(&scene);
        // It slips until it has the belt's speed: after v/(μg).
        let slips = length(belt) / (friction * G);
        let dt = sim.units().dt;
        let half = (0.5 * slips * scene.solver.steps_per_second) as u32;
        sim.run(half);
        let reached = friction * G * sim.time();
        for v in velocities(&sim) {
            assert_near(dot(v, belt) / length(belt), reached, 2.0 * G * dt);
        }
        sim.run(half + 6);
        let (start, time) = (positions(&sim), sim.time());
        for _ in 0..5 {
            sim.run(1000);
            let carried = scale(belt, sim.time() - time);
            let off = start.iter().zip(positions(&sim));
            let off = off.map(|(&a, b)| length(sub(sub(b, a), carried)));
            let most = off.fold(0.0, f64::max);
            assert!(most < 1e-10, "{mode:?} slips by {most:e}");
        }
    }
}

#[test]
fn v15_nothing_creeps_wherever_it_lies() {
    // Roundings differ from place to place: none may add up.
    let mut noise = Noise::new(15);
    for _ in 0..40 {
        let degrees = 25.0 + 20.0 * noise.number();
        let mut scene = slope(1, 1, degrees, degrees.to_radians().tan() * 1.001);
        scene.cloth.center = noise.vector(20.0);
        let Some(ColliderScene::Plane { point, normal, .. }) = &mut scene.colliders.0[0] else {
            unreachable!("the slope is a plane");
        };
        // The plane goes through the particle, but not at its point.
        let along = [normal[1], -normal[0], 0.0];
        *point = add(scene.cloth.center, scale(along, 7.0 * noise.number()));
        assert_eq!(creep::<f32, 1, 1>(&scene), 0.0, "{scene:?}");
        assert_eq!(creep::<f64, 1, 1>(&scene), 0.0, "{scene:?}");
    }
}

#[test]
fn nothing_creeps_on_the_side_of_a_ball() {
    let mut noise = Noise::new(16);
    for _ in 0..20 {
        let mut scene = bare(1, 1);
        scene.forces.gravity = [0.0, -G, 0.0];
        scene.solver.steps_per_second = 600.0;
        let center = noise.vector(5.0);
        let _ = scene.colliders.push(ColliderScene::Sphere {
            center,
            radius: 2.0,
            friction: 1.0,
            velocity: [0.0; 3],
            period: 0.0,
        });
        // Up to 44° from the top, where 45° would slide.
        let (angle, turn) = (44.0_f64.to_radians() * noise.number(), 3.0 * noise.number());
        let out = [
            angle.sin() * turn.cos(),
            angle.cos(),
            angle.sin() * turn.sin(),
        ];
        scene.cloth.center = add(center, scale(out, 2.0));
        assert_eq!(creep::<f32, 1, 1>(&scene), 0.0, "{scene:?}");
        assert_eq!(creep::<f64, 1, 1>(&scene), 0.0, "{scene:?}");
    }
}

#[test]
fn v15_a_sheet_with_springs_does_not_creep() {
    for degrees in ANGLES {
        let friction = degrees.to_radians().tan() * 1.01;
        let mut scene = slope(5, 4, degrees, friction);
        scene.springs.structural = 500.0;
        scene.springs.shear = 300.0;
        scene.springs.bend = 30.0;
        assert_eq!(creep::<f32, 5, 4>(&scene), 0.0, "{degrees}° f32");
        assert_eq!(creep::<f64, 5, 4>(&scene), 0.0, "{degrees}° f64");
    }
}

/// Slides for a second and compares with n(n+1)/2 · a · dt² and n · a · dt.
fn slides<const W: usize, const H: usize>(degrees: f64, friction: f64) {
    let scene = slope(W, H, degrees, friction);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let acceleration = G * (sin - friction * cos);
    assert!(acceleration > 0.0);
    let mut sim = begin::<f64, W, H>(&scene);
    let start = positions(&sim);
    let (n, dt) = (600.0, sim.units().dt);
    sim.run(600);
    let downhill = [cos, -sin, 0.0];
    for (a, b) in start.iter().zip(positions(&sim)) {
        let moved = sub(b, *a);
        let along = n * (n + 1.0) / 2.0 * acceleration * dt * dt;
        assert_near(dot(moved, downhill), along, 1e-9);
        assert_near(length(sub(moved, scale(downhill, along))), 0.0, 1e-9);
    }
    for v in velocities(&sim) {
        assert_near(dot(v, downhill), n * acceleration * dt, 1e-9);
    }
}

#[test]
fn v15_above_the_angle_of_friction_it_slides_by_coulombs_law() {
    for degrees in ANGLES {
        let tangent = degrees.to_radians().tan();
        for friction in [0.0, 0.5 * tangent, 0.9 * tangent, 0.9999 * tangent] {
            slides::<1, 1>(degrees, friction);
            slides::<4, 3>(degrees, friction);
        }
    }
}

#[test]
fn friction_stops_a_sliding_particle_and_never_reverses_it() {
    // On the level: stops after v/(μ·g), within v²/(2μg), for good.
    let (friction, speed) = (0.4, 2.0);
    let mut sim = begin::<f64, 1, 1>(&slope(1, 1, 0.0, friction));
    let start = sim.position(0, 0).unwrap();
    sim.place(0, 0, start, [speed, 0.0, 0.0]).unwrap();
    let dt = sim.units().dt;
    let mut before = speed;
    let mut stopped = 0.0;
    while before > 0.0 {
        sim.step();
        let v = sim.velocity(0, 0).unwrap()[0];
        assert!(v >= 0.0 && v < before);
        if v > 0.0 {
            assert_near(before - v, friction * G * dt, 1e-10);
        }
        before = v;
        stopped = sim.time();
    }
    assert_near(stopped, speed / (friction * G), 1.5 * dt);
    let moved = sim.position(0, 0).unwrap()[0] - start[0];
    let expected = speed * speed / (2.0 * friction * G);
    assert_near(moved, expected, speed * dt);
    let rest = sim.position(0, 0).unwrap();
    sim.run(10_000);
    assert_eq!(sim.position(0, 0), Some(rest));
}

#[test]
fn s0_2_a_collider_does_not_hold_what_leaves_it() {
    // A force away from the plane: the particle must go at once, unhindered
    // and without friction.
    let mut scene = slope(1, 1, 0.0, 5.0);
    scene.forces.gravity = [0.5, 2.0, 0.0];
    let mut sim = begin::<f64, 1, 1>(&scene);
    let start = sim.position(0, 0).unwrap();
    sim.run(60);
    let dt = sim.units().dt;
    let fallen = 60.0 * 61.0 / 2.0 * dt * dt;
    let expected = add(start, scale([0.5, 2.0, 0.0], fallen));
    assert_near(
        length(sub(sim.position(0, 0).unwrap(), expected)),
        0.0,
        1e-12,
    );
}

#[test]
fn s2_11_a_particle_far_below_the_plane_is_put_on_it() {
    // The document tests y = plane, which a moving particle steps over.
    for depth in [1e-9, 0.3, 2.0, 500.0] {
        let scene = slope(1, 1, 30.0, 0.2);
        let mut sim = begin::<f64, 1, 1>(&scene);
        let normal = [0.5, 30.0_f64.to_radians().cos(), 0.0];
        let place = add(scene.cloth.center, scale(normal, -depth));
        sim.place(0, 0, place, [0.0; 3]).unwrap();
        sim.step();
        let height = dot(sub(sim.position(0, 0).unwrap(), scene.cloth.center), normal);
        assert_near(height, 0.0, 1e-12 * (1.0 + depth));
        assert!(dot(sim.velocity(0, 0).unwrap(), normal) >= -1e-12);
    }
}
