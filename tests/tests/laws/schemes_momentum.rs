//! V13 for every scheme, and IMEX against its formula with a dense filter.

use cloth_core::integrate::ImexSettings;
use cloth_core::{Dyn, Imex, Scalar, Scene, SpringKind, springs};
use cloth_tests::measure::{
    Vector, add, angular_momentum, assert_near, assert_near3, cross, length, linear_momentum,
    positions, scale, sub, velocities, weights,
};
use cloth_tests::reference::spring_forces;
use cloth_tests::{Noise, SimWith, Tight, bare, begin_with, shake, with_schemes};

const W: usize = 5;
const H: usize = 4;

fn springy(damping: f64, factor: f64) -> Scene {
    let mut scene = bare(W, H);
    scene.springs.structural = 0.1 * factor;
    scene.springs.shear = 0.05 * factor;
    scene.springs.bend = 0.02 * factor;
    scene.springs.damping = damping;
    scene
}

fn linear<T: Scalar, S: Tight, const W: usize, const H: usize>(factor: f64, error: f64) {
    let mut sim = begin_with::<T, S, W, H>(&springy(0.1 * factor, factor));
    let speed = 0.1 * factor.sqrt();
    shake(&mut *sim, &mut Noise::new(1), 0.1, speed);
    let p = linear_momentum(&sim);
    assert!(length(p) > speed);
    sim.run(200);
    assert_near3(linear_momentum(&sim), p, speed * error);
}

#[test]
fn v13_linear_momentum_is_exact() {
    with_schemes!(linear(1.0, 1e-11): f64, 5 by 4; SymplecticEuler, Verlet, Rk4, Imex);
    // Softer: these two grow, and must not reach the bound on displacements.
    with_schemes!(linear(0.01, 1e-11): f64, 5 by 4; ForwardEuler, Rk2);
    with_schemes!(linear(1.0, 1e-3): f32, 5 by 4; SymplecticEuler, Verlet, Rk4, Imex);
}

fn tight_linear<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let mut sim = begin_with::<T, S, W, H>(&springy(0.01, 30.0));
    S::tighten(sim.state_mut(), 1e-12);
    shake(&mut *sim, &mut Noise::new(1), 0.1, 0.1);
    let p = linear_momentum(&sim);
    sim.run(200);
    assert_near3(linear_momentum(&sim), p, 1e-9);
}

#[test]
fn v13_backward_euler_keeps_linear_momentum_if_solved_to_the_end() {
    with_schemes!(tight_linear(): f64, 5 by 4; BackwardEuler, Imex);
}

/// The change of angular momentum in a time of 8, relative to what there was,
/// with steps of `dt`. A spring's ω is about 0.8.
fn turned<T: Scalar, S: Tight, const W: usize, const H: usize>(dt: f64) -> f64 {
    let mut sim = begin_with::<T, S, W, H>(&springy(0.01 * dt, dt * dt));
    S::tighten(sim.state_mut(), 1e-12);
    shake(&mut *sim, &mut Noise::new(1), 0.1, 0.05 * dt);
    let l = angular_momentum(&sim);
    sim.run((8.0 / dt) as u32);
    length(sub(angular_momentum(&sim), l)) / length(l)
}

fn exact_angular<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let off = turned::<T, S, W, H>(1.0);
    assert!(off < 1e-11, "{} {off:e}", S::NAME);
}

/// The others lose it with the order of the scheme: two-sided.
fn angular_order<T: Scalar, S: Tight, const W: usize, const H: usize>(order: f64) {
    let (coarse, fine) = (
        turned::<T, S, W, H>(1.0 / 16.0),
        turned::<T, S, W, H>(1.0 / 32.0),
    );
    println!("{:16} {coarse:e} {fine:e}", S::NAME);
    assert_near((coarse / fine).log2(), order, 0.25);
}

#[test]
fn v13_angular_momentum() {
    with_schemes!(exact_angular(): f64, 5 by 4; SymplecticEuler, Verlet);
    with_schemes!(angular_order(1.0): f64, 5 by 4; ForwardEuler, BackwardEuler);
    with_schemes!(angular_order(2.0): f64, 5 by 4; Rk2);
    with_schemes!(angular_order(4.0): f64, 5 by 4; Rk4);
}

type Sim = SimWith<f64, Imex>;

fn imex<const W: usize, const H: usize>(scene: &Scene, correction: bool) -> Box<Sim> {
    let mut sim = begin_with::<f64, Imex, W, H>(scene);
    let settings = ImexSettings {
        angular_correction: correction,
        ..ImexSettings::DEFAULT
    };
    sim.state_mut().set_settings(settings).unwrap();
    Imex::tighten::<f64, Dyn>(sim.state_mut(), 1e-12);
    sim
}

