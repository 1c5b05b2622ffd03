//! What is refused: every field of a scene out of range, on both sides, by its key; calls with what is no
//! number or not there. The simulation is then as it was.

use crate::moving_colliders::kinds;
use cloth_core::MAX_ATTACHMENTS;
use cloth_core::scene::{Field, FieldValue};
use cloth_tests::prelude::*;
use cloth_tests::{empty, start};
use std::collections::BTreeSet;

/// A scene in which every optional part is present.
fn full() -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.limit = Some(LimitScene::DEFAULT);
    scene.tethers = Some(TetherScene::default());
    scene.forces.wind = wind([1.0, 0.0, 0.0], 0.1);
    scene.forces.positional_wind = positional_wind([1.0, 1.0, 1.0]);
    scene.colliders = List(kinds([0.0; 3], 0.3, 0.5).map(Some));
    let (across, down) = (0.5, 0.5);
    let _ = scene.pins.places.push(Place { across, down });
    scene
}

/// Ranges, and the keys of the numbers that have them.
#[rustfmt::skip]
const RANGES: [([f64; 2], &str); 18] = [
    ([1.0, 4096.0], "cloth.columns cloth.rows"),
    ([1.0, 16.0], "cloth.layers"),
    ([1e-3, 1e3], "cloth.width"),
    ([1e-6, 1e9], "cloth.density"),
    ([-1e7, 1e7], "cloth.center colliders.sphere.center colliders.plane.point colliders.capsule.start \
        colliders.capsule.end colliders.box.center"),
    ([1.0, 1e9], "solver.steps-per-second"),
    ([1.0, 1000.0], "solver.substeps constraints.substeps constraints.iterations pbd.substeps pbd.iterations \
        xpbd.substeps xpbd.iterations limit.passes"),
    ([0.0, 1.0], "cloth.particle-radius solver.damping.per-step constraints.structural constraints.shear \
        constraints.bend pbd.structural pbd.shear pbd.bend pbd.compression pins.places.across pins.places.down"),
    ([0.0, 1e9], "springs.structural springs.shear springs.bend xpbd.structural xpbd.shear xpbd.bend \
        xpbd.compression"),
    ([0.0, 1e6], "solver.damping.rate springs.damping xpbd.damping forces.air-drag colliders.sphere.period \
        colliders.plane.period colliders.capsule.period colliders.box.period"),
    ([0.0, 10.0], "tethers.slack"),
    ([1.001, 10.0], "limit.ratio"),
    ([-1e4, 1e4], "forces.gravity forces.positional-wind.coefficient forces.positional-wind.wave-number"),
    ([-1e3, 1e3], "forces.positional-wind.rate forces.wind.velocity colliders.sphere.velocity \
        colliders.plane.velocity colliders.capsule.velocity colliders.box.velocity"),
    ([0.0, 1e4], "forces.wind.coefficient"),
    ([1e-4, 1e3], "colliders.sphere.radius colliders.capsule.radius colliders.box.size"),
    ([0.0, 100.0], "colliders.sphere.friction colliders.plane.friction colliders.capsule.friction \
        colliders.box.friction"),
    ([-360.0, 360.0], "colliders.box.turn"),
];

/// The numbers of [`full`]: those of its colliders' motion, or all others.
fn fields(scene: &mut Scene, of_motion: bool) -> Vec<Field<'_>> {
    let colliders = scene.colliders.0.iter_mut().flatten();
    if of_motion {
        return colliders.flat_map(ColliderScene::motion_fields).collect();
    }
    let mut all: Vec<_> = colliders.flat_map(ColliderScene::shape_fields).collect();
    all.extend(scene.cloth.fields());
    all.extend(scene.pins.places.0[0].iter_mut().flat_map(Place::fields));
    all.extend(scene.solver.fields());
    all.extend(scene.springs.fields());
    all.extend(scene.constraints.fields());
    all.extend(scene.pbd.fields());
    all.extend(scene.xpbd.fields());
    all.extend(scene.tethers.iter_mut().flat_map(TetherScene::fields));
    all.extend(scene.limit.iter_mut().flat_map(LimitScene::fields));
    all.extend(scene.forces.fields());
    all
}

/// Sets a component of a number; not of what cannot have the value, as a count cannot be a fraction.
fn set(field: &mut Field<'_>, axis: usize, value: f64) -> bool {
    let whole = value >= 0.0 && value.fract() == 0.0;
    match &mut field.value {
        FieldValue::Number(number) => **number = value,
        FieldValue::Vector(vector) => vector[axis] = value,
        FieldValue::Count(count) if whole => **count = value as u32,
        FieldValue::Side(count) if whole => **count = value as usize,
        // Not in use; of a unit vector the length is what is allowed.
        _ => return false,
    }
    true
}

