//! Contacts in backward Euler's linear system: a cloth on a ball, on a floor, and off it.

use cloth_core::collide::{Obstacle, Sphere};
use cloth_core::integrate::{Descent, SolverSettings};
use cloth_core::scene::{ColliderScene, Colliders};
use cloth_core::{BackwardEuler, Damping, Scalar, Scene, scenes};
use cloth_tests::measure::{assert_near, largest_difference, length, positions, sub, velocities};
use cloth_tests::{SimWith, Tight, start};

/// A step of a frame, and one that needs no help, 1/s.
const RATES: [f64; 2] = [60.0, 960.0];

type Cloth<T> = Box<SimWith<T, BackwardEuler>>;

fn run<T: Scalar>(scene: &Scene, seconds: f64) -> Cloth<T> {
    let mut sim = start(scene, scene.cloth.columns, scene.cloth.rows);
    sim.run((seconds * scene.solver.steps_per_second) as u32);
    sim
}

/// S4's heavy cloth on its ball, without the limit, with one substep a step.
fn on_the_ball(rate: f64, stiffness: f64, friction: f64) -> Scene {
    let mut scene = scenes::SPHERE.scene;
    scene.self_collision = None;
    scene.solver.steps_per_second = rate;
    scene.solver.substeps = 1;
    scene.solver.damping = Damping::Rate(5.4);
    for k in [
        &mut scene.springs.structural,
        &mut scene.springs.shear,
        &mut scene.springs.bend,
    ] {
        *k *= stiffness;
    }
    scene.limit = None;
    if let Some(ColliderScene::Sphere { friction: mu, .. }) = &mut scene.colliders.0[0] {
        *mu = friction;
    }
    scene
}

/// A sheet of 20 × 20 that lies on what `collider` is, 1 m wide.
fn sheet(rate: f64, collider: ColliderScene) -> Scene {
    let mut scene = scenes::DRAPE_SPHERE.scene;
    scene.self_collision = None;
    (scene.cloth.columns, scene.cloth.rows) = (20, 20);
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.3);
    (scene.cloth.center, scene.cloth.particle_radius) = ([0.0; 3], 0.0);
    scene.solver.steps_per_second = rate;
    scene.solver.substeps = 1;
    scene.limit = None;
    scene.colliders = Colliders::EMPTY;
    let _ = scene.colliders.push(collider);
    scene
}

fn floor(friction: f64, velocity: [f64; 3], period: f64) -> ColliderScene {
    ColliderScene::Plane {
        point: [0.0; 3],
        normal: [0.0, 1.0, 0.0],
        friction,
        velocity,
        period,
    }
}

/// What touches one collider is not taken for what touches another.
#[test]
fn a_collider_far_away_changes_nothing() {
    let one = on_the_ball(60.0, 1.0, 0.3);
    let mut two = one;
    let far = ColliderScene::Sphere {
        center: [0.0, -30.0, 0.0],
        radius: 1.0,
        friction: 0.3,
        velocity: [0.0; 3],
        period: 0.0,
    };
    two.colliders.push(far).unwrap();
    let [one, two] = [one, two].map(|scene| run::<f32>(&scene, 1.0).state_hash());
    assert_eq!(one, two);
}

/// Without contacts in the system this was 4.3 and 8 times as much; without friction 100.
#[test]
fn a_cloth_on_a_ball_is_stretched_at_a_frame_as_by_small_steps() {
    for (stiffness, friction) in [(1.0, 0.3), (20.0, 0.3), (1.0, 0.0)] {
        let [long, short] = RATES.map(|rate| {
            let scene = on_the_ball(rate, stiffness, friction);
            run::<f32>(&scene, 3.0).measure().largest_strain.unwrap()
        });
        let ratio = long / short;
        assert!(
            (0.75..1.2).contains(&ratio),
            "×{stiffness}, μ {friction}: {long} at a frame, {short} by small steps"
        );
    }
}

/// Nothing moves, and nothing is stretched: the floor carries each particle's weight.
fn rests<T: Scalar>(slack: f64) {
    for friction in [0.0, 0.5] {
        let scene = sheet(60.0, floor(friction, [0.0; 3], 0.0));
        let mut sim = run::<T>(&scene, 0.5);
        let before = positions(&sim);
        sim.run(600);
        let case = format!("{} μ {friction}", T::NAME);
        assert!(
            largest_difference(&before, &positions(&sim)) <= slack,
            "{case}"
        );
        assert!(
            sim.measure().largest_strain.unwrap().abs() <= 20.0 * slack,
            "{case}"
        );
        let fastest = velocities(&sim).into_iter().map(length).fold(0.0, f64::max);
        assert!(fastest <= 60.0 * slack, "{case}: {fastest}");
    }
}