#[test]
fn v13_imex_reports_its_angular_error() {
    for correction in [false, true] {
        let mut sim = imex::<W, H>(&springy(0.1, 20.0), correction);
        shake(&mut *sim, &mut Noise::new(3), 0.2, 0.2);
        for _ in 0..20 {
            let l = angular_momentum(&sim);
            sim.step();
            let measured = length(sub(angular_momentum(&sim), l));
            let report = sim.state().report();
            assert_near(measured, report.angular_error, 1e-11);
            assert!(report.solver.iterations > 0);
            // The filter makes an error, and the correction takes it away but
            // for the millionth that it is regularised by.
            assert!(report.filter_error > 1e-4, "{report:?}");
            let left = report.angular_error / report.filter_error;
            let expected = if correction {
                1e-8..1e-4
            } else {
                1.0 - 1e-9..1.0 + 1e-9
            };
            assert!(expected.contains(&left), "{correction} {left:e}");
        }
    }
}

/// (I·own − H)⁻¹·b by elimination, for one component; H_ij = k_ij + c.
fn filtered(scene: &Scene, weight: &[f64], b: &[f64]) -> Vec<f64> {
    let n = W * H;
    let mut rows = vec![vec![0.0; n + 1]; n];
    for i in 0..n {
        rows[i][i] = 1.0;
        rows[i][n] = b[i] * weight[i];
    }
    for spring in springs(W, H, scene.springs.bend_neighbours) {
        let k = scene.springs.damping
            + match spring.kind {
                SpringKind::Structural => scene.springs.structural,
                SpringKind::Shear => scene.springs.shear,
                SpringKind::Bend => scene.springs.bend,
            };
        let [i, j] = spring.ends;
        for (i, j) in [(i, j), (j, i)] {
            rows[i][i] += k * weight[i];
            rows[i][j] -= k * weight[i];
        }
    }
    for k in 0..n {
        for i in (0..n).filter(|&i| i != k) {
            let factor = rows[i][k] / rows[k][k];
            for j in k..=n {
                rows[i][j] -= factor * rows[k][j];
            }
        }
    }
    (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
}

/// One step by the book: all forces, artificial viscosity, filter.
fn by_the_book(scene: &Scene, weight: &[f64], x: &[Vector], v: &[Vector]) -> Vec<Vector> {
    let mut force = spring_forces((W, H), &scene.springs, x, v);
    for f in &mut force {
        *f = add(*f, scene.forces.gravity);
    }
    for spring in springs(W, H, scene.springs.bend_neighbours) {
        let k = match spring.kind {
            SpringKind::Structural => scene.springs.structural,
            SpringKind::Shear => scene.springs.shear,
            SpringKind::Bend => scene.springs.bend,
        };
        let [i, j] = spring.ends;
        let viscous = scale(sub(v[j], v[i]), k);
        force[i] = add(force[i], viscous);
        force[j] = sub(force[j], viscous);
    }
    let component = |axis: usize| {
        let b: Vec<f64> = force.iter().map(|f| f[axis]).collect();
        filtered(scene, weight, &b)
    };
    let [a, b, c] = [0, 1, 2].map(component);
    (0..W * H).map(|i| [a[i], b[i], c[i]]).collect()
}

#[test]
fn imex_is_the_n_by_n_filter() {
    // S2 inverts a 3 × 3 matrix and adds the force twice.
    for pins in [false, true] {
        let mut scene = springy(0.3, 20.0);
        scene.forces.gravity = [0.0, -0.1, 0.02];
        (scene.pins.top_left, scene.pins.bottom_right) = (pins, pins);
        let mut sim = imex::<W, H>(&scene, false);
        shake(&mut *sim, &mut Noise::new(5), 0.2, 0.2);
        let weight = weights(&sim);
        let (x, v) = (positions(&sim), velocities(&sim));
        sim.step();
        let change = by_the_book(&scene, &weight, &x, &v);
        for (i, now) in velocities(&sim).into_iter().enumerate() {
            assert_near3(now, add(v[i], change[i]), 1e-10);
        }
        for (i, now) in positions(&sim).into_iter().enumerate() {
            assert_near3(now, add(x[i], add(v[i], change[i])), 1e-10);
        }
    }
}

#[test]
fn imex_corrects_by_a_rotation_about_the_centre() {
    // f_corrected = (x_G − x_i) × δT, δT scaled by the inertia tensor: what the
    // correction adds is orthogonal to x_G − x_i and takes the torque away.
    let scene = springy(0.0, 20.0);
    let start = |correction| {
        let mut sim = imex::<W, H>(&scene, correction);
        shake(&mut *sim, &mut Noise::new(6), 0.2, 0.0);
        sim
    };
    let (mut with, mut without) = (start(true), start(false));
    let x = positions(&with);
    let center = scale(
        x.iter().fold([0.0; 3], |s, &x| add(s, x)),
        1.0 / (W * H) as f64,
    );
    with.step();
    without.step();
    let mut torque = [0.0; 3];
    let plain = velocities(&without);
    for (i, v) in velocities(&with).into_iter().enumerate() {
        let r = sub(x[i], center);
        let added = sub(v, plain[i]);
        assert_near(cloth_tests::measure::dot(added, r), 0.0, 1e-12);
        torque = add(torque, cross(r, added));
    }
    // From rest, internal forces have no torque: the filter's is all there is.
    let made = plain
        .iter()
        .zip(&x)
        .fold([0.0; 3], |s, (&v, &x)| add(s, cross(sub(x, center), v)));
    assert!(length(made) > 1e-3);
    assert_near3(torque, scale(made, -1.0), 1e-4 * length(made));
}
