//! Instructions of a step of the workload, of a frame and of normals, counted by valgrind: the same
//! number on every run, however busy the machine is. Valgrind knows no AVX-512, so this runs AVX2.
//!
//! ```sh
//! apt-get install valgrind
//! cargo install gungraun-runner --version 0.20.0
//! cargo bench -p cloth-bench --features instructions --bench instructions
//! ```
//!
//! It prints the difference from the last run; `-- --save-baseline=NAME` and `-- --baseline=NAME` compare
//! with a stored run.

// The macros' items have no documentation.
#![allow(missing_docs)]

use cloth_bench::{WARM_UP, Workload, frame};
use cloth_core::Scene;
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use gungraun::{library_benchmark, library_benchmark_group, main};

type Cloth = Box<dyn AnySimulation>;

/// A moving cloth.
fn moving(scene: &Scene) -> Cloth {
    let started = start(scene, GridSize::of(scene), Method::Verlet, Format::F32);
    let mut cloth = started.expect("the workload's values are in range");
    (0..WARM_UP).for_each(|_| cloth.step());
    cloth
}

fn hooke() -> Cloth {
    moving(&(Workload::HOOKE.scene)(64, 64))
}

fn constraint() -> Cloth {
    moving(&(Workload::CONSTRAINT.scene)(64, 64))
}

fn whole_frame() -> Cloth {
    moving(&frame(64, 64))
}

type Normals = Vec<[f32; 3]>;

// The cloth is returned, so that freeing its memory is not counted.

#[library_benchmark]
#[bench::hooke_64(hooke())]
#[bench::constraint_64(constraint())]
#[bench::frame_64(whole_frame())]
fn step(mut cloth: Cloth) -> Cloth {
    cloth.step();
    cloth
}

#[library_benchmark]
#[bench::constraint(constraint(), Vec::with_capacity(64 * 64))]
fn normals_64(mut cloth: Cloth, mut normals: Normals) -> (Cloth, Normals) {
    cloth.normals(&mut normals);
    (cloth, normals)
}

library_benchmark_group!(name = phases; benchmarks = step, normals_64);

main!(library_benchmark_groups = phases);
