//! The same bits from every form of the hot loops. In a release build, where the
//! loops are vectors, this is what says that no result depends on the width.

use cloth_core::scene::ColliderScene;
use cloth_core::simd::{Width, use_at_most};
use cloth_core::{
    Const, Extent, Mode, Phase, Scalar, Scene, Simulation, StateHash, Verlet, scenes,
};
use cloth_tests::{blank, empty_having};

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

/// The hash of all states after a phase and of the normals, and how often a limit
/// pass and a contact changed something.
fn run<T: Scalar, G: Extent>(mut sim: Box<Simulation<T, G>>, mode: Mode, steps: u32) -> (u64, u32) {
    sim.reset(&scene(mode)).expect("the scene is valid");
    let mut normals = blank(&sim);
    let mut hash = StateHash::new();
    let mut passes = 0;
    for _ in 0..steps {
        sim.step_observed(&mut |_: Phase| {});
        passes += sim.report().limit_passes;
        sim.normals(&mut normals);
        hash.grid(&normals);
    }
    for (word, shift) in [(sim.state_hash(), 0), (sim.state_hash(), 32)] {
        hash.number(((word >> shift) as u32) as f64);
    }
    (hash.value(), passes)
}

/// In vectors, as the engine runs on a host.
fn same<T: Scalar, const W: usize, const H: usize>(widths: &[Width], steps: u32) -> u32 {
    same_in(|| empty_having::<T, Verlet, ()>(W, H), widths, steps)
}

/// In arrays: other code, of which each grid is compiled anew.
fn same_in_arrays<T: Scalar, const W: usize, const H: usize>(widths: &[Width], steps: u32) {
    let arrays = || Box::new(Simulation::<T, Const<W, H>>::EMPTY);
    same_in(arrays, widths, steps);
}

fn same_in<T: Scalar, G: Extent>(
    empty: impl Fn() -> Box<Simulation<T, G>>,
    widths: &[Width],
    steps: u32,
) -> u32 {
    let mut limited = 0;
    let extent = empty().cloth().extent();
    let (columns, rows) = (extent.columns(), extent.rows());
    for mode in [Mode::Constraint, Mode::Hooke] {
        use_at_most(Width::Baseline);
        let (expected, passes) = run(empty(), mode, steps);
        limited += passes;
        for &width in widths {
            use_at_most(width);
            let (hash, _) = run(empty(), mode, steps);
            assert_eq!(
                hash,
                expected,
                "{columns} x {rows}, {}, {mode:?}, {width:?}",
                T::NAME
            );
        }
    }
    limited
}

/// One test, because the width is the whole program's.
#[test]
fn every_width_gives_the_same_bits() {
    let detected = Width::detected();
    let (there, lacking): (Vec<_>, Vec<_>) = Width::ALL.into_iter().partition(|w| *w <= detected);
    println!("compared: {there:?}");
    for width in lacking {
        println!("skipped: {width:?}: this processor does not have it");
    }
    let steps = if cfg!(optimized) { 40 } else { 3 };
    same::<f32, 1, 1>(&there, steps);
    same::<f32, 1, 9>(&there, steps);
    same::<f32, 7, 5>(&there, steps);
    same::<f32, 16, 16>(&there, steps);
    let limited = same::<f32, 30, 30>(&there, steps)
        + same::<f32, 33, 17>(&there, steps)
        + same::<f32, 50, 50>(&there, steps)
        + same::<f32, 64, 64>(&there, steps);
    assert!(cfg!(not(optimized)) || limited > 0, "the limit never acted");
    same::<f64, 30, 30>(&there, steps);
    same::<f64, 33, 17>(&there, steps);
    same_in_arrays::<f32, 7, 5>(&there, steps);
    same_in_arrays::<f32, 33, 17>(&there, steps);
    same_in_arrays::<f64, 30, 30>(&there, steps);
    use_at_most(Width::Avx512);
}
