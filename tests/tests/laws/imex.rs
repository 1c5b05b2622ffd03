//! IMEX against its formula with a dense filter, and what it keeps of a spin.

use cloth_core::Imex;
use cloth_tests::linear::eliminate;
use cloth_tests::prelude::*;
use cloth_tests::reference::{spring_forces, stiffness};

const W: usize = 5;
const H: usize = 4;

fn springy(damping: f64) -> Scene {
    let mut scene = bare(W, H);
    stiffen(&mut scene, [2.0, 1.0, 0.4]);
    scene.springs.damping = damping;
    scene
}

fn imex(scene: &Scene, correction: bool) -> Trial {
    let mut sim = Trial::new(scene, Method::Imex, F64);
    let state = sim.of::<f64, Imex>().state_mut();
    state.set_angular_correction(correction);
    sim.tighten(1e-12);
    sim
}

#[test]
fn v13_imex_reports_its_angular_error() {
    for correction in [false, true] {
        let mut sim = imex(&springy(0.1), correction);
        shake(&mut sim, &mut Noise::new(3), 0.2, 0.2);
        for _ in 0..20 {
            let l = angular_momentum(&sim);
            sim.step();
            let measured = length(sub(angular_momentum(&sim), l));
            let state = sim.of::<f64, Imex>().state();
            let [made, left] = state.angular_errors();
            assert_near(measured, left, 1e-11);
            assert!(state.report().iterations > 0);
            // The filter makes an error, and the correction takes it away but
            // for the millionth that it is regularised by.
            assert!(made > 1e-4, "{made}");
            let left = left / made;
            let expected = match correction {
                true => 1e-8..1e-4,
                false => 1.0 - 1e-9..1.0 + 1e-9,
            };
            assert!(expected.contains(&left), "{correction} {left:e}");
        }
    }
}

/// (I·own − H)⁻¹·b by elimination, for one component; H_ij = k_ij + c.
fn filtered(scene: &Scene, weight: &[f64], b: &[f64]) -> Vec<f64> {
    let n = W * H;
    let mut rows = vec![vec![0.0; n]; n];
    (0..n).for_each(|i| rows[i][i] = 1.0);
    for spring in springs(W, H, scene.springs.bend_neighbours) {
        let k = scene.springs.damping + stiffness(&scene.springs, spring.kind);
        let [i, j] = spring.ends;
        for (i, j) in [(i, j), (j, i)] {
            rows[i][i] += k * weight[i];
            rows[i][j] -= k * weight[i];
        }
    }
    let b: Vec<f64> = b.iter().zip(weight).map(|(b, w)| b * w).collect();
    eliminate(rows, &b)
}

