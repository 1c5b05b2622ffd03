//! What a board does: both models, one after the other, in the same memory.

use cloth_bench::textbook::Textbook;
use cloth_bench::{Target, Workload};
use cloth_core::{Const, Extras, Grid, Mode, Scalar, Scene, Simulation, Verlet, WithSelfCollision};

/// The cloth of an image, for a `static`.
pub type Cloth<T, const W: usize, const H: usize> = Simulation<T, Const<W, H>>;

/// As [`Cloth`], with memory for contacts with itself.
pub type Folded<T, const W: usize, const H: usize> =
    Simulation<T, Const<W, H>, Verlet, Scene, WithSelfCollision>;

/// Runs both models and prints their lines, then the line that ends a log.
///
/// # Panics
/// If the workload's values are out of this number format's range: the log then
/// ends with the reason.
pub fn run<P: Target, T: Scalar, const W: usize, const H: usize>(
    target: &mut P,
    cloth: &mut Cloth<T, W, H>,
    normals: &mut Grid<T, Const<W, H>>,
) {
    run_all(target, cloth, normals, &Workload::BOTH);
}

/// As [`run`], for the cloth in layers.
///
/// # Panics
/// As [`run`].
pub fn run_folded<P: Target, T: Scalar, const W: usize, const H: usize>(
    target: &mut P,
    cloth: &mut Folded<T, W, H>,
    normals: &mut Grid<T, Const<W, H>>,
) {
    run_all(target, cloth, normals, &[Workload::FOLDED]);
}

fn run_all<P: Target, T: Scalar, E: Extras, const W: usize, const H: usize>(
    target: &mut P,
    cloth: &mut Simulation<T, Const<W, H>, Verlet, Scene, E>,
    normals: &mut Grid<T, Const<W, H>>,
    workloads: &[Workload],
) {
    for workload in workloads {
        if let Err(error) = cloth_bench::run(target, cloth, normals, workload) {
            panic!("{error}");
        }
    }
    target.print(r#"{"end":true}"#);
}

/// As [`run`], for the textbook's cloth on a grid of `side` × `side`.
///
/// # Panics
/// If the grid is not that of the memory.
pub fn run_textbook<P: Target, const PARTICLES: usize, const LINKS: usize>(
    target: &mut P,
    cloth: &mut Textbook<PARTICLES, LINKS>,
    side: usize,
) {
    for mode in [Mode::Hooke, Mode::Constraint] {
        if let Err(error) = cloth_bench::textbook::run_textbook(target, cloth, side, side, mode) {
            panic!("{error}");
        }
    }
    target.print(r#"{"end":true}"#);
}
