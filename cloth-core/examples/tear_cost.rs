//! Prints what the memory for broken links costs a frame, whole and torn, beside a
//! cloth that cannot tear.
//!
//! `cargo run --release -p cloth-core --example tear_cost -- [side ...]`

use cloth_core::scene::TearScene;
use cloth_core::{Dyn, Extras, Link, Mode, Scene, Simulation, Verlet, WithTearing};
use std::time::Instant;

type Cloth<E> = Simulation<f32, Dyn, Verlet, Scene, E>;

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

fn start<E: Extras>(mode: Mode, tear: Option<TearScene>, side: usize) -> Cloth<E> {
    let mut cloth = Cloth::with_size(Dyn::new(side, side)).expect("there is memory");
    cloth.reset(&scene(mode, tear)).expect("in range");
    cloth
}

/// Cuts a link of every fourth row, or one of each family in every row.
fn cut(cloth: &mut Cloth<WithTearing>, side: usize, all: bool) {
    for row in (0..side - 1).step_by(if all { 1 } else { 4 }) {
        for (i, link) in Link::ALL.into_iter().enumerate() {
            if all || i == 0 {
                cloth.break_link(side / 2, row, link).expect("in the grid");
            }
        }
    }
}

/// Microseconds of a frame.
fn frame<E: Extras>(cloth: &mut Cloth<E>) -> f64 {
    let start = Instant::now();
    cloth.step();
    start.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Frames of all in turn, so that what else the machine does hits all alike.
fn compare(mode: Mode, side: usize) {
    let cuts = Some(TearScene { strain: None });
    let strain = Some(TearScene { strain: Some(10.0) });
    let mut cannot = start::<()>(mode, None, side);
    let mut cloths = [cuts, strain, strain, strain].map(|tear| start(mode, tear, side));
    cut(&mut cloths[2], side, false);
    cut(&mut cloths[3], side, true);
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
        "{mode:>10?} {side:>3}²  {none:8.1} µs  memory {memory:.2}  strain tested {test:.2}  \
         a row in four torn {some:.2}  all rows and families {all:.2}"
    );
}

/// Prints all, on grids of these sides.
pub fn run(sides: &[usize]) {
    for mode in Mode::ALL {
        sides.iter().for_each(|&side| compare(mode, side));
    }
}

// A test runs this example, without its `main`.
#[allow(dead_code)]
fn main() {
    let whole = |side: String| side.parse().expect("sides: whole numbers");
    let asked: Vec<usize> = std::env::args().skip(1).map(whole).collect();
    run(if asked.is_empty() { &[32, 64] } else { &asked });
}
