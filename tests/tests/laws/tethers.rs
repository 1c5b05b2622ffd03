//! Tethers: no particle further from a pin than the cloth between them is long.

use cloth_core::scene::{List, Place, TetherScene};
use cloth_core::{Mode, Scalar, Scene};
use cloth_tests::measure::{length, positions, sub};
use cloth_tests::{Noise, Sim, begin, particles};

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

fn pins<T: Scalar>(sim: &Sim<T>) -> Vec<(usize, usize)> {
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
fn furthest<T: Scalar>(sim: &Sim<T>) -> f64 {
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
fn strain<T: Scalar>(sim: &Sim<T>) -> f64 {
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

/// A way to hold a sheet: its name, the largest strain with tethers, and how to
/// pin it.
type Hold = (&'static str, f64, fn(&mut Scene));

const HOLDS: [Hold; 5] = [
    ("four corners", 0.06, |s| {
        (s.pins.top_left, s.pins.top_right) = (true, true);
        (s.pins.bottom_left, s.pins.bottom_right) = (true, true);
    }),
    ("two corners", 0.15, |s| {
        (s.pins.top_left, s.pins.top_right) = (true, true);
    }),
    ("an edge", 0.15, |s| s.pins.top_edge = true),
    ("two edges", 0.35, |s| {
        (s.pins.top_edge, s.pins.left_edge) = (true, true);
    }),
    ("scattered", 0.25, |s| {
        s.pins.places = places(&[(0.1, 0.2), (0.5, 0.45), (0.85, 0.15), (0.3, 0.9)]);
    }),
];

#[test]
fn a_cloth_on_tethers_is_hardly_stretched() {
    for (name, largest, pin) in HOLDS {
        for mode in MODES {
            let mut scene = sheet(mode);
            pin(&mut scene);
            let (with, reach) = hang::<f32>(&scene);
            scene.tethers = None;
            let (without, _) = hang::<f32>(&scene);
            let what = format!("{name}, {mode:?}: strain {with}, without {without}");
            assert!(with > 0.0 && with < largest, "{what}");
            assert!(with < 0.31 * without, "{what}");
            // Anchors pull one after the other: the last has its way, the others
            // give a little. Measured: 1.00 to 1.068.
            assert!((0.999..1.08).contains(&reach), "{what}: reach {reach}");
        }
    }
}

/// `count` pins that are no neighbours, at random.
fn scatter<T: Scalar>(sim: &mut Sim<T>, noise: &mut Noise, count: usize) {
    while pins(sim).len() < count {
        let mut any = || ((0.5 * noise.number() + 0.5) * N as f64) as usize % N;
        let at = (any(), any());
        if pins(sim).iter().all(|&p| flat(at, p) >= 2.0) {
            sim.pin(at.0, at.1).unwrap();
        }
    }
}

#[test]
fn as_many_as_sixteen_scattered_pins_hold_the_cloth() {
    let mut noise = Noise::new(11);
    for count in [2, 5, 9, 16] {
        for mode in MODES {
            let mut largest = [0.0_f64; 2];
            let mut sim = begin::<f32, N, N>(&sheet(mode));
            scatter(&mut sim, &mut noise, count);
            let mut plain = sim.clone();
            plain.change(&without_tethers(&sim)).unwrap();
            for step in 0..120 {
                sim.step();
                plain.step();
                let reach = furthest(&sim);
                // Constraint mode with nine pins comes to more than 1.11.
                assert!(reach < 1.12, "{count} pins, {mode:?}: {reach}");
                if step >= 60 {
                    largest[0] = largest[0].max(strain(&sim));
                    largest[1] = largest[1].max(strain(&plain));
                }
            }
            // The more pins, the less there is to stretch without tethers too.
            let what = format!("{count} pins, {mode:?}: {largest:?}");
            assert!(largest[0] > 0.0 && largest[0] < 0.6, "{what}");
            assert!(largest[0] < 0.6 * largest[1], "{what}");
        }
    }
}

/// Tethers that never become taut. With none at all the passes would go in one
/// direction, which is another way to solve.
const LOOSE: Option<TetherScene> = Some(TetherScene { slack: 10.0 });

fn without_tethers<T: Scalar>(sim: &Sim<T>) -> Scene {
    Scene {
        tethers: None,
        ..*sim.scene()
    }
}

#[test]
fn tethers_follow_the_pins_of_the_moment() {
    for mode in MODES {
        let mut scene = sheet(mode);
        scene.pins.top_left = true;
        let mut sim = begin::<f32, N, N>(&scene);
        sim.run(60);
        assert!((0.999..1.00001).contains(&furthest(&sim)));
        // Let go, it falls as a cloth with loose tethers does, to the bit.
        let mut falling = sim.clone();
        falling.unpin(0, 0).unwrap();
        let mut plain = falling.clone();
        let loose = Scene {
            tethers: LOOSE,
            ..*plain.scene()
        };
        plain.change(&loose).unwrap();
        let start = falling.position(0, 0).unwrap();
        falling.run(60);
        plain.run(60);
        assert_eq!(falling.state_hash(), plain.state_hash(), "{mode:?}");
        assert!(start[1] - falling.position(0, 0).unwrap()[1] > 1.5);
        // Held by another particle, it hangs from that from the next step on.
        let old = sim.position(0, 0).unwrap();
        sim.unpin(0, 0).unwrap();
        sim.pin(N / 2, N - 1).unwrap();
        for _ in 0..60 {
            sim.step();
            assert!(furthest(&sim) <= 1.0 + 1e-5, "{mode:?}");
        }
        let moved = length(sub(sim.position(0, 0).unwrap(), old));
        assert!(moved > 0.5, "the old pin let go: {moved}");
    }
}

/// Least and most length over rest length along the rows of a sheet whose left
/// and right edges are drawn apart to 1.3 times its width; of all rows and of
/// the middle one.
fn drawn_apart(mode: Mode, tethers: Option<TetherScene>) -> [[f64; 2]; 2] {
    let mut scene = sheet(mode);
    scene.tethers = tethers;
    (scene.pins.left_edge, scene.pins.right_edge) = (true, true);
    scene.forces.gravity = [0.0; 3];
    scene.solver.damping = cloth_core::Damping::Rate(5.0);
    let mut sim = begin::<f32, N, N>(&scene);
    for (c, r) in pins(&sim) {
        let x = sim.position(c, r).unwrap();
        sim.place(c, r, [1.3 * x[0], x[1], x[2]], [0.0; 3]).unwrap();
    }
    sim.run(240);
    let (x, spacing) = (positions(&*sim), sim.units().spacing);
    let long = |(c, r)| length(sub(x[r * N + c], x[r * N + c + 1])) / spacing;
    let all: Vec<f64> = particles(N - 1, N).map(long).collect();
    let range = |of: &[f64]| {
        let least = of.iter().copied().fold(f64::MAX, f64::min);
        [least, of.iter().copied().fold(f64::MIN, f64::max)]
    };
    [range(&all), range(&all[N / 2 * (N - 1)..][..N - 1])]
}

#[test]
fn pins_that_are_drawn_apart_stretch_the_cloth_evenly() {
    for mode in MODES {
        let [[least, most], middle] = drawn_apart(mode, Some(TetherScene::DEFAULT));
        let what = format!("{mode:?}: {least} to {most}, middle {middle:?}");
        assert!(
            1.25 < least && least < 1.3 && most > 1.3 && most < 1.45,
            "{what}"
        );
        assert!(1.29 < middle[0] && middle[1] < 1.34, "{what}");
        // Without them some links are pressed and others twice as long.
        let [[least, most], _] = drawn_apart(mode, None);
        assert!(least < 1.0 && most > 1.7, "{mode:?}: {least} to {most}");
    }
}

#[test]
fn tethers_that_are_not_taut_change_no_bit() {
    for mode in MODES {
        let mut scene = sheet(mode);
        (scene.constraints.substeps, scene.pbd.substeps) = (15, 15);
        scene.xpbd.substeps = 15;
        (scene.pins.top_left, scene.pins.bottom_left) = (true, true);
        let mut tight = begin::<f32, N, N>(&scene);
        scene.tethers = Some(TetherScene { slack: 1.0 });
        let mut loose = begin::<f32, N, N>(&scene);
        scene.tethers = LOOSE;
        let mut none = begin::<f32, N, N>(&scene);
        for _ in 0..90 {
            tight.step();
            loose.step();
            none.step();
            assert!(furthest(&none) < 2.0);
            assert_eq!(loose.state_hash(), none.state_hash(), "{mode:?}");
        }
        assert_ne!(tight.state_hash(), none.state_hash(), "{mode:?}");
    }
}

#[test]
fn springs_have_no_tethers() {
    let mut scene = sheet(Mode::Hooke);
    scene.pins.top_left = true;
    let mut with = begin::<f32, N, N>(&scene);
    scene.tethers = None;
    let mut without = begin::<f32, N, N>(&scene);
    with.run(60);
    without.run(60);
    assert!(furthest(&with) > 1.05, "there was something to pull");
    assert_eq!(with.state_hash(), without.state_hash());
}
