//! Large grids: the same bits for any number of threads, in arrays and in vectors.

use cloth_core::{ForwardEuler, Method, Mode, Rk2, Rk4, Scene, SymplecticEuler, Verlet};
use cloth_tests::traces::{Mark, assert_same, cases, trace};
use cloth_tests::{empty, in_arrays};

/// Steps of each run, of two substeps.
const STEPS: u32 = 4;

/// More rows than one block, and a last block of its own size.
const W: usize = 37;
const H: usize = 301;

/// The same with one, two, three and eight threads.
fn same_in_threads(what: &str, run: impl Fn() -> Vec<Mark> + Sync) -> Vec<Mark> {
    let within = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("threads can be started").install(&run)
    };
    let one = within(1);
    for threads in [2, 3, 8] {
        let what = format!("{what}, {threads} threads");
        assert_same(&within(threads), &one, &what);
    }
    one
}

fn vectors<M: Method>(scene: &Scene) -> Vec<Mark> {
    let (columns, rows) = (scene.cloth.columns, scene.cloth.rows);
    let what = format!("{}, {:?}, {rows} rows", M::NAME, scene.solver.mode);
    same_in_threads(&what, || {
        trace(&mut *empty::<f32, M, _>(columns, rows), scene, STEPS)
    })
}

/// By Verlet; springs, wind and drag by each method that has no linear system, too.
fn by_methods(scene: &Scene) -> Vec<Mark> {
    if scene.solver.mode == Mode::Hooke {
        vectors::<ForwardEuler>(scene);
        vectors::<SymplecticEuler>(scene);
        vectors::<Rk2>(scene);
        vectors::<Rk4>(scene);
    }
    vectors::<Verlet>(scene)
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for scene in cases(W, H, true) {
        let what = format!("arrays, {:?}", scene.solver.mode);
        let run = || trace(&mut *in_arrays::<f32, Verlet, W, H>(), &scene, STEPS);
        let arrays = same_in_threads(&what, run);
        assert_same(&arrays, &by_methods(&scene), &what);
    }
}

/// Where threads have parts of the rows, but links are one block: two parts, a last part of one row, and of more.
#[test]
fn parts_of_the_rows_have_the_same_bits_in_any_number_of_threads() {
    for rows in [127, 128, 129, 150] {
        for scene in cases(W, rows, true) {
            by_methods(&scene);
        }
    }
}
