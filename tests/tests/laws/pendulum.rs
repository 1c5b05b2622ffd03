//! A rod pendulum in constraint mode: the period at large swings (V11). And what position-based solvers
//! lose of a rotation: they take velocity for the difference of
//! positions, and put a link right along its new direction. A link's tension that holds a
//! particle on a circle slows it by the part dt·(tension/mass)/length in a second.

use cloth_tests::prelude::*;
use std::f64::consts::PI;

/// A particle on a rigid link of 1 m below a pin.
fn rod(mode: Mode) -> Scene {
    let mut scene = in_mode(bare(1, 2), mode);
    (scene.constraints.structural, scene.xpbd.structural) = (1.0, 0.0);
    scene.forces.gravity = [0.0, -9.8, 0.0];
    scene.pins.top_left = true;
    scene
}

/// The rod at an angle (rad), at rest.
fn released(scene: &Scene, format: Format, angle: f64) -> Trial {
    let mut sim = verlet(scene, format);
    sim.place(0, 0, [0.0; 3], [0.0; 3]);
    sim.place(0, 1, [angle.sin(), -angle.cos(), 0.0], [0.0; 3]);
    sim
}

/// Period over the one of small swings, from release at `degrees` to the first
/// passage through the vertical, a quarter of a period.
fn period(degrees: f64, dt: f64) -> f64 {
    let mut scene = rod(Mode::Constraint);
    scene.solver.steps_per_second = 1.0 / dt;
    let angle = degrees.to_radians();
    let mut sim = released(&scene, F64, angle);
    let (mut time, mut before) = (0.0, angle);
    loop {
        sim.step();
        let x = sim.position(0, 1);
        let now = x[0].atan2(-x[1]);
        assert_near(x[0].hypot(x[1]), 1.0, 1e-14);
        if now <= 0.0 {
            // Verlet from rest lags half a substep behind: the velocity at the
            // start is that of half a substep before.
            let quarter = time + before / (before - now) * dt + 0.5 * dt;
            return 4.0 * quarter / (2.0 * PI / 9.8_f64.sqrt());
        }
        (time, before) = (time + dt, now);
    }
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
        let [coarse, fine] = [1e-3, 1e-4].map(|dt| period(degrees, dt) - expected);
        assert!(fine.abs() < 2e-4, "{degrees}°: {fine:e}");
        // Projection along the link's new direction errs to first order: a
        // tenth of the time step, a tenth of the error.
        assert_near(coarse / fine, 10.0, 0.1);
    }
}

/// An undamped scene of 60 steps a second.
fn undamped(mut scene: Scene, mode: Mode, substeps: u32) -> Scene {
    scene.solver.steps_per_second = 60.0;
    scene.solver.damping = Damping::Rate(0.0);
    set_substeps(&mut scene, substeps);
    in_mode(scene, mode)
}

/// rad/s.
const SPIN: f64 = 2.6;

/// The part of its angular momentum that a free sheet of 9 × 7 keeps for 10 s.
fn spin(format: Format, mode: Mode, substeps: u32) -> f64 {
    let mut free = undamped(sized(&Scene::DEFAULT, 9, 7), mode, substeps);
    free.forces.gravity = [0.0; 3];
    let mut sim = verlet(&free, format);
    for (c, r) in all(&sim) {
        let x = sim.position(c, r);
        sim.place(c, r, x, cross([0.0, SPIN, 0.0], x));
    }
    let before = angular_momentum(&sim);
    sim.run(600);
    length(angular_momentum(&sim)) / length(before)
}

/// The part of its amplitude that a rod of 1 m, released at 0.3 rad, keeps for 10 swings.
fn swing(format: Format, mode: Mode, substeps: u32) -> f64 {
    let angle = 0.3;
    let mut sim = released(&undamped(rod(mode), mode, substeps), format, angle);
    // From release to the passage before the first peak is no whole swing.
    let (mut passages, mut peak, mut before) = (0, 0.0_f64, angle);
    loop {
        sim.step();
        let x = sim.position(0, 1);
        let now = x[0].atan2(-x[1]);
        peak = peak.max(now);
        if before > 0.0 && now <= 0.0 {
            if passages == 10 {
                return peak / angle;
            }
            (passages, peak) = (passages + 1, 0.0);
        }
        before = now;
    }
}

#[test]
fn position_based_solvers_lose_rotation_by_the_formula() {
    for mode in [Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        let wide = [4, 8, 16, 32, 64].map(|substeps| (F64, substeps, 2e-3));
        let narrow = [4, 16].map(|substeps| (F32, substeps, 5e-3));
        for (format, substeps, error) in wide.into_iter().chain(narrow) {
            let dt = 1.0 / (60.0 * f64::from(substeps));
            // dω/dt = −dt·ω³ for 10 s: links hold what spins with ω² times its distance.
            let spins = (1.0 + 2.0 * SPIN * SPIN * dt * 10.0).sqrt().recip();
            // Small swings of Ω² = g/l: the weight that the rod bears slows by dt·Ω², of which the
            // amplitude loses half, for 10 periods of 2π/Ω.
            let swings = (-10.0 * PI * 9.8_f64.sqrt() * dt).exp();
            let found = [spin(format, mode, substeps), swing(format, mode, substeps)];
            assert_near(found[0], spins, error);
            // Wider swings bear more, by 5/8 of the angle squared.
            assert_near(found[1], swings, 0.08 * (1.0 - swings));
        }
    }
}
