//! Contacts in backward Euler's linear system: a cloth on a ball, on a floor, and off it.

use crate::contact::swinging;
use crate::solver::METHODS;
use cloth_core::BackwardEuler;
use cloth_core::collide::{Obstacle, Sphere};
use cloth_core::integrate::SolverSettings;
use cloth_tests::prelude::*;

/// A step of a frame, and one that needs no help, 1/s.
const RATES: [f64; 2] = [60.0, 960.0];

fn run(scene: &Scene, format: Format, seconds: f64) -> Trial {
    let mut sim = Trial::new(scene, Method::BackwardEuler, format);
    sim.run((seconds * scene.solver.steps_per_second) as u32);
    sim
}

/// Of one substep a step, without the limit and contacts with itself.
fn plain(mut scene: Scene, rate: f64) -> Scene {
    (scene.solver.steps_per_second, scene.solver.substeps) = (rate, 1);
    (scene.limit, scene.self_collision) = (None, None);
    scene
}

/// S4's heavy cloth on its ball.
fn on_the_ball(rate: f64, stiffness: f64, friction: f64) -> Scene {
    let mut scene = plain(scenes::SPHERE.scene, rate);
    scene.solver.damping = Damping::Rate(5.4);
    let of = scene.springs;
    stiffen(
        &mut scene,
        [of.structural, of.shear, of.bend].map(|k| k * stiffness),
    );
    scene.colliders.0[0] = scene.colliders.0[0].map(|ball| ball.with_friction(friction));
    scene
}

/// A sheet of 20 × 20 that lies on what `collider` is, 1 m wide.
fn sheet(rate: f64, collider: ColliderScene) -> Scene {
    let mut scene = plain(sized(&scenes::DRAPE_SPHERE.scene, 20, 20), rate);
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.3);
    (scene.cloth.center, scene.cloth.particle_radius) = ([0.0; 3], 0.0);
    scene.colliders = Colliders::EMPTY;
    let _ = scene.colliders.push(collider);
    scene
}

fn floor(friction: f64) -> ColliderScene {
    ColliderScene::plane([0.0; 3], [0.0, 1.0, 0.0]).with_friction(friction)
}

/// What touches one collider is not taken for what touches another.
#[test]
fn a_collider_far_away_changes_nothing() {
    let one = on_the_ball(60.0, 1.0, 0.3);
    let mut two = one;
    let far = ColliderScene::sphere([0.0, -30.0, 0.0], 1.0).with_friction(0.3);
    two.colliders.push(far).unwrap();
    let [one, two] = [one, two].map(|scene| run(&scene, F32, 1.0).state_hash());
    assert_eq!(one, two);
}

/// Without contacts in the system this was 4.3 and 8 times as much; without friction 100.
#[test]
fn a_cloth_on_a_ball_is_stretched_at_a_frame_as_by_small_steps() {
    for (stiffness, friction) in [(1.0, 0.3), (20.0, 0.3), (1.0, 0.0)] {
        let [long, short] = RATES.map(|rate| {
            let scene = on_the_ball(rate, stiffness, friction);
            run(&scene, F32, 3.0).strain()
        });
        let what = format!("×{stiffness}, μ {friction}: {long} at a frame, {short} by small steps");
        assert!((0.75..1.2).contains(&(long / short)), "{what}");
    }
}

/// Nothing moves, and nothing is stretched: the floor carries each particle's weight.
#[test]
fn a_cloth_on_the_floor_does_not_creep() {
    for (format, slack) in [(F32, 1e-6), (F64, 1e-14)] {
        for friction in [0.0, 0.5] {
            let mut sim = run(&sheet(60.0, floor(friction)), format, 0.5);
            let before = sim.positions();
            sim.run(600);
            let case = format!("{format} μ {friction}");
            let moved = largest_difference(&before, &sim.positions());
            assert!(moved <= slack, "{case}: {moved}");
            assert!(sim.strain().abs() <= 20.0 * slack, "{case}");
            assert!(fastest(&sim) <= 60.0 * slack, "{case}: {}", fastest(&sim));
        }
    }
}

/// Rows that hands at the first have lifted, at each quarter of a second.
fn lifted(rate: f64, friction: f64) -> Vec<usize> {
    let mut sim = run(&sheet(rate, floor(friction)), F64, 0.25);
    for column in [0, 3, 6, 9, 12, 15, 17, 19] {
        sim.attach(column, 0, [0.0, 1.0, 0.0]);
    }
    let mut count = |_| {
        sim.run((0.25 * rate) as u32);
        let is_up = |row: &usize| sim.position(10, *row)[1] > 1e-2;
        (0..20).filter(is_up).count()
    };
    (0..6).map(&mut count).collect()
}

