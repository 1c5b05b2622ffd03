//! Prints what a heap costs and how often it goes through itself, by the number of substeps: a metre of
//! cloth that falls into a funnel (`tests/tests/laws/self_collision.rs`). How often is chance: so it falls
//! several times, each time with a little more friction with itself.
//!
//! `cargo run --release -p cloth-tests --example heap -- [columns] [seconds] [times] [substeps ...]`

use cloth_core::{Dyn, Mode, Phase, Scene, Simulation, Verlet, WithSelfCollision};
use cloth_tests::heap::heap;
use cloth_tests::measure::positions;
use cloth_tests::overlap::cutting_triangles;
use std::time::{Duration, Instant};

type Cloth = Simulation<f32, Dyn, Verlet, Scene, WithSelfCollision>;

/// Time of the contacts with itself and of all, in so many frames.
fn time(sim: &mut Cloth, frames: u32) -> [Duration; 2] {
    let (mut own, begin) = (Duration::ZERO, Instant::now());
    let mut last = begin;
    for _ in 0..frames {
        sim.step_observed(&mut |phase, _| {
            let now = Instant::now();
            if phase == Phase::SelfCollide {
                own += now - last;
            }
            last = now;
        });
    }
    [own, begin.elapsed()]
}

/// What is seen of half a second: ns a particle and substep with itself, those of the rest; pairs of
/// triangles that cut at its end.
type Half = ([f64; 2], usize);

/// The half seconds of one fall.
fn fall(side: usize, halves: u32, substeps: u32, friction: f64) -> Vec<Half> {
    let mut scene = heap(Mode::Xpbd, substeps);
    if let Some(own) = &mut scene.self_collision {
        own.friction += friction;
    }
    let mut sim = Cloth::with_size(Dyn::new(side, side)).expect("there is memory");
    sim.reset(&scene).expect("the scene is valid");
    let half = |_| {
        let [own, all] = time(&mut sim, 30).map(|time| time.as_nanos() as f64);
        let works = 30.0 * f64::from(substeps) * (side * side) as f64;
        let cuts = cutting_triangles(side, side, &positions(&sim));
        ([own / works, (all - own) / works], cuts)
    };
    (0..halves).map(half).collect()
}

/// Prints all of so many seconds, on a grid of this side: the shortest times.
pub fn run(side: usize, seconds: u32, times: u32, substeps: &[u32]) {
    println!(
        "substeps, s: ns a particle and substep with itself, the rest; pairs of triangles that cut"
    );
    for &substeps in substeps {
        let fall = |k: u32| fall(side, 2 * seconds, substeps, 1e-5 * f64::from(k));
        let falls: Vec<_> = (0..times).map(fall).collect();
        for half in 0..2 * seconds as usize {
            let seen = || falls.iter().map(|fall| fall[half]);
            let least = |k: usize| seen().fold(f64::INFINITY, |least, (ns, _)| least.min(ns[k]));
            let mut cuts: Vec<usize> = seen().map(|(_, cuts)| cuts).collect();
            cuts.sort_unstable();
            println!(
                "{substeps:>3}, {:.1} s: {:7.1} {:7.1}; {cuts:?}",
                0.5 * (half + 1) as f64,
                least(0),
                least(1),
            );
        }
    }
}

// A test runs this example, without its `main`.
#[allow(dead_code)]
fn main() {
    let whole = |text: String| {
        text.parse()
            .expect("columns, seconds, times, substeps: whole numbers")
    };
    let asked: Vec<u32> = std::env::args().skip(1).map(whole).collect();
    let (side, seconds, times) = match asked[..] {
        [side, seconds, times, ..] => (side as usize, seconds, times),
        _ => (64, 2, 4),
    };
    let substeps = asked.get(3..).filter(|asked| !asked.is_empty());
    run(
        side,
        seconds,
        times,
        substeps.unwrap_or(&[15, 12, 10, 8, 6, 5, 4]),
    );
}
