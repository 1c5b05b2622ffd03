//! Degenerate input never leads to NaN or infinity (V23).

use cloth_core::scene::{ColliderScene, LimitScene, PositionalWindScene, TetherScene, WindScene};
use cloth_core::tear::Link;
use cloth_core::{BendNeighbours, Fixed, Mode, Scalar, Scene, Verlet, scenes};
use cloth_tests::measure::{assert_near3, is_finite, length, positions, sub};
use cloth_tests::{Noise, bare, begin, empty, for_sizes, shake};

/// All that acts, acts.
fn busy(mode: Mode) -> Scene {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    scene.solver.mode = mode;
    scene.solver.substeps = 4;
    scene.constraints.substeps = 4;
    (scene.pbd.substeps, scene.xpbd.substeps) = (4, 4);
    scene.pbd.iterations = 2;
    scene.springs.damping = 1e-4;
    scene.springs.bend_neighbours = BendNeighbours::Eight;
    scene.constraints.bend_neighbours = BendNeighbours::Eight;
    scene.pbd.bend_neighbours = BendNeighbours::Eight;
    scene.xpbd.bend_neighbours = BendNeighbours::Eight;
    // In one mode with tethers, in the others without.
    scene.tethers = (mode == Mode::Xpbd).then_some(TetherScene::DEFAULT);
    scene.limit = Some(LimitScene {
        ratio: 1.1,
        passes: 5,
    });
    scene.forces.air_drag = 1e-5;
    scene.forces.wind = Some(WindScene {
        velocity: [1.0, 0.5, -2.0],
        coefficient: 0.3,
    });
    scene.forces.positional_wind = Some(PositionalWindScene {
        coefficient: 3.0,
        wave_number: 1.0,
        rate: 2.0,
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

fn small_grid<T: Scalar, const W: usize, const H: usize>() {
    for mode in Mode::ALL {
        let mut scene = busy(mode);
        for pinned in [true, false] {
            (scene.pins.top_left, scene.pins.top_right) = (pinned, false);
            (scene.pins.bottom_left, scene.pins.bottom_right) = (false, false);
            let mut sim = begin::<T, W, H>(&scene);
            sim.run(60);
            let report = sim.measure();
            assert!(
                is_finite(&sim) && report.largest_strain.is_none_or(f64::is_finite),
                "{W} × {H}"
            );
        }
    }
}

#[test]
fn v23_the_smallest_grids() {
    for_sizes!(small_grid::<f32>: (1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (2, 5), (3, 3));
    for_sizes!(small_grid::<f64>: (1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (2, 5), (3, 3));
}

fn coincident<T: Scalar>() {
    for mode in Mode::ALL {
        // All in one point, all on one line, pairs, and nearly in one point.
        let shapes: [fn(usize, usize) -> [f64; 3]; 4] = [
            |_, _| [0.1, 1.5, 0.1],
            |c, _| [0.1 * c as f64, 1.5, 0.0],
            |c, r| [0.2 * (c / 2) as f64, 1.5, 0.2 * r as f64],
            |c, r| [1e-30 * c as f64, 1.5 + 1e-38 * r as f64, 1e-20],
        ];
        for shape in shapes {
            let mut sim = begin::<T, 6, 5>(&busy(mode));
            for (c, r) in cloth_tests::particles(6, 5) {
                sim.place(c, r, shape(c, r), [0.0; 3]).unwrap();
            }
            sim.run(40);
            assert!(is_finite(&sim), "{} {mode:?}", T::NAME);
        }
    }
}

#[test]
fn v23_coincident_particles() {
    coincident::<f32>();
    coincident::<f64>();
}

#[test]
fn v23_all_pinned() {
    for mode in Mode::ALL {
        let mut sim = begin::<f32, 6, 5>(&busy(mode));
        for (c, r) in cloth_tests::particles(6, 5) {
            sim.pin(c, r).unwrap();
        }
        let before = positions(&sim);
        sim.run(20);
        assert_eq!(positions(&sim), before);
        assert!(sim.measure().largest_strain.is_none());
    }
}

#[test]
fn v23_a_particle_in_the_balls_centre() {
    for mode in Mode::ALL {
        let mut sim = begin::<f64, 6, 5>(&busy(mode));
        let Some(ColliderScene::Sphere { center, radius, .. }) = sim.colliders().next() else {
            panic!("no ball");
        };
        for (c, r) in cloth_tests::particles(6, 5) {
            sim.place(c, r, center, [0.0; 3]).unwrap();
        }
        sim.run(5);
        assert!(is_finite(&sim));
        for (c, r) in cloth_tests::particles(6, 5) {
            if !sim.cloth().is_pinned(c, r) {
                let x = sim.position(c, r).unwrap();
                let d: f64 = (0..3).map(|i| (x[i] - center[i]).powi(2)).sum();
                assert!(d.sqrt() > 0.999 * radius);
            }
        }
    }
}

/// Far beyond stability for thousands of substeps.
fn unstable<T: Scalar>() {
    for limit in [
        None,
        Some(LimitScene {
            ratio: 1.1,
            passes: 3,
        }),
    ] {
        for stiffness in [1e4, 1e7, 1e9] {
            let mut scene = busy(Mode::Hooke);
            scene.limit = limit;
            scene.springs.structural = stiffness;
            scene.springs.shear = stiffness;
            scene.springs.bend = stiffness;
            scene.springs.damping = 1.0;
            scene.cloth.density = 10.0;
            let mut sim = begin::<T, 6, 5>(&scene);
            shake(&mut sim, &mut Noise::new(9), 0.1, 1.0);
            for _ in 0..40 {
                sim.run(25);
                assert!(is_finite(&sim), "{} {stiffness} {limit:?}", T::NAME);
            }
        }
    }
}

#[test]
fn v23_stiffness_far_beyond_stability_stays_finite() {
    unstable::<f32>();
    unstable::<f64>();
}

#[test]
fn v23_drag_and_wind_far_beyond_stability_stay_finite() {
    for mode in Mode::ALL {
        let mut scene = busy(mode);
        scene.forces.air_drag = 1e3;
        scene.forces.wind = Some(WindScene {
            velocity: [1000.0, -1000.0, 1000.0],
            coefficient: 1e4,
        });
        let mut sim = begin::<f32, 6, 5>(&scene);
        for _ in 0..40 {
            sim.run(25);
            assert!(is_finite(&sim), "{mode:?}");
        }
    }
}

/// A change to an extreme but valid value, with its name.
type Extreme = (&'static str, fn(&mut Scene));

const EXTREMES: [Extreme; 18] = [
    ("wide", |s| s.cloth.width = 1000.0),
    ("tiny", |s| s.cloth.width = 1e-3),
    ("heavy", |s| s.cloth.density = 1e9),
    ("far", |s| s.cloth.center = [1000.0, -1000.0, 1000.0]),
    ("thick", |s| s.cloth.particle_radius = 1.0),
    ("slow", |s| s.solver.steps_per_second = 1.0),
    ("fast", |s| s.solver.steps_per_second = 1e6),
    ("heavy gravity", |s| s.forces.gravity = [1e4; 3]),
    ("damped", |s| {
        s.solver.damping = cloth_core::Damping::Rate(1e6)
    }),
    ("stopped", |s| {
        s.solver.damping = cloth_core::Damping::PerStep(1.0)
    }),
    ("tight", |s| {
        s.limit = Some(LimitScene {
            ratio: 1.001,
            passes: 50,
        })
    }),
    ("iterated", |s| {
        (s.constraints.iterations, s.pbd.iterations) = (200, 50)
    }),
    ("rigid", |s| {
        (s.pbd.structural, s.pbd.shear, s.pbd.bend) = (1.0, 1.0, 1.0);
        s.pbd.compression = 1.0;
        (s.xpbd.structural, s.xpbd.shear, s.xpbd.bend) = (0.0, 0.0, 0.0);
        s.xpbd.compression = 0.0;
    }),
    ("limp", |s| {
        (s.pbd.structural, s.pbd.shear, s.pbd.bend) = (0.0, 0.0, 0.0);
        (s.xpbd.structural, s.xpbd.shear, s.xpbd.bend) = (1e9, 1e9, 1e9);
        s.xpbd.compression = 1e9;
    }),
    ("tethered", |s| s.tethers = Some(TetherScene { slack: 0.0 })),
    ("loosely tethered", |s| {
        s.tethers = Some(TetherScene { slack: 10.0 })
    }),
    ("quick ball", |s| {
        if let Some(ColliderScene::Sphere {
            velocity, period, ..
        }) = &mut s.colliders.0[0]
        {
            (*velocity, *period) = ([1000.0; 3], 1e-3);
        }
    }),
    ("large ball", |s| {
        if let Some(ColliderScene::Sphere {
            radius, friction, ..
        }) = &mut s.colliders.0[0]
        {
            (*radius, *friction) = (1000.0, 100.0);
        }
    }),
];

fn extreme<T: Scalar>() {
    for mode in Mode::ALL {
        for (i, (name, first)) in EXTREMES.iter().enumerate() {
            for (other, second) in &EXTREMES[i..] {
                let mut scene = busy(mode);
                first(&mut scene);
                second(&mut scene);
                scene.validate().expect("valid");
                let mut sim = empty::<T, Verlet>(4, 3);
                // Refusing is an answer too; moving on with NaN is none.
                if sim.reset(&scene).is_ok() {
                    sim.run(15);
                    assert!(is_finite(&sim), "{} {mode:?} {name}, {other}", T::NAME);
                }
            }
        }
    }
}

#[test]
fn v23_extreme_settings_two_at_a_time() {
    extreme::<f32>();
    extreme::<f64>();
}

/// Positions and velocities at the ends of the range that people may place
/// particles in.
fn hurled<T: Scalar>() {
    for mode in Mode::ALL {
        for speed in [1e3, 1e8, 1e30, f64::MAX] {
            let mut sim = begin::<T, 4, 3>(&busy(mode));
            sim.place(1, 1, [0.0, 2.0, 0.0], [speed, -speed, 0.0])
                .unwrap();
            sim.attach(2, 2, [speed, 0.0, -speed]).unwrap();
            sim.run(20);
            assert!(is_finite(&sim), "{} {mode:?} {speed:e}", T::NAME);
        }
    }
}

#[test]
fn v23_particles_hurled_at_any_speed() {
    hurled::<f32>();
    hurled::<f64>();
}

/// XPBD's links that remember their multipliers, at two extremes at a time.
fn remembering<T: Scalar>() {
    const LINKS: [Extreme; 8] = [
        ("a short step, hardly any mass, soft links", |s| {
            s.solver.steps_per_second = 1e6;
            (s.cloth.density, s.xpbd.structural) = (1e-6, 1e9);
        }),
        ("a short step, damped", |s| {
            s.solver.steps_per_second = 1e6;
            s.xpbd.damping = 1e-3;
        }),
        ("many passes", |s| s.xpbd.iterations = 16),
        ("damped links", |s| s.xpbd.damping = 1e6),
        ("hardly damped links", |s| s.xpbd.damping = 1e-30),
        ("little damping, soft links", |s| {
            (s.xpbd.structural, s.xpbd.shear, s.xpbd.bend) = (1e9, 1e9, 1e9);
            s.xpbd.damping = 1.0;
        }),
        ("damped, soft under pressure", |s| {
            (s.xpbd.compression, s.xpbd.damping) = (1e9, 1e6);
        }),
        ("damped, nearly rigid", |s| {
            (s.xpbd.structural, s.xpbd.damping) = (1e-30, 1e6);
        }),
    ];
    for (link, first) in LINKS {
        for (name, second) in LINKS.iter().chain(&EXTREMES) {
            let mut scene = busy(Mode::Xpbd);
            scene.xpbd.iterations = 3;
            first(&mut scene);
            second(&mut scene);
            scene.validate().expect("valid");
            let mut sim = empty::<T, Verlet>(4, 3);
            if sim.reset(&scene).is_ok() {
                sim.run(6);
                assert!(is_finite(&sim), "{} {link}, {name}", T::NAME);
                shake(&mut sim, &mut Noise::new(9), 0.3, 10.0);
                sim.place(1, 1, [0.1, 1.5, 0.1], [0.0; 3]).unwrap();
                sim.place(1, 2, [0.1, 1.5, 0.1], [0.0; 3]).unwrap();
                sim.run(6);
                assert!(is_finite(&sim), "{} {link}, {name}, shaken", T::NAME);
            }
        }
    }
}

#[test]
fn v23_links_that_remember_at_two_extremes() {
    remembering::<f32>();
    remembering::<f64>();
    remembering::<Fixed>();
}

#[test]
fn strain_is_that_of_links_or_none() {
    // None where there is no link: one particle, all pinned, all torn.
    assert_eq!(
        begin::<f32, 1, 1>(&bare(1, 1)).measure().largest_strain,
        None
    );
    let mut scene = bare(3, 2);
    scene.tear = Some(cloth_core::scene::TearScene::DEFAULT);
    scene.springs.structural = 1.0;
    let mut torn = begin::<f32, 3, 2>(&scene);
    assert_eq!(torn.measure().largest_strain, Some(0.0));
    for (column, row) in cloth_tests::particles(3, 2) {
        torn.place(column, row, [0.0; 3], [0.0; 3]).unwrap();
    }
    // All in one point: links of no length.
    assert_eq!(torn.measure().largest_strain, Some(-1.0));
    for (column, row) in cloth_tests::particles(3, 2) {
        for link in [Link::Right, Link::Down, Link::DownRight, Link::DownLeft] {
            let _ = torn.break_link(column, row, link);
        }
    }
    assert_eq!(torn.measure().largest_strain, None);
}

/// A cloth that is placed in one point opens: links come near their rest lengths, in each mode.
fn opens<T: Scalar>(columns: usize, rows: usize, mode: Mode) {
    let mut scene = bare(columns, rows);
    (scene.cloth.width, scene.cloth.density) = (1.3, 0.2);
    (scene.solver.mode, scene.solver.steps_per_second) = (mode, 60.0);
    (scene.solver.substeps, scene.solver.damping) = (60, cloth_core::Damping::Rate(2.0));
    (
        scene.springs.structural,
        scene.springs.shear,
        scene.springs.bend,
    ) = (20.0, 10.0, 10.0);
    let constraints = &mut scene.constraints;
    (constraints.structural, constraints.shear, constraints.bend) = (1.0, 1.0, 0.5);
    (
        constraints.substeps,
        scene.pbd.substeps,
        scene.xpbd.substeps,
    ) = (8, 8, 8);
    (scene.pbd.compression, scene.xpbd.compression) = (1.0, 0.0);
    let mut sim = begin::<T, 9, 7>(&scene);
    for (column, row) in cloth_tests::particles(columns, rows) {
        sim.place(column, row, [0.3, -0.2, 0.7], [0.0; 3]).unwrap();
        assert_near3(sim.position(column, row).unwrap(), [0.3, -0.2, 0.7], 1e-6);
    }
    sim.run(10 * 60);
    let x = positions(&sim);
    let parts: Vec<f64> = cloth_core::springs(columns, rows, BendNeighbours::Four)
        .map(|spring| {
            let [a, b] = spring.ends.map(|i| x[i]);
            length(sub(b, a)) / (spring.rest * sim.units().spacing)
        })
        .collect();
    let mean = parts.iter().sum::<f64>() / parts.len() as f64;
    // It may keep folds.
    let off = parts.iter().map(|part| (part - 1.0).powi(2)).sum::<f64>() / parts.len() as f64;
    let what = format!("{} {mode:?}: {mean}, {}", T::NAME, off.sqrt());
    assert!((0.6..1.1).contains(&mean) && off.sqrt() < 0.6, "{what}");
}

#[test]
fn a_cloth_in_one_point_opens() {
    for mode in Mode::ALL {
        opens::<f32>(9, 7, mode);
        opens::<f64>(9, 7, mode);
        opens::<Fixed>(9, 7, mode);
    }
}
