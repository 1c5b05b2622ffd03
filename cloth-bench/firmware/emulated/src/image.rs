//! The program that an image is.

use crate::machine::{Emulated, end, print_parts};
use cloth_bench::textbook::{Textbook, run_textbook};
use cloth_bench::{HASHED, Minimal, Workload, record, run};
use cloth_core::scene::Known;
use cloth_core::{
    Const, Extent, Extras, Grid, Method, Mode, Scalar, Scene, Simulation, Verlet, WithAll,
    WithTearing, scenes,
};
use semihosting::process;

/// Defines the memory and the entry of an image: a number format, a scheme and
/// the side of the square grid; `folded` for the cloth in layers.
#[macro_export]
macro_rules! image {
    (folded $scalar:ty, $scheme:ident, $side:literal) => {
        type Contact = $crate::cloth_core::WithSelfCollision;
        $crate::image!($scalar, $scheme, $side, Contact, [Workload::FOLDED]);
    };
    ($scalar:ty, $scheme:ident, $side:literal) => {
        type Contact = ();
        $crate::image!($scalar, $scheme, $side, Contact, Workload::BOTH);
    };
    ($scalar:ty, $scheme:ident, $side:literal, $contact:ty, $workloads:expr) => {
        use $crate::cloth_bench::Workload;
        use $crate::cloth_core::{Const, Grid, Scene, Simulation};
        use $crate::static_cell::ConstStaticCell;

        type Method = $crate::cloth_core::$scheme;
        type Cloth = Simulation<$scalar, Const<$side, $side>, Method, Scene, $contact>;

        static SIMULATION: ConstStaticCell<Cloth> = ConstStaticCell::new(Simulation::EMPTY);
        static NORMALS: ConstStaticCell<Grid<$scalar, Const<$side, $side>>> =
            ConstStaticCell::new(Grid::ZERO);

        #[$crate::entry]
        fn main() -> ! {
            $crate::run_all(SIMULATION.take(), NORMALS.take(), &$workloads)
        }
    };
}

/// Measures the workloads, one after the other, in the same memory.
///
/// # Panics
/// If a workload's values are out of range for this number format.
pub fn run_all<T, G, M, E>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
    normals: &mut Grid<T, G>,
    workloads: &[Workload],
) -> !
where
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    let mut machine = Emulated::start();
    for workload in workloads {
        if let Err(error) = run(&mut machine, simulation, normals, workload) {
            panic!("{}: the workload is out of range", error.key);
        }
    }
    end()
}

/// As [`image!`](crate::image), for the textbook's cloth: the side of the square
/// grid.
#[macro_export]
macro_rules! textbook {
    ($side:literal) => {
        use $crate::cloth_bench::textbook::{Textbook, link_count};
        use $crate::static_cell::ConstStaticCell;

        static CLOTH: ConstStaticCell<Textbook<{ $side * $side }, { link_count($side, $side) }>> =
            ConstStaticCell::new(Textbook::EMPTY);

        #[$crate::entry]
        fn main() -> ! {
            $crate::run_both_of_textbook(CLOTH.take(), $side)
        }
    };
}

/// As [`run_all`] of both models, for the textbook's cloth on a grid of `side` × `side`.
///
/// # Panics
/// If the grid is not that of the memory.
pub fn run_both_of_textbook<const PARTICLES: usize, const LINKS: usize>(
    cloth: &mut Textbook<PARTICLES, LINKS>,
    side: usize,
) -> ! {
    let mut machine = Emulated::start();
    for mode in [Mode::Hooke, Mode::Constraint] {
        if let Err(error) = run_textbook(&mut machine, cloth, side, side, mode) {
            panic!("{error}");
        }
    }
    end()
}

/// A cloth of which links can break.
pub type Torn<T, const W: usize, const H: usize> =
    Simulation<T, Const<W, H>, Verlet, Scene, WithTearing>;

/// Traces a cloth that tears, for another machine to compare with.
///
/// # Panics
/// If the scene's values are out of range for this number format.
pub fn run_recording<T: Scalar, const W: usize, const H: usize>(
    simulation: &mut Torn<T, W, H>,
) -> ! {
    let mut machine = Emulated::start();
    if let Err(error) = record(&mut machine, simulation) {
        panic!("{}: the scene is out of range", error.key);
    }
    process::exit(0)
}

/// A simulation of the scene [`Minimal`].
pub type Least<T, const W: usize, const H: usize> =
    Simulation<T, Const<W, H>, Verlet, Known<Minimal>>;

/// The least that a program with a cloth is: constraint mode, and the hash of
/// what came out. Shows what the engine takes of flash and RAM.
pub fn run_minimal<T: Scalar, const W: usize, const H: usize>(
    simulation: &mut Least<T, W, H>,
) -> ! {
    if let Err(error) = simulation.reset(Known::new()) {
        print_parts(&[b"{\"panic\":\"", error.key.as_bytes(), b"\"}"]);
        process::exit(1)
    }
    simulation.run(HASHED);
    // By hand: what formats numbers would be a good part of the program.
    let mut line = *b"{\"state_hash\":\"0123456789abcdef\"}";
    let hash = simulation.state_hash();
    for (i, digit) in line[15..31].iter_mut().enumerate() {
        *digit = b"0123456789abcdef"[(hash >> (60 - 4 * i)) as usize & 15];
    }
    print_parts(&[&line]);
    end()
}

/// A simulation with the memory for all that a scene can ask for.
pub type Everything<T, M> = Simulation<T, Const<7, 6>, M, Scene, WithAll>;

/// Defines the memory and the entry of an image with all of the engine in it: a number format, and the methods
/// that take it.
#[macro_export]
macro_rules! everything {
    ($scalar:ty, $($method:ident),*) => {
        #[$crate::entry]
        fn main() -> ! {
            $({
                use $crate::cloth_core::$method;
                static SIMULATION: $crate::static_cell::ConstStaticCell<$crate::Everything<$scalar, $method>> =
                    $crate::static_cell::ConstStaticCell::new($crate::Everything::EMPTY);
                $crate::run_each_scene(SIMULATION.take());
            })*
            $crate::end()
        }
    };
}

/// A step of each scene of the library that the format and the method take; prints how many that were, of how many.
pub fn run_each_scene<T: Scalar, M: Method>(simulation: &mut Everything<T, M>) {
    let mut steps = 0;
    for named in scenes::ALL {
        if simulation.reset(&named.scene).is_ok() {
            simulation.step();
            steps += 1;
        }
    }
    // There are fewer than a hundred.
    let digits = |n: usize| [n / 10, n % 10].map(|digit| b'0' + digit as u8);
    let [taken, all] = [steps, scenes::ALL.len()].map(digits);
    print_parts(&[b"{\"scenes\":", &taken, b",\"of\":", &all, b"}"]);
}
