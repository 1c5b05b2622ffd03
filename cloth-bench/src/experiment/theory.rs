//! Linear theory: the growth of one mode x'' = −λx − cx'.

use super::search::{Limit, Search, largest};
use cloth_core::host::{GridSize, Method};
use cloth_core::{Damping, Scene};
use std::f64::consts::PI;

/// Largest |z| by which a step multiplies the mode.
pub fn radius(method: Method, lambda: f64, drag: f64, dt: f64) -> f64 {
    // A step is linear in (x, v): the columns of its matrix are its results for the unit vectors.
    let [a, c] = step(method, lambda, drag, dt, [1.0, 0.0]);
    let [b, d] = step(method, lambda, drag, dt, [0.0, 1.0]);
    let (half, determinant) = (0.5 * (a + d), a * d - b * c);
    let under = half * half - determinant;
    if under < 0.0 {
        determinant.sqrt()
    } else {
        half.abs() + under.sqrt()
    }
}

fn step(method: Method, lambda: f64, drag: f64, dt: f64, [x, v]: [f64; 2]) -> [f64; 2] {
    let rate = |[x, v]: [f64; 2]| [v, -lambda * x - drag * v];
    let ahead = |[a, b]: [f64; 2], dt: f64| [x + a * dt, v + b * dt];
    match method {
        Method::ForwardEuler => ahead(rate([x, v]), dt),
        // Verlet's positions are those of symplectic Euler.
        Method::SymplecticEuler | Method::Verlet => {
            let v = v + rate([x, v])[1] * dt;
            [x + v * dt, v]
        }
        Method::Rk2 => ahead(rate(ahead(rate([x, v]), 0.5 * dt)), dt),
        Method::Rk4 => {
            let k1 = rate([x, v]);
            let k2 = rate(ahead(k1, 0.5 * dt));
            let k3 = rate(ahead(k2, 0.5 * dt));
            let k4 = rate(ahead(k3, dt));
            ahead(
                [0, 1].map(|i| (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0),
                dt,
            )
        }
        // IMEX overestimates the stiffness, which makes the mode slower and never less stable.
        Method::BackwardEuler | Method::Imex => {
            let v = (v - lambda * dt * x) / (1.0 + drag * dt + lambda * dt * dt);
            [x + v * dt, v]
        }
    }
}

/// The largest dt at which no mode up to `largest_lambda` grows.
pub fn limit(method: Method, largest_lambda: f64, drag: f64, search: &Search) -> Limit {
    let fine = Search {
        tolerance: 1e-9,
        ..*search
    };
    largest(&fine, |dt| {
        (1..=200).all(|i| {
            let lambda = largest_lambda * f64::from(i) / 200.0;
            radius(method, lambda, drag, dt) <= 1.0 + 1e-12
        })
    })
}

/// The largest eigenvalue of the flat sheet's springs, over all plane waves in
/// a sheet without edges: m·ω² at the highest frequency, N/m.
///
/// The stiffnesses are those of structural, shear and bend springs, N/m.
pub fn largest_lambda(stiffness: [f64; 3]) -> f64 {
    let waves = |i: u32| f64::from(i) * PI / 100.0;
    let pairs = (0..=100).flat_map(|i| (0..=100).map(move |j| (waves(i), waves(j))));
    pairs
        .map(|(kx, ky)| wave(stiffness, kx, ky))
        .fold(0.0, f64::max)
}

/// Verlet's largest stable substep for a scene's springs on a grid, with its damping a substep, s.
pub fn verlet_limit(scene: &Scene, GridSize { columns, rows }: GridSize) -> f64 {
    let springs = &scene.springs;
    let lambda = largest_lambda([springs.structural, springs.shear, springs.bend]);
    let undamped = 2.0 / (lambda / scene.cloth.particle_mass(columns, rows)).sqrt();
    match scene.solver.damping {
        // x' = x + (1−d)(x − x_p) + a·dt²: stable iff κ < 2(2 − d).
        Damping::PerStep(d) => undamped * (1.0 - 0.5 * d).sqrt(),
        Damping::Rate(_) => undamped,
    }
}

/// The larger eigenvalue of one plane wave in the sheet.
fn wave([structural, shear, bend]: [f64; 3], kx: f64, ky: f64) -> f64 {
    let s = |k: f64| (0.5 * k).sin().powi(2);
    let along = |k: f64| 4.0 * (structural * s(k) + bend * s(2.0 * k));
    let first = 2.0 * shear * s(kx + ky);
    let second = 2.0 * shear * s(kx - ky);
    let (xx, yy) = (along(kx) + first + second, along(ky) + first + second);
    let (mean, half) = (0.5 * (xx + yy), 0.5 * (xx - yy));
    mean + half.hypot(first - second)
}
