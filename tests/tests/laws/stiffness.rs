//! How stiff and how quiet a sheet of 2 m × 2 m is: largest strain for the work
//! of some substeps, and energy that is never made.

use cloth_tests::prelude::*;

/// From four corners over a ball of 0.5 m, 0.75 m below, or from two without one. 60 frames a second, horizontal at
/// the start.
fn sheet(side: usize, corners: u32, mode: Mode, substeps: u32) -> Scene {
    let mut scene = in_mode(sized(&Scene::DEFAULT, side, side), mode);
    scene.cloth.width = 2.0;
    set_substeps(&mut scene, substeps);
    scene.tethers = Some(TetherScene::default());
    scene.pins = Pins::TOP_CORNERS;
    if corners == 4 {
        scene.pins = Pins::CORNERS;
        let ball = ColliderScene::sphere([0.0, -0.75, 0.0], 0.5).with_friction(0.3);
        scene.colliders = List([Some(ball), None, None, None]);
    }
    scene
}

/// The largest structural strain of any frame after the first second, of four, is within bounds, in %.
#[test]
fn a_few_substeps_hold_a_large_sheet() {
    let all = [
        (64, 4, Mode::Xpbd, 15, 0.05..=0.6),
        (64, 4, Mode::Xpbd, 4, 0.3..=2.0),
        (128, 4, Mode::Xpbd, 15, 0.1..=1.0),
        (64, 2, Mode::Xpbd, 15, 0.3..=3.0),
        (128, 2, Mode::Xpbd, 15, 1.0..=10.0),
        (64, 4, Mode::Pbd, 15, 0.05..=0.6),
        (64, 4, Mode::Pbd, 4, 0.3..=2.5),
        (64, 2, Mode::Pbd, 15, 0.3..=3.0),
    ];
    for (side, corners, mode, substeps, percent) in all {
        let mut sim = verlet(&sheet(side, corners, mode, substeps), F32);
        sim.run(60);
        let mut largest = f64::MIN;
        for _ in 60..240 {
            sim.step();
            largest = largest.max(100.0 * (sim.largest_stretch(&[SpringKind::Structural]) - 1.0));
        }
        let what =
            format!("{side}², {corners} corners, {mode:?}, {substeps} substeps: {largest:.3} %");
        assert!(percent.contains(&largest), "{what}");
    }
}

/// Kinetic and potential energy, over the weight times the width: 0 at the
/// start.
fn energy(sim: &Trial) -> f64 {
    let (x, v) = (sim.positions(), sim.velocities());
    let one = x.iter().zip(v).map(|(x, v)| 0.5 * dot(v, v) + 9.8 * x[1]);
    one.sum::<f64>() / (x.len() as f64 * 9.8 * 2.0)
}

/// The largest energy of any frame, and the fastest particle of the last 60, m/s.
fn liveliest(scene: &Scene) -> (f64, f64) {
    let mut sim = verlet(scene, F32);
    assert_eq!(scene.forces.gravity, [0.0, -9.8, 0.0]);
    assert!(energy(&sim).abs() < 1e-9);
    let (mut most, mut speed) = (f64::MIN, 0.0_f64);
    for frame in 0..240 {
        sim.step();
        most = most.max(energy(&sim));
        if frame >= 180 {
            speed = speed.max(fastest(&sim));
        }
    }
    (most, speed)
}

/// No energy is made: a sheet that swings from two corners and crumples has at
/// no frame more than at the start, but for a thousandth of what it could lose.
#[test]
fn many_substeps_make_no_energy() {
    for ((side, substeps), mode) in pairs([(64, 60), (256, 30)], [Mode::Xpbd, Mode::Pbd]) {
        let (most, fastest) = liveliest(&sheet(side, 2, mode, substeps));
        let what = format!("{side}², {mode:?}, {substeps} substeps: {most:e}, {fastest} m/s");
        assert!(most < 1e-3, "{what}");
        // It moves, and no faster than what falls by twice its width.
        assert!((0.5..8.9).contains(&fastest), "{what}");
    }
}
