//! How stiff and how quiet a sheet of 2 m × 2 m is: largest strain for the work
//! of some substeps, and energy that is never made.
//!
//! A debug build looks at 64 × 64 particles from four corners alone, and says
//! so.

use cloth_core::scene::{ColliderScene, List, PbdScene, TetherScene};
use cloth_core::{Mode, Scene};
use cloth_tests::measure::{dot, length, sub};
use cloth_tests::{Sim, all, begin, particles, size};

/// How the sheet is held: from four corners over a ball of 0.5 m, 0.75 m below,
/// or from two without one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hold {
    FourCorners,
    TwoCorners,
}

/// 60 frames a second, horizontal at the start.
fn sheet(hold: Hold, mode: Mode, substeps: u32) -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.cloth.width = 2.0;
    scene.solver.mode = mode;
    (scene.pbd.substeps, scene.xpbd.substeps) = (substeps, substeps);
    (scene.constraints.substeps, scene.constraints.iterations) = (substeps, 1);
    scene.tethers = Some(TetherScene::DEFAULT);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    if hold == Hold::FourCorners {
        (scene.pins.bottom_left, scene.pins.bottom_right) = (true, true);
        let ball = ColliderScene::Sphere {
            center: [0.0, -0.75, 0.0],
            radius: 0.5,
            friction: 0.3,
            velocity: [0.0; 3],
            period: 0.0,
        };
        scene.colliders = List([Some(ball), None, None, None]);
    }
    scene
}

/// The largest structural strain of any frame after the first second, of four.
fn largest_strain<const N: usize>(scene: &Scene) -> f64 {
    let mut sim = begin::<f32, N, N>(scene);
    let mut largest = f64::MIN;
    for frame in 0..240 {
        sim.step();
        if frame >= 60 {
            largest = largest.max(strain(&sim));
        }
    }
    largest
}

fn strain(sim: &Sim<f32>) -> f64 {
    let (columns, rows) = size(sim);
    let at = |c, r| sim.position(c, r).expect("in the grid");
    let beside = particles(columns - 1, rows).map(|(c, r)| length(sub(at(c, r), at(c + 1, r))));
    let below = particles(columns, rows - 1).map(|(c, r)| length(sub(at(c, r), at(c, r + 1))));
    let longest = beside.chain(below).fold(0.0, f64::max);
    longest / sim.units().spacing - 1.0
}

/// Asserts both bounds on a strain, in %.
#[track_caller]
fn assert_strain<const N: usize>(hold: Hold, mode: Mode, substeps: u32, percent: [f64; 2]) {
    let strain = 100.0 * largest_strain::<N>(&sheet(hold, mode, substeps));
    let what = format!("{N} × {N}, {hold:?}, {mode:?}, {substeps} substeps: {strain:.3} %");
    println!("{what}");
    assert!(strain >= percent[0] && strain <= percent[1], "{what}");
}

#[test]
fn four_corners_at_64() {
    assert_strain::<64>(Hold::FourCorners, Mode::Xpbd, 15, [0.05, 0.6]);
    assert_strain::<64>(Hold::FourCorners, Mode::Xpbd, 4, [0.3, 2.0]);
}

/// Says what a debug build leaves out.
fn skipped(what: &str) -> bool {
    if cfg!(not(optimized)) {
        println!("skipped: {what}: a debug build is too slow; run with --profile checked");
    }
    cfg!(not(optimized))
}

#[test]
fn four_corners_at_128() {
    if !skipped("128 × 128 from four corners") {
        assert_strain::<128>(Hold::FourCorners, Mode::Xpbd, 15, [0.1, 1.0]);
    }
}

#[test]
fn two_corners_at_64_and_128() {
    if !skipped("two corners") {
        assert_strain::<64>(Hold::TwoCorners, Mode::Xpbd, 15, [0.3, 3.0]);
        assert_strain::<128>(Hold::TwoCorners, Mode::Xpbd, 15, [1.0, 10.0]);
    }
}

