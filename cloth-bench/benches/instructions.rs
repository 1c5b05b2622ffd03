//! Instructions of a step and of its parts, counted by valgrind: the same
//! number on every run, however busy the machine is. Valgrind knows no AVX-512:
//! what is counted is at most AVX2.
//!
//! ```sh
//! apt-get install valgrind
//! cargo install gungraun-runner --version 0.20.0
//! cargo bench -p cloth-bench --features instructions --bench instructions
//! ```
//!
//! It prints the difference from the last run; `-- --save-baseline=NAME` and
//! `-- --baseline=NAME` compare with a run that is kept.

// What the macros make has no documentation.
#![allow(missing_docs)]

mod parts;

use cloth_core::Grid;
use gungraun::{library_benchmark, library_benchmark_group, main};
use parts::{Cloth, Part};
use std::process::Command;

type Normals<const N: usize> = Box<Grid<f32, N, N>>;

// A cloth is given back, so that its memory is not freed in what is counted.

#[library_benchmark]
#[bench::hooke(Part::Hooke.cloth())]
#[bench::constraint(Part::Constraint.cloth())]
#[bench::frame(Part::Frame.cloth())]
#[bench::pass(Part::Pass.cloth())]
#[bench::collide(Part::Collide.cloth())]
#[bench::integrate(Part::Integrate.cloth())]
fn step_32(mut cloth: Box<Cloth<32>>) -> Box<Cloth<32>> {
    cloth.step();
    cloth
}

#[library_benchmark]
#[bench::hooke(Part::Hooke.cloth())]
#[bench::constraint(Part::Constraint.cloth())]
#[bench::frame(Part::Frame.cloth())]
#[bench::pass(Part::Pass.cloth())]
#[bench::collide(Part::Collide.cloth())]
#[bench::integrate(Part::Integrate.cloth())]
fn step_64(mut cloth: Box<Cloth<64>>) -> Box<Cloth<64>> {
    cloth.step();
    cloth
}

#[library_benchmark]
#[bench::constraint(Part::Constraint.cloth(), Box::new(Grid::ZERO))]
fn normals_64(cloth: Box<Cloth<64>>, mut normals: Normals<64>) -> (Box<Cloth<64>>, Normals<64>) {
    cloth.normals(&mut normals);
    (cloth, normals)
}

#[library_benchmark]
#[bench::constraint(Part::Constraint.cloth())]
fn largest_strain_64(cloth: Box<Cloth<64>>) -> (Box<Cloth<64>>, f64) {
    let strain = cloth.measure().largest_strain;
    (cloth, strain)
}

library_benchmark_group!(
    name = phases;
    benchmarks = step_32, step_64, normals_64, largest_strain_64
);

/// What is missing, and how to install it.
fn missing() -> Option<&'static str> {
    let runs = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let runner = option_env!("GUNGRAUN_RUNNER").unwrap_or("gungraun-runner");
    if !runs("valgrind") {
        Some("valgrind is missing: apt-get install valgrind")
    } else if !runs(runner) {
        Some("gungraun-runner is missing: cargo install gungraun-runner --version 0.20.0")
    } else {
        None
    }
}

fn main() {
    // Valgrind starts this program again, for each count: then all is there.
    if std::env::args().any(|argument| argument == "--bench")
        && let Some(missing) = missing()
    {
        eprintln!("instructions: {missing}");
        std::process::exit(1);
    }
    // This defines a function of the same name.
    main!(library_benchmark_groups = phases);
    main();
}
