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

use gungraun::{library_benchmark, library_benchmark_group, main};
use parts::{Cloth, Part};
use std::process::Command;

type Normals = Vec<[f32; 3]>;

// A cloth is given back, so that its memory is not freed in what is counted.

#[library_benchmark]
#[bench::hooke_32(Part::Hooke.cloth(32))]
#[bench::constraint_32(Part::Constraint.cloth(32))]
#[bench::frame_32(Part::Frame.cloth(32))]
#[bench::pass_32(Part::Pass.cloth(32))]
#[bench::collide_32(Part::Collide.cloth(32))]
#[bench::integrate_32(Part::Integrate.cloth(32))]
#[bench::hooke_64(Part::Hooke.cloth(64))]
#[bench::constraint_64(Part::Constraint.cloth(64))]
#[bench::frame_64(Part::Frame.cloth(64))]
#[bench::pass_64(Part::Pass.cloth(64))]
#[bench::collide_64(Part::Collide.cloth(64))]
#[bench::integrate_64(Part::Integrate.cloth(64))]
fn step(mut cloth: Cloth) -> Cloth {
    cloth.step();
    cloth
}

#[library_benchmark]
#[bench::constraint(Part::Constraint.cloth(64), Vec::with_capacity(64 * 64))]
fn normals_64(mut cloth: Cloth, mut normals: Normals) -> (Cloth, Normals) {
    cloth.normals(&mut normals);
    (cloth, normals)
}

#[library_benchmark]
#[bench::constraint(Part::Constraint.cloth(64))]
fn largest_strain_64(cloth: Cloth) -> (Cloth, f64) {
    let strain = cloth.measure().largest_strain.unwrap_or_default();
    (cloth, strain)
}

library_benchmark_group!(
    name = phases;
    benchmarks = step, normals_64, largest_strain_64
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
