//! The same bits from every form of the hot loops: no result depends on the width. In a release build,
//! for with debug assertions there is one form.
//!
//!     cargo test --release -p cloth-tests --test widths

use cloth_core::scene::ColliderScene;
use cloth_core::simd::{Width, use_at_most};
use cloth_core::{Dyn, Mode, Observer, Phase, Scene, Simulation, StateHash, Verlet, scenes};
use cloth_tests::{begin, blank, empty_having, skip};
use std::sync::Mutex;

/// A cloth that falls on a ball, with friction, wind, a limit and pins; beside the
/// ball a rod and a tilted block.
fn scene(mode: Mode) -> Scene {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    let _ = scene.colliders.push(ColliderScene::Capsule {
        start: [-0.9, 1.05, -0.5],
        end: [-0.6, 1.0, 0.5],
        radius: 0.12,
        friction: 0.4,
        velocity: [0.0, 0.05, 0.0],
        period: 0.0,
    });
    let _ = scene.colliders.push(ColliderScene::Box {
        center: [0.7, 1.0, 0.1],
        size: [0.3, 0.25, 0.6],
        turn: [10.0, 30.0, -20.0],
        friction: 0.2,
        velocity: [0.0, 0.1, 0.0],
        period: 1.0,
    });
    scene.solver.mode = mode;
    scene.forces.wind = scenes::FOUR_CORNERS_WIND.scene.forces.wind;
    scene
}

/// One hash over the states after every phase of every substep.
struct States(StateHash);

impl States {
    fn add(&mut self, hash: u64) {
        for half in [hash as u32, (hash >> 32) as u32] {
            self.0.number(f64::from(half));
        }
    }
}

impl Observer for States {
    fn ended(&mut self, _: Phase) {}

    fn state(&mut self, _: Phase, hash: impl FnOnce() -> u64) {
        self.add(hash());
    }
}

/// The hash of all states after a phase and of the normals, and how often the limit
/// made a pass.
fn run(mut sim: Box<Simulation<f32, Dyn>>, mode: Mode, steps: u32) -> (u64, u32) {
    sim.reset(&scene(mode)).expect("the scene is valid");
    let mut normals = blank(&sim);
    let mut states = States(StateHash::new());
    let mut passes = 0;
    for _ in 0..steps {
        sim.step_observed(&mut states);
        passes += sim.limit_passes();
        sim.normals(&mut normals);
        states.0.grid(&normals);
    }
    states.add(sim.state_hash());
    (states.0.value(), passes)
}

/// Runs a grid with `width` and with the baseline; returns the passes of the limit. In vectors and in
/// `f32`, for only those loops have several forms.
fn same(width: Width, columns: usize, rows: usize, steps: u32) -> u32 {
    let mut limited = 0;
    let empty = || empty_having::<f32, Verlet, ()>(columns, rows);
    for mode in [Mode::Constraint, Mode::Hooke] {
        use_at_most(Width::Baseline);
        let (expected, passes) = run(empty(), mode, steps);
        limited += passes;
        use_at_most(width);
        let (hash, _) = run(empty(), mode, steps);
        assert_eq!(hash, expected, "{columns} x {rows}, {mode:?}, {width:?}");
    }
    limited
}

/// The width is the whole program's: one test at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn compare(width: Width, test: &str, needs: &str) {
    if Width::detected() < width {
        return skip(test, needs, "in a release on a processor that has it");
    }
    let _alone = ONE_AT_A_TIME.lock();
    let steps = if cfg!(optimized) { 40 } else { 2 };
    same(width, 1, 1, steps);
    same(width, 1, 9, steps);
    same(width, 7, 5, steps);
    same(width, 16, 16, steps);
    let limited = same(width, 30, 30, steps)
        + same(width, 33, 17, steps)
        + same(width, 50, 50, steps)
        + same(width, 64, 64, steps);
    assert!(cfg!(not(optimized)) || limited > 0, "the limit never acted");
    use_at_most(Width::Avx512);
}

#[test]
fn avx2_gives_the_bits_of_the_baseline() {
    let test = "avx2_gives_the_bits_of_the_baseline";
    compare(Width::Avx2, test, "a release and AVX2 (x86-64)");
}

#[test]
fn avx512_gives_the_bits_of_the_baseline() {
    let test = "avx512_gives_the_bits_of_the_baseline";
    compare(Width::Avx512, test, "a release and AVX-512 (x86-64)");
}

/// What the comparisons rest on: a state that differs after one phase alone is seen.
#[test]
fn every_state_after_a_phase_counts() {
    let hash_of = |states: &[u64]| {
        let mut all = States(StateHash::new());
        for &state in states {
            all.state(Phase::Integrate, || state);
        }
        all.0.value()
    };
    assert_ne!(hash_of(&[1, 2, 3]), hash_of(&[1, 7, 3]));
    assert_ne!(hash_of(&[1, 2]), hash_of(&[1, 2 | 1 << 40]));

    // And a step tells at least those of three phases.
    let mut told = Vec::new();
    begin::<f32, 7, 5>(&scene(Mode::Constraint)).step_observed(&mut Told(&mut told));
    for phase in [Phase::Integrate, Phase::Constraints, Phase::Collide] {
        assert!(told.contains(&phase), "{phase:?}");
    }
}

/// The phases of which a state was told.
struct Told<'a>(&'a mut Vec<Phase>);

impl Observer for Told<'_> {
    fn ended(&mut self, _: Phase) {}

    fn state(&mut self, phase: Phase, _: impl FnOnce() -> u64) {
        self.0.push(phase);
    }
}
