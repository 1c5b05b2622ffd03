//! Particles without neighbours: free fall, damping and terminal speed.

use cloth_core::{Damping, Mode, Scalar, Scene};
use cloth_tests::measure::{assert_near, assert_near3};
use cloth_tests::{bare, begin, particles};

/// Gravity of −2⁻⁹ spacings a substep²: every number of a fall of some hundred
/// substeps is exact in f32 too, so the law must hold bit for bit.
const DYADIC: f64 = -1.0 / 512.0;

fn falling(columns: usize, rows: usize, mode: Mode, g: f64) -> Scene {
    let mut scene = bare(columns, rows);
    scene.solver.mode = mode;
    scene.forces.gravity = [0.0, g, 0.0];
    scene
}

/// Half an ulp of an f64 coordinate of up to `reach` m.
fn half_ulp(reach: f64) -> f64 {
    0.5 * f64::EPSILON * reach
}

/// The most that rounding adds to a velocity (m/s) within `reach` m of the
/// origin. The scheme keeps velocity as a difference of positions, so each
/// substep's half ulp stays in it until damping, which takes the part `loss` a
/// substep, has taken it.
fn velocity_error(reach: f64, dt: f64, loss: f64) -> f64 {
    half_ulp(reach) / (dt * loss)
}

/// V1 for a sheet of W × H: n(n+1)/2 · g · dt² below the start, exactly.
fn falls_exactly<T: Scalar, const W: usize, const H: usize>() {
    for mode in [Mode::Hooke, Mode::Constraint] {
        let mut scene = falling(W, H, mode, DYADIC);
        // A sheet in rest has no forces or corrections to disturb the fall.
        (scene.springs.structural, scene.springs.shear) = (0.5, 0.25);
        (scene.constraints.structural, scene.constraints.shear) = (1.0, 1.0);
        let mut sim = begin::<T, W, H>(&scene);
        for n in 1..=256_u32 {
            sim.step();
            let fallen = f64::from(n * (n + 1) / 2) * DYADIC;
            for (c, r) in particles(W, H) {
                let mut expected = scene.cloth.start(W, H, c, r);
                expected[1] += fallen;
                assert_eq!(sim.position(c, r), Some(expected), "{mode:?} {n}");
                let velocity = [0.0, f64::from(n) * DYADIC, 0.0];
                assert_eq!(sim.velocity(c, r), Some(velocity), "{mode:?} {n}");
            }
        }
    }
}

#[test]
fn v1_free_fall_is_exact() {
    falls_exactly::<f32, 1, 1>();
    falls_exactly::<f64, 1, 1>();
    falls_exactly::<f32, 3, 5>();
    falls_exactly::<f64, 9, 2>();
}

#[test]
fn v1_free_fall_in_si_units() {
    // A second of fall at 1000 substeps a second, 9.8 m/s²: n(n+1)/2·g·dt².
    let mut scene = falling(1, 1, Mode::Hooke, -9.8);
    scene.solver.steps_per_second = 50.0;
    scene.solver.substeps = 20;
    let mut sim = begin::<f64, 1, 1>(&scene);
    sim.run(50);
    let expected = -9.8 * 1000.0 * 1001.0 / 2.0 * 1e-6;
    assert_near(
        sim.position(0, 0).unwrap()[1],
        expected,
        5e5 * half_ulp(4.0),
    );
    assert_near(sim.time(), 1.0, 1e-12);
    // A rounding of at most half an ulp of the height (under 8 m) a substep
    // goes on as velocity: at most n²/2 of them add up. The same in f32:
    let mut sim = begin::<f32, 1, 1>(&scene);
    sim.run(50);
    let half_ulp = 0.5 * f64::from(f32::EPSILON) * 4.0;
    assert_near(sim.position(0, 0).unwrap()[1], expected, 5e5 * half_ulp);
}

#[test]
fn s2_8_verlet_has_inertia() {
    // The listing reads the current position as the last one: no motion then.
    for mode in [Mode::Hooke, Mode::Constraint] {
        let mut scene = bare(1, 1);
        scene.solver.mode = mode;
        let mut sim = begin::<f32, 1, 1>(&scene);
        sim.place(0, 0, [0.0; 3], [0.5, -0.25, 0.125]).unwrap();
        sim.run(64);
        assert_eq!(sim.position(0, 0), Some([32.0, -16.0, 8.0]), "{mode:?}");
    }
}

#[test]
fn s3_gravity_counts_once_per_squared_time_step() {
    // dt = 1/8 s: 8 m/s² is 1/8 m in the first substep, and 1 m/s.
    let mut scene = falling(1, 1, Mode::Hooke, -8.0);
    scene.solver.substeps = 8;
    scene.cloth.columns = 1;
    let mut sim = begin::<f64, 1, 1>(&scene);
    assert_eq!(sim.units().dt, 0.125);
    let mut seen = Vec::new();
    sim.step_observed(&mut |phase: cloth_core::Phase| seen.push(phase));
    assert_eq!(sim.velocity(0, 0), Some([0.0, -8.0, 0.0]));
    assert_eq!(sim.position(0, 0), Some([0.0, -8.0 * 36.0 / 64.0, 0.0]));
}

#[test]
fn s1_damping_adds_to_the_acceleration() {
    // x + (x − x_old)(1 − D) + a·dt²; the listing multiplies the last two.
    let mut scene = falling(1, 1, Mode::Hooke, -2.0);
    scene.solver.damping = Damping::PerStep(0.25);
    let mut sim = begin::<f32, 1, 1>(&scene);
    sim.place(0, 0, [0.0; 3], [4.0, 8.0, 0.0]).unwrap();
    sim.step();
    assert_eq!(sim.position(0, 0), Some([3.0, 8.0 * 0.75 - 2.0, 0.0]));
}

