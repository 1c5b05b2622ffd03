//! A rod pendulum in constraint mode: the period at large swings.

use cloth_core::{Mode, Scene};
use cloth_tests::measure::assert_near;
use cloth_tests::{bare, begin};
use std::f64::consts::PI;

/// A particle on a rigid link of 1 m below a pin.
fn rod(dt: f64) -> Scene {
    let mut scene = bare(1, 2);
    scene.solver.mode = Mode::Constraint;
    scene.solver.steps_per_second = 1.0 / dt;
    scene.constraints.structural = 1.0;
    scene.forces.gravity = [0.0, -9.8, 0.0];
    scene.pins.top_left = true;
    scene
}

/// Period over the one of small swings, from release at `degrees` to the first
/// passage through the vertical, a quarter of a period.
fn period(degrees: f64, dt: f64) -> f64 {
    let mut sim = begin::<f64, 1, 2>(&rod(dt));
    let angle = degrees.to_radians();
    sim.place(0, 0, [0.0; 3], [0.0; 3]).unwrap();
    sim.place(0, 1, [angle.sin(), -angle.cos(), 0.0], [0.0; 3])
        .unwrap();
    let mut before = [0.0, angle];
    for n in 1.. {
        sim.step();
        let x = sim.position(0, 1).unwrap();
        let now = [f64::from(n) * dt, x[0].atan2(-x[1])];
        assert_near(x[0].hypot(x[1]), 1.0, 1e-14);
        if now[1] <= 0.0 {
            let part = before[1] / (before[1] - now[1]);
            let quarter = before[0] + part * dt;
            // Verlet from rest lags half a substep behind: the velocity at the
            // start is that of half a substep before.
            let quarter = quarter + 0.5 * dt;
            return 4.0 * quarter / (2.0 * PI / 9.8_f64.sqrt());
        }
        before = now;
    }
    unreachable!()
}

/// T/T₀ = 1/agm(1, cos(θ/2)).
fn exact(degrees: f64) -> f64 {
    let (mut a, mut g) = (1.0_f64, (degrees.to_radians() / 2.0).cos());
    for _ in 0..10 {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    1.0 / a
}

#[test]
fn v11_rod_pendulum_swings_slower_the_wider() {
    for (degrees, table) in [(10.0, 1.00191), (60.0, 1.07318), (90.0, 1.18034)] {
        let expected = exact(degrees);
        assert_near(expected, table, 5e-6);
        let coarse = period(degrees, 1e-3) - expected;
        let fine = period(degrees, 1e-4) - expected;
        assert!(fine.abs() < 2e-4, "{degrees}°: {fine:e}");
        // Projection along the link's new direction errs to first order: a
        // tenth of the time step, a tenth of the error.
        assert_near(coarse / fine, 10.0, 0.1);
    }
}