#[test]
fn every_number_is_accepted_at_its_bounds_and_refused_beyond_them() {
    let mut sim = verlet(&sized(&full(), 5, 4), F32);
    sim.run(3);
    let state = |sim: &Trial| (sim.state_hash(), *sim.scene(), sim.units());
    let (before, mut keys) = (state(&sim), BTreeSet::new());
    let dampings = [Damping::Rate(1.0), Damping::PerStep(0.5)];
    for (damping, of_motion) in pairs(dampings, [false, true]) {
        let mut base = full();
        base.solver.damping = damping;
        base.validate().expect("the full scene is valid");
        let mut of = base;
        let numbers = fields(&mut of, of_motion)
            .into_iter()
            .map(|field| field.key);
        for ((i, key), axis) in pairs(numbers.enumerate(), 0..3) {
            let with = |value: f64| {
                let mut scene = base;
                set(&mut fields(&mut scene, of_motion)[i], axis, value).then_some(scene)
            };
            let has = |keys: &str| keys.split_whitespace().any(|one| one == key);
            let Some((range, _)) = RANGES.iter().find(|(_, keys)| has(keys)) else {
                assert_eq!(with(0.0), None, "{key} has no range here");
                continue;
            };
            keys.insert(key);
            let [low, high] = *range;
            for scene in [low, high].map(with) {
                assert_eq!(scene.expect("whole").validate(), Ok(()));
            }
            let near = [low.next_down(), high.next_up(), low - 1.0, high + 1.0];
            let far = [f64::NEG_INFINITY, f64::INFINITY, f64::NAN];
            for value in [&near[..], &far].concat() {
                let Some(wrong) = with(value) else {
                    continue;
                };
                let error = wrong.validate().expect_err(key);
                assert_eq!((error.key, error.value.to_bits()), (key, value.to_bits()));
                assert!(!error.allowed.is_empty() && error.to_string().starts_with(key));
                assert!(sim.change(&wrong).is_err() && sim.reset(&wrong).is_err());
                assert_eq!(state(&sim), before, "{key}");
            }
        }
    }
    let stated = RANGES.iter().flat_map(|(_, keys)| keys.split_whitespace());
    assert_eq!(keys, stated.collect());
    sim.step();
    assert_ne!(sim.state_hash(), before.0);
}

#[test]
fn directions_are_unit_vectors_at_right_angles() {
    let mut directions = 0;
    let (long, short, zero) = ([1.001, 0.0, 0.0], [0.999, 0.0, 0.0], [0.0; 3]);
    let wrong = [long, short, zero, [f64::NAN, 1.0, 0.0], [f64::INFINITY; 3]];
    for (v, i) in pairs(wrong, 0..fields(&mut full(), false).len()) {
        let mut scene = full();
        let field = &mut fields(&mut scene, false)[i];
        if let (key, FieldValue::Direction(direction)) = (field.key, &mut field.value) {
            **direction = v;
            directions += 1;
            assert_eq!(scene.validate().expect_err(key).key, key, "{v:?}");
        }
    }
    assert_eq!(directions, 3 * 5);
    let mut scene = full();
    scene.cloth.down = [0.6, 0.0, 0.8];
    assert_eq!(scene.validate().unwrap_err().key, "cloth.down");
}

#[test]
fn substeps_are_those_of_the_grid_that_runs_unless_asked_otherwise() {
    let mut scene = sized(&full(), 50, 50);
    (scene.solver.mode, scene.solver.substeps) = (Mode::Hooke, 16);
    // By Courant: a spacing of a 49th of the width, of a 98th, and of all of it.
    for (side, courant) in [(50, 16), (99, 32), (2, 1)] {
        for (on, expected) in [(false, 16), (true, courant)] {
            scene.solver.courant = on;
            assert_eq!(scene.substeps(side, side), expected);
        }
    }
}

