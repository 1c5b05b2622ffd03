//! What a board does: both models, one after the other, in the same memory.

use cloth_bench::Target;
use cloth_core::{Grid, Mode, Scalar, Simulation, Verlet};

/// The static memory of an image: the cloth and, for the drawing, its normals.
#[derive(Debug)]
pub struct Memory<T: Scalar, const W: usize, const H: usize> {
    simulation: Simulation<T, Verlet<T, W, H>, W, H>,
    normals: Grid<T, W, H>,
}

impl<T: Scalar, const W: usize, const H: usize> Memory<T, W, H> {
    /// For a `static`: [`run`] sets it up in place.
    pub const EMPTY: Self = Self {
        simulation: Simulation::EMPTY,
        normals: Grid::ZERO,
    };
}

/// Runs both models and prints their lines, then the line that ends a log.
///
/// # Panics
/// If the workload's values are out of this number format's range: the log then
/// ends with the reason.
pub fn run<P: Target, T: Scalar, const W: usize, const H: usize>(
    target: &mut P,
    memory: &mut Memory<T, W, H>,
) {
    for mode in [Mode::Hooke, Mode::Constraint] {
        let Memory {
            simulation,
            normals,
        } = memory;
        if let Err(error) = cloth_bench::run(target, simulation, normals, mode) {
            panic!("{error}");
        }
    }
    target.print(r#"{"end":true}"#);
}