/// One step by the book: all forces, artificial viscosity, filter.
fn by_the_book(scene: &Scene, weight: &[f64], x: &[Vector], v: &[Vector]) -> Vec<Vector> {
    let mut force = spring_forces((W, H), &scene.springs, x, v, |_| true);
    for f in &mut force {
        *f = add(*f, scene.forces.gravity);
    }
    for spring in springs(W, H, scene.springs.bend_neighbours) {
        let [i, j] = spring.ends;
        let viscous = scale(sub(v[j], v[i]), stiffness(&scene.springs, spring.kind));
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
fn s2_9_imex_is_the_n_by_n_filter() {
    // S2 inverts a 3 × 3 matrix and adds the force twice.
    for pins in [false, true] {
        let mut scene = springy(0.3);
        scene.forces.gravity = [0.0, -0.1, 0.02];
        (scene.pins.top_left, scene.pins.bottom_right) = (pins, pins);
        let mut sim = imex(&scene, false);
        shake(&mut sim, &mut Noise::new(5), 0.2, 0.2);
        let (x, v) = (sim.positions(), sim.velocities());
        sim.step();
        let change = by_the_book(&scene, &weights(sim.of::<f64, Imex>()), &x, &v);
        for i in 0..W * H {
            let expected = add(v[i], change[i]);
            assert_near3(sim.velocities()[i], expected, 1e-10);
            assert_near3(sim.positions()[i], add(x[i], expected), 1e-10);
        }
    }
}

#[test]
fn imex_corrects_by_a_rotation_about_the_centre() {
    // f_corrected = (x_G − x_i) × δT, δT scaled by the inertia tensor: what the
    // correction adds is orthogonal to x_G − x_i and takes the torque away.
    let [(x, with), (_, plain)] = [true, false].map(|correction| {
        let mut sim = imex(&springy(0.0), correction);
        shake(&mut sim, &mut Noise::new(6), 0.2, 0.0);
        let x = sim.positions();
        sim.step();
        (x, sim.velocities())
    });
    let center = scale(sum(&x), 1.0 / (W * H) as f64);
    let (mut torque, mut made) = ([0.0; 3], [0.0; 3]);
    for i in 0..W * H {
        let (r, added) = (sub(x[i], center), sub(with[i], plain[i]));
        assert_near(dot(added, r), 0.0, 1e-12);
        torque = add(torque, cross(r, added));
        made = add(made, cross(r, plain[i]));
    }
    // From rest, internal forces have no torque: the filter's is all there is.
    assert!(length(made) > 1e-3);
    assert_near3(torque, scale(made, -1.0), 1e-4 * length(made));
}

/// Turns a second about each axis, rad/s: about none of the cloth's own.
const SPIN: [f64; 3] = [1.1, 2.3, 0.7];

/// An undamped sheet without gravity, 60 steps a second.
fn free(columns: usize, rows: usize, substeps: u32) -> Scene {
    let mut scene = sized(&Scene::DEFAULT, columns, rows);
    scene.cloth.width = 1.03;
    scene.solver.substeps = substeps;
    scene.solver.damping = Damping::Rate(0.0);
    stiffen(&mut scene, [47.3, 51.1, 9.7]);
    scene.forces.gravity = [0.0; 3];
    scene
}

/// Kinetic energy and that of the springs, J.
fn energy(sim: &Trial) -> f64 {
    let (x, of, units) = (sim.positions(), &sim.scene().springs, sim.units());
    let moving = sim.velocities().iter().map(|&v| dot(v, v)).sum::<f64>() * units.mass;
    let (columns, rows) = sim.size();
    let stretched = springs(columns, rows, of.bend_neighbours).map(|spring| {
        let [a, b] = spring.ends;
        let excess = length(sub(x[a], x[b])) - spring.rest * units.spacing;
        stiffness(of, spring.kind) * excess.powi(2)
    });
    0.5 * (moving + stretched.sum::<f64>())
}

/// A sheet turns as one body, but for a `part` of its speed at random: the energy after `seconds`,
/// the most that any second ends with, both as parts of the first, and the part of the angular
/// momentum that is off.
fn after(scene: &Scene, format: Format, part: f64, seconds: u32) -> [f64; 3] {
    let mut sim = Trial::new(scene, Method::Imex, format);
    let mut noise = Noise::new(7);
    for (c, r) in all(&sim) {
        let x = sim.position(c, r);
        sim.place(c, r, x, add(cross(SPIN, x), noise.vector(part)));
    }
    let (first, l) = (energy(&sim), angular_momentum(&sim));
    let (mut now, mut most) = (1.0, 1.0_f64);
    for _ in 0..seconds {
        sim.run(60);
        now = energy(&sim) / first;
        most = most.max(now);
    }
    let off = length(sub(angular_momentum(&sim), l)) / length(l);
    [now, most, off]
}

#[test]
fn a_free_spin_under_imex_keeps_its_energy() {
    // The angular momentum is off by what the regularised inertia leaves, and in f32 by
    // the rounding of 30000 substeps.
    for (columns, rows, format, momentum) in [
        (9, 7, F64, 1e-6),
        (9, 7, F32, 3e-5),
        (5, 4, F64, 1e-6),
        (11, 3, F32, 3e-5),
    ] {
        for substeps in [1, 2, 4, 8, 16] {
            let [now, most, off] = after(&free(columns, rows, substeps), format, 0.0, 30);
            assert!(now > 0.99 && most < 1.005, "{now} {most}");
            assert!(off < momentum, "{off:e}");
        }
    }
}

#[test]
fn imex_takes_the_motion_within_a_cloth_and_leaves_its_spin() {
    for substeps in [2, 4, 8] {
        let [now, most, off] = after(&free(9, 7, substeps), F64, 0.5, 30);
        // Of the start, a fifth is motion within the cloth.
        assert!((0.75..0.9).contains(&now) && most <= 1.0, "{now} {most}");
        assert!(off < 1e-6, "{off:e}");
    }
}

/// What a spin gains at once, and not again: a straight path stretches what turns.
#[test]
fn stiff_springs_store_the_stretch_of_a_straight_path() {
    for (stiffness, substeps) in [(900.0, 1), (2900.0, 1), (2900.0, 2)] {
        let mut scene = free(9, 7, substeps);
        stiffen(&mut scene, [1.0, 0.7, 0.13].map(|part| part * stiffness));
        let dt = 60.0 * f64::from(substeps);
        let wide = length(SPIN).powi(2) * stiffness
            / dt.powi(4)
            / (scene.cloth.density * scene.cloth.width.powi(2));
        for seconds in [2, 30] {
            let [_, most, _] = after(&scene, F64, 0.0, seconds);
            let gain = (most - 1.0) / wide;
            assert!((5.0..20.0).contains(&gain), "{gain}");
        }
    }
}
