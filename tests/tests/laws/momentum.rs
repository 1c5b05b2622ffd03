//! Without external forces: linear and angular momentum (V13).

use cloth_core::scene::XpbdScene;
use cloth_core::{BendNeighbours, Damping, Method, Mode, Scene, Verlet};
use cloth_tests::measure::{
    Vector, add, angular_momentum, assert_near, assert_near3, cross, largest_difference, length,
    linear_momentum, positions, scale, sub, velocities,
};
use cloth_tests::reference::Particles;
use cloth_tests::{Noise, bare, begin, begin_with, shake};

const W: usize = 7;
const H: usize = 5;

fn springy(damping: f64) -> Scene {
    let mut scene = bare(W, H);
    scene.springs.structural = 0.1;
    scene.springs.shear = 0.05;
    scene.springs.bend = 0.02;
    scene.springs.damping = damping;
    scene
}

#[test]
fn v13_springs_keep_both_momenta() {
    // Spring forces are equal, opposite and along the spring, and for Verlet
    // Σ x_n × x_(n+1) changes only by Σ x × a. Damping along the spring too
    // is such a force; damping by relative velocity alone would not be.
    for damping in [0.0, 0.03] {
        let mut sim = begin::<f64, W, H>(&springy(damping));
        shake(&mut sim, &mut Noise::new(1), 0.2, 0.1);
        let (p, l) = (linear_momentum(&sim), angular_momentum(&sim));
        assert!(length(p) > 0.01 && length(l) > 0.01);
        sim.run(5000);
        // The cloth drifts by |v|·5000 ≈ 10² spacings: with as many roundings
        // of half an ulp of that a coordinate, both stay to about 1e-9.
        assert_near3(linear_momentum(&sim), p, 1e-9);
        assert_near3(angular_momentum(&sim), l, 1e-7);
    }
}

#[test]
fn v13_a_uniform_drag_takes_the_same_part_of_both() {
    let mut scene = springy(0.0);
    scene.solver.damping = Damping::PerStep(0.01);
    let mut sim = begin::<f64, W, H>(&scene);
    shake(&mut sim, &mut Noise::new(2), 0.2, 0.1);
    let (p, l) = (linear_momentum(&sim), angular_momentum(&sim));
    sim.run(100);
    let kept = 0.99_f64.powi(100);
    assert_near3(linear_momentum(&sim), scale(p, kept), 1e-12);
    assert_near3(angular_momentum(&sim), scale(l, kept), 1e-11);
}

/// A constraint-mode sheet with all families, some passes.
fn rigid() -> Scene {
    let mut scene = bare(W, H);
    scene.solver.mode = Mode::Constraint;
    scene.constraints.iterations = 3;
    scene.constraints.structural = 1.0;
    scene.constraints.shear = 0.7;
    scene.constraints.bend = 0.3;
    scene
}

/// The same sheet in a mode that moves particles; `passes` and `damping` are
/// XPBD's.
fn projected(mode: Mode, passes: u32, damping: f64) -> Scene {
    let mut scene = rigid();
    scene.solver.mode = mode;
    scene.pbd.substeps = 1;
    scene.pbd.iterations = 2;
    scene.xpbd = XpbdScene {
        substeps: 1,
        iterations: passes,
        structural: 0.5,
        shear: 2.0,
        bend: 5.0,
        damping,
        bend_neighbours: BendNeighbours::Eight,
        ..XpbdScene::DEFAULT
    };
    scene
}

fn keeps_linear_momentum<S: Method>(scene: &Scene) {
    let mut sim = begin_with::<f64, S, W, H>(scene);
    shake(&mut sim, &mut Noise::new(3), 0.2, 0.1);
    let p = linear_momentum(&sim);
    assert!(length(p) > 0.01);
    let before = velocities(&sim);
    sim.run(1000);
    let off = sub(linear_momentum(&sim), p);
    assert!(length(off) < 1e-10, "{:?}: {off:?}", scene.solver.mode);
    // The links have done something to it all the same.
    assert!(largest_difference(&before, &velocities(&sim)) > 0.01);
}

#[test]
fn v13_projection_keeps_linear_momentum() {
    for mode in [Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        keeps_linear_momentum::<Verlet>(&projected(mode, 1, 0.0));
    }
    for (passes, damping) in [(5, 0.0), (1, 0.2), (5, 0.2)] {
        keeps_linear_momentum::<Verlet>(&projected(Mode::Xpbd, passes, damping));
    }
}

