//! Degenerate input never leads to NaN or infinity (V23), in any method and number format.

use cloth_tests::prelude::*;

/// All that acts, acts.
fn busy((columns, rows): (usize, usize), mode: Mode) -> Scene {
    let scene = sized(&scenes::FOUR_CORNERS_SPHERE.scene, columns, rows);
    let mut scene = in_mode(scene, mode);
    (scene.solver.substeps, scene.pbd.iterations) = (4, 2);
    set_substeps(&mut scene, 4);
    scene.springs.damping = 1e-4;
    scene.springs.bend_neighbours = BendNeighbours::Eight;
    scene.constraints.bend_neighbours = BendNeighbours::Eight;
    scene.pbd.bend_neighbours = BendNeighbours::Eight;
    scene.xpbd.bend_neighbours = BendNeighbours::Eight;
    // In one mode with tethers, in the others without.
    scene.tethers = (mode == Mode::Xpbd).then_some(TetherScene::default());
    scene.limit = limit(1.1, 5);
    scene.forces.air_drag = 1e-5;
    scene.forces.wind = wind([1.0, 0.5, -2.0], 0.3);
    scene.forces.positional_wind = positional_wind([3.0, 1.0, 2.0]);
    let floor = ColliderScene::plane([0.0; 3], [0.0, 1.0, 0.0]).with_friction(0.5);
    let _ = scene.colliders.push(floor);
    scene
}

/// Verlet in every mode, the other methods in those of springs and constraints; in both float formats.
fn every(mut body: impl FnMut(Method, Format, Mode)) {
    for ((method, format), mode) in pairs(pairs(Method::ALL, [F32, F64]), Mode::ALL) {
        if method == Verlet || matches!(mode, Mode::Hooke | Mode::Constraint) {
            body(method, format, mode);
        }
    }
}

/// Runs, and asserts that all is finite.
#[track_caller]
fn assert_runs(sim: &mut Trial, steps: u32, what: &str) {
    sim.run(steps);
    let mode = sim.scene().solver.mode;
    let strain = sim.measure().largest_strain;
    let finite = is_finite(sim) && strain.is_none_or(f64::is_finite);
    assert!(finite, "{} {mode:?} {what}: {strain:?}", sim.name());
}

/// Puts all particles at rest where `place` says for their column and row.
fn lay(sim: &mut Trial, place: fn(f64, f64) -> Vector) {
    all(sim).for_each(|(c, r)| sim.place(c, r, place(c as f64, r as f64), [0.0; 3]));
}

/// Gives a particle and a hand this speed, m/s.
fn hurl(sim: &mut Trial, speed: f64) {
    sim.place(1, 1, [0.0, 2.0, 0.0], [speed, -speed, 0.0]);
    sim.attach(2, 2, [speed, 0.0, -speed]);
}

