//! Tethers: no particle further from a pin than the cloth between them is long.

use cloth_core::scene::{List, Place, TetherScene};
use cloth_core::{Mode, Scalar, Scene};
use cloth_tests::measure::{length, positions, sub};
use cloth_tests::{Sim, begin, particles};

const N: usize = 24;

/// A horizontal sheet of 1 m × 1 m with no pins yet, with few substeps, so that
/// without tethers it is like rubber.
fn sheet(mode: Mode) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (N, N);
    scene.solver.mode = mode;
    (scene.constraints.substeps, scene.constraints.iterations) = (2, 1);
    scene.pbd.substeps = 2;
    scene.xpbd.substeps = 2;
    scene.tethers = Some(TetherScene::DEFAULT);
    scene
}

const MODES: [Mode; 3] = [Mode::Constraint, Mode::Pbd, Mode::Xpbd];

fn places(of: &[(f64, f64)]) -> List<Place, { cloth_core::scene::MAX_PLACES }> {
    let mut places = List::EMPTY;
    for &(across, down) in of {
        places.push(Place { across, down }).expect("there is room");
    }
    places
}

fn pins<T: Scalar>(sim: &Sim<T, N, N>) -> Vec<(usize, usize)> {
    let pinned = |&(c, r): &(usize, usize)| sim.cloth().is_pinned(c, r);
    particles(N, N).filter(pinned).collect()
}

/// Distance of two particles in the flat sheet, in rest spacings.
fn flat(a: (usize, usize), b: (usize, usize)) -> f64 {
    (a.0.abs_diff(b.0) as f64).hypot(a.1.abs_diff(b.1) as f64)
}

/// The largest distance of a free particle from its nearest pin, over the
/// distance in the flat sheet. Where several pins are equally near, the furthest
/// of them counts.
fn furthest<T: Scalar>(sim: &Sim<T, N, N>) -> f64 {
    let (x, pins) = (positions(sim), pins(sim));
    let spacing = sim.units().spacing;
    let mut most = 0.0_f64;
    for at in particles(N, N).filter(|at| !pins.contains(at)) {
        let nearest = pins.iter().map(|&p| flat(at, p)).fold(f64::MAX, f64::min);
        for &pin in pins.iter().filter(|&&p| flat(at, p) <= nearest) {
            let apart = length(sub(x[at.1 * N + at.0], x[pin.1 * N + pin.0]));
            most = most.max(apart / (nearest * spacing));
        }
    }
    most
}

/// The largest structural strain.
fn strain<T: Scalar>(sim: &Sim<T, N, N>) -> f64 {
    let x = positions(sim);
    let spacing = sim.units().spacing;
    let long = |a: usize, b: usize| length(sub(x[a], x[b])) / spacing - 1.0;
    let beside = particles(N - 1, N).map(|(c, r)| long(r * N + c, r * N + c + 1));
    let below = particles(N, N - 1).map(|(c, r)| long(r * N + c, (r + 1) * N + c));
    beside.chain(below).fold(f64::MIN, f64::max)
}

/// The largest strain in the last of three seconds, and the largest of
/// [`furthest`] over all steps.
fn hang<T: Scalar>(scene: &Scene) -> (f64, f64) {
    let mut sim = begin::<T, N, N>(scene);
    let (mut most, mut reach) = (f64::MIN, 0.0_f64);
    for step in 0..180 {
        sim.step();
        reach = reach.max(furthest(&sim));
        if step >= 120 {
            most = most.max(strain(&sim));
        }
    }
    (most, reach)
}

fn holds_one_pin<T: Scalar>() {
    for mode in MODES {
        for (slack, place) in [(0.0, (0.0, 0.0)), (0.1, (0.0, 0.0)), (0.0, (0.4, 0.6))] {
            let mut scene = sheet(mode);
            scene.tethers = Some(TetherScene { slack });
            scene.pins.places = places(&[place]);
            let (_, reach) = hang::<T>(&scene);
            assert!(reach <= (1.0 + slack) * (1.0 + 1e-5), "{mode:?}: {reach}");
            // They are taut: without them it would be longer.
            assert!(reach > (1.0 + slack) * (1.0 - 1e-3), "{mode:?}: {reach}");
            scene.tethers = None;
            let (_, without) = hang::<T>(&scene);
            assert!(without > 1.2, "{mode:?}: {without}");
        }
    }
}

#[test]
fn no_particle_is_further_from_a_single_pin_than_in_the_flat_sheet() {
    holds_one_pin::<f32>();
    holds_one_pin::<f64>();
}

/// Ways to hold a sheet, with a name.
fn holds() -> Vec<(&'static str, Scene)> {
    let mut all = Vec::new();
    let mut add = |name, set: &dyn Fn(&mut Scene)| {
        let mut scene = sheet(Mode::Xpbd);
        set(&mut scene);
        all.push((name, scene));
    };
    add("four corners", &|s| {
        (s.pins.top_left, s.pins.top_right) = (true, true);
        (s.pins.bottom_left, s.pins.bottom_right) = (true, true);
    });
    add("two corners", &|s| {
        (s.pins.top_left, s.pins.top_right) = (true, true);
    });
    add("edge", &|s| s.pins.top_edge = true);
    add("two edges", &|s| {
        (s.pins.top_edge, s.pins.left_edge) = (true, true);
    });
    add("scattered", &|s| {
        s.pins.places = places(&[(0.1, 0.2), (0.5, 0.45), (0.85, 0.15), (0.3, 0.9)]);
    });
    all
}

#[test]
fn a_cloth_on_tethers_is_hardly_stretched() {
    for (name, scene) in holds() {
        for mode in MODES {
            let mut scene = scene;
            scene.solver.mode = mode;
            let (with, reach) = hang::<f32>(&scene);
            scene.tethers = None;
            let (without, reach_without) = hang::<f32>(&scene);
            println!("{name}, {mode:?}: strain {with} {without}, reach {reach} {reach_without}");
        }
    }
}