#[test]
fn a_cloth_that_is_pulled_off_the_floor_comes_off_as_by_small_steps() {
    for friction in [0.0, 0.5] {
        let [long, short] = RATES.map(|rate| lifted(rate, friction));
        for (i, (a, b)) in long.iter().zip(&short).enumerate() {
            // The jerk at the start: 17 mm in a step of a frame, and friction is a step late.
            let slack = if i == 0 && friction > 0.0 { 6 } else { 2 };
            assert!(a.abs_diff(*b) <= slack, "μ {friction}: {long:?} {short:?}");
        }
        assert!(long[0] < 16 && long[5] == 20, "{long:?}");
    }
}

/// A floor that goes up and down at 3 m/s throws the sheet, and it flies as a stone does.
#[test]
fn a_floor_that_slows_down_lets_go() {
    let mut scene = sheet(240.0, swinging(floor(0.5).moving([0.0, 3.0, 0.0]), 1.0));
    scene.solver.damping = Damping::Rate(0.0);
    let sim = run(&scene, F64, 0.4);
    // It leaves where 3·cos(τ·t) slows down by 9.8 m/s².
    let tau = std::f64::consts::TAU;
    let leaves = (9.8 / (3.0 * tau)).asin() / tau;
    let (speed, flies) = (3.0 * (tau * leaves).cos(), 0.4 - leaves);
    let height = 3.0 * (tau * leaves).sin() / tau + speed * flies - 4.9 * flies * flies;
    for x in sim.positions() {
        assert_near(x[1], height, 0.02);
    }
    assert!(sim.strain() < 1e-3);
}

/// A ball that swings by 0.32 m to and fro carries the sheet that lies on it.
#[test]
fn a_ball_that_swings_carries_a_cloth_along() {
    let [long, short] = RATES.map(|rate| {
        let ball = ColliderScene::sphere([0.0; 3], 0.3).moving([0.5, 0.0, 0.0]);
        let mut scene = sheet(rate, swinging(ball.with_friction(0.5), 4.0));
        scene.cloth.center = [0.0, 0.31, 0.0];
        let mut sim = run(&scene, F64, 0.0);
        [(); 8].map(|()| {
            sim.run((0.25 * rate) as u32);
            sim.position(10, 10)[0]
        })
    });
    for (a, b) in long.iter().zip(&short) {
        assert!((a - b).abs() < 0.04, "{long:?} {short:?}");
    }
    assert!(long[3] > 0.2, "{long:?}");
}

/// Every way to the solution obeys the contacts, and finds the same one.
#[test]
fn every_descent_finds_the_same_contacts() {
    let scene = sized(&on_the_ball(240.0, 1.0, 0.3), 12, 12);
    let all = METHODS.map(|method| {
        let mut sim = run(&scene, F64, 0.0);
        let mut settings = SolverSettings::DEFAULT;
        settings.method = method;
        (settings.tolerance, settings.iterations) = (1e-11, 10_000);
        sim.set_solver(settings).unwrap();
        sim.run(75);
        sim.positions()
    });
    // The cloth has reached the ball; soon after what slides and what sticks is chance.
    let touches = |x: &Vector| (length(sub(*x, [0.5, 0.2, 0.5])) - 0.205).abs() < 1e-3;
    assert!(all[0].iter().any(touches));
    for other in &all[1..] {
        let difference = largest_difference(&all[0], other);
        assert!(difference < 1e-4, "{difference:e}");
    }
}

/// A ball of a program's own is known as one of the scene's is.
#[test]
fn obstacles_are_known_as_colliders_are() {
    let scene = on_the_ball(60.0, 1.0, 0.3);
    let Some(ColliderScene::Sphere { center, radius, .. }) = scene.colliders.0[0] else {
        unreachable!("it is a ball");
    };
    let mut without = scene;
    without.colliders = Colliders::EMPTY;
    let (mut a, mut b) = (run(&scene, F64, 0.0), run(&without, F64, 0.0));
    let units = b.units();
    let ball = Sphere {
        center: units.position(center),
        radius: (radius + scene.cloth.particle_radius) / units.spacing,
    };
    let mut obstacle = Obstacle::fixed(ball, 0.3);
    for _ in 0..60 {
        a.step();
        b.of::<f64, BackwardEuler>().step_with(&mut obstacle);
    }
    assert_eq!(a.state_hash(), b.state_hash());
}

/// A tighter solution changes nothing that is seen.
#[test]
fn the_solvers_tolerance_does_not_show_on_the_ball() {
    for tolerance in [1e-2, 1e-3, 1e-5] {
        let mut sim = run(&on_the_ball(60.0, 1.0, 0.3), F32, 0.0);
        sim.tighten(tolerance);
        sim.run(180);
        assert_near(sim.strain(), 0.155, 0.03);
    }
}
