//! Prints what the memory for broken links costs a frame, whole and torn, beside a
//! cloth that cannot tear.
//!
//! `cargo run --release -p cloth-core --example tear_cost`

use cloth_core::scene::TearScene;
use cloth_core::{
    Link, Mode, NoSelfCollision, NoTearing, Scene, Simulation, Tear, Tearing, Verlet,
};
use std::thread;
use std::time::Instant;

type Cloth<D, const N: usize> = Simulation<f32, Verlet<f32, N, N>, N, N, Scene, NoSelfCollision, D>;

/// A metre of cloth that hangs from its upper edge.
fn scene(mode: Mode, tear: Option<TearScene>) -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.solver.mode = mode;
    scene.pins.top_edge = true;
    scene.cloth.down = [0.0, -1.0, 0.0];
    scene.tear = tear;
    // Stable on both grids.
    scene.solver.substeps = 48;
    let springs = &mut scene.springs;
    (springs.structural, springs.shear, springs.bend) = (100.0, 100.0, 5.0);
    scene
}

fn start<D: Tear<N, N>, const N: usize>(mode: Mode, tear: Option<TearScene>) -> Box<Cloth<D, N>> {
    let mut cloth = Box::new(Cloth::<D, N>::EMPTY);
    cloth.reset(&scene(mode, tear)).expect("in range");
    cloth
}

/// Cuts a link of every fourth row, or one of each family in every row.
fn cut<const N: usize>(cloth: &mut Cloth<Tearing<N, N>, N>, all: bool) {
    for row in (0..N - 1).step_by(if all { 1 } else { 4 }) {
        for (i, link) in Link::ALL.into_iter().enumerate() {
            if all || i == 0 {
                cloth.break_link(N / 2, row, link).expect("in the grid");
            }
        }
    }
}

/// Microseconds of a frame.
fn frame<D: Tear<N, N>, const N: usize>(cloth: &mut Cloth<D, N>) -> f64 {
    let start = Instant::now();
    cloth.step();
    start.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Frames of all in turn, so that what else the machine does hits all alike.
fn compare<const N: usize>(mode: Mode) {
    let cuts = Some(TearScene { strain: None });
    let strain = Some(TearScene { strain: Some(10.0) });
    let mut cannot = start::<NoTearing, N>(mode, None);
    let mut cloths = [cuts, strain, strain, strain].map(start_torn::<N>(mode));
    cut(&mut cloths[2], false);
    cut(&mut cloths[3], true);
    let mut times = [const { Vec::new() }; 5];
    for _ in 0..200 {
        times[0].push(frame(&mut cannot));
        for (times, cloth) in times[1..].iter_mut().zip(&mut cloths) {
            times.push(frame(cloth));
        }
    }
    let [none, rest @ ..] = times.map(median);
    let [memory, test, some, all] = rest.map(|time| time / none);
    println!(
        "{mode:>10?} {N:>3}²  {none:8.1} µs  memory {memory:.2}  strain tested {test:.2}  \
         a row in four torn {some:.2}  all rows and families {all:.2}"
    );
}

fn start_torn<const N: usize>(
    mode: Mode,
) -> impl Fn(Option<TearScene>) -> Box<Cloth<Tearing<N, N>, N>> {
    move |tear| start(mode, tear)
}

fn main() {
    // The state is made on the stack before it is moved to the heap.
    let all = || {
        for mode in [Mode::Hooke, Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
            compare::<32>(mode);
            compare::<64>(mode);
        }
    };
    let running = thread::Builder::new().stack_size(1 << 26).spawn(all);
    running.expect("there is memory").join().expect("it ends");
}
