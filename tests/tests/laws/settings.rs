//! Every field of a scene is checked, on both sides, and named by its key.

use cloth_core::scene::{
    ColliderScene, LimitScene, Place, PositionalWindScene, TetherScene, WindScene,
};
use cloth_core::{Damping, Mode, Scene};
use cloth_tests::measure::length;
use cloth_tests::{all, begin};

/// A scene in which every optional part is present.
fn full() -> Scene {
    let mut scene = Scene {
        limit: Some(LimitScene::DEFAULT),
        tethers: Some(TetherScene::DEFAULT),
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
    let _ = scene.colliders.push(ColliderScene::Sphere {
        center: [0.0; 3],
        radius: 0.5,
        friction: 0.3,
        velocity: [0.0; 3],
        period: 0.0,
    });
    let _ = scene.colliders.push(ColliderScene::Plane {
        point: [0.0; 3],
        normal: [0.0, 1.0, 0.0],
        friction: 0.3,
        velocity: [0.0; 3],
        period: 0.0,
    });
    let _ = scene.colliders.push(ColliderScene::Capsule {
        start: [0.0; 3],
        end: [0.0, 1.0, 0.0],
        radius: 0.5,
        friction: 0.3,
        velocity: [0.0; 3],
        period: 0.0,
    });
    let _ = scene.colliders.push(ColliderScene::Box {
        center: [0.0; 3],
        size: [1.0; 3],
        turn: [0.0; 3],
        friction: 0.3,
        velocity: [0.0; 3],
        period: 0.0,
    });
    let _ = scene.pins.places.push(Place {
        across: 0.5,
        down: 0.5,
    });
    scene
}

/// A field: its key, the allowed range, and how to set it.
struct Field {
    key: &'static str,
    range: [f64; 2],
    set: fn(&mut Scene, f64),
}

const fn field(key: &'static str, low: f64, high: f64, set: fn(&mut Scene, f64)) -> Field {
    Field {
        key,
        range: [low, high],
        set,
    }
}

macro_rules! sphere {
    ($name:ident $([$i:literal])?) => {
        |s, v| if let Some(ColliderScene::Sphere { $name, .. }) = &mut s.colliders.0[0] {
            (*$name)$([$i])? = v;
        }
    };
}

macro_rules! plane {
    ($name:ident $([$i:literal])?) => {
        |s, v| if let Some(ColliderScene::Plane { $name, .. }) = &mut s.colliders.0[1] {
            (*$name)$([$i])? = v;
        }
    };
}

macro_rules! capsule {
    ($name:ident $([$i:literal])?) => {
        |s, v| if let Some(ColliderScene::Capsule { $name, .. }) = &mut s.colliders.0[2] {
            (*$name)$([$i])? = v;
        }
    };
}

macro_rules! cuboid {
    ($name:ident $([$i:literal])?) => {
        |s, v| if let Some(ColliderScene::Box { $name, .. }) = &mut s.colliders.0[3] {
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

/// Every field that holds a real number.
#[rustfmt::skip]
const FIELDS: &[Field] = &[
    field("cloth.width", 1e-3, 1e3, |s, v| s.cloth.width = v),
    field("cloth.density", 1e-6, 1e9, |s, v| s.cloth.density = v),
    field("cloth.center", -1e7, 1e7, |s, v| s.cloth.center[0] = v),
    field("cloth.center", -1e7, 1e7, |s, v| s.cloth.center[1] = v),
    field("cloth.center", -1e7, 1e7, |s, v| s.cloth.center[2] = v),
    field("cloth.particle-radius", 0.0, 1.0, |s, v| s.cloth.particle_radius = v),
    field("solver.damping.rate", 0.0, 1e6, |s, v| s.solver.damping = Damping::Rate(v)),
    field("solver.damping.per-step", 0.0, 1.0, |s, v| s.solver.damping = Damping::PerStep(v)),
    field("springs.structural", 0.0, 1e9, |s, v| s.springs.structural = v),
    field("springs.shear", 0.0, 1e9, |s, v| s.springs.shear = v),
    field("springs.bend", 0.0, 1e9, |s, v| s.springs.bend = v),
    field("springs.damping", 0.0, 1e6, |s, v| s.springs.damping = v),
    field("constraints.structural", 0.0, 1.0, |s, v| s.constraints.structural = v),
    field("constraints.shear", 0.0, 1.0, |s, v| s.constraints.shear = v),
    field("constraints.bend", 0.0, 1.0, |s, v| s.constraints.bend = v),
    field("pbd.structural", 0.0, 1.0, |s, v| s.pbd.structural = v),
    field("pbd.shear", 0.0, 1.0, |s, v| s.pbd.shear = v),
    field("pbd.bend", 0.0, 1.0, |s, v| s.pbd.bend = v),
    field("pbd.compression", 0.0, 1.0, |s, v| s.pbd.compression = v),
    field("xpbd.structural", 0.0, 1e9, |s, v| s.xpbd.structural = v),
    field("xpbd.shear", 0.0, 1e9, |s, v| s.xpbd.shear = v),
    field("xpbd.bend", 0.0, 1e9, |s, v| s.xpbd.bend = v),
    field("xpbd.compression", 0.0, 1e9, |s, v| s.xpbd.compression = v),
    field("xpbd.damping", 0.0, 1e6, |s, v| s.xpbd.damping = v),
    field("tethers.slack", 0.0, 10.0, part!(tethers => slack)),
    field("limit.ratio", 1.001, 10.0, part!(limit => ratio)),
    field("forces.gravity", -1e4, 1e4, |s, v| s.forces.gravity[0] = v),
    field("forces.gravity", -1e4, 1e4, |s, v| s.forces.gravity[1] = v),
    field("forces.gravity", -1e4, 1e4, |s, v| s.forces.gravity[2] = v),
    field("forces.air-drag", 0.0, 1e6, |s, v| s.forces.air_drag = v),
    field("forces.positional-wind.coefficient", -1e4, 1e4, part!(forces.positional_wind => coefficient)),
    field("forces.positional-wind.wave-number", -1e4, 1e4, part!(forces.positional_wind => wave_number)),
    field("forces.positional-wind.rate", -1e3, 1e3, part!(forces.positional_wind => rate)),
    field("forces.wind.velocity", -1e3, 1e3, part!(forces.wind => velocity[0])),
    field("forces.wind.velocity", -1e3, 1e3, part!(forces.wind => velocity[1])),
    field("forces.wind.velocity", -1e3, 1e3, part!(forces.wind => velocity[2])),
    field("forces.wind.coefficient", 0.0, 1e4, part!(forces.wind => coefficient)),
    field("colliders.sphere.center", -1e7, 1e7, sphere!(center[0])),
    field("colliders.sphere.center", -1e7, 1e7, sphere!(center[2])),
    field("colliders.sphere.radius", 1e-4, 1e3, sphere!(radius)),
    field("colliders.sphere.friction", 0.0, 100.0, sphere!(friction)),
    field("colliders.sphere.velocity", -1e3, 1e3, sphere!(velocity[1])),
    field("colliders.sphere.period", 0.0, 1e6, sphere!(period)),
    field("colliders.plane.point", -1e7, 1e7, plane!(point[0])),
    field("colliders.plane.point", -1e7, 1e7, plane!(point[2])),
    field("colliders.plane.friction", 0.0, 100.0, plane!(friction)),
    field("colliders.plane.velocity", -1e3, 1e3, plane!(velocity[1])),
    field("colliders.plane.period", 0.0, 1e6, plane!(period)),
    field("colliders.capsule.start", -1e7, 1e7, capsule!(start[0])),
    field("colliders.capsule.end", -1e7, 1e7, capsule!(end[2])),
    field("colliders.capsule.radius", 1e-4, 1e3, capsule!(radius)),
    field("colliders.capsule.friction", 0.0, 100.0, capsule!(friction)),
    field("colliders.capsule.velocity", -1e3, 1e3, capsule!(velocity[2])),
    field("colliders.capsule.period", 0.0, 1e6, capsule!(period)),
    field("colliders.box.center", -1e7, 1e7, cuboid!(center[1])),
    field("colliders.box.size", 1e-4, 1e3, cuboid!(size[0])),
    field("colliders.box.turn", -360.0, 360.0, cuboid!(turn[2])),
    field("colliders.box.friction", 0.0, 100.0, cuboid!(friction)),
    field("colliders.box.velocity", -1e3, 1e3, cuboid!(velocity[0])),
    field("colliders.box.period", 0.0, 1e6, cuboid!(period)),
    field("pins.places.across", 0.0, 1.0, |s, v| if let Some(p) = &mut s.pins.places.0[0] { p.across = v }),
    field("pins.places.down", 0.0, 1.0, |s, v| if let Some(p) = &mut s.pins.places.0[0] { p.down = v }),
];

fn with(field: &Field, value: f64) -> Scene {
    let mut scene = full();
    (field.set)(&mut scene, value);
    scene
}

/// The next number away from zero, or the smallest one.
fn beyond(bound: f64, up: bool) -> f64 {
    if up {
        bound.next_up()
    } else {
        bound.next_down()
    }
}

#[test]
fn every_field_is_refused_out_of_range() {
    full().validate().expect("the full scene is valid");
    for field in FIELDS {
        let [low, high] = field.range;
        let wrong = [
            beyond(low, false),
            beyond(high, true),
            f64::NEG_INFINITY,
            f64::INFINITY,
            f64::NAN,
        ];
        for value in wrong {
            let error = with(field, value).validate().expect_err(field.key);
            assert_eq!(error.key, field.key, "{value}");
            let same = error.value == value || (error.value.is_nan() && value.is_nan());
            assert!(same, "{}: {value} reported as {}", field.key, error.value);
            assert!(!error.allowed.is_empty());
            assert!(error.to_string().starts_with(field.key));
        }
    }
}

#[test]
fn every_field_is_accepted_at_its_bounds() {
    for field in FIELDS {
        for value in field.range {
            let checked = with(field, value).validate();
            checked.unwrap_or_else(|e| panic!("{value}: {e}"));
        }
    }
}

#[test]
fn steps_per_second_have_both_their_bounds() {
    let with = |rate| {
        let mut scene = full();
        scene.solver.steps_per_second = rate;
        scene.validate()
    };
    for rate in [1.0, 60.0, 1e9] {
        with(rate).expect("a rate");
    }
    let above = [1e9_f64.next_up(), 1e56, f64::INFINITY];
    for rate in [1.0_f64.next_down(), 0.0, -60.0, f64::NEG_INFINITY, f64::NAN]
        .into_iter()
        .chain(above)
    {
        assert_eq!(with(rate).unwrap_err().key, "solver.steps-per-second");
    }
}

/// A direction: its key and how to set it.
type Direction = (&'static str, fn(&mut Scene, [f64; 3]));

/// A field that counts: its key and how to set it.
type Counter = (&'static str, usize, fn(&mut Scene, usize));

#[test]
fn every_count_has_both_its_bounds() {
    let counts: [Counter; 10] = [
        ("cloth.columns", 4096, |s, n| s.cloth.columns = n),
        ("cloth.rows", 4096, |s, n| s.cloth.rows = n),
        ("solver.substeps", 1000, |s, n| s.solver.substeps = n as u32),
        ("constraints.substeps", 1000, |s, n| {
            s.constraints.substeps = n as u32
        }),
        ("constraints.iterations", 1000, |s, n| {
            s.constraints.iterations = n as u32
        }),
        ("pbd.substeps", 1000, |s, n| s.pbd.substeps = n as u32),
        ("pbd.iterations", 1000, |s, n| s.pbd.iterations = n as u32),
        ("xpbd.substeps", 1000, |s, n| s.xpbd.substeps = n as u32),
        ("xpbd.iterations", 1000, |s, n| s.xpbd.iterations = n as u32),
        ("limit.passes", 1000, |s, n| {
            s.limit.as_mut().unwrap().passes = n as u32
        }),
    ];
    for (key, most, set) in counts {
        for (count, allowed) in [(0, false), (1, true), (most, true), (most + 1, false)] {
            let mut scene = full();
            set(&mut scene, count);
            let result = scene.validate();
            assert_eq!(result.is_ok(), allowed, "{key} = {count}");
            if let Err(error) = result {
                assert_eq!(error.key, key);
            }
        }
    }
}

#[test]
fn directions_are_unit_vectors_at_right_angles() {
    let long = [1.001, 0.0, 0.0];
    let checks: [Direction; 3] = [
        ("cloth.across", |s, v| s.cloth.across = v),
        ("cloth.down", |s, v| s.cloth.down = v),
        ("colliders.plane.normal", |s, v| {
            if let Some(ColliderScene::Plane { normal, .. }) = &mut s.colliders.0[1] {
                *normal = v;
            }
        }),
    ];
    for (key, set) in checks {
        for v in [
            long,
            [0.999, 0.0, 0.0],
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
fn a_refused_scene_leaves_the_simulation_as_it_was() {
    let mut sim = begin::<f32, 5, 4>(&full());
    sim.run(3);
    let before = (sim.state_hash(), *sim.scene(), *sim.units());
    for field in FIELDS {
        let wrong = with(field, f64::NAN);
        assert!(sim.change(&wrong).is_err() && sim.reset(&wrong).is_err());
        assert_eq!(
            (sim.state_hash(), *sim.scene(), *sim.units()),
            before,
            "{}",
            field.key
        );
    }
    sim.step();
    assert_ne!(sim.state_hash(), before.0);
}

#[test]
fn substeps_are_those_of_the_grid_that_runs_unless_asked_otherwise() {
    let mut scene = full();
    scene.solver.mode = Mode::Hooke;
    (scene.cloth.columns, scene.cloth.rows) = (50, 50);
    scene.solver.substeps = 16;
    for (columns, rows) in [(1, 2), (50, 50), (99, 99)] {
        assert_eq!(scene.substeps(columns, rows), 16);
    }
    scene.solver.courant = true;
    // A spacing of a 49th of the width, of a 98th, and of all of it.
    assert_eq!(scene.substeps(50, 50), 16);
    assert_eq!(scene.substeps(99, 99), 32);
    assert_eq!(scene.substeps(2, 2), 1);
}

#[test]
fn an_unstable_time_step_is_said() {
    let mut scene = full();
    scene.solver.mode = Mode::Hooke;
    (scene.springs.structural, scene.springs.shear) = (50.0, 50.0);
    (scene.limit, scene.tear) = (None, None);
    let fastest = |mode: Mode, substeps: u32| {
        let mut scene = scene;
        scene.solver.mode = mode;
        scene.solver.substeps = substeps;
        let mut sim = begin::<f64, 9, 7>(&scene);
        let said = sim.check_stable().map_err(|error| (error.key, error.value));
        sim.run(120);
        let speeds = all(&sim).map(|(c, r)| length(sim.velocity(c, r).unwrap()));
        (said, speeds.fold(0.0, f64::max))
    };
    // Both ways: what is said to be stable is, and what is not explodes.
    let (said, speed) = fastest(Mode::Hooke, 1);
    assert_eq!(said, Err(("solver.substeps", 1.0)));
    assert!(speed.is_nan() || speed > 100.0, "{speed}");
    let (said, speed) = fastest(Mode::Hooke, 64);
    assert_eq!(said, Ok(()));
    assert!(speed < 20.0, "{speed}");
    assert_eq!(fastest(Mode::Xpbd, 1).0, Ok(()));
}

#[test]
fn coefficients_too_large_for_the_format_are_refused() {
    // Each value is in range, but not the three together.
    let mut scene = full();
    scene.cloth.density = 1e-6;
    scene.springs.structural = 1e9;
    scene.solver.steps_per_second = 1.0;
    scene.solver.substeps = 1;
    let mut sim = begin::<f32, 5, 4>(&full());
    let before = sim.state_hash();
    assert_eq!(sim.reset(&scene).unwrap_err().key, "springs.structural");
    assert_eq!(sim.change(&scene).unwrap_err().key, "springs.structural");
    assert_eq!(sim.state_hash(), before);
}