#[test]
fn pbd_is_as_stiff() {
    if !skipped("PBD at 64 × 64") {
        assert_strain::<64>(Hold::FourCorners, Mode::Pbd, 15, [0.05, 0.6]);
        assert_strain::<64>(Hold::FourCorners, Mode::Pbd, 4, [0.3, 2.5]);
        assert_strain::<64>(Hold::TwoCorners, Mode::Pbd, 15, [0.3, 3.0]);
    }
}

/// Kinetic and potential energy, over the weight times the width: 0 at the
/// start.
fn energy(sim: &Sim<f32>) -> f64 {
    let one = |(c, r)| {
        let (x, v) = (sim.position(c, r).unwrap(), sim.velocity(c, r).unwrap());
        0.5 * dot(v, v) + 9.8 * x[1]
    };
    all(sim).map(one).sum::<f64>() / (all(sim).count() as f64 * 9.8 * 2.0)
}

/// The largest energy of any frame, and the fastest particle of the last 60, m/s.
fn liveliest<const N: usize>(scene: &Scene, frames: u32) -> (f64, f64) {
    let mut sim = begin::<f32, N, N>(scene);
    assert_eq!(scene.forces.gravity, [0.0, -9.8, 0.0]);
    assert!(energy(&sim).abs() < 1e-9);
    let (mut most, mut fastest) = (f64::MIN, 0.0_f64);
    for frame in 0..frames {
        sim.step();
        most = most.max(energy(&sim));
        if frame + 60 >= frames {
            let speeds = particles(N, N).map(|(c, r)| length(sim.velocity(c, r).unwrap()));
            fastest = speeds.fold(fastest, f64::max);
        }
    }
    (most, fastest)
}

/// No energy is made: a sheet that swings from two corners and crumples has at
/// no frame more than at the start, but for a thousandth of what it could lose.
#[track_caller]
fn assert_quiet<const N: usize>(mode: Mode, substeps: u32, frames: u32) {
    let scene = sheet(Hold::TwoCorners, mode, substeps);
    let (most, fastest) = liveliest::<N>(&scene, frames);
    let what = format!("{N} × {N}, {mode:?}, {substeps} substeps: {most:e}, {fastest} m/s");
    println!("{what}");
    assert!(most < 1e-3, "{what}");
    // It moves, and no faster than what falls by twice its width; in the first
    // second the free edge cracks like a whip.
    let bound = if frames > 60 { 8.9 } else { 20.0 };
    assert!((0.5..bound).contains(&fastest), "{what}");
}

#[test]
fn many_substeps_make_no_energy() {
    let frames = if cfg!(optimized) { 240 } else { 40 };
    assert_quiet::<64>(Mode::Xpbd, 60, frames);
    if !skipped("PBD with 60 substeps, three of four seconds, 256 × 256") {
        assert_quiet::<64>(Mode::Pbd, 60, frames);
        assert_quiet::<256>(Mode::Xpbd, 30, frames);
        assert_quiet::<256>(Mode::Pbd, 30, frames);
    }
}

/// What the guards are for: links as rigid against pressure as under tension,
/// bend links too, explode once there are many substeps: more energy than all that the sheet
/// could lose is made of nothing.
#[test]
fn rigid_links_against_pressure_make_energy() {
    if cfg!(not(optimized)) {
        let test = "rigid_links_against_pressure_make_energy";
        return cloth_tests::skip(test, "a release build", "with --release");
    }
    for (compression, bend, explodes) in [(1.0, 1.0, true), (0.1, 1.0, false), (1.0, 0.1, false)] {
        let mut scene = sheet(Hold::TwoCorners, Mode::Pbd, 60);
        scene.pbd = PbdScene {
            compression,
            bend,
            ..scene.pbd
        };
        let (most, fastest) = liveliest::<64>(&scene, 240);
        println!("compression {compression}, bend {bend}: {most:e}, {fastest} m/s");
        assert!(if explodes { most > 1.0 } else { most < 1e-3 }, "{most}");
    }
}