#[test]
fn v8_terminal_speed_of_damping_per_step() {
    // v' = (1 − d)·v + g·dt, from rest: v_n = g·dt·(1 − (1−d)^n)/d.
    for d in [0.002_f64, 0.0115, 0.01, 0.5, 1.0] {
        let mut scene = falling(1, 1, Mode::Hooke, -9.8);
        scene.solver.steps_per_second = 90.0;
        scene.solver.substeps = 30;
        scene.solver.damping = Damping::PerStep(d);
        let mut sim = begin::<f64, 1, 1>(&scene);
        let terminal = -9.8 / 2700.0 / d;
        let error = velocity_error(16.0, 1.0 / 2700.0, d);
        for step in 1..=600 {
            sim.step();
            let expected = terminal * (1.0 - (1.0 - d).powi(30 * step));
            assert_near(sim.velocity(0, 0).unwrap()[1], expected, error);
        }
        assert_near(sim.velocity(0, 0).unwrap()[1], terminal, error);
    }
}

#[test]
fn v8_terminal_speed_of_a_damping_rate() {
    // The same with 1 − d = exp(−c·dt), which is near g/c at any time step.
    let c = 5.4_f64;
    for substeps in [1_u32, 10, 1000] {
        let mut scene = falling(1, 1, Mode::Hooke, -9.8);
        scene.solver.steps_per_second = 60.0;
        scene.solver.substeps = substeps;
        scene.solver.damping = Damping::Rate(c);
        let mut sim = begin::<f64, 1, 1>(&scene);
        sim.run(400);
        let dt = 1.0 / (60.0 * f64::from(substeps));
        let terminal = -9.8 * dt / (1.0 - (-c * dt).exp());
        let error = velocity_error(16.0, dt, 1.0 - (-c * dt).exp());
        assert_near(sim.velocity(0, 0).unwrap()[1], terminal, error);
        // To first order in dt: g/c·(1 + c·dt/2).
        assert_near(terminal, -9.8 / c * (1.0 + c * dt / 2.0), 1.2 * c * dt * dt);
    }
}

#[test]
fn v8_terminal_speed_of_air_drag() {
    // v' = v + (g − c·v/m)·dt: m·g/c, at any time step.
    for (mass, c, dt) in [(1.0, 0.5, 1.0 / 60.0), (0.06, 0.03, 1e-3), (2.0, 1.5, 0.5)] {
        let mut scene = falling(1, 1, Mode::Hooke, -9.8);
        scene.cloth.density = mass;
        scene.forces.air_drag = c;
        scene.solver.steps_per_second = 1.0 / dt;
        let mut sim = begin::<f64, 1, 1>(&scene);
        assert_near(sim.units().mass, mass, 1e-15);
        let steps = (40.0 * mass / (c * dt)) as u32;
        let mut expected = 0.0;
        let reach = 40.0 * 9.8 * (mass / c) * (mass / c);
        let error = velocity_error(reach, dt, c * dt / mass);
        assert!(error < 1e-6, "the bound is sharp: {error}");
        for _ in 0..steps {
            sim.step();
            expected += (-9.8 - c * expected / mass) * dt;
            assert_near(sim.velocity(0, 0).unwrap()[1], expected, error);
        }
        assert_near(sim.velocity(0, 0).unwrap()[1], -9.8 * mass / c, error);
    }
}

#[test]
fn s4_damping_by_rate_does_not_depend_on_the_time_step() {
    // A shot particle keeps exp(−c·t) of its velocity whatever the substeps;
    // damping per step does not, which is why the rate is the default.
    let left = |damping, substeps| {
        let mut scene = bare(1, 1);
        scene.solver.substeps = substeps;
        scene.solver.damping = damping;
        let mut sim = begin::<f64, 1, 1>(&scene);
        sim.place(0, 0, [0.0; 3], [1.0, 0.0, 0.0]).unwrap();
        sim.step();
        sim.velocity(0, 0).unwrap()[0]
    };
    for substeps in [1, 3, 10, 100, 1000] {
        let kept = left(Damping::Rate(2.0), substeps);
        assert_near(kept, (-2.0_f64).exp(), 1e-11);
        let kept = left(Damping::PerStep(0.002), substeps);
        assert_near(kept, 0.998_f64.powi(substeps as i32), 1e-11);
    }
    // S4: 0.2 % at 2700 steps a second is a rate of about 5.4/s.
    assert_near(-0.998_f64.ln() * 2700.0, 5.4, 0.01);
}

#[test]
fn positional_wind_follows_its_formula() {
    // F/m = c·(|sin(k·x₀ + θ)|, 0, ½ sin θ), x₀ the start, θ = rate·t.
    let (coefficient, wave_number, rate) = (0.01, 0.7, 0.3);
    let mut scene = bare(5, 3);
    scene.cloth.center = [2.0, -1.0, 0.5];
    scene.forces.positional_wind = Some(cloth_core::scene::PositionalWindScene {
        coefficient,
        wave_number,
        rate,
    });
    let mut sim = begin::<f64, 5, 3>(&scene);
    let mut velocity = vec![[0.0; 3]; 15];
    for n in 0..40 {
        sim.step();
        let angle = rate * f64::from(n);
        for (c, r) in particles(5, 3) {
            let v = &mut velocity[r * 5 + c];
            let x0 = scene.cloth.start(5, 3, c, r)[0];
            v[0] += coefficient * (wave_number * x0 + angle).sin().abs();
            v[2] += coefficient * 0.5 * angle.sin();
            assert_near3(sim.velocity(c, r).unwrap(), *v, 1e-13);
        }
    }
}
