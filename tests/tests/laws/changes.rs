//! Changes while running: settings, modes, methods, pins and hands.

use cloth_core::{ForwardEuler, Rk2, Rk4, SymplecticEuler, integrate};
use cloth_tests::empty;
use cloth_tests::prelude::*;

/// The default scene on a grid of this size.
fn drape(columns: usize, rows: usize) -> Scene {
    sized(&scenes::FOUR_CORNERS_SPHERE.scene, columns, rows)
}

/// A change of the scene with its name.
type Change = (&'static str, fn(&mut Scene));

#[rustfmt::skip]
const CHANGES: [Change; 15] = [
    ("mode", |s| s.solver.mode = Mode::Constraint),
    ("mode PBD", |s| s.solver.mode = Mode::Pbd),
    ("mode XPBD", |s| s.solver.mode = Mode::Xpbd),
    ("tethers", |s| (s.solver.mode, s.tethers) = (Mode::Xpbd, Some(TetherScene::default()))),
    ("compliance", |s| (s.solver.mode, s.xpbd.structural) = (Mode::Xpbd, 0.01)),
    ("PBD substeps", |s| (s.solver.mode, s.pbd.substeps) = (Mode::Pbd, 9)),
    ("substeps", |s| s.solver.substeps = 7),
    ("half the time step", |s| s.solver.substeps *= 2),
    ("constraint substeps", |s| s.constraints.substeps = 3),
    ("rate", |s| s.solver.steps_per_second = 240.0),
    ("stiffness", |s| s.springs.structural = 90.0),
    ("gravity", |s| s.forces.gravity = [1.0, 2.0, 3.0]),
    ("damping", |s| s.solver.damping = Damping::Rate(3.0)),
    ("width", |s| s.cloth.width = 1.3),
    ("no limit, no ball", |s| (s.limit, s.colliders) = (None, Colliders::EMPTY)),
];

/// A change keeps positions (m) and velocities (m/s) to rounding, with every method, and the motion goes on.
#[test]
fn a_change_keeps_positions_and_velocities() {
    for ((method, format), (name, change)) in pairs(pairs(Method::ALL, [F32, F64]), CHANGES) {
        let mut sim = Trial::new(&drape(9, 7), method, format);
        sim.run(20);
        let (x, v) = (sim.positions(), sim.velocities());
        let mut scene = *sim.scene();
        change(&mut scene);
        sim.change(&scene).unwrap();
        assert_eq!(*sim.scene(), scene);
        let rounding = epsilon(format) * 2.0;
        let off = largest_difference(&x, &sim.positions());
        assert!(off <= 2.0 * rounding, "{method} {name}: {off:e} m");
        // Verlet's velocities are differences of positions over a substep.
        let off = largest_difference(&v, &sim.velocities());
        let error = 4.0 * rounding / sim.units().dt;
        assert!(off <= error, "{method} {name}: {off:e} m/s, {error:e}");
        sim.run(5);
        assert!(is_finite(&sim), "{method} {name}");
    }
}

#[test]
fn a_change_to_the_same_scene_changes_nothing() {
    for scene in [drape(9, 7), sized(&scenes::SELF_COLLISION.scene, 16, 16)] {
        let mut one = verlet(&scene, F32);
        let mut two = one.clone();
        for _ in 0..60 {
            two.change(&scene).unwrap();
            one.step();
            two.step();
            assert_eq!(one.state_hash(), two.state_hash());
        }
    }
}

/// The longest way that a particle goes in a frame, m, where `mode` says
/// which mode each of the frames has.
fn frames(scene: &Scene, frames: usize, mode: impl Fn(usize) -> Mode) -> f64 {
    let mut sim = verlet(scene, F32);
    let mut fastest = 0.0_f64;
    for frame in 0..frames {
        if sim.scene().solver.mode != mode(frame) {
            sim.change(&in_mode(*sim.scene(), mode(frame))).unwrap();
        }
        assert_eq!(sim.scene().solver.mode, mode(frame));
        let before = sim.positions();
        sim.step();
        fastest = fastest.max(largest_difference(&before, &sim.positions()));
    }
    fastest
}

#[test]
fn switching_modes_gives_no_kick() {
    // Falling 1.2 m gains at most √(2·9.8·1.2) = 4.85 m/s, 0.081 m a frame.
    let scene = drape(16, 16);
    let fastest = frames(&scene, 240, |frame| Mode::ALL[frame / 60]);
    assert!(fastest < 0.081, "{fastest}");
    // To and fro without running away. Links at the limit of 110 % over the diagonal of the sheet, put
    // right in a frame, are 0.28 m: twice that is a bound that running away would pass.
    let fastest = frames(&scene, 240, |frame| Mode::ALL[frame / 12 % 4]);
    assert!(fastest < 0.56, "{fastest}");
    // Between PBD and XPBD, which remembers its links or does not.
    for iterations in [1, 4] {
        let mut scene = scene;
        (scene.pbd.substeps, scene.xpbd.substeps) = (10, 15);
        scene.xpbd.iterations = iterations;
        let turns = |frame: usize| [Mode::Pbd, Mode::Xpbd][(frame + 1) / 20 % 2];
        let fastest = frames(&scene, 180, turns);
        assert!((0.005..0.081).contains(&fastest), "{fastest}");
    }
}

#[test]
fn moving_balls_go_on_through_a_change() {
    let mut scene = sized(&scenes::SPHERE_APPROACH.scene, 8, 8);
    let mut sim = verlet(&scene, F64);
    let mut other = sim.clone();
    sim.run(30);
    other.run(15);
    scene.solver.steps_per_second *= 2.0;
    other.change(&scene).unwrap();
    other.run(30);
    assert_near(sim.time(), other.time(), 1e-9);
    // Both sum v·cos at the starts of substeps of different length.
    assert_near3(sim.collider(), other.collider(), 1.5 * sim.units().dt);
    assert!((sim.collider()[2] - -1.2).abs() > 0.3, "it moved");
}

#[test]
fn s0_7_unpinning_gives_no_kick() {
    // Held and let go between two steps: its velocity is gone all the same.
    let mut scene = bare(1, 1);
    let mut sim = verlet(&scene, F64);
    sim.place(0, 0, [0.0; 3], [1.0, 2.0, 3.0]);
    sim.pin(0, 0);
    sim.unpin(0, 0);
    sim.run(3);
    assert_eq!([sim.position(0, 0), sim.velocity(0, 0)], [[0.0; 3]; 2]);
    // Alone, it falls from rest as if it had never been held.
    scene.forces.gravity = [0.0, -1.0 / 512.0, 0.0];
    let mut sim = verlet(&scene, F32);
    sim.run(100);
    sim.pin(0, 0);
    let held = sim.position(0, 0);
    sim.run(100);
    assert_eq!(sim.position(0, 0), held);
    sim.unpin(0, 0);
    sim.run(10);
    assert_eq!(sim.position(0, 0)[1] - held[1], -55.0 / 512.0);
}

/// Where the pinned particles are.
fn held(sim: &Trial) -> Vec<Vector> {
    let pinned = all(sim).filter(|&(c, r)| sim.is_pinned(c, r));
    pinned.map(|(c, r)| sim.position(c, r)).collect()
}

#[test]
fn pinned_particles_stay_and_start_from_rest() {
    for (method, mode) in pairs(Method::ALL, [Mode::Hooke, Mode::Constraint]) {
        let scene = in_mode(sized(&scenes::FOUR_CORNERS.scene, 6, 5), mode);
        let mut sim = Trial::new(&scene, method, F32);
        shake(&mut sim, &mut Noise::new(3), 0.01, 0.1);
        sim.pin(2, 3);
        let held = [sim.position(2, 3), sim.position(0, 0)];
        sim.run(10);
        assert_eq!([sim.position(2, 3), sim.position(0, 0)], held, "{method}");
        // Let go, it starts from rest.
        sim.unpin(2, 3);
        assert_eq!(sim.velocity(2, 3), [0.0; 3]);
        sim.run(2);
        assert_ne!(sim.position(2, 3), held[0]);
    }
    for (named, mode) in pairs(scenes::ALL, Mode::ALL) {
        let mut scene = in_mode(sized(&named.scene, 10, 7), mode);
        let tethered = mode == Mode::Pbd && scene.tear.is_none();
        scene.tethers = tethered.then_some(TetherScene::default());
        // A ball goes through the first particle.
        let ball = ColliderScene::sphere(scene.cloth.start(10, 7, 0, 0), 0.1);
        let ball = ball.moving([0.1, 0.0, 0.1]).with_friction(0.5);
        let _ = scene.colliders.push(ball);
        let mut sim = verlet(&scene, F32);
        let before = held(&sim);
        sim.run(20);
        assert_eq!(held(&sim), before, "{} {mode:?}", named.name);
    }
}

#[test]
fn an_attached_particle_moves_with_its_hand_and_flies_on() {
    let modes = Mode::ALL.map(|mode| (Verlet, mode));
    let methods = Method::ALL.map(|method| (method, Mode::Hooke));
    for (method, mode) in [&modes[..], &methods].concat() {
        let mut scene = in_mode(drape(9, 9), mode);
        scene.colliders = Colliders::EMPTY;
        let mut sim = Trial::new(&scene, method, F64);
        let start = sim.position(4, 4);
        let velocity = [0.25, 0.5, -0.125];
        sim.attach(4, 4, velocity);
        sim.run(30);
        assert_near3(sim.position(4, 4), add(start, scale(velocity, 0.5)), 1e-11);
        assert_near3(sim.velocity(4, 4), velocity, 1e-9);
        // As fast with another time step.
        scene.solver.steps_per_second *= 2.0;
        sim.change(&scene).unwrap();
        sim.run(60);
        assert_near3(sim.position(4, 4), add(start, velocity), 1e-11);
        // Another velocity for the same hand, then let go.
        sim.attach(4, 4, [0.0, 1.0, 0.0]);
        sim.step();
        sim.unpin(4, 4);
        assert_near3(sim.velocity(4, 4), [0.0, 1.0, 0.0], 1e-9);
    }
}

/// A hand drags a particle along; the other end of the spring moves as fast, so
/// there is nothing for damping along the spring to damp.
#[test]
fn hands_have_a_velocity_in_every_method() {
    for method in Method::ALL {
        let mut scene = bare(2, 1);
        (scene.springs.structural, scene.springs.damping) = (0.1, 0.2);
        let mut sim = Trial::new(&scene, method, F64);
        let ends = sim.positions();
        let hand = [0.05, 0.01, 0.0];
        sim.place(1, 0, ends[1], hand);
        sim.attach(0, 0, hand);
        sim.run(40);
        for (column, start) in ends.iter().enumerate() {
            let expected = add(*start, scale(hand, 40.0));
            assert_near3(sim.position(column, 0), expected, 1e-12);
            assert_near3(sim.velocity(column, 0), hand, 1e-12);
        }
    }
}

/// From a running Verlet cloth to the method and back.
fn switches(method: Method, format: Format, error: f64) {
    let mut scene = drape(9, 8);
    scene.springs.damping = 1e-4;
    let mut first = verlet(&scene, format);
    first.attach(4, 4, [0.1, 0.2, 0.0]);
    first.run(20);
    let mut second = first.with_method(method);
    assert!(fastest(&first) > 0.1);
    assert_eq!(first.positions(), second.positions());
    let off = largest_difference(&first.velocities(), &second.velocities());
    assert!(off <= error, "{method} {off:e}");
    let kept = |sim: &Trial| {
        let by_itself = (*sim.scene(), sim.time(), sim.units());
        (by_itself, held(sim), sim.colliders())
    };
    assert_eq!(kept(&first), kept(&second));
    // The hand goes on, and so does the cloth: no kick.
    let before = second.positions();
    second.step();
    first.step();
    let hand = scale([0.1, 0.2, 0.0], 1.0 / scene.solver.steps_per_second);
    assert_near3(second.position(4, 4), add(before[4 * 9 + 4], hand), 1e-5);
    let went = largest_difference(&first.positions(), &before);
    let moved = largest_difference(&second.positions(), &before);
    // The implicit ones damp; IMEX halves this motion in a step.
    let part = moved / went;
    assert!((0.3..1.05).contains(&part), "{method} {part}");
    second.unpin(4, 4);
    let mut third = second.with_method(Verlet);
    let off = largest_difference(&third.velocities(), &second.velocities());
    assert!(off <= error, "back from {method}: {off:e}");
    third.run(5);
    assert!(is_finite(&third));
}

#[test]
fn switching_methods_keeps_positions_and_velocities() {
    for method in Method::ALL {
        switches(method, F64, 1e-12);
        // A difference of positions, in spacings a substep, has the rounding of the
        // positions: half an ulp of 8, times the spacing, over the substep.
        switches(method, F32, 2e-4);
    }
}

/// A reset brings back the first run, bit by bit: nothing is carried over, not even the solver's first
/// guess.
#[test]
fn a_reset_forgets_everything() {
    let folds = sized(&scenes::SELF_COLLISION.scene, 16, 16);
    let methods = Method::ALL.map(|method| (method, drape(8, 7), 10));
    for (method, scene, steps) in methods.into_iter().chain([(Verlet, folds, 60)]) {
        let mut first = Trial::new(&scene, method, F32);
        first.run(steps);
        let hash = first.state_hash();
        first.reset(&scene).unwrap();
        first.run(steps);
        assert_eq!(first.state_hash(), hash, "{method}");
    }
}

/// The same method takes over without a trace. Verlet's x − (x − v) may round; velocities are copied.
#[test]
fn the_same_method_takes_over_every_bit() {
    fn same<M: integrate::Method>(method: Method) {
        let mut first = Trial::new(&drape(8, 7), method, F32);
        first.run(10);
        let mut second = empty::<f32, M, WithAll>(8, 7);
        second.take_over(first.of::<f32, M>()).unwrap();
        assert_eq!(second.state_hash(), first.state_hash(), "{method}");
    }
    same::<SymplecticEuler>(Method::SymplecticEuler);
    same::<ForwardEuler>(Method::ForwardEuler);
    same::<Rk2>(Method::Rk2);
    same::<Rk4>(Method::Rk4);
    same::<cloth_core::BackwardEuler>(BackwardEuler);
    same::<cloth_core::Imex>(Imex);
}
