//! What a board's program measures: the workloads, one after the other, in the same memory.

use cloth_bench::textbook::{Textbook, run_textbook};
use cloth_bench::{Target, Workload, run};
use cloth_core::{Const, Extras, Grid, Mode, Scalar, Scene, Simulation, Verlet, WithSelfCollision};

/// A cloth that is measured.
pub trait Measure {
    /// Runs its workloads and prints their lines, then the line that ends a log.
    ///
    /// # Panics
    /// If a workload's values are out of the number format's range.
    fn measure(&mut self, target: &mut impl Target);
}

/// N × N particles, and room for their normals.
#[derive(Debug)]
pub struct Memory<T: Scalar, E: Extras, const N: usize> {
    cloth: Simulation<T, Const<N, N>, Verlet, Scene, E>,
    normals: Grid<T, Const<N, N>>,
}

/// The cloth of most images: springs first, then constraint mode.
pub type Cloth<T, const N: usize> = Memory<T, (), N>;

/// A cloth that falls in layers and touches itself.
pub type Folded<T, const N: usize> = Memory<T, WithSelfCollision, N>;

/// Columns and rows of the [`Chosen`] cloth.
const SIDE: usize = number(env!("CLOTH_SIDE"));

/// The cloth that `CLOTH_IMAGE` names when the program is built: 32 × 32 particles in `f32` if it is not set.
#[cfg(cloth = "f32")]
pub type Chosen = Cloth<f32, SIDE>;
/// The cloth that `CLOTH_IMAGE` names when the program is built.
#[cfg(cloth = "fixed")]
pub type Chosen = Cloth<cloth_core::Fixed, SIDE>;
/// The cloth that `CLOTH_IMAGE` names when the program is built.
#[cfg(cloth = "folded")]
pub type Chosen = Folded<cloth_core::Fixed, SIDE>;
/// The cloth that `CLOTH_IMAGE` names when the program is built.
#[cfg(cloth = "textbook")]
pub type Chosen = Textbook<{ SIDE * SIDE }, { cloth_bench::link_count(SIDE, SIDE) }>;
#[cfg(not(any(cloth = "f32", cloth = "fixed", cloth = "folded", cloth = "textbook")))]
compile_error!("CLOTH_IMAGE is f32-N, fixed-N, folded-N or textbook-N");

impl<T: Scalar, E: Extras, const N: usize> Memory<T, E, N> {
    /// All zeros: in a `static` it takes no flash.
    pub const EMPTY: Self = Self {
        cloth: Simulation::EMPTY,
        normals: Grid::ZERO,
    };

    fn run(&mut self, target: &mut impl Target, workloads: &[Workload]) {
        for workload in workloads {
            if let Err(error) = run(target, &mut self.cloth, &mut self.normals, workload) {
                panic!("{}: the workload is out of range", error.key);
            }
        }
        target.print(r#"{"end":true}"#);
    }
}

impl<T: Scalar, const N: usize> Measure for Cloth<T, N> {
    fn measure(&mut self, target: &mut impl Target) {
        self.run(target, &Workload::BOTH);
    }
}

impl<T: Scalar, const N: usize> Measure for Folded<T, N> {
    fn measure(&mut self, target: &mut impl Target) {
        self.run(target, &[Workload::FOLDED]);
    }
}

impl<const PARTICLES: usize, const LINKS: usize> Measure for Textbook<PARTICLES, LINKS> {
    fn measure(&mut self, target: &mut impl Target) {
        let side = PARTICLES.isqrt();
        for mode in [Mode::Hooke, Mode::Constraint] {
            if let Err(error) = run_textbook(target, self, side, side, mode) {
                panic!("{error}");
            }
        }
        target.print(r#"{"end":true}"#);
    }
}

/// A number that a build script passes on as text.
///
/// # Panics
/// If it is none; where it is a constant, the program does not compile.
#[must_use]
pub const fn number(text: &str) -> usize {
    match usize::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("not a number"),
    }
}
