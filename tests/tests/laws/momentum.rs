//! Without external forces: linear and angular momentum (V13) in every mode and method.

use cloth_tests::prelude::*;

fn springy(columns: usize, rows: usize, damping: f64, factor: f64) -> Scene {
    let mut scene = bare(columns, rows);
    stiffen(&mut scene, [0.1, 0.05, 0.02].map(|k| k * factor));
    scene.springs.damping = damping;
    scene
}

#[test]
fn v13_every_method_keeps_linear_momentum() {
    let stable = [SymplecticEuler, Verlet, Rk4, Imex];
    let in_f64 = stable.map(|method| (method, F64, [0.1, 1.0, 1e-11]));
    let in_f32 = stable.map(|method| (method, F32, [0.1, 1.0, 1e-3]));
    // Softer: these two grow, and must not reach the bound on displacements.
    let growing = [ForwardEuler, Rk2].map(|method| (method, F64, [0.001, 0.01, 1e-11]));
    // Implicit ones do if their system is solved to the end.
    let stiff = [BackwardEuler, Imex].map(|method| (method, F64, [0.01, 30.0, 1e-8]));
    let all = [&in_f64[..], &in_f32, &growing, &stiff].concat();
    for (method, format, [damping, factor, error]) in all {
        let mut sim = Trial::new(&springy(5, 4, damping, factor), method, format);
        if factor > 1.0 {
            sim.tighten(1e-12);
        }
        let speed = 0.1 * f64::sqrt(factor).min(1.0);
        shake(&mut sim, &mut Noise::new(1), 0.1, speed);
        let p = linear_momentum(&sim);
        assert!(length(p) > speed);
        sim.run(200);
        assert_near3(linear_momentum(&sim), p, speed * error);
    }
}

/// The change of angular momentum in a time of 8, relative to what there was,
/// with steps of `dt`. A spring's ω is about 0.8.
fn turned(method: Method, dt: f64) -> f64 {
    let mut sim = Trial::new(&springy(5, 4, 0.01 * dt, dt * dt), method, F64);
    sim.tighten(1e-12);
    shake(&mut sim, &mut Noise::new(1), 0.1, 0.05 * dt);
    let l = angular_momentum(&sim);
    sim.run((8.0 / dt) as u32);
    length(sub(angular_momentum(&sim), l)) / length(l)
}

/// Exact, or lost with the order of the method: two-sided.
#[test]
fn v13_angular_momentum() {
    for method in [SymplecticEuler, Verlet] {
        let off = turned(method, 1.0);
        assert!(off < 1e-11, "{method} {off:e}");
    }
    for (method, order) in [
        (ForwardEuler, 1.0),
        (BackwardEuler, 1.0),
        (Rk2, 2.0),
        (Rk4, 4.0),
    ] {
        let (coarse, fine) = (turned(method, 1.0 / 16.0), turned(method, 1.0 / 32.0));
        assert_near((coarse / fine).log2(), order, 0.25);
    }
}

/// A sheet with all families in a mode that moves particles; `passes` and `damping` are
/// XPBD's.
fn projected((columns, rows): (usize, usize), mode: Mode, passes: u32, damping: f64) -> Scene {
    let mut scene = in_mode(bare(columns, rows), mode);
    let c = &mut scene.constraints;
    (c.iterations, c.structural, c.shear, c.bend) = (3, 1.0, 0.7, 0.3);
    (scene.pbd.substeps, scene.pbd.iterations) = (1, 2);
    let x = &mut scene.xpbd;
    (x.structural, x.shear, x.bend, x.damping) = (0.5, 2.0, 5.0, damping);
    (x.substeps, x.iterations, x.bend_neighbours) = (1, passes, BendNeighbours::Eight);
    scene
}

const PROJECTED: [(Mode, u32, f64); 6] = [
    (Mode::Constraint, 1, 0.0),
    (Mode::Pbd, 1, 0.0),
    (Mode::Xpbd, 1, 0.0),
    (Mode::Xpbd, 5, 0.0),
    (Mode::Xpbd, 1, 0.2),
    (Mode::Xpbd, 5, 0.2),
];

#[test]
fn v13_projection_keeps_linear_momentum_and_moves_no_centre() {
    for (mode, passes, damping) in PROJECTED {
        let scene = projected((7, 5), mode, passes, damping);
        let mut sim = verlet(&scene, F64);
        shake(&mut sim, &mut Noise::new(3), 0.2, 0.1);
        let (p, before) = (linear_momentum(&sim), sim.velocities());
        assert!(length(p) > 0.01);
        sim.run(1000);
        let off = sub(linear_momentum(&sim), p);
        assert!(length(off) < 1e-10, "{mode:?}: {off:?}");
        // The links have done something to it all the same.
        assert!(largest_difference(&before, &sim.velocities()) > 0.01);
        // From rest the centre stays.
        let mut sim = verlet(&scene, F64);
        shake(&mut sim, &mut Noise::new(5), 0.3, 0.0);
        let before = sum(&sim.positions());
        sim.step();
        assert_near3(sum(&sim.positions()), before, 1e-12);
    }
}
