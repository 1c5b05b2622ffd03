//! Prints what a heap costs and how often it goes through itself, by the number of substeps: a metre of
//! cloth that falls into a funnel (`tests/tests/laws/self_collision.rs`). How often is chance: so it falls
//! several times, each time with a little more friction with itself.
//!
//! `cargo run --release -p cloth-tests --example heap -- [substeps ...]`

use cloth_core::{Dyn, Mode, Phase, Simulation, WithSelfCollision};
use cloth_tests::funnel::heap;
use cloth_tests::measure::Sheet;
use cloth_tests::overlap::cutting_triangles;
use cloth_tests::start;
use std::time::Instant;

type Cloth = Simulation<f32, Dyn, cloth_core::Verlet, cloth_core::Scene, WithSelfCollision>;

/// Half a second: ns a particle and substep of the contacts with itself and of the rest, and pairs of triangles that
/// cut at its end.
fn half(sim: &mut Cloth, side: usize, substeps: u32) -> ([f64; 2], usize) {
    let (begin, mut last) = (Instant::now(), Instant::now());
    let mut own = 0.0;
    for _ in 0..30 {
        sim.step_observed(&mut |phase, _| {
            let now = Instant::now();
            if phase == Phase::SelfCollide {
                own += (now - last).as_secs_f64();
            }
            last = now;
        });
    }
    let scale = 1e9 / (30.0 * f64::from(substeps) * (side * side) as f64);
    let rest = begin.elapsed().as_secs_f64() - own;
    let cuts = cutting_triangles(side, side, &sim.positions());
    ([own * scale, rest * scale], cuts)
}

/// Prints all half seconds of so many falls, on a grid of this side: the shortest times.
pub fn run(side: usize, halves: usize, falls: u32, substeps: &[u32]) {
    println!(
        "substeps, s: ns a particle and substep with itself, the rest; pairs of triangles that cut"
    );
    for &substeps in substeps {
        let fall = |k: u32| -> Vec<_> {
            let mut scene = heap(Mode::Xpbd, substeps);
            if let Some(own) = &mut scene.self_collision {
                own.friction += 1e-5 * f64::from(k);
            }
            let mut sim: Box<Cloth> = start(&scene, side, side);
            (0..halves)
                .map(|_| half(&mut sim, side, substeps))
                .collect()
        };
        let all: Vec<_> = (0..falls).map(fall).collect();
        for i in 0..halves {
            let least = |k: usize| all.iter().map(|fall| fall[i].0[k]).fold(f64::MAX, f64::min);
            let mut cuts: Vec<usize> = all.iter().map(|fall| fall[i].1).collect();
            cuts.sort_unstable();
            let [time, own, rest] = [0.5 * (i + 1) as f64, least(0), least(1)];
            println!("{substeps:>3}, {time:.1} s: {own:7.1} {rest:7.1}; {cuts:?}");
        }
    }
}

// A test runs this example, without its `main`.
#[allow(dead_code)]
fn main() {
    let asked = std::env::args().skip(1).map(|text| text.parse());
    let mut substeps: Vec<u32> = asked
        .collect::<Result<_, _>>()
        .expect("numbers of substeps");
    if substeps.is_empty() {
        substeps = vec![15, 12, 10, 8, 6, 5, 4];
    }
    run(64, 4, 4, &substeps);
}
