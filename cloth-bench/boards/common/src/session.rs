//! What a board does: both models, one after the other, in the same memory.

use cloth_bench::textbook::Textbook;
use cloth_bench::{Target, Workload};
use cloth_core::{Grid, Mode, Scalar, Scene, SelfCollision, SelfContact, Simulation, Verlet};

/// The cloth of an image, for a `static`.
pub type Cloth<T, const W: usize, const H: usize> = Simulation<T, Verlet<T, W, H>, W, H>;

/// As [`Cloth`], with memory for contacts with itself.
pub type Folded<T, const W: usize, const H: usize> =
    Simulation<T, Verlet<T, W, H>, W, H, Scene, SelfCollision<T, W, H>>;

/// Runs both models and prints their lines, then the line that ends a log.
///
/// # Panics
/// If the workload's values are out of this number format's range: the log then
/// ends with the reason.
pub fn run<P: Target, T: Scalar, const W: usize, const H: usize>(
    target: &mut P,
    cloth: &mut Cloth<T, W, H>,
    normals: &mut Grid<T, W, H>,
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
    normals: &mut Grid<T, W, H>,
) {
    run_all(target, cloth, normals, &[Workload::FOLDED]);
}

fn run_all<P: Target, T: Scalar, C: SelfContact<T, W, H>, const W: usize, const H: usize>(
    target: &mut P,
    cloth: &mut Simulation<T, Verlet<T, W, H>, W, H, Scene, C>,
    normals: &mut Grid<T, W, H>,
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