#[test]
fn a_cloth_on_the_floor_does_not_creep() {
    rests::<f32>(1e-6);
    rests::<f64>(1e-14);
}

/// Rows that hands at the first have lifted, at each quarter of a second.
fn lifted(rate: f64, friction: f64) -> Vec<usize> {
    let scene = sheet(rate, floor(friction, [0.0; 3], 0.0));
    let mut sim = run::<f64>(&scene, 0.25);
    for column in [0, 3, 6, 9, 12, 15, 17, 19] {
        sim.attach(column, 0, [0.0, 1.0, 0.0]).unwrap();
    }
    let quarter = (0.25 * rate) as u32;
    let mut lifted = Vec::new();
    for _ in 0..6 {
        sim.run(quarter);
        let height = |row| sim.position(10, row).unwrap()[1];
        lifted.push((0..20).filter(|&row| height(row) > 1e-2).count());
    }
    lifted
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
    let mut scene = sheet(240.0, floor(0.5, [0.0, 3.0, 0.0], 1.0));
    scene.solver.damping = Damping::Rate(0.0);
    let sim = run::<f64>(&scene, 0.4);
    // It leaves where 3·cos(τ·t) slows down by 9.8 m/s².
    let tau = std::f64::consts::TAU;
    let leaves = (9.8 / (3.0 * tau)).asin() / tau;
    let (speed, flies) = (3.0 * (tau * leaves).cos(), 0.4 - leaves);
    let height = 3.0 * (tau * leaves).sin() / tau + speed * flies - 4.9 * flies * flies;
    for x in positions(&sim) {
        assert_near(x[1], height, 0.02);
    }
    assert!(sim.measure().largest_strain.unwrap() < 1e-3);
}

/// A ball that swings by 0.32 m to and fro carries the sheet that lies on it.
#[test]
fn a_ball_that_swings_carries_a_cloth_along() {
    let ways = RATES.map(|rate| {
        let mut scene = sheet(
            rate,
            ColliderScene::Sphere {
                center: [0.0; 3],
                radius: 0.3,
                friction: 0.5,
                velocity: [0.5, 0.0, 0.0],
                period: 4.0,
            },
        );
        scene.cloth.center = [0.0, 0.31, 0.0];
        let mut sim = run::<f64>(&scene, 0.0);
        let mut way = Vec::new();
        for _ in 0..8 {
            sim.run((0.25 * rate) as u32);
            way.push(sim.position(10, 10).unwrap()[0]);
        }
        way
    });
    let [long, short] = &ways;
    for (a, b) in long.iter().zip(short) {
        assert!((a - b).abs() < 0.04, "{long:?} {short:?}");
    }
    assert!(long[3] > 0.2, "{long:?}");
}

/// Every way to the solution obeys the contacts, and finds the same one.
#[test]
fn every_descent_finds_the_same_contacts() {
    let mut scene = on_the_ball(240.0, 1.0, 0.3);
    (scene.cloth.columns, scene.cloth.rows) = (12, 12);
    let all = [
        Descent::PreconditionedConjugateGradient,
        Descent::ConjugateGradient,
        Descent::SteepestDescent,
    ]
    .map(|method| {
        let mut sim = run::<f64>(&scene, 0.0);
        let settings = SolverSettings {
            method,
            tolerance: 1e-11,
            iterations: 10_000,
        };
        sim.state_mut().set_settings(settings).unwrap();
        sim.run(75);
        positions(&sim)
    });
    // The cloth has reached the ball; soon after what slides and what sticks is chance.
    assert!(
        all[0]
            .iter()
            .any(|&x| (length(sub(x, [0.5, 0.2, 0.5])) - 0.205).abs() < 1e-3)
    );
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
    let (mut a, mut b) = (run::<f64>(&scene, 0.0), run::<f64>(&without, 0.0));
    let units = b.units();
    let ball = Sphere {
        center: units.position(center),
        radius: (radius + scene.cloth.particle_radius) / units.spacing,
    };
    let mut obstacle = Obstacle::fixed(ball, 0.3);
    for _ in 0..60 {
        a.step();
        b.step_with(&mut obstacle);
    }
    assert_eq!(a.state_hash(), b.state_hash());
}

/// A tighter solution changes nothing that is seen.
#[test]
fn the_solvers_tolerance_does_not_show_on_the_ball() {
    let strains = [1e-2, 1e-3, 1e-5].map(|tolerance| {
        let mut sim = run::<f32>(&on_the_ball(60.0, 1.0, 0.3), 0.0);
        BackwardEuler::tighten(sim.state_mut(), tolerance);
        sim.run(180);
        sim.measure().largest_strain.unwrap()
    });
    for strain in strains {
        assert_near(strain, 0.155, 0.03);
    }
}
