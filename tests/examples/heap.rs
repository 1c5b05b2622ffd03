//! Prints what a heap costs and how often it goes through itself, by the number of substeps: a metre of
//! cloth that falls into a funnel (`tests/tests/laws/self_collision.rs`).
//!
//! `cargo run --release -p cloth-tests --example heap -- [columns] [seconds] [substeps ...]`

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
        sim.step_observed(&mut |phase| {
            let now = Instant::now();
            if phase == Phase::SelfCollide {
                own += now - last;
            }
            last = now;
        });
    }
    [own, begin.elapsed()]
}

/// Prints all of so many seconds, on a grid of this side.
pub fn run(side: usize, seconds: u32, substeps: &[u32]) {
    println!(
        "substeps, s: ns a particle and substep with itself, the rest; pairs of triangles that cut"
    );
    for &substeps in substeps {
        let mut sim = Cloth::with_size(Dyn::new(side, side)).expect("there is memory");
        sim.reset(&heap(Mode::Xpbd, substeps))
            .expect("the scene is valid");
        for half in 1..=2 * seconds {
            let times = time(&mut sim, 30);
            let works = 30.0 * f64::from(substeps) * (side * side) as f64;
            let [own, all] = times.map(|time| time.as_nanos() as f64 / works);
            println!(
                "{substeps:>3}, {:.1} s: {own:7.1} {:7.1}; {}",
                0.5 * f64::from(half),
                all - own,
                cutting_triangles(side, side, &positions(&sim))
            );
        }
    }
}

// A test runs this example, without its `main`.
#[allow(dead_code)]
fn main() {
    let whole = |text: String| {
        text.parse()
            .expect("columns, seconds, substeps: whole numbers")
    };
    let asked: Vec<u32> = std::env::args().skip(1).map(whole).collect();
    let (side, seconds) = match asked[..] {
        [side, seconds, ..] => (side as usize, seconds),
        _ => (64, 6),
    };
    let substeps = asked.get(2..).filter(|asked| !asked.is_empty());
    run(side, seconds, substeps.unwrap_or(&[15, 12, 10, 8, 6, 5, 4]));
}
