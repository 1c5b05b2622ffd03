//! Instructions of a step of the workload, of a frame and of normals, counted by
//! valgrind: the same number on every run, however busy the machine is. Valgrind knows no AVX-512:
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

use cloth_bench::{WARM_UP, Workload, frame};
use cloth_core::Scene;
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use gungraun::{library_benchmark, library_benchmark_group, main};
use std::process::Command;

/// A cloth as a host has it.
type Cloth = Box<dyn AnySimulation>;

/// A cloth of n × n particles in motion, on the workload's scene.
fn moving(scene: &Scene, n: usize) -> Cloth {
    let (columns, rows) = (n, n);
    let started = start(
        scene,
        GridSize { columns, rows },
        Method::Verlet,
        Format::F32,
    );
    let mut cloth = started.expect("the workload's values are in range");
    (0..WARM_UP).for_each(|_| cloth.step());
    cloth
}

fn hooke(n: usize) -> Cloth {
    moving(&(Workload::HOOKE.scene)(n, n), n)
}

fn constraint(n: usize) -> Cloth {
    moving(&(Workload::CONSTRAINT.scene)(n, n), n)
}

fn whole_frame(n: usize) -> Cloth {
    moving(&frame(n, n), n)
}

type Normals = Vec<[f32; 3]>;

// A cloth is given back, so that its memory is not freed in what is counted.

#[library_benchmark]
#[bench::hooke_32(hooke(32))]
#[bench::constraint_32(constraint(32))]
#[bench::frame_32(whole_frame(32))]
#[bench::hooke_64(hooke(64))]
#[bench::constraint_64(constraint(64))]
#[bench::frame_64(whole_frame(64))]
fn step(mut cloth: Cloth) -> Cloth {
    cloth.step();
    cloth
}

#[library_benchmark]
#[bench::constraint(constraint(64), Vec::with_capacity(64 * 64))]
fn normals_64(mut cloth: Cloth, mut normals: Normals) -> (Cloth, Normals) {
    cloth.normals(&mut normals);
    (cloth, normals)
}

library_benchmark_group!(name = phases; benchmarks = step, normals_64);

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
