//! Vectors, momenta and deviations, in `f64`.

use crate::all;
use cloth_core::{Extent, Extras, Method, Scalar, Scene, Simulation};

/// A vector in SI units.
pub type Vector = [f64; 3];

/// a + b.
#[must_use]
pub fn add(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|i| a[i] + b[i])
}

/// a − b.
#[must_use]
pub fn sub(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|i| a[i] - b[i])
}

/// k·a.
#[must_use]
pub fn scale(a: Vector, k: f64) -> Vector {
    a.map(|v| v * k)
}

/// a·b.
#[must_use]
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b.
#[must_use]
pub fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// |a|.
#[must_use]
pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Linear momentum of the cloth (kg·m/s): the mass times Σ v.
#[must_use]
pub fn linear_momentum<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> Vector {
    let sum = all(sim).fold([0.0; 3], |sum, (c, r)| {
        add(sum, sim.velocity(c, r).expect("in the grid"))
    });
    scale(sum, sim.units().mass)
}

/// Angular momentum about the origin (kg·m²/s): the mass times Σ x × v.
#[must_use]
pub fn angular_momentum<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> Vector {
    let sum = all(sim).fold([0.0; 3], |sum, (c, r)| {
        let x = sim.position(c, r).expect("in the grid");
        add(sum, cross(x, sim.velocity(c, r).expect("in the grid")))
    });
    scale(sum, sim.units().mass)
}

/// Whether every coordinate of every position and velocity is finite.
#[must_use]
pub fn is_finite<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> bool {
    all(sim).all(|(c, r)| {
        let both = [sim.position(c, r), sim.velocity(c, r)];
        both.iter().flatten().flatten().all(|v| v.is_finite())
    })
}

/// All positions in m, row by row.
#[must_use]
pub fn positions<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> Vec<Vector> {
    let at = |(c, r)| sim.position(c, r).expect("in the grid");
    all(sim).map(at).collect()
}

/// All velocities in m/s, row by row.
#[must_use]
pub fn velocities<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> Vec<Vector> {
    let at = |(c, r)| sim.velocity(c, r).expect("in the grid");
    all(sim).map(at).collect()
}

/// The fastest particle's speed, m/s.
pub fn fastest<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> f64 {
    velocities(sim).into_iter().map(length).fold(0.0, f64::max)
}

/// All inverse masses, row by row, as the engine has them.
#[must_use]
pub fn weights<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> Vec<T> {
    let at = |(c, r)| sim.cloth().inverse_mass(c, r).expect("in the grid");
    all(sim).map(at).collect()
}

/// The largest difference of a coordinate between two lists of vectors.
#[must_use]
pub fn largest_difference(a: &[Vector], b: &[Vector]) -> f64 {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    pairs.fold(0.0, |most, (x, y)| {
        let difference = (x - y).abs();
        // A NaN must not hide behind a comparison that is false.
        if difference <= most { most } else { difference }
    })
}

/// Asserts that `got` lies within `error` of `expected`.
///
/// # Panics
/// If it does not, or is not a number.
#[track_caller]
pub fn assert_near(got: f64, expected: f64, error: f64) {
    let off = (got - expected).abs();
    assert!(
        off <= error,
        "got {got}, expected {expected} ± {error}: off by {off:e}"
    );
}

/// Asserts that each component of `got` lies within `error` of `expected`.
///
/// # Panics
/// If one does not, or is not a number.
#[track_caller]
pub fn assert_near3(got: Vector, expected: Vector, error: f64) {
    let off = largest_difference(&[got], &[expected]);
    assert!(
        off <= error,
        "got {got:?}, expected {expected:?} ± {error}: off by {off:e}"
    );
}

/// Mean distance between the particles of a run in T and one in `f64` after
/// `steps` steps, in rest spacings.
///
/// # Panics
/// If the scene is not valid.
#[must_use]
pub fn apart_from_f64<T: Scalar, const N: usize>(scene: &Scene, steps: u32) -> f64 {
    let mut one = crate::begin::<T, N, N>(scene);
    let mut two = crate::begin::<f64, N, N>(scene);
    one.run(steps);
    two.run(steps);
    let mut sum = 0.0;
    for row in 0..N {
        for column in 0..N {
            let (p, q) = (one.position(column, row), two.position(column, row));
            let (p, q) = (p.unwrap_or_default(), q.unwrap_or_default());
            sum += (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>().sqrt();
        }
    }
    sum / (N * N) as f64 / two.units().spacing
}
