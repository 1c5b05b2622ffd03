//! What position-based solvers lose of a rotation: they take velocity for the difference of
//! positions, and put a link right along its new direction. A link's tension that holds a
//! particle on a circle slows it by the part dt·(tension/mass)/length in a second.

use cloth_core::{Damping, Mode, Scalar, Scene, Verlet};
use cloth_tests::measure::{angular_momentum, assert_near, cross, length};
use cloth_tests::{all, bare, begin, start};

const MODES: [Mode; 3] = [Mode::Constraint, Mode::Pbd, Mode::Xpbd];
const SUBSTEPS: [u32; 5] = [4, 8, 16, 32, 64];

/// An undamped scene of 60 steps a second.
fn scene(mut scene: Scene, mode: Mode, substeps: u32) -> Scene {
    scene.solver.mode = mode;
    scene.solver.steps_per_second = 60.0;
    scene.solver.damping = Damping::Rate(0.0);
    scene.constraints.substeps = substeps;
    scene.pbd.substeps = substeps;
    scene.xpbd.substeps = substeps;
    scene
}

/// rad/s.
const SPIN: f64 = 2.6;

/// The part of its angular momentum that a free sheet of 9 × 7 keeps for 10 s.
fn spin<T: Scalar>(mode: Mode, substeps: u32) -> f64 {
    let mut free = scene(Scene::DEFAULT, mode, substeps);
    (free.cloth.columns, free.cloth.rows) = (9, 7);
    free.forces.gravity = [0.0; 3];
    let mut sim = start::<T, Verlet>(&free, 9, 7);
    for (column, row) in all(&sim) {
        let x = sim.position(column, row).unwrap();
        let v = cross([0.0, SPIN, 0.0], x);
        sim.place(column, row, x, v).unwrap();
    }
    let before = angular_momentum(&sim);
    sim.run(600);
    length(angular_momentum(&sim)) / length(before)
}

/// Release of the pendulum, rad.
const ANGLE: f64 = 0.3;

/// The part of its amplitude that a rod of 1 m keeps for 10 swings.
fn swing<T: Scalar>(mode: Mode, substeps: u32) -> f64 {
    let mut rod = scene(bare(1, 2), mode, substeps);
    rod.constraints.structural = 1.0;
    rod.xpbd.structural = 0.0;
    rod.forces.gravity = [0.0, -9.8, 0.0];
    rod.pins.top_left = true;
    let mut sim = begin::<T, 1, 2>(&rod);
    sim.place(0, 0, [0.0; 3], [0.0; 3]).unwrap();
    let start = [ANGLE.sin(), -ANGLE.cos(), 0.0];
    sim.place(0, 1, start, [0.0; 3]).unwrap();
    // From release to the passage before the first peak is no whole swing.
    let (mut passages, mut peak, mut before) = (0, 0.0_f64, ANGLE);
    loop {
        sim.step();
        let x = sim.position(0, 1).unwrap();
        let now = x[0].atan2(-x[1]);
        peak = peak.max(now);
        if before > 0.0 && now <= 0.0 {
            if passages == 10 {
                return peak / ANGLE;
            }
            (passages, peak) = (passages + 1, 0.0);
        }
        before = now;
    }
}

/// dω/dt = −dt·ω³ for 10 s: links hold what spins with ω² times its distance.
fn theory_of_spin(dt: f64) -> f64 {
    (1.0 + 2.0 * SPIN * SPIN * dt * 10.0).sqrt().recip()
}

/// Small swings of Ω² = g/l: the weight that the rod bears slows by dt·Ω², of which the
/// amplitude loses half, for 10 periods of 2π/Ω.
fn theory_of_swing(dt: f64) -> f64 {
    (-10.0 * std::f64::consts::PI * 9.8_f64.sqrt() * dt).exp()
}

#[test]
fn position_based_solvers_lose_rotation_by_the_formula() {
    println!("substeps  spin (theory)    swings (theory)");
    for mode in MODES {
        println!("{}", mode.name());
        for substeps in SUBSTEPS {
            let dt = 1.0 / (60.0 * f64::from(substeps));
            let (spins, swings) = (spin::<f64>(mode, substeps), swing::<f64>(mode, substeps));
            let (a, b) = (theory_of_spin(dt), theory_of_swing(dt));
            println!("{substeps:8}  {spins:.3} ({a:.3})    {swings:.3} ({b:.3})");
            assert_near(spins, a, 2e-3);
            // Wider swings bear more, by 5/8 of the angle squared.
            assert_near(swings, b, 0.08 * (1.0 - b));
        }
    }
}

#[test]
fn so_they_do_in_f32() {
    for mode in MODES {
        for substeps in [4, 16] {
            let dt = 1.0 / (60.0 * f64::from(substeps));
            assert_near(spin::<f32>(mode, substeps), theory_of_spin(dt), 5e-3);
            let kept = theory_of_swing(dt);
            assert_near(swing::<f32>(mode, substeps), kept, 0.08 * (1.0 - kept));
        }
    }
}
