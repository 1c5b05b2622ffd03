//! Changes while running: settings, modes, pins and hands.

use cloth_core::scene::TetherScene;
use cloth_core::{AttachError, Damping, MAX_ATTACHMENTS, Mode, Scalar, Scene, scenes};
use cloth_tests::measure::{assert_near, assert_near3, largest_difference, positions, velocities};
use cloth_tests::{Sim, bare, begin};

fn drape() -> Scene {
    scenes::FOUR_CORNERS_SPHERE.scene
}

/// A change of the scene with its name.
type Change = (&'static str, fn(&mut Scene));

const CHANGES: [Change; 14] = [
    ("mode", |s| s.solver.mode = Mode::Constraint),
    ("mode PBD", |s| s.solver.mode = Mode::Pbd),
    ("mode XPBD", |s| s.solver.mode = Mode::Xpbd),
    ("tethers", |s| {
        s.solver.mode = Mode::Xpbd;
        s.tethers = Some(TetherScene::DEFAULT);
    }),
    ("compliance", |s| {
        s.solver.mode = Mode::Xpbd;
        s.xpbd.structural = 0.01;
    }),
    ("PBD substeps", |s| {
        s.solver.mode = Mode::Pbd;
        s.pbd.substeps = 9;
    }),
    ("substeps", |s| s.solver.substeps = 7),
    ("constraint substeps", |s| s.constraints.substeps = 3),
    ("rate", |s| s.solver.steps_per_second = 240.0),
    ("stiffness", |s| s.springs.structural = 90.0),
    ("gravity", |s| s.forces.gravity = [1.0, 2.0, 3.0]),
    ("damping", |s| s.solver.damping = Damping::Rate(3.0)),
    ("width", |s| s.cloth.width = 1.3),
    ("no limit, no ball", |s| {
        s.limit = None;
        s.colliders = cloth_core::scene::Colliders::EMPTY;
    }),
];

/// A change keeps positions (m) and velocities (m/s) to rounding.
fn keeps_motion<T: Scalar>(epsilon: f64) {
    for (name, change) in CHANGES {
        let mut sim = begin::<T, 9, 7>(&drape());
        sim.run(20);
        let (x, v) = (positions(&*sim), velocities(&*sim));
        let mut scene = *sim.scene();
        change(&mut scene);
        sim.change(&scene).unwrap();
        assert_eq!(*sim.scene(), scene);
        let reach = 2.0;
        let off = largest_difference(&x, &positions(&*sim));
        assert!(off <= 2.0 * epsilon * reach, "{name}: {off:e} m");
        // Velocities are differences of positions over a substep.
        let off = largest_difference(&v, &velocities(&*sim));
        let error = 4.0 * epsilon * reach / sim.units().dt;
        assert!(off <= error, "{name}: {off:e} m/s, {error:e}");
    }
}

#[test]
fn a_change_keeps_positions_and_velocities() {
    keeps_motion::<f32>(f64::from(f32::EPSILON));
    keeps_motion::<f64>(f64::EPSILON);
}

#[test]
fn a_change_to_the_same_scene_changes_nothing() {
    let mut one = begin::<f32, 9, 7>(&scenes::ALL[0].scene);
    one.run(15);
    let mut two = one.clone();
    let scene = *one.scene();
    for _ in 0..10 {
        two.change(&scene).unwrap();
        one.step();
        two.step();
        assert_eq!(one.state_hash(), two.state_hash());
    }
}

/// The longest way a particle of the default scene goes in one of 240 frames,
/// m, with the mode switched every `frames` frames.
fn fastest_frame(frames: u32) -> f64 {
    let mut sim = begin::<f32, 16, 16>(&drape());
    let mut fastest = 0.0_f64;
    for step in 0..240 {
        let mode = Mode::ALL[(step / frames) as usize % Mode::ALL.len()];
        sim.set_mode(mode).unwrap();
        assert_eq!(sim.scene().solver.mode, mode);
        let before = positions(&*sim);
        sim.step();
        fastest = fastest.max(largest_difference(&before, &positions(&*sim)));
    }
    fastest
}

#[test]
fn switching_modes_gives_no_kick() {
    // Falling 1.2 m gains at most √(2·9.8·1.2) = 4.85 m/s, 0.081 m a frame.
    let fastest = fastest_frame(60);
    assert!(fastest < 0.081, "{fastest}");
}

#[test]
fn modes_switch_to_and_fro_without_running_away() {
    // Links at the limit of 110 % over the diagonal of the sheet, put right in
    // a frame, are 0.28 m: twice that is a bound that running away would pass.
    let fastest = fastest_frame(12);
    assert!(fastest < 0.56, "{fastest}");
}

#[test]
fn moving_balls_go_on_through_a_change() {
    let named = scenes::ALL
        .iter()
        .find(|s| s.name == "sphere-approach")
        .unwrap();
    let mut sim = begin::<f64, 8, 8>(&named.scene);
    let mut other = sim.clone();
    sim.run(30);
    other.run(15);
    let mut scene = named.scene;
    scene.solver.steps_per_second *= 2.0;
    other.change(&scene).unwrap();
    other.run(30);
    let center = |sim: &Sim<f64>| match sim.colliders().next() {
        Some(cloth_core::scene::ColliderScene::Sphere { center, .. }) => center,
        other => panic!("no ball: {other:?}"),
    };
    assert_near(sim.time(), other.time(), 1e-9);
    // Both sum v·cos at the starts of substeps of different length.
    let step = 1.5 * sim.units().dt;
    assert_near3(center(&sim), center(&other), step);
    assert!((center(&sim)[2] - -1.2).abs() > 0.3, "it moved");
}

#[test]
fn s0_7_unpinning_gives_no_kick() {
    for mode in Mode::ALL {
        let mut scene = drape();
        scene.solver.mode = mode;
        let mut sim = begin::<f64, 9, 9>(&scene);
        sim.run(60);
        assert_eq!(sim.velocity(0, 0), Some([0.0; 3]));
        let before = sim.position(0, 0).unwrap();
        sim.unpin(0, 0).unwrap();
        assert_eq!(sim.velocity(0, 0), Some([0.0; 3]));
        assert_eq!(sim.position(0, 0), Some(before));
    }
    // Held and let go between two steps: its velocity is gone all the same.
    let mut sim = begin::<f64, 1, 1>(&bare(1, 1));
    sim.place(0, 0, [0.0; 3], [1.0, 2.0, 3.0]).unwrap();
    sim.pin(0, 0).unwrap();
    sim.unpin(0, 0).unwrap();
    assert_eq!(sim.velocity(0, 0), Some([0.0; 3]));
    sim.run(3);
    assert_eq!(sim.position(0, 0), Some([0.0; 3]));
    // Alone, it falls from rest as if it had never been held.
    let mut scene = bare(1, 1);
    scene.forces.gravity = [0.0, -1.0 / 512.0, 0.0];
    let mut sim = begin::<f32, 1, 1>(&scene);
    sim.run(100);
    sim.pin(0, 0).unwrap();
    let held = sim.position(0, 0).unwrap();
    sim.run(100);
    assert_eq!(sim.position(0, 0), Some(held));
    sim.unpin(0, 0).unwrap();
    sim.run(10);
    assert_eq!(sim.position(0, 0).unwrap()[1] - held[1], -55.0 / 512.0);
}

#[test]
fn an_attached_particle_moves_with_its_hand_and_flies_on() {
    for mode in Mode::ALL {
        let mut scene = drape();
        scene.solver.mode = mode;
        scene.colliders = cloth_core::scene::Colliders::EMPTY;
        let mut sim = begin::<f64, 9, 9>(&scene);
        let start = sim.position(4, 4).unwrap();
        let velocity = [0.25, 0.5, -0.125];
        sim.attach(4, 4, velocity).unwrap();
        sim.run(30);
        let moved = velocity.map(|v| 0.5 * v);
        let expected = core::array::from_fn(|i| start[i] + moved[i]);
        assert_near3(sim.position(4, 4).unwrap(), expected, 1e-11);
        assert_near3(sim.velocity(4, 4).unwrap(), velocity, 1e-9);
        // Another velocity for the same hand, then let go.
        sim.attach(4, 4, [0.0, 1.0, 0.0]).unwrap();
        sim.step();
        sim.unpin(4, 4).unwrap();
        assert_near3(sim.velocity(4, 4).unwrap(), [0.0, 1.0, 0.0], 1e-9);
    }
}

#[test]
fn hands_keep_their_velocity_through_a_change_of_time_step() {
    let mut sim = begin::<f64, 3, 3>(&bare(3, 3));
    let start = sim.position(0, 0).unwrap();
    sim.attach(0, 0, [0.5, 0.0, 0.25]).unwrap();
    sim.run(4);
    let mut scene = *sim.scene();
    scene.solver.steps_per_second = 10.0;
    sim.change(&scene).unwrap();
    sim.run(40);
    let moved = core::array::from_fn(|i| start[i] + [4.0, 0.0, 2.0][i]);
    assert_near3(sim.position(0, 0).unwrap(), moved, 1e-12);
}

#[test]
fn pins_and_hands_outside_or_too_many_are_refused() {
    let mut sim = begin::<f32, 4, 3>(&bare(4, 3));
    let before = sim.state_hash();
    for (c, r) in [(4, 0), (0, 3), (usize::MAX, 0), (0, usize::MAX)] {
        let error = sim.pin(c, r).unwrap_err();
        assert_eq!(
            (error.column, error.row, error.columns, error.rows),
            (c, r, 4, 3)
        );
        assert!(sim.unpin(c, r).is_err());
        assert!(sim.place(c, r, [0.0; 3], [0.0; 3]).is_err());
        assert!(matches!(
            sim.attach(c, r, [0.0; 3]),
            Err(AttachError::Outside(_))
        ));
        assert_eq!(sim.position(c, r), None);
    }
    assert_eq!(sim.state_hash(), before);
    for i in 0..MAX_ATTACHMENTS {
        sim.attach(i % 4, i / 4, [0.0; 3]).unwrap();
    }
    let before = sim.state_hash();
    assert_eq!(sim.attach(3, 2, [0.0; 3]), Err(AttachError::Full));
    assert!(!sim.cloth().is_pinned(3, 2), "nothing is half done");
    assert_eq!(sim.state_hash(), before);
    sim.attach(0, 0, [1.0, 0.0, 0.0])
        .expect("a hand that is there already");
}

#[test]
fn pinned_particles_never_move() {
    for named in scenes::ALL {
        for mode in Mode::ALL {
            let mut scene = named.scene;
            scene.solver.mode = mode;
            let tethered = mode == Mode::Pbd && scene.tear.is_none();
            scene.tethers = tethered.then_some(TetherScene::DEFAULT);
            let mut sim = begin::<f32, 10, 7>(&scene);
            let held = |sim: &Sim<f32>| -> Vec<_> {
                let all = cloth_tests::particles(10, 7);
                let pinned = all.filter(|&(c, r)| sim.cloth().is_pinned(c, r));
                let grid = sim.cloth().positions();
                pinned.map(|(c, r)| grid.get(c, r)).collect()
            };
            let before = held(&sim);
            sim.run(20);
            assert_eq!(held(&sim), before, "{} {mode:?}", named.name);
        }
    }
}