/// One substep from rest is the corrections alone: Σ Δ = 0, and since each pair
/// is moved along the line between its ends, so is Σ x × Δ, taken link by link.
/// Here for one link: two particles, too far apart or too close.
fn turns_nothing<S: Method>(mode: Mode, passes: u32, damping: f64) {
    let mut scene = projected(mode, passes, damping);
    scene.constraints.structural = 0.6;
    scene.pbd.structural = 0.6;
    scene.pbd.compression = 0.5;
    // `projected` is a sheet of 1 kg particles 1 m apart; so is this.
    scene.cloth = bare(2, 1).cloth;
    let long = [[0.3, -0.2, 0.9], [1.7, 0.4, -1.1]];
    let short = [[0.3, -0.2, 0.9], [0.5, -0.3, 0.7]];
    for ends in [long, short] {
        let mut sim = begin_with::<f64, S, 2, 1>(&scene);
        for (column, end) in ends.into_iter().enumerate() {
            sim.place(column, 0, end, [0.0; 3]).unwrap();
        }
        sim.step();
        let moved: [Vector; 2] =
            core::array::from_fn(|c| sub(sim.position(c, 0).unwrap(), ends[c]));
        assert!(length(moved[0]) > 0.05, "{mode:?}: {moved:?}");
        assert_near3(add(moved[0], moved[1]), [0.0; 3], 1e-15);
        let turned = add(cross(ends[0], moved[0]), cross(ends[1], moved[1]));
        assert_near3(turned, [0.0; 3], 1e-15);
    }
}

#[test]
fn v13_symmetric_projection_moves_no_centre_and_turns_nothing() {
    for mode in [Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        turns_nothing::<Verlet>(mode, 1, 0.0);
    }
    for (passes, damping) in [(5, 0.0), (5, 0.2)] {
        turns_nothing::<Verlet>(Mode::Xpbd, passes, damping);
    }
}

#[test]
fn v13_a_rigid_dumbbell_slows_as_position_based_dynamics_does() {
    // Projection keeps Σ x × Δ about the positions it finds, while the velocity
    // is counted from those before. With φ the angle turned in a substep:
    // tan φ' = sin φ/(2 − cos φ), so a rotation decays by about φ² a substep.
    let mut scene = bare(2, 1);
    scene.solver.mode = Mode::Constraint;
    scene.constraints.structural = 1.0;
    let mut sim = begin::<f64, 2, 1>(&scene);
    let mut turned = 0.05_f64;
    let r = [0.5, 0.0, 0.0];
    let before = [0.5 * turned.cos(), -0.5 * turned.sin(), 0.0];
    let v = sub(r, before);
    sim.place(0, 0, scale(r, -1.0), scale(v, -1.0)).unwrap();
    sim.place(1, 0, r, v).unwrap();
    let mut angle = 0.0;
    for _ in 0..2000 {
        sim.step();
        turned = (turned.sin() / (2.0 - turned.cos())).atan();
        angle += turned;
        let x = sim.position(1, 0).unwrap();
        let off = x[1].atan2(x[0]) - angle;
        let whole = (off / std::f64::consts::TAU).round() * std::f64::consts::TAU;
        assert_near(off - whole, 0.0, 1e-10);
        assert_near(length(x), 0.5, 1e-14);
    }
    assert!(turned < 0.03, "the decay is worth the test: {turned}");
}

#[test]
fn the_strain_limit_keeps_linear_momentum() {
    let mut scene = springy(0.0);
    scene.limit = Some(cloth_core::scene::LimitScene {
        ratio: 1.05,
        passes: 20,
    });
    let mut sim = begin::<f64, W, H>(&scene);
    shake(&mut sim, &mut Noise::new(4), 0.2, 0.2);
    let p = linear_momentum(&sim);
    let mut passes = 0;
    for _ in 0..500 {
        sim.step();
        passes += sim.limit_passes();
    }
    assert!(passes > 0, "the limit had something to do");
    assert_near3(linear_momentum(&sim), p, 1e-10);
}

#[test]
fn v13_the_reference_projection_agrees_that_the_centre_stays() {
    // The mean of the positions, against the plain solver on the same state.
    let mut sim = begin::<f64, W, H>(&rigid());
    shake(&mut sim, &mut Noise::new(5), 0.3, 0.0);
    let mut plain = Particles {
        columns: W,
        rows: H,
        x: positions(&sim),
        weight: vec![1.0; W * H],
    };
    let mean = |x: &[Vector]| x.iter().fold([0.0; 3], |sum, &v| add(sum, v));
    let before = mean(&plain.x);
    sim.step();
    plain.project(&sim.scene().constraints);
    assert_near3(mean(&positions(&sim)), before, 1e-12);
    assert_near3(mean(&plain.x), before, 1e-12);
    assert!(velocities(&sim).iter().any(|&v| length(v) > 0.01));
}