/// A disturbance with its name.
type Harm = (&'static str, fn(&mut Trial));

#[rustfmt::skip]
const HARMS: [Harm; 8] = [
    ("in one point", |sim| lay(sim, |_, _| [0.1, 1.5, 0.1])),
    ("on one line", |sim| lay(sim, |c, _| [0.1 * c, 1.5, 0.0])),
    ("in pairs", |sim| lay(sim, |c, r| [0.2 * (0.5 * c).floor(), 1.5, 0.2 * r])),
    ("nearly in one point", |sim| lay(sim, |c, r| [1e-30 * c, 1.5 + 1e-38 * r, 1e-20])),
    ("hurled", |sim| hurl(sim, 1e3)),
    ("hurled away", |sim| hurl(sim, 1e8)),
    ("hurled far away", |sim| hurl(sim, 1e30)),
    ("hurled to the end", |sim| hurl(sim, f64::MAX)),
];

/// The smallest grids undisturbed, and larger ones with each disturbance; with four pins, one and none.
#[test]
fn v23_the_smallest_grids_coincident_particles_and_any_speed() {
    let smallest = pairs([1, 2, 3, 7], [1, 2, 3, 7]).map(|size| (size, None));
    let harmed = pairs([(6, 5), (4, 3)], HARMS).map(|(size, harm)| (size, Some(harm)));
    let cases: Vec<_> = smallest.chain(harmed).collect();
    every(|method, format, mode| {
        let mut one = Pins::NONE;
        one.top_left = true;
        for (&(size, harm), pins) in pairs(&cases, [Pins::NONE, one, Pins::CORNERS]) {
            let mut scene = busy(size, mode);
            scene.pins = pins;
            let mut sim = Trial::new(&scene, method, format);
            let (name, happens) = harm.unwrap_or(("unharmed", |_| ()));
            happens(&mut sim);
            assert_runs(&mut sim, 60, &format!("{size:?} {name}"));
        }
    });
}

#[test]
fn v23_all_pinned() {
    every(|method, format, mode| {
        let mut sim = Trial::new(&busy((6, 5), mode), method, format);
        all(&sim).for_each(|(c, r)| sim.pin(c, r));
        let before = sim.positions();
        sim.run(20);
        assert_eq!(sim.positions(), before, "{}", sim.name());
        assert!(sim.measure().largest_strain.is_none());
        assert!(sim.stable_dt() > 0.0);
    });
}

#[test]
fn v23_a_particle_in_the_balls_centre() {
    for mode in Mode::ALL {
        let mut sim = verlet(&busy((6, 5), mode), F64);
        let Some(ColliderScene::Sphere { center, radius, .. }) = sim.scene().colliders.0[0] else {
            panic!("no ball");
        };
        all(&sim).for_each(|(c, r)| sim.place(c, r, center, [0.0; 3]));
        assert_runs(&mut sim, 5, "in the centre");
        for (c, r) in all(&sim).filter(|&(c, r)| !sim.is_pinned(c, r)) {
            assert!(length(sub(sim.position(c, r), center)) > 0.999 * radius);
        }
    }
}

#[test]
fn v23_far_beyond_stability_all_stays_finite() {
    for ((mode, format), stiffness) in pairs(pairs(Mode::ALL, [F32, F64]), [1e4, 1e7, 1e9]) {
        for (limit, windy) in pairs([None, limit(1.1, 3)], [false, true]) {
            let mut scene = busy((6, 5), mode);
            scene.limit = limit;
            stiffen(&mut scene, [stiffness; 3]);
            scene.springs.damping = 1.0;
            if windy {
                scene.forces.air_drag = 1e3;
                scene.forces.wind = wind([1000.0, -1000.0, 1000.0], 1e4);
            } else {
                scene.cloth.density = 10.0;
            }
            let mut sim = verlet(&scene, format);
            shake(&mut sim, &mut Noise::new(9), 0.1, 1.0);
            for _ in 0..40 {
                assert_runs(&mut sim, 25, &format!("{:?}", scene.springs));
            }
        }
    }
}

/// A change to an extreme but valid value, with its name.
type Extreme = (&'static str, fn(&mut Scene));

#[rustfmt::skip]
const EXTREMES: [Extreme; 35] = [
    ("nothing", |_| ()),
    ("wide", |s| s.cloth.width = 1000.0),
    ("tiny", |s| s.cloth.width = 1e-3),
    ("heavy", |s| s.cloth.density = 1e9),
    ("light", |s| s.cloth.density = 1e-3),
    ("far", |s| s.cloth.center = [1000.0, -1000.0, 1000.0]),
    ("thick", |s| s.cloth.particle_radius = 1.0),
    ("slow", |s| (s.solver.steps_per_second, s.solver.substeps) = (1.0, 1)),
    ("fast", |s| s.solver.steps_per_second = 1e6),
    ("heavy gravity", |s| s.forces.gravity = [1e4, -1e4, 1e4]),
    ("damped", |s| s.solver.damping = Damping::Rate(1e6)),
    ("stopped", |s| s.solver.damping = Damping::PerStep(1.0)),
    ("tight", |s| s.limit = limit(1.001, 50)),
    ("iterated", |s| (s.constraints.iterations, s.pbd.iterations) = (200, 50)),
    ("stiff", |s| s.springs.structural = 1e6),
    ("no springs", |s| (s.springs.structural, s.springs.shear, s.springs.bend) = (0.0, 0.0, 0.0)),
    ("spring damping", |s| s.springs.damping = 10.0),
    ("drag", |s| s.forces.air_drag = 10.0),
    ("storm", |s| s.forces.wind = wind([1e3, -300.0, 0.0], 100.0)),
    ("free", |s| s.pins = Pins::NONE),
    ("rigid", |s| {
        (s.pbd.structural, s.pbd.shear, s.pbd.bend, s.pbd.compression) = (1.0, 1.0, 1.0, 1.0);
        (s.xpbd.structural, s.xpbd.shear, s.xpbd.bend, s.xpbd.compression) = (0.0, 0.0, 0.0, 0.0);
    }),
    ("limp", |s| {
        (s.pbd.structural, s.pbd.shear, s.pbd.bend) = (0.0, 0.0, 0.0);
        (s.xpbd.structural, s.xpbd.shear, s.xpbd.bend, s.xpbd.compression) = (1e9, 1e9, 1e9, 1e9);
    }),
    ("tethered", |s| s.tethers = Some(TetherScene { slack: 0.0 })),
    ("loosely tethered", |s| s.tethers = Some(TetherScene { slack: 10.0 })),
    ("quick ball", |s| if let Some(ColliderScene::Sphere { velocity, period, .. }) = &mut s.colliders.0[0] {
        (*velocity, *period) = ([1000.0; 3], 1e-3);
    }),
    ("large ball", |s| if let Some(ColliderScene::Sphere { radius, friction, .. }) = &mut s.colliders.0[0] {
        (*radius, *friction) = (1000.0, 100.0);
    }),
    ("rate", |s| s.solver.damping = Damping::Rate(1e4)),
    // Links of XPBD that remember their multipliers.
    ("a short step, hardly any mass, soft links", |s| {
        s.solver.steps_per_second = 1e6;
        (s.cloth.density, s.xpbd.structural) = (1e-6, 1e9);
    }),
    ("a short step, damped", |s| (s.solver.steps_per_second, s.xpbd.damping) = (1e6, 1e-3)),
    ("many passes", |s| s.xpbd.iterations = 16),
    ("damped links", |s| s.xpbd.damping = 1e6),
    ("hardly damped links", |s| s.xpbd.damping = 1e-30),
    ("little damping, soft links", |s| {
        (s.xpbd.structural, s.xpbd.shear, s.xpbd.bend, s.xpbd.damping) = (1e9, 1e9, 1e9, 1.0);
    }),
    ("damped, soft under pressure", |s| (s.xpbd.compression, s.xpbd.damping) = (1e9, 1e6)),
    ("damped, nearly rigid", |s| (s.xpbd.structural, s.xpbd.damping) = (1e-30, 1e6)),
];

/// Every two extremes in Verlet in every mode and format, with one and with three passes of XPBD; in the other
/// methods in Hooke mode. Where a scene is refused, that is an answer too.
#[test]
fn v23_extreme_settings_two_at_a_time() {
    let of_verlet = pairs(pairs([Verlet], Format::ALL), Mode::ALL);
    let of_others = pairs(pairs(&Method::ALL[1..], [F32, F64]), [Mode::Hooke]);
    let of_others = of_others.map(|((method, format), mode)| ((*method, format), mode));
    for ((method, format), mode) in of_verlet.chain(of_others) {
        let mut ran = 0;
        for (i, (one, first)) in EXTREMES.into_iter().enumerate() {
            for (other, second) in EXTREMES.into_iter().skip(i) {
                let mut scene = busy((4, 3), mode);
                scene.xpbd.iterations = [1, 3][i % 2];
                first(&mut scene);
                second(&mut scene);
                scene.validate().expect("valid");
                let Ok(mut sim) = Trial::try_new(&scene, method, format) else {
                    continue;
                };
                ran += 1;
                let what = format!("{one}, {other}");
                for _ in 0..if method == Verlet { 2 } else { 1 } {
                    shake(&mut sim, &mut Noise::new(i as u64), 0.2, 5.0);
                    sim.place(1, 1, [0.1, 1.5, 0.1], [0.0; 3]);
                    sim.place(1, 2, [0.1, 1.5, 0.1], [0.0; 3]);
                    assert_runs(&mut sim, 7, &what);
                }
                let limits = [sim.stable_dt(), sim.any().stable_dt_bound()];
                assert!(limits.iter().all(|dt| *dt >= 0.0), "{what}: {limits:?}");
            }
        }
        assert!(ran > 50 || format == Fixed, "{ran}");
    }
}

#[test]
fn strain_is_that_of_links_or_none() {
    // None where there is no link: one particle, all pinned, all torn.
    assert_eq!(verlet(&bare(1, 1), F32).measure().largest_strain, None);
    let mut scene = bare(3, 2);
    scene.tear = Some(TearScene::default());
    scene.springs.structural = 1.0;
    let mut torn = verlet(&scene, F32);
    assert_eq!(torn.strain(), 0.0);
    // All in one point: links of no length.
    all(&torn).for_each(|(c, r)| torn.place(c, r, [0.0; 3], [0.0; 3]));
    assert_eq!(torn.strain(), -1.0);
    all(&torn).for_each(|(c, r)| torn.cut(c, r).expect("it tears"));
    assert_eq!(torn.measure().largest_strain, None);
}

/// A cloth that is placed in one point opens: links come near their rest lengths, in each mode.
#[test]
fn a_cloth_in_one_point_opens() {
    for (mode, format) in pairs(Mode::ALL, Format::ALL) {
        let mut scene = bare(9, 7);
        (scene.cloth.width, scene.cloth.density) = (1.3, 0.2);
        (scene.solver.mode, scene.solver.steps_per_second) = (mode, 60.0);
        (scene.solver.substeps, scene.solver.damping) = (60, Damping::Rate(2.0));
        stiffen(&mut scene, [20.0, 10.0, 10.0]);
        let links = &mut scene.constraints;
        (links.structural, links.shear, links.bend) = (1.0, 1.0, 0.5);
        set_substeps(&mut scene, 8);
        (scene.pbd.compression, scene.xpbd.compression) = (1.0, 0.0);
        let mut sim = verlet(&scene, format);
        for (c, r) in all(&sim) {
            sim.place(c, r, [0.3, -0.2, 0.7], [0.0; 3]);
            assert_near3(sim.position(c, r), [0.3, -0.2, 0.7], 1e-6);
        }
        sim.run(10 * 60);
        let kinds = [SpringKind::Structural, SpringKind::Shear, SpringKind::Bend];
        let all = sim.stretches(&kinds).into_iter();
        let parts: Vec<f64> = all.map(|(_, part)| part).collect();
        let mean = parts.iter().sum::<f64>() / parts.len() as f64;
        // It may keep folds.
        let squares = parts.iter().map(|part| (part - 1.0).powi(2));
        let off = (squares.sum::<f64>() / parts.len() as f64).sqrt();
        let what = format!("{format} {mode:?}: {mean}, {off}");
        assert!((0.6..1.1).contains(&mean) && off < 0.6, "{what}");
    }
}
