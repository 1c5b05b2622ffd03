//! Prints the lines that firmware prints, for this machine and in every number
//! format: what the hashes of every other target must agree with. The arguments
//! are sides of grids, `textbook` for the textbook's cloth of 8 × 8, `folded` for
//! the cloths in layers of 8 × 8, 16 × 16 and 24 × 24, `minimal` for the state of that
//! image, or `recording` for the lines of the images `recording-8` and `recording-fixed-8`.
//!
//! ```sh
//! cargo run --release -p cloth-bench --example host_lines -- 8 16
//! ```

use cloth_bench::textbook::{Textbook, link_count, run_textbook};
use cloth_bench::{HASHED, Minimal, Recording, Target, Unit, Workload, record, run};
use cloth_core::scene::Known;
use cloth_core::{
    Fixed, Grid, Mode, NoSelfCollision, Scalar, Scene, SelfCollision, SelfContact, Simulation,
    Tearing, Verlet,
};
use std::time::Instant;

struct Host {
    start: Instant,
}

impl Target for Host {
    const NAME: &'static str = "host";
    const CLOCK_HZ: u32 = 0;
    const UNIT: Unit = Unit::Nanoseconds;

    fn count(&mut self) -> u64 {
        // 2^64 ns are 584 years.
        self.start.elapsed().as_nanos() as u64
    }

    fn print(&mut self, line: &str) {
        println!("{line}");
    }
}

fn lines<const N: usize>() -> Result<(), String> {
    lines_in::<f32, NoSelfCollision, N>(&Workload::BOTH)?;
    lines_in::<Fixed, NoSelfCollision, N>(&Workload::BOTH)
}

/// The lines of the images `folded-N`, in both number formats.
fn folded<const N: usize>() -> Result<(), String> {
    lines_in::<f32, SelfCollision<f32, N, N>, N>(&[Workload::FOLDED])?;
    lines_in::<Fixed, SelfCollision<Fixed, N, N>, N>(&[Workload::FOLDED])
}

fn lines_in<T: Scalar, C: SelfContact<T, N, N>, const N: usize>(
    workloads: &[Workload],
) -> Result<(), String> {
    let mut host = Host {
        start: Instant::now(),
    };
    let mut simulation = Box::new(Simulation::<T, Verlet<T, N, N>, N, N, Scene, C>::EMPTY);
    let mut normals = Box::new(Grid::ZERO);
    for workload in workloads {
        run(&mut host, &mut *simulation, &mut normals, workload)
            .map_err(|error| error.to_string())?;
    }
    println!(r#"{{"end":true}}"#);
    Ok(())
}

/// The lines of the image `textbook-8`.
fn textbook() -> Result<(), String> {
    const N: usize = 8;
    let mut host = Host {
        start: Instant::now(),
    };
    let mut cloth = Textbook::<{ N * N }, { link_count(N, N) }>::EMPTY;
    for mode in [Mode::Hooke, Mode::Constraint] {
        run_textbook(&mut host, &mut cloth, N, N, mode).map_err(|error| error.to_string())?;
    }
    println!(r#"{{"end":true}}"#);
    Ok(())
}

/// The state that the image `minimal` comes to.
fn minimal() -> Result<(), String> {
    let mut simulation = Simulation::<f32, Verlet<f32, 8, 8>, 8, 8, Known<Minimal>>::EMPTY;
    (simulation.reset(Known::new())).map_err(|error| error.to_string())?;
    simulation.run(HASHED);
    println!(r#"{{"state_hash":"{:016x}"}}"#, simulation.state_hash());
    Ok(())
}

/// The lines of the images `recording-8` and `recording-fixed-8`.
fn recording<T: Scalar>() -> Result<(), String> {
    let mut host = Host {
        start: Instant::now(),
    };
    type Cloth<T> = Simulation<T, Verlet<T, 8, 8>, 8, 8, Scene, NoSelfCollision, Tearing<8, 8>>;
    let mut simulation = Box::new(Cloth::<T>::EMPTY);
    record(&mut host, &mut *simulation, &Recording::TEAR).map_err(|error| error.to_string())
}

fn main() -> Result<(), String> {
    for side in std::env::args().skip(1) {
        match side.as_str() {
            "8" => lines::<8>(),
            "16" => lines::<16>(),
            "24" => lines::<24>(),
            "32" => lines::<32>(),
            "50" => lines::<50>(),
            "textbook" => textbook(),
            "folded" => folded::<8>()
                .and_then(|()| folded::<16>())
                .and_then(|()| folded::<24>()),
            "minimal" => minimal(),
            "recording" => recording::<f32>().and_then(|()| recording::<Fixed>()),
            _ => Err(format!(
                "{side}: not one of 8, 16, 24, 32, 50, textbook, folded, minimal, recording"
            )),
        }?;
    }
    Ok(())
}
