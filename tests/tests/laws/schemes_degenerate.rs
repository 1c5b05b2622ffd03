//! V23 for every scheme: whatever comes in, no NaN and no infinity comes out.

use cloth_core::scene::{ColliderScene, LimitScene, WindScene};
use cloth_core::{BendNeighbours, Damping, Mode, Scalar, Scene, scenes};
use cloth_tests::measure::is_finite;
use cloth_tests::{Noise, Tight, begin_with, empty, particles, shake, stable_dt, with_schemes};

/// All that acts, acts.
fn busy(mode: Mode) -> Scene {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    scene.solver.mode = mode;
    scene.solver.substeps = 4;
    scene.springs.damping = 1e-4;
    scene.springs.bend_neighbours = BendNeighbours::Eight;
    scene.limit = Some(LimitScene {
        ratio: 1.1,
        passes: 5,
    });
    scene.forces.air_drag = 1e-5;
    scene.forces.wind = Some(WindScene {
        velocity: [1.0, 0.5, -2.0],
        coefficient: 0.3,
    });
    let _ = scene.colliders.push(ColliderScene::Plane {
        point: [0.0; 3],
        normal: [0.0, 1.0, 0.0],
        friction: 0.5,
        velocity: [0.0; 3],
        period: 0.0,
    });
    scene
}

const MODES: [Mode; 2] = [Mode::Hooke, Mode::Constraint];

fn small<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    for mode in MODES {
        for pinned in [true, false] {
            let mut scene = busy(mode);
            scene.pins = cloth_core::scene::Pins::NONE;
            scene.pins.top_left = pinned;
            let mut sim = begin_with::<T, S, W, H>(&scene);
            sim.run(20);
            assert!(is_finite(&sim), "{} {W} × {H} {mode:?}", S::NAME);
        }
    }
}

#[test]
fn v23_smallest_grids() {
    with_schemes!(small(): f32, 1 by 1; all);
    with_schemes!(small(): f32, 1 by 2; all);
    with_schemes!(small(): f64, 2 by 1; all);
    with_schemes!(small(): f32, 1 by 7; all);
    with_schemes!(small(): f64, 7 by 1; all);
    with_schemes!(small(): f32, 2 by 2; all);
    with_schemes!(small(): f64, 3 by 3; all);
}

fn shapes<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let shapes: [fn(usize, usize) -> [f64; 3]; 4] = [
        |_, _| [0.1, 1.5, 0.1],
        |c, _| [0.1 * c as f64, 1.5, 0.0],
        |c, r| [0.2 * (c / 2) as f64, 1.5, 0.2 * r as f64],
        |c, r| [1e-30 * c as f64, 1.5 + 1e-38 * r as f64, 1e-20],
    ];
    for mode in MODES {
        for shape in shapes {
            for pins in [true, false] {
                let mut scene = busy(mode);
                if !pins {
                    scene.pins = cloth_core::scene::Pins::NONE;
                }
                let mut sim = begin_with::<T, S, W, H>(&scene);
                for (column, row) in particles(W, H) {
                    sim.place(column, row, shape(column, row), [0.0; 3])
                        .unwrap();
                }
                sim.run(10);
                assert!(is_finite(&sim), "{} {mode:?}", S::NAME);
            }
        }
    }
}

#[test]
fn v23_coincident_particles() {
    with_schemes!(shapes(): f32, 4 by 3; all);
    with_schemes!(shapes(): f64, 4 by 3; all);
}

fn all_pinned<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    for mode in MODES {
        let mut sim = begin_with::<T, S, W, H>(&busy(mode));
        for (column, row) in particles(W, H) {
            sim.pin(column, row).unwrap();
        }
        let before = sim.cloth().positions().clone();
        sim.run(5);
        assert_eq!(*sim.cloth().positions(), before, "{}", S::NAME);
        assert!(stable_dt(&mut sim) > 0.0);
    }
}

#[test]
fn v23_all_pinned() {
    with_schemes!(all_pinned(): f32, 4 by 3; ForwardEuler, SymplecticEuler, Verlet, Rk2, Rk4, BackwardEuler, Imex);
}

type Extreme = (&'static str, fn(&mut Scene));

const EXTREMES: &[Extreme] = &[
    ("nothing", |_| ()),
    ("heavy", |s| s.cloth.density = 1e6),
    ("light", |s| s.cloth.density = 1e-3),
    ("stiff", |s| s.springs.structural = 1e6),
    ("no springs", |s| {
        (s.springs.structural, s.springs.shear, s.springs.bend) = (0.0, 0.0, 0.0)
    }),
    ("spring damping", |s| s.springs.damping = 10.0),
    ("drag", |s| s.forces.air_drag = 10.0),
    ("lost per step", |s| {
        s.solver.damping = Damping::PerStep(1.0)
    }),
    ("rate", |s| s.solver.damping = Damping::Rate(1e4)),
    ("slow", |s| {
        (s.solver.steps_per_second, s.solver.substeps) = (1.0, 1)
    }),
    ("gravity", |s| s.forces.gravity = [1e3, -1e4, 1e3]),
    ("storm", |s| {
        s.forces.wind = Some(WindScene {
            velocity: [1e3, -300.0, 0.0],
            coefficient: 100.0,
        });
    }),
    ("free", |s| s.pins = cloth_core::scene::Pins::NONE),
];

fn extreme<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let mut ran = 0;
    for (i, (name, first)) in EXTREMES.iter().enumerate() {
        for (other, second) in &EXTREMES[i..] {
            let mut scene = busy(Mode::Hooke);
            first(&mut scene);
            second(&mut scene);
            if scene.validate().is_err() {
                continue;
            }
            let mut sim = empty::<T, S>(W, H);
            // Refusing is an answer too.
            if sim.reset(&scene).is_err() {
                continue;
            }
            ran += 1;
            shake(&mut *sim, &mut Noise::new(i as u64), 0.1, 1.0);
            sim.run(6);
            assert!(is_finite(&sim), "{} {} {name}, {other}", S::NAME, T::NAME);
            let (estimate, bound) = (stable_dt(&mut sim), sim.stable_dt_bound());
            assert!(
                estimate >= 0.0 && bound >= 0.0,
                "{} {name}, {other}: {estimate} {bound}",
                S::NAME
            );
        }
    }
    assert!(ran > 50, "{ran}");
}

#[test]
fn v23_extreme_settings_two_at_a_time() {
    with_schemes!(extreme(): f32, 4 by 3; all);
    with_schemes!(extreme(): f64, 3 by 3; all);
}

fn hurled<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    for speed in [1e3, 1e8, 1e30, f64::MAX] {
        let mut sim = begin_with::<T, S, W, H>(&busy(Mode::Hooke));
        sim.place(1, 1, [0.0, 2.0, 0.0], [speed, -speed, 0.0])
            .unwrap();
        sim.attach(2, 2, [speed, 0.0, -speed]).unwrap();
        sim.run(10);
        assert!(is_finite(&sim), "{} {} {speed:e}", S::NAME, T::NAME);
    }
}

#[test]
fn v23_particles_hurled_at_any_speed() {
    with_schemes!(hurled(): f32, 4 by 3; all);
    with_schemes!(hurled(): f64, 4 by 3; all);
}
