//! Prints the lines that firmware prints, for this machine: every other target must have their hashes.
//!
//! | argument | lines of |
//! |---|---|
//! | `8`, 1 to 4096 | a square grid, in `f32` and fixed point |
//! | `f32-64`, `fixed-8`, `folded-16` | an image of the machines `wasm` and `wasm-simd128` |
//! | `textbook`, `textbook-16` | the textbook's cloth of 8 × 8 and 16 × 16 |
//! | `folded` | the cloths in two layers of 8 × 8, 16 × 16 and 24 × 24 |
//! | `minimal` | that image: its state's hash |
//! | `recording` | the images `recording-8` and `recording-fixed-8` |
//!
//! With `/12` behind the argument, hashes are taken after 12 steps, as in images with software floating point.
//!
//! ```sh
//! cargo run --release -p cloth-bench --example host_lines -- 8 16
//! ```

use cloth_bench::textbook::{Textbook, run_textbook};
use cloth_bench::{HASHED, Minimal, Target, Unit, Workload, link_count, record, run};
use cloth_core::scene::Known;
use cloth_core::{Const, Dyn, Fixed, Grid, Mode, Scalar, Scene, Simulation, Verlet, WithAll};
use std::time::Instant;

struct Host<const STEPS: u32 = HASHED> {
    start: Instant,
}

impl<const STEPS: u32> Default for Host<STEPS> {
    fn default() -> Self {
        Self {
            start: Instant::now(),
        }
    }
}

impl<const STEPS: u32> Target for Host<STEPS> {
    const NAME: &'static str = match (
        cfg!(target_family = "wasm"),
        cfg!(target_feature = "simd128"),
    ) {
        (false, _) => "host",
        (true, false) => "wasm",
        (true, true) => "wasm-simd128",
    };
    const CLOCK_HZ: u32 = 0;
    const UNIT: Unit = Unit::Nanoseconds;
    const STEPS: u32 = STEPS;

    fn count(&mut self) -> u64 {
        // 2^64 ns are 584 years.
        self.start.elapsed().as_nanos() as u64
    }

    fn print(&mut self, line: &str) {
        println!("{line}");
    }
}

/// As on boards, with the same bits, but of a size chosen at run time.
type Cloth<T> = Simulation<T, Dyn, Verlet, Scene, WithAll>;

/// The lines of a grid's image in a number format.
fn lines<T: Scalar, const STEPS: u32>(side: usize, workloads: &[Workload]) -> Result<(), String> {
    let mut host = Host::<STEPS>::default();
    let extent = Dyn::new(side, side);
    let mut simulation = Cloth::<T>::with_size(extent).map_err(|e| e.to_string())?;
    let mut normals = Grid::new(extent).map_err(|e| e.to_string())?;
    for workload in workloads {
        run(&mut host, &mut simulation, &mut normals, workload).map_err(|e| e.to_string())?;
    }
    println!(r#"{{"end":true}}"#);
    Ok(())
}

/// The lines of both formats.
fn both<const STEPS: u32>(side: usize, workloads: &[Workload]) -> Result<(), String> {
    lines::<f32, STEPS>(side, workloads)?;
    lines::<Fixed, STEPS>(side, workloads)
}

/// The lines of the image `textbook-N`.
fn textbook<const STEPS: u32, const PARTICLES: usize, const LINKS: usize>(
    n: usize,
) -> Result<(), String> {
    let mut cloth = Textbook::<PARTICLES, LINKS>::EMPTY;
    for mode in [Mode::Hooke, Mode::Constraint] {
        run_textbook(&mut Host::<STEPS>::default(), &mut cloth, n, n, mode)?;
    }
    println!(r#"{{"end":true}}"#);
    Ok(())
}

/// The hash of the image `minimal`.
fn minimal() -> Result<(), String> {
    let mut simulation = Simulation::<f32, Const<8, 8>, Verlet, Known<Minimal>>::EMPTY;
    (simulation.reset(Known::new())).map_err(|error| error.to_string())?;
    simulation.run(HASHED);
    println!(r#"{{"state_hash":"{:016x}"}}"#, simulation.state_hash());
    Ok(())
}

/// The lines of the images `recording-8` and `recording-fixed-8`.
fn recording<T: Scalar>() -> Result<(), String> {
    let mut simulation = Cloth::<T>::with_size(Dyn::new(8, 8)).map_err(|e| e.to_string())?;
    record(&mut Host::<HASHED>::default(), &mut simulation).map_err(|error| error.to_string())
}

/// Prints the lines of an argument.
fn print<const STEPS: u32>(what: &str) -> Result<(), String> {
    let (name, side) = what.rsplit_once('-').unwrap_or(("", what));
    let side = side.parse().ok().filter(|side| (1..=4096).contains(side));
    match (what, name, side) {
        ("textbook", ..) => textbook::<STEPS, 64, { link_count(8, 8) }>(8),
        ("textbook-16", ..) => textbook::<STEPS, 256, { link_count(16, 16) }>(16),
        ("folded", ..) => [8, 16, 24]
            .into_iter()
            .try_for_each(|side| both::<STEPS>(side, &[Workload::FOLDED])),
        ("minimal", ..) => minimal(),
        ("recording", ..) => recording::<f32>().and_then(|()| recording::<Fixed>()),
        (_, "", Some(side)) => both::<STEPS>(side, &Workload::BOTH),
        (_, "f32", Some(side)) => lines::<f32, STEPS>(side, &Workload::BOTH),
        (_, "fixed", Some(side)) => lines::<Fixed, STEPS>(side, &Workload::BOTH),
        (_, "folded", Some(side)) => lines::<f32, STEPS>(side, &[Workload::FOLDED]),
        _ => Err(format!(
            "{what}: not 1 to 4096, textbook, textbook-16, folded, minimal, recording"
        )),
    }
}

fn main() -> Result<(), String> {
    std::env::args()
        .skip(1)
        .try_for_each(|argument| match argument.strip_suffix("/12") {
            Some(what) => print::<12>(what),
            None => print::<HASHED>(&argument),
        })
}
