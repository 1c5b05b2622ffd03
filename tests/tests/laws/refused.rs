//! What is refused: every field of a scene out of range, on both sides, by its key; calls with what is no
//! number or not there. The simulation is then as it was.

use cloth_core::host::Format::{self, F32, F64, Fixed};
use cloth_core::host::Method::{BackwardEuler, Imex, Rk4, Verlet};
use cloth_core::scene::{
    ColliderScene, LimitScene, Place, PositionalWindScene, SelfCollisionScene, TetherScene,
    WindScene,
};
use cloth_core::{
    Damping, MAX_ATTACHMENTS, Mode, ParticleError, Scene, SettingError, WithMultipliers, scenes,
};
use cloth_tests::measure::fastest;
use cloth_tests::{Trial, bare, empty, empty_having, having, sized, verlet};

/// A scene in which every optional part is present.
fn full() -> Scene {
    let mut scene = Scene {
        limit: Some(LimitScene::DEFAULT),
        tethers: Some(TetherScene::default()),
        ..Scene::DEFAULT
    };
    scene.forces.wind = Some(WindScene {
        velocity: [1.0, 0.0, 0.0],
        coefficient: 0.1,
    });
    scene.forces.positional_wind = Some(PositionalWindScene {
        coefficient: 1.0,
        wave_number: 1.0,
        rate: 1.0,
    });
    for collider in [
        ColliderScene::sphere([0.0; 3], 0.5),
        ColliderScene::plane([0.0; 3], [0.0, 1.0, 0.0]),
        ColliderScene::capsule([0.0; 3], [0.0, 1.0, 0.0], 0.5),
        ColliderScene::cuboid([0.0; 3], [1.0; 3]),
    ] {
        let _ = scene.colliders.push(collider.with_friction(0.3));
    }
    let (across, down) = (0.5, 0.5);
    let _ = scene.pins.places.push(Place { across, down });
    scene
}

