//! Prints the lines that firmware prints, for this machine and in every number
//! format: what the hashes of every other target must agree with. The arguments
//! are sides of square grids, 1 to 4096, `textbook` and `textbook-16` for the textbook's
//! cloths of 8 × 8 and 16 × 16, `folded` for the cloths in layers of 8 × 8, 16 × 16 and
//! 24 × 24, `minimal` for the state of that image, `recording` for the lines of the images
//! `recording-8` and `recording-fixed-8`, or an image of the machines `wasm` and `wasm-simd128`, which are this program: `f32-64`, `fixed-8`, `folded-16`. With
//! `/12` behind a side or a name of cloths, hashes are taken after 12 steps, as images with software
//! floating point do.
//!
//! ```sh
//! cargo run --release -p cloth-bench --example host_lines -- 8 16
//! ```

use cloth_bench::textbook::{Textbook, link_count, run_textbook};
use cloth_bench::{HASHED, Minimal, Target, Unit, Workload, record, run};
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

/// As boards have them, but of a size that is a value: the same bits.
type Cloth<T> = Simulation<T, Dyn, Verlet, Scene, WithAll>;

/// The lines of a grid's images, in both number formats.
fn lines<const STEPS: u32>(side: usize, workloads: &[Workload]) -> Result<(), String> {
    lines_in::<f32, STEPS>(side, workloads)?;
    lines_in::<Fixed, STEPS>(side, workloads)
}

fn lines_in<T: Scalar, const STEPS: u32>(
    side: usize,
    workloads: &[Workload],
) -> Result<(), String> {
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

/// The lines of the image `textbook-N`.
fn textbook<const STEPS: u32, const PARTICLES: usize, const LINKS: usize>(
    n: usize,
) -> Result<(), String> {
    let mut host = Host::<STEPS>::default();
    let mut cloth = Textbook::<PARTICLES, LINKS>::EMPTY;
    for mode in [Mode::Hooke, Mode::Constraint] {
        run_textbook(&mut host, &mut cloth, n, n, mode).map_err(|error| error.to_string())?;
    }
    println!(r#"{{"end":true}}"#);
    Ok(())
}

/// The state that the image `minimal` comes to.
fn minimal() -> Result<(), String> {
    let mut simulation = Simulation::<f32, Const<8, 8>, Verlet, Known<Minimal>>::EMPTY;
    (simulation.reset(Known::new())).map_err(|error| error.to_string())?;
    simulation.run(HASHED);
    println!(r#"{{"state_hash":"{:016x}"}}"#, simulation.state_hash());
    Ok(())
}

/// The lines of the images `recording-8` and `recording-fixed-8`.
fn recording<T: Scalar>() -> Result<(), String> {
    let mut host = Host::<HASHED>::default();
    let mut simulation = Cloth::<T>::with_size(Dyn::new(8, 8)).map_err(|e| e.to_string())?;
    record(&mut host, &mut simulation).map_err(|error| error.to_string())
}

/// The side of a square grid.
fn side(text: &str) -> Result<usize, String> {
    let side = text.parse().ok().filter(|side| (1..=4096).contains(side));
    side.ok_or(format!(
        "{text}: not 1 to 4096, textbook, textbook-16, folded, minimal, recording"
    ))
}

/// What an argument without its number of steps asks for.
fn print<const STEPS: u32>(what: &str) -> Result<(), String> {
    match what {
        "textbook" => textbook::<STEPS, 64, { link_count(8, 8) }>(8),
        "textbook-16" => textbook::<STEPS, 256, { link_count(16, 16) }>(16),
        "folded" => [8, 16, 24]
            .into_iter()
            .try_for_each(|side| lines::<STEPS>(side, &[Workload::FOLDED])),
        "minimal" => minimal(),
        "recording" => recording::<f32>().and_then(|()| recording::<Fixed>()),
        other => match other.split_once('-') {
            Some(("f32", n)) => lines_in::<f32, STEPS>(side(n)?, &Workload::BOTH),
            Some(("fixed", n)) => lines_in::<Fixed, STEPS>(side(n)?, &Workload::BOTH),
            Some(("folded", n)) => lines_in::<f32, STEPS>(side(n)?, &[Workload::FOLDED]),
            _ => lines::<STEPS>(side(other)?, &Workload::BOTH),
        },
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
