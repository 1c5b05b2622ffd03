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

/// Σ a.
#[must_use]
pub fn sum(all: &[Vector]) -> Vector {
    all.iter().fold([0.0; 3], |sum, a| add(sum, *a))
}

/// What a measurement needs of a cloth.
pub trait Sheet {
    /// Columns and rows.
    fn size(&self) -> (usize, usize);
    /// All positions in m, row by row.
    fn positions(&self) -> Vec<Vector>;
    /// All velocities in m/s, row by row.
    fn velocities(&self) -> Vec<Vector>;
    /// Puts a particle of the grid somewhere (m) with a velocity (m/s).
    fn put(&mut self, column: usize, row: usize, at: Vector, velocity: Vector);
    /// Mass of a particle, kg.
    fn mass(&self) -> f64;
}

impl<T: Scalar, G: Extent, M: Method, E: Extras> Sheet for Simulation<T, G, M, Scene, E> {
    fn size(&self) -> (usize, usize) {
        let extent = self.cloth().extent();
        (extent.columns(), extent.rows())
    }
    fn positions(&self) -> Vec<Vector> {
        all(self).filter_map(|(c, r)| self.position(c, r)).collect()
    }
    fn velocities(&self) -> Vec<Vector> {
        all(self).filter_map(|(c, r)| self.velocity(c, r)).collect()
    }
    fn put(&mut self, column: usize, row: usize, at: Vector, velocity: Vector) {
        self.place(column, row, at, velocity).expect("in the grid");
    }
    fn mass(&self) -> f64 {
        self.units().mass
    }
}

/// Linear momentum of the cloth (kg·m/s): the mass times Σ v.
#[must_use]
pub fn linear_momentum(sheet: &impl Sheet) -> Vector {
    scale(sum(&sheet.velocities()), sheet.mass())
}

/// Angular momentum about the origin (kg·m²/s): the mass times Σ x × v.
#[must_use]
pub fn angular_momentum(sheet: &impl Sheet) -> Vector {
    let all = sheet.positions().into_iter().zip(sheet.velocities());
    let sum = all.fold([0.0; 3], |sum, (x, v)| add(sum, cross(x, v)));
    scale(sum, sheet.mass())
}

/// Whether every coordinate of every position and velocity is finite.
#[must_use]
pub fn is_finite(sheet: &impl Sheet) -> bool {
    let both = [sheet.positions(), sheet.velocities()];
    both.iter().flatten().flatten().all(|v| v.is_finite())
}

/// The fastest particle's speed, m/s.
pub fn fastest(sheet: &impl Sheet) -> f64 {
    let speeds = sheet.velocities().into_iter().map(length);
    speeds.fold(0.0, f64::max)
}

/// All inverse masses, row by row, as the engine has them.
#[must_use]
pub fn weights<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> Vec<T> {
    let at = |(c, r)| sim.cloth().inverse_mass(c, r).expect("in the grid");
    all(sim).map(at).collect()
}

/// The smallest and the largest of some numbers.
#[must_use]
pub fn ends(of: &[f64]) -> [f64; 2] {
    let none = [f64::MAX, f64::MIN];
    of.iter().fold(none, |[a, b], v| [v.min(a), v.max(b)])
}

/// The largest distance between two vectors of the same place in two lists.
#[must_use]
pub fn furthest(a: &[Vector], b: &[Vector]) -> f64 {
    let ways = a.iter().zip(b).map(|(a, b)| length(sub(*a, *b)));
    ways.fold(0.0, f64::max)
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
    assert!(off <= error, "{got} is {off:e} from {expected} ± {error}");
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
        "{got:?} is {off:e} from {expected:?} ± {error}"
    );
}