/// A field: its key, the allowed range, and how to set it.
type Field = (&'static str, [f64; 2], fn(&mut Scene, f64));

/// The field of a collider of [`full`].
macro_rules! of {
    ($kind:ident $number:literal $name:ident $([$i:literal])?) => {
        |s, v| if let Some(ColliderScene::$kind { $name, .. }) = &mut s.colliders.0[$number] {
            (*$name)$([$i])? = v;
        }
    };
}

/// The field of a part that [`full`] has.
macro_rules! part {
    ($($path:ident).+ => $field:ident $([$i:literal])?) => {
        |s, v| if let Some(part) = &mut s.$($path).+ { part.$field$([$i])? = v; }
    };
}

const WORLD: [f64; 2] = [-1e7, 1e7];
const SPEED: [f64; 2] = [-1e3, 1e3];
const LENGTH: [f64; 2] = [1e-4, 1e3];
const UNIT: [f64; 2] = [0.0, 1.0];

/// Every field that holds a real number.
#[rustfmt::skip]
const FIELDS: &[Field] = &[
    ("cloth.width", [1e-3, 1e3], |s, v| s.cloth.width = v),
    ("cloth.density", [1e-6, 1e9], |s, v| s.cloth.density = v),
    ("cloth.center", WORLD, |s, v| s.cloth.center[0] = v),
    ("cloth.center", WORLD, |s, v| s.cloth.center[1] = v),
    ("cloth.center", WORLD, |s, v| s.cloth.center[2] = v),
    ("cloth.particle-radius", UNIT, |s, v| s.cloth.particle_radius = v),
    ("solver.steps-per-second", [1.0, 1e9], |s, v| s.solver.steps_per_second = v),
    ("solver.damping.rate", [0.0, 1e6], |s, v| s.solver.damping = Damping::Rate(v)),
    ("solver.damping.per-step", UNIT, |s, v| s.solver.damping = Damping::PerStep(v)),
    ("springs.structural", [0.0, 1e9], |s, v| s.springs.structural = v),
    ("springs.shear", [0.0, 1e9], |s, v| s.springs.shear = v),
    ("springs.bend", [0.0, 1e9], |s, v| s.springs.bend = v),
    ("springs.damping", [0.0, 1e6], |s, v| s.springs.damping = v),
    ("constraints.structural", UNIT, |s, v| s.constraints.structural = v),
    ("constraints.shear", UNIT, |s, v| s.constraints.shear = v),
    ("constraints.bend", UNIT, |s, v| s.constraints.bend = v),
    ("pbd.structural", UNIT, |s, v| s.pbd.structural = v),
    ("pbd.shear", UNIT, |s, v| s.pbd.shear = v),
    ("pbd.bend", UNIT, |s, v| s.pbd.bend = v),
    ("pbd.compression", UNIT, |s, v| s.pbd.compression = v),
    ("xpbd.structural", [0.0, 1e9], |s, v| s.xpbd.structural = v),
    ("xpbd.shear", [0.0, 1e9], |s, v| s.xpbd.shear = v),
    ("xpbd.bend", [0.0, 1e9], |s, v| s.xpbd.bend = v),
    ("xpbd.compression", [0.0, 1e9], |s, v| s.xpbd.compression = v),
    ("xpbd.damping", [0.0, 1e6], |s, v| s.xpbd.damping = v),
    ("tethers.slack", [0.0, 10.0], part!(tethers => slack)),
    ("limit.ratio", [1.001, 10.0], part!(limit => ratio)),
    ("forces.gravity", [-1e4, 1e4], |s, v| s.forces.gravity[0] = v),
    ("forces.gravity", [-1e4, 1e4], |s, v| s.forces.gravity[1] = v),
    ("forces.gravity", [-1e4, 1e4], |s, v| s.forces.gravity[2] = v),
    ("forces.air-drag", [0.0, 1e6], |s, v| s.forces.air_drag = v),
    ("forces.positional-wind.coefficient", [-1e4, 1e4], part!(forces.positional_wind => coefficient)),
    ("forces.positional-wind.wave-number", [-1e4, 1e4], part!(forces.positional_wind => wave_number)),
    ("forces.positional-wind.rate", SPEED, part!(forces.positional_wind => rate)),
    ("forces.wind.velocity", SPEED, part!(forces.wind => velocity[0])),
    ("forces.wind.velocity", SPEED, part!(forces.wind => velocity[1])),
    ("forces.wind.velocity", SPEED, part!(forces.wind => velocity[2])),
    ("forces.wind.coefficient", [0.0, 1e4], part!(forces.wind => coefficient)),
    ("colliders.sphere.center", WORLD, of!(Sphere 0 center[0])),
    ("colliders.sphere.center", WORLD, of!(Sphere 0 center[2])),
    ("colliders.sphere.radius", LENGTH, of!(Sphere 0 radius)),
    ("colliders.sphere.friction", [0.0, 100.0], of!(Sphere 0 friction)),
    ("colliders.sphere.velocity", SPEED, of!(Sphere 0 velocity[1])),
    ("colliders.sphere.period", [0.0, 1e6], of!(Sphere 0 period)),
    ("colliders.plane.point", WORLD, of!(Plane 1 point[0])),
    ("colliders.plane.point", WORLD, of!(Plane 1 point[2])),
    ("colliders.plane.friction", [0.0, 100.0], of!(Plane 1 friction)),
    ("colliders.plane.velocity", SPEED, of!(Plane 1 velocity[1])),
    ("colliders.plane.period", [0.0, 1e6], of!(Plane 1 period)),
    ("colliders.capsule.start", WORLD, of!(Capsule 2 start[0])),
    ("colliders.capsule.end", WORLD, of!(Capsule 2 end[2])),
    ("colliders.capsule.radius", LENGTH, of!(Capsule 2 radius)),
    ("colliders.capsule.friction", [0.0, 100.0], of!(Capsule 2 friction)),
    ("colliders.capsule.velocity", SPEED, of!(Capsule 2 velocity[2])),
    ("colliders.capsule.period", [0.0, 1e6], of!(Capsule 2 period)),
    ("colliders.box.center", WORLD, of!(Box 3 center[1])),
    ("colliders.box.size", LENGTH, of!(Box 3 size[0])),
    ("colliders.box.turn", [-360.0, 360.0], of!(Box 3 turn[2])),
    ("colliders.box.friction", [0.0, 100.0], of!(Box 3 friction)),
    ("colliders.box.velocity", SPEED, of!(Box 3 velocity[0])),
    ("colliders.box.period", [0.0, 1e6], of!(Box 3 period)),
    ("pins.places.across", UNIT, |s, v| if let Some(p) = &mut s.pins.places.0[0] { p.across = v }),
    ("pins.places.down", UNIT, |s, v| if let Some(p) = &mut s.pins.places.0[0] { p.down = v }),
];

fn with(set: fn(&mut Scene, f64), value: f64) -> Scene {
    let mut scene = full();
    set(&mut scene, value);
    scene
}

#[test]
fn every_field_is_accepted_at_its_bounds_and_refused_beyond_them() {
    full().validate().expect("the full scene is valid");
    let mut sim = verlet(&sized(&full(), 5, 4), F32);
    sim.run(3);
    let state = |sim: &Trial| (sim.state_hash(), *sim.scene(), sim.units());
    let before = state(&sim);
    for &(key, [low, high], set) in FIELDS {
        for value in [low, high] {
            let checked = with(set, value).validate();
            checked.unwrap_or_else(|e| panic!("{value}: {e}"));
        }
        let infinite = [f64::NEG_INFINITY, f64::INFINITY, f64::NAN];
        for value in [low.next_down(), high.next_up()]
            .into_iter()
            .chain(infinite)
        {
            let error = with(set, value).validate().expect_err(key);
            assert_eq!(error.key, key, "{value}");
            let same = error.value == value || (error.value.is_nan() && value.is_nan());
            assert!(same, "{key}: {value} reported as {}", error.value);
            assert!(!error.allowed.is_empty() && error.to_string().starts_with(key));
        }
        let wrong = with(set, f64::NAN);
        assert!(sim.change(&wrong).is_err() && sim.reset(&wrong).is_err());
        assert_eq!(state(&sim), before, "{key}");
    }
    sim.step();
    assert_ne!(sim.state_hash(), before.0);
}

/// A field that counts: its key and how to set it.
type Counter = (&'static str, usize, fn(&mut Scene, usize));

#[test]
#[rustfmt::skip]
fn every_count_has_both_its_bounds() {
    let counts: [Counter; 10] = [
        ("cloth.columns", 4096, |s, n| s.cloth.columns = n),
        ("cloth.rows", 4096, |s, n| s.cloth.rows = n),
        ("solver.substeps", 1000, |s, n| s.solver.substeps = n as u32),
        ("constraints.substeps", 1000, |s, n| s.constraints.substeps = n as u32),
        ("constraints.iterations", 1000, |s, n| s.constraints.iterations = n as u32),
        ("pbd.substeps", 1000, |s, n| s.pbd.substeps = n as u32),
        ("pbd.iterations", 1000, |s, n| s.pbd.iterations = n as u32),
        ("xpbd.substeps", 1000, |s, n| s.xpbd.substeps = n as u32),
        ("xpbd.iterations", 1000, |s, n| s.xpbd.iterations = n as u32),
        ("limit.passes", 1000, |s, n| s.limit.as_mut().unwrap().passes = n as u32),
    ];
    for (key, most, set) in counts {
        for (count, allowed) in [(0, false), (1, true), (most, true), (most + 1, false)] {
            let mut scene = full();
            set(&mut scene, count);
            let result = scene.validate().map_err(|error| error.key);
            assert_eq!(result, if allowed { Ok(()) } else { Err(key) }, "{key} = {count}");
        }
    }
}

/// A direction: its key and how to set it.
type Direction = (&'static str, fn(&mut Scene, [f64; 3]));

#[test]
fn directions_are_unit_vectors_at_right_angles() {
    let checks: [Direction; 3] = [
        ("cloth.across", |s, v| s.cloth.across = v),
        ("cloth.down", |s, v| s.cloth.down = v),
        ("colliders.plane.normal", |s, v| {
            if let Some(ColliderScene::Plane { normal, .. }) = &mut s.colliders.0[1] {
                *normal = v;
            }
        }),
    ];
    let (long, short) = ([1.001, 0.0, 0.0], [0.999, 0.0, 0.0]);
    for (key, set) in checks {
        for v in [
            long,
            short,
            [0.0; 3],
            [f64::NAN, 1.0, 0.0],
            [f64::INFINITY; 3],
        ] {
            let mut scene = full();
            set(&mut scene, v);
            assert_eq!(scene.validate().expect_err(key).key, key, "{v:?}");
        }
    }
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
    for (mode, substeps, said, speeds) in [
        (
            Mode::Hooke,
            1,
            Err(("solver.substeps", 1.0)),
            100.0..f64::INFINITY,
        ),
        (Mode::Hooke, 64, Ok(()), 0.0..20.0),
        (Mode::Xpbd, 1, Ok(()), 0.0..f64::INFINITY),
    ] {
        let mut scene = sized(&full(), 9, 7);
        (scene.solver.mode, scene.solver.substeps) = (mode, substeps);
        (scene.springs.structural, scene.springs.shear) = (50.0, 50.0);
        (scene.limit, scene.tear) = (None, None);
        let mut sim = verlet(&scene, F64);
        let checked = sim.any().check_stable();
        assert_eq!(checked.map_err(|error| (error.key, error.value)), said);
        sim.run(120);
        assert!(speeds.contains(&fastest(&sim)), "{}", fastest(&sim));
    }
}

#[test]
fn coefficients_too_large_for_the_format_are_refused() {
    // Each value is in range, but not the three together.
    let mut sim = verlet(&sized(&full(), 5, 4), F32);
    let mut scene = sized(&full(), 5, 4);
    (scene.cloth.density, scene.springs.structural) = (1e-6, 1e9);
    (scene.solver.steps_per_second, scene.solver.substeps) = (1.0, 1);
    let before = sim.state_hash();
    assert_eq!(sim.reset(&scene).unwrap_err().key, "springs.structural");
    assert_eq!(sim.change(&scene).unwrap_err().key, "springs.structural");
    assert_eq!(sim.state_hash(), before);
}

#[test]
fn what_is_no_number_is_refused_and_changes_nothing() {
    let scene = sized(&scenes::FOUR_CORNERS_SPHERE.scene, 8, 8);
    let key = |error: SettingError| error.key;
    for format in Format::ALL {
        let mut sim = verlet(&scene, format);
        sim.run(5);
        let mut untouched = sim.clone();
        for (wrong, axis) in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY]
            .map(|wrong| [0, 1, 2].map(|axis| (wrong, axis)))
            .concat()
        {
            let (fine, mut bad) = ([0.1, 0.2, 0.3], [0.0; 3]);
            bad[axis] = wrong;
            let any = sim.any_mut();
            let place = |result: Result<(), ParticleError>| match result {
                Err(ParticleError::Value(error)) => key(error),
                other => panic!("{wrong}: {other:?}"),
            };
            assert_eq!(place(any.place(1, 2, bad, fine)), "place");
            assert_eq!(place(any.place(1, 2, fine, bad)), "velocity");
            let Err(ParticleError::Value(error)) = any.attach(1, 2, bad) else {
                panic!("{wrong} is taken");
            };
            assert_eq!(error.key, "velocity");
            assert_eq!(any.move_collider(0, bad, fine).map_err(key), Err("place"));
            assert_eq!(
                any.move_collider(0, fine, bad).map_err(key),
                Err("velocity")
            );
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
    let mut sim = verlet(&bare(4, 3), F32);
    let before = sim.state_hash();
    for (c, r) in [(4, 0), (0, 3), (usize::MAX, 0), (0, usize::MAX)] {
        let any = sim.any_mut();
        let outside = ParticleError::Outside {
            column: c,
            row: r,
            columns: 4,
            rows: 3,
        };
        assert_eq!(any.pin(c, r), Err(outside));
        assert!(any.unpin(c, r).is_err());
        assert!(any.place(c, r, [0.0; 3], [0.0; 3]).is_err());
        assert_eq!(any.attach(c, r, [0.0; 3]), Err(outside));
    }
    assert_eq!(sim.state_hash(), before);
    (0..MAX_ATTACHMENTS).for_each(|i| sim.attach(i % 4, i / 4, [0.0; 3]));
    let before = sim.state_hash();
    assert_eq!(
        sim.any_mut().attach(3, 2, [0.0; 3]),
        Err(ParticleError::Full)
    );
    assert!(!sim.is_pinned(3, 2), "nothing is half done");
    assert_eq!(sim.state_hash(), before);
    // A hand that is there already.
    sim.attach(0, 0, [1.0, 0.0, 0.0]);
}

#[test]
fn nothing_is_changed_before_a_scene_has_begun() {
    let mut sim = empty::<f32, cloth_core::Verlet>(4, 4);
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
    for (method, format, refused) in [
        (BackwardEuler, Fixed, true),
        (Imex, Fixed, true),
        (Rk4, Fixed, false),
        (BackwardEuler, F32, false),
        (Imex, F32, false),
    ] {
        let started = Trial::try_new(&scene, method, format).map_err(|error| error.key);
        assert_eq!(
            started.err(),
            refused.then_some("method"),
            "{method} {format}"
        );
    }
}

#[test]
fn what_needs_a_memory_of_links_is_refused_without_one() {
    let scene = scenes::FOUR_CORNERS_SPHERE.scene;
    let (mut passes, mut damped) = (scene, scene);
    (passes.solver.mode, passes.xpbd.iterations) = (Mode::Xpbd, 2);
    (damped.solver.mode, damped.xpbd.damping) = (Mode::Xpbd, 0.01);
    for (scene, key, value) in [
        (passes, "xpbd.iterations", 2.0),
        (damped, "xpbd.damping", 0.01),
    ] {
        scene.validate().expect("in range");
        let start = scenes::FOUR_CORNERS_SPHERE.scene;
        let mut sim = having::<f32, cloth_core::Verlet, ()>(&start, 6, 5);
        sim.run(3);
        let before = (sim.state_hash(), *sim.scene());
        for error in [sim.reset(&scene), sim.change(&scene)] {
            let error = error.expect_err(key);
            assert_eq!((error.key, error.value), (key, value));
            assert!(error.allowed.contains("Multipliers"), "{}", error.allowed);
        }
        assert_eq!((sim.state_hash(), *sim.scene()), before);
        // In another mode the value does no harm; a switch to XPBD is refused.
        let mut other = scene;
        other.solver.mode = Mode::Pbd;
        sim.change(&other).expect("PBD needs no memory");
        assert_eq!(sim.change(&scene).unwrap_err().key, key);
        assert_eq!(sim.scene().solver.mode, Mode::Pbd);
        let mut remembers = empty_having::<f32, cloth_core::Verlet, WithMultipliers>(6, 5);
        remembers.reset(&scene).expect("there is a memory");
        remembers.change(&other).expect("nor does it harm");
        remembers.change(&scene).expect("there is a memory");
    }
}

#[test]
fn self_collision_without_the_memory_or_with_another_thickness_is_refused() {
    let mut scene = sized(&scenes::FOLD.scene, 8, 8);
    let mut sim = empty_having::<f32, cloth_core::Verlet, ()>(8, 8);
    assert_eq!(sim.reset(&scene).unwrap_err().key, "self-collision");
    // 8 particles in two layers of two metres: 0.286 m apart.
    for (thickness, allowed) in [(0.001, false), (0.2, true), (0.9, false)] {
        scene.self_collision = Some(SelfCollisionScene {
            thickness: Some(thickness),
            friction: 0.3,
        });
        let refused = Trial::try_new(&scene, Verlet, F32)
            .err()
            .map(|error| error.key);
        assert_eq!(refused, (!allowed).then_some("self-collision.thickness"));
    }
}