/// Both ways: what is said to be stable is, and what is not explodes.
#[test]
fn an_unstable_time_step_is_said() {
    let refused = Err(("solver.substeps", 1.0));
    for (mode, substeps, said, speeds) in [
        (Mode::Hooke, 1, refused, 100.0..f64::INFINITY),
        (Mode::Hooke, 64, Ok(()), 0.0..20.0),
        (Mode::Xpbd, 1, Ok(()), 0.0..f64::INFINITY),
    ] {
        let mut scene = sized(&full(), 9, 7);
        (scene.solver.mode, scene.solver.substeps) = (mode, substeps);
        (scene.springs.structural, scene.springs.shear) = (50.0, 50.0);
        (scene.limit, scene.tear) = (None, None);
        let mut sim = verlet(&scene, F64);
        let checked = sim.of::<f64, cloth_core::Verlet>().check_stable();
        assert_eq!(checked.map_err(|error| (error.key, error.value)), said);
        sim.run(120);
        assert!(speeds.contains(&fastest(&sim)), "{}", fastest(&sim));
    }
}

#[test]
fn what_is_no_number_is_refused_and_changes_nothing() {
    let scene = sized(&scenes::FOUR_CORNERS_SPHERE.scene, 8, 8);
    for format in Format::ALL {
        let mut sim = verlet(&scene, format);
        sim.run(5);
        let mut untouched = sim.clone();
        for (wrong, axis) in pairs([f64::NAN, f64::INFINITY, f64::NEG_INFINITY], 0..3) {
            let (fine, mut bad) = ([0.1, 0.2, 0.3], [0.0; 3]);
            bad[axis] = wrong;
            let any = sim.any_mut();
            let key = |result: Result<(), ParticleError>| match result {
                Err(ParticleError::Value(error)) => error.key,
                other => panic!("{wrong}: {other:?}"),
            };
            assert_eq!(key(any.attach(1, 2, bad)), "velocity");
            for (x, v, expected) in [(bad, fine, "place"), (fine, bad, "velocity")] {
                assert_eq!(key(any.place(1, 2, x, v)), expected);
                assert_eq!(any.move_collider(0, x, v).unwrap_err().key, expected);
            }
        }
        assert!(!sim.is_pinned(1, 2));
        for _ in 0..2 {
            assert_eq!(sim.state_hash(), untouched.state_hash());
            sim.step();
            untouched.step();
        }
    }
}

#[test]
fn pins_and_hands_outside_or_too_many_are_refused() {
    let tear = Some(TearScene::default());
    let mut sim = verlet(&Scene { tear, ..bare(4, 3) }, F32);
    let before = sim.state_hash();
    for (c, r) in [(4, 0), (0, 3), (usize::MAX, 0), (0, usize::MAX)] {
        let any = sim.of::<f32, cloth_core::Verlet>();
        let outside = ParticleError::Outside {
            particle: (c, r),
            grid: (4, 3),
        };
        let calls = [
            any.pin(c, r),
            any.unpin(c, r),
            any.place(c, r, [0.0; 3], [0.0; 3]),
            any.attach(c, r, [0.0; 3]),
            any.break_link(c, r, Link::Right),
        ];
        assert_eq!(calls, [Err(outside); 5]);
        assert!(!any.is_broken(c, r, Link::Right));
        assert_eq!(sim.cut(c, r), Err(outside));
    }
    assert_eq!(sim.state_hash(), before);
    (0..MAX_ATTACHMENTS).for_each(|i| sim.attach(i % 4, i / 4, [0.0; 3]));
    let before = sim.state_hash();
    let one_more = sim.any_mut().attach(3, 2, [0.0; 3]);
    assert_eq!(one_more, Err(ParticleError::Full));
    assert!(!sim.is_pinned(3, 2), "nothing is half done");
    assert_eq!(sim.state_hash(), before);
    // A hand that is there already.
    sim.attach(0, 0, [1.0, 0.0, 0.0]);
}

#[test]
fn nothing_is_changed_before_a_scene_has_begun() {
    let mut sim = empty::<f32, cloth_core::Verlet, WithAll>(4, 4);
    let before = sim.state_hash();
    let placed = sim.place(1, 1, [0.0; 3], [0.0; 3]);
    assert_eq!(placed, Err(ParticleError::NotStarted));
    assert_eq!(sim.attach(1, 1, [0.0; 3]), Err(ParticleError::NotStarted));
    let changed = sim.change(scenes::FOUR_CORNERS.scene).unwrap_err();
    assert_eq!(changed.key, "scene");
    assert!(sim.move_collider(0, [0.0; 3], [0.0; 3]).is_err());
    assert_eq!(sim.state_hash(), before);
    // And it begins as any other.
    sim.reset(&scenes::FOUR_CORNERS.scene).unwrap();
    assert_eq!(sim.change(scenes::FOUR_CORNERS.scene), Ok(()));
}

