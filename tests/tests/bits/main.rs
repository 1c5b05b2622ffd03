//! Kept bits, and the same bits from either storage. Apart from the other laws: a release
//! build, whose loops are vectors, runs these alone.

mod golden;
mod schemes_golden;
mod storages;

use cloth_core::{Const, Method, Scalar, Scene, Simulation, WithAll};

/// A simulation in arrays, with memory for all that a scene can ask for.
type InArrays<T, M, const W: usize, const H: usize> = Simulation<T, Const<W, H>, M, Scene, WithAll>;

/// Such a simulation on the heap.
fn in_arrays<T: Scalar, M: Method, const W: usize, const H: usize>() -> Box<InArrays<T, M, W, H>> {
    Box::new(InArrays::EMPTY)
}
