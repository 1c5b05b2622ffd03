//! The program that an image is.

use crate::machine::{Emulated, end, print};
use cloth_bench::{HASHED, ITERATIONS, run, scene};
use cloth_core::{Grid, Mode, Scalar, Scheme, SettingError, Simulation};
use core::fmt::Write;
use heapless::String;

/// Defines the memory and the entry of an image: a number format, a scheme and
/// the side of the square grid.
#[macro_export]
macro_rules! image {
    ($scalar:ty, $scheme:ident, $side:literal) => {
        use $crate::cloth_core::{Grid, Simulation};
        use $crate::static_cell::ConstStaticCell;

        type Scheme = $crate::cloth_core::$scheme<$scalar, $side, $side>;

        static SIMULATION: ConstStaticCell<Simulation<$scalar, Scheme, $side, $side>> =
            ConstStaticCell::new(Simulation::EMPTY);
        static NORMALS: ConstStaticCell<Grid<$scalar, $side, $side>> =
            ConstStaticCell::new(Grid::ZERO);

        #[$crate::entry]
        fn main() -> ! {
            $crate::run_both(SIMULATION.take(), NORMALS.take())
        }
    };
}

/// Measures both models, one after the other, in the same memory.
///
/// # Panics
/// If the workload's values are out of range for this number format.
pub fn run_both<T: Scalar, S: Scheme<T, W, H>, const W: usize, const H: usize>(
    simulation: &mut Simulation<T, S, W, H>,
    normals: &mut Grid<T, W, H>,
) -> ! {
    let mut machine = Emulated::start();
    for mode in [Mode::Hooke, Mode::Constraint] {
        expect(run(&mut machine, simulation, normals, mode));
    }
    end()
}

/// The least that a program with a cloth is: constraint mode, and the hash of
/// what came out. Shows what the engine takes of flash and RAM.
///
/// # Panics
/// If the workload's values are out of range for this number format.
pub fn run_minimal<T: Scalar, S: Scheme<T, W, H>, const W: usize, const H: usize>(
    simulation: &mut Simulation<T, S, W, H>,
) -> ! {
    expect(simulation.reset(&scene(Mode::Constraint, ITERATIONS, W, H)));
    simulation.run(HASHED);
    let mut line = String::<40>::new();
    // Sixteen digits and the key: there is room.
    let _ = write!(
        line,
        r#"{{"state_hash":"{:016x}"}}"#,
        simulation.state_hash()
    );
    print(&line);
    end()
}

fn expect(result: Result<(), SettingError>) {
    if let Err(error) = result {
        panic!("{}: the workload is out of range", error.key);
    }
}