/// Implicit methods are not for fixed point: cloth stood still or flew apart.
#[test]
fn implicit_methods_are_refused_in_fixed_point() {
    let scene = sized(&scenes::PINNED4.scene, 9, 7);
    for (method, format) in pairs([BackwardEuler, Imex, Rk4], [Fixed, F32]) {
        let started = Trial::try_new(&scene, method, format).map_err(|error| error.key);
        let refused = (method != Rk4 && format == Fixed).then_some("method");
        assert_eq!(started.err(), refused, "{method} {format}");
    }
}

/// A change of a scene.
type Change = fn(&mut Scene);

/// What needs memory that a simulation has not is refused by its key, and that is said; the simulation is then as
/// it was. With the memory it begins.
#[test]
fn what_needs_a_memory_is_refused_without_one() {
    let mut plain = in_mode(scenes::FOUR_CORNERS_SPHERE.scene, Mode::Xpbd);
    plain.limit = None;
    let all: [(&str, &str, Change); 4] = [
        ("xpbd.iterations", "Multipliers", |s| s.xpbd.iterations = 2),
        ("xpbd.damping", "Multipliers", |s| s.xpbd.damping = 0.01),
        ("self-collision", "SelfCollision", |s| {
            s.self_collision = Some(SelfCollisionScene::DEFAULT);
        }),
        ("tear", "Tearing", |s| s.tear = Some(TearScene::default())),
    ];
    for (key, says, change) in all {
        let mut scene = plain;
        change(&mut scene);
        scene.validate().expect("in range");
        let mut sim = start::<f32, cloth_core::Verlet, ()>(&plain, 6, 5);
        sim.run(3);
        let before = (sim.state_hash(), *sim.scene());
        for error in [sim.reset(&scene), sim.change(&scene)] {
            let error = error.expect_err(key);
            assert!(error.key == key && error.allowed.contains(says), "{error}");
        }
        assert_eq!((sim.state_hash(), *sim.scene()), before);
        if says == "Multipliers" {
            // In another mode the value does no harm; a switch to XPBD is refused.
            let other = in_mode(scene, Mode::Pbd);
            sim.change(&other).expect("PBD needs no memory");
            assert_eq!(sim.change(&scene).unwrap_err().key, key);
            assert_eq!(sim.scene().solver.mode, Mode::Pbd);
        }
        let mut remembers = verlet(&plain, F32);
        remembers.change(&scene).expect("there is memory");
    }
}

/// The error has the key at fault and says what is allowed; the simulation is then as it was.
#[test]
fn what_does_not_fit_together_is_refused() {
    // 8 particles in two layers of two metres: 0.286 m apart.
    let scene = sized(&scenes::FOLD.scene, 8, 8);
    let thick = |thickness| {
        let mut scene = scene;
        let own = scene.self_collision.as_mut().expect("it folds");
        own.thickness = Some(thickness);
        scene
    };
    let tearing = |strain, limit, tethers| {
        let mut scene = scene;
        scene.tear = Some(TearScene { strain });
        (scene.limit, scene.tethers) = (limit, tethers);
        scene
    };
    let torn = |ratio| tearing(Some(0.3), limit(ratio, 5), None);
    let tethers = Some(TetherScene::default());
    let mut all = vec![
        (thick(0.001), "self-collision.thickness", ""),
        (thick(0.9), "self-collision.thickness", ""),
        (tearing(Some(0.3), None, tethers), "tethers", "tear"),
        (torn(1.29), "tear.strain", "limit.ratio"),
    ];
    for strain in [0.0, 0.0099, 10.1, f64::NAN, f64::INFINITY, -1.0] {
        let wrong = tearing(Some(strain), None, None);
        all.push((wrong, "tear.strain", "0.01 to 10"));
    }
    let mut sim = verlet(&scene, F32);
    let before = sim.state_hash();
    for (wrong, key, says) in all {
        let started = Trial::try_new(&wrong, Verlet, F32).map(|_| ());
        for refused in [started, sim.reset(&wrong), sim.change(&wrong)] {
            let error = refused.unwrap_err();
            assert!(error.key == key && error.allowed.contains(says), "{error}");
            assert_eq!(sim.state_hash(), before);
        }
    }
    for fits in [thick(0.2), tearing(Some(0.01), None, None), torn(1.31)] {
        sim.change(&fits).expect("it is of use");
        verlet(&fits, F32).step();
    }
}
