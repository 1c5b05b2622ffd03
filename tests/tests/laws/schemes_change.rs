//! Contacts, the strain limit, switches of scheme, resets and memory, with
//! every scheme.

use allocation_counter::measure;
use cloth_core::scene::{ColliderScene, LimitScene};
use cloth_core::{Const, Method, Mode, Scalar, Scene, Verlet, scenes};
use cloth_tests::measure::{
    add, assert_near3, dot, largest_difference, length, positions, scale, sub, velocities, weights,
};
use cloth_tests::{
    Noise, SimWith, Tight, all, bare, begin_with, empty, shake, two_blanks, with_schemes,
};

/// The depth of the deepest particle in the ball, and the fastest inward
/// velocity of one that touches it.
fn contact<T: Scalar, S: Method>(sim: &SimWith<T, S>) -> [f64; 2] {
    let Some(ColliderScene::Sphere {
        center,
        radius,
        velocity,
        ..
    }) = sim.colliders().next()
    else {
        panic!("the scene has a ball");
    };
    let (mut depth, mut inward) = (0.0_f64, 0.0_f64);
    for (column, row) in all(sim).filter(|&(c, r)| !sim.cloth().is_pinned(c, r)) {
        let out = sub(sim.position(column, row).unwrap(), center);
        let gap = length(out) - radius - sim.scene().cloth.particle_radius;
        assert!(gap.is_finite(), "{}", S::NAME);
        depth = depth.max(-gap / radius);
        if gap < 1e-6 * radius {
            let v = sub(sim.velocity(column, row).unwrap(), velocity);
            inward = inward.max(-dot(v, scale(out, 1.0 / length(out))));
        }
    }
    [depth, inward]
}

fn ball_stays_out<T: Scalar, S: Tight, const W: usize, const H: usize>(limit: bool) {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    scene.limit = limit.then_some(LimitScene::DEFAULT);
    let mut sim = begin_with::<T, S, W, H>(&scene);
    let mut touched = false;
    for _ in 0..60 {
        sim.step();
        let [depth, inward] = contact(&sim);
        assert!(depth < 1e-5, "{} {depth:e}", S::NAME);
        assert!(inward < 1e-4, "{} {inward:e}", S::NAME);
        touched |= depth > -1e-6 && inward > 0.0;
        if limit {
            let strain = sim.measure().largest_strain.unwrap();
            assert!(strain <= 0.1 + 1e-6, "{} {strain}", S::NAME);
        }
    }
    let _ = touched;
}

#[test]
fn four_corners_sphere_stays_out_of_the_ball() {
    with_schemes!(ball_stays_out(false): f32, 10 by 10; all);
    with_schemes!(ball_stays_out(true): f32, 10 by 10; all);
}

/// One particle flies into a ball: afterwards it is on the surface and moves
/// along it.
fn hits<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let mut scene = bare(1, 1);
    let _ = scene.colliders.push(ColliderScene::Sphere {
        center: [0.0; 3],
        radius: 2.0,
        friction: 0.0,
        velocity: [0.0; 3],
        period: 0.0,
    });
    let mut sim = begin_with::<T, S, W, H>(&scene);
    sim.place(0, 0, [0.6, 3.0, 0.0], [0.0, -0.4, 0.1]).unwrap();
    let mut contacts = 0;
    for _ in 0..12 {
        let before = sim.velocity(0, 0).unwrap();
        sim.step();
        let (x, v) = (sim.position(0, 0).unwrap(), sim.velocity(0, 0).unwrap());
        assert!(length(x) > 2.0 - 1e-9, "{} {x:?}", S::NAME);
        if length(sub(v, before)) < 1e-12 {
            // Still in flight.
            continue;
        }
        contacts += 1;
        let normal = scale(x, 1.0 / length(x));
        assert!(dot(v, normal) > -1e-9, "{} {v:?}", S::NAME);
        assert!(length(v) < length(before), "energy is lost, not made");
        // Something is left: it slides.
        assert!(length(v) > 0.05, "{} {v:?}", S::NAME);
    }
    assert!(contacts > 0, "{}", S::NAME);
}

#[test]
fn contacts_leave_no_inward_velocity() {
    with_schemes!(hits(): f64, 1 by 1; all);
}

/// Two particles fly apart: the limit stops them, in the positions and in the
/// velocities, at 1 + 0.8·(ratio − 1).
fn limited<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let mut scene = bare(2, 1);
    scene.limit = Some(LimitScene {
        ratio: 1.1,
        passes: 10,
    });
    let mut sim = begin_with::<T, S, W, H>(&scene);
    let ends = [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]];
    sim.place(0, 0, ends[0], [-0.2, 0.05, 0.0]).unwrap();
    sim.place(1, 0, ends[1], [0.2, 0.05, 0.0]).unwrap();
    sim.step();
    assert!(sim.limit_passes() > 0);
    for (column, &start) in ends.iter().enumerate() {
        let side = if column == 0 { -1.0 } else { 1.0 };
        let x = sim.position(column, 0).unwrap();
        assert_near3(x, [side * 0.5 * 1.08, 0.05, 0.0], 1e-9);
        // No force acts: the velocity is what the particle has moved.
        assert_near3(sim.velocity(column, 0).unwrap(), sub(x, start), 1e-9);
    }
}

#[test]
fn the_limit_changes_velocities_as_it_changes_positions() {
    with_schemes!(limited(): f64, 2 by 1; all);
}

/// From a running Verlet cloth to the scheme and back.
fn switches<T: Scalar, S: Tight, const W: usize, const H: usize>(error: f64) {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    scene.springs.damping = 1e-4;
    let mut first = begin_with::<T, Verlet, W, H>(&scene);
    first.attach(4, 4, [0.1, 0.2, 0.0]).unwrap();
    first.run(20);
    let mut second = empty::<T, S>(W, H);
    second.take_over(&first);
    assert!(
        velocities(&first)
            .into_iter()
            .map(length)
            .fold(0.0, f64::max)
            > 0.1
    );
    assert_eq!(positions(&first), positions(&second));
    let off = largest_difference(&velocities(&first), &velocities(&second));
    assert!(off <= error, "{} {off:e}", S::NAME);
    assert_eq!(
        (first.scene(), first.time(), first.units()),
        (second.scene(), second.time(), second.units())
    );
    assert_eq!(weights(&first), weights(&second));
    assert!(first.colliders().eq(second.colliders()));
    // The hand goes on, and so does the cloth: no kick.
    let (before, first_before) = (positions(&second), positions(&first));
    second.step();
    first.step();
    let dt = 1.0 / scene.solver.steps_per_second;
    let i = 4 * W + 4;
    assert_near3(
        positions(&second)[i],
        add(before[i], scale([0.1, 0.2, 0.0], dt)),
        1e-5,
    );
    let went = largest_difference(&positions(&first), &first_before);
    let moved = largest_difference(&positions(&second), &before);
    // The implicit ones damp; IMEX halves this motion in a step.
    assert!(moved < 1.05 * went, "{} {moved:e} {went:e}", S::NAME);
    assert!(moved > 0.3 * went, "{} {moved:e} {went:e}", S::NAME);
    second.unpin(4, 4).unwrap();
    let mut third = empty::<T, Verlet>(W, H);
    third.take_over(&second);
    let off = largest_difference(&velocities(&third), &velocities(&second));
    assert!(off <= error, "back from {}: {off:e}", S::NAME);
    third.run(5);
    assert!(cloth_tests::measure::is_finite(&third));
}

#[test]
fn switching_keeps_positions_and_velocities() {
    with_schemes!(switches(1e-12): f64, 9 by 8; all);
    // A difference of positions, in spacings a substep, has the rounding of the
    // positions: half an ulp of 8, times the spacing, over the substep.
    with_schemes!(switches(2e-4): f32, 9 by 8; all);
}

/// The same scheme takes over without a trace.
fn same_bits<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let scene = scenes::FOUR_CORNERS_SPHERE.scene;
    let mut first = begin_with::<T, S, W, H>(&scene);
    first.run(10);
    let hash = first.state_hash();
    let mut second = empty::<T, S>(W, H);
    second.take_over(&first);
    // Verlet's x − (x − v) may round; velocities are copied.
    if S::NAME != "verlet" {
        assert_eq!(second.state_hash(), hash, "{}", S::NAME);
    }
    // And a reset brings back the first run, bit by bit: nothing is carried
    // over, not even the solver's first guess.
    first.reset(&scene).unwrap();
    first.run(10);
    assert_eq!(first.state_hash(), hash, "{}", S::NAME);
}

#[test]
fn a_reset_forgets_everything() {
    with_schemes!(same_bits(): f32, 8 by 7; all);
}

fn pins_and_hands<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    for mode in [Mode::Hooke, Mode::Constraint] {
        let mut scene = scenes::FOUR_CORNERS.scene;
        scene.solver.mode = mode;
        let mut sim = begin_with::<T, S, W, H>(&scene);
        shake(&mut *sim, &mut Noise::new(3), 0.01, 0.1);
        sim.pin(2, 3).unwrap();
        let (held, corner) = (sim.position(2, 3), sim.position(0, 0));
        sim.run(10);
        assert_eq!(
            (sim.position(2, 3), sim.position(0, 0)),
            (held, corner),
            "{}",
            S::NAME
        );
        assert_eq!(sim.velocity(2, 3), Some([0.0; 3]));
        // Let go, it starts from rest: after a substep no faster than gravity
        // and its springs make it.
        sim.unpin(2, 3).unwrap();
        assert_eq!(sim.velocity(2, 3), Some([0.0; 3]));
        sim.run(2);
        assert_ne!(sim.position(2, 3), held);
    }
}

#[test]
fn pinned_particles_stay_and_start_from_rest() {
    with_schemes!(pins_and_hands(): f32, 6 by 5; all);
}

/// A hand drags a particle along; the other end of the spring moves as fast, so
/// there is nothing for damping along the spring to damp.
fn dragged<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let mut scene = bare(2, 1);
    scene.springs.structural = 0.1;
    scene.springs.damping = 0.2;
    let mut sim = begin_with::<T, S, W, H>(&scene);
    let ends = [sim.position(0, 0).unwrap(), sim.position(1, 0).unwrap()];
    let hand = [0.05, 0.01, 0.0];
    sim.place(1, 0, ends[1], hand).unwrap();
    sim.attach(0, 0, hand).unwrap();
    sim.run(40);
    for (column, start) in ends.into_iter().enumerate() {
        let x = sim.position(column, 0).unwrap();
        assert_near3(x, add(start, scale(hand, 40.0)), 1e-12);
        assert_near3(sim.velocity(column, 0).unwrap(), hand, 1e-12);
    }
    // Turned round, it moves back; let go, it goes on.
    sim.attach(0, 0, scale(hand, -1.0)).unwrap();
    sim.step();
    assert_near3(
        sim.position(0, 0).unwrap(),
        add(ends[0], scale(hand, 39.0)),
        1e-12,
    );
    sim.unpin(0, 0).unwrap();
    assert_near3(sim.velocity(0, 0).unwrap(), scale(hand, -1.0), 1e-12);
}

#[test]
fn hands_have_a_velocity() {
    with_schemes!(dragged(): f64, 2 by 1; all);
}

/// The step time is halved while running: the motion goes on.
fn changes<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let scene: Scene = scenes::FOUR_CORNERS.scene;
    let mut sim = begin_with::<T, S, W, H>(&scene);
    sim.run(20);
    let (x, v) = (positions(&sim), velocities(&sim));
    let mut finer = scene;
    finer.solver.substeps *= 2;
    sim.change(&finer).unwrap();
    assert!(largest_difference(&positions(&sim), &x) < 1e-12);
    assert!(
        largest_difference(&velocities(&sim), &v) < 1e-10,
        "{}",
        S::NAME
    );
    sim.run(5);
    assert!(cloth_tests::measure::is_finite(&sim));
}

#[test]
fn a_change_of_step_keeps_velocities() {
    with_schemes!(changes(): f64, 6 by 5; all);
}

fn allocates_nothing<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let scene = scenes::FOUR_CORNERS_SPHERE.scene;
    let mut sim = begin_with::<T, S, W, H>(&scene);
    let other = begin_with::<T, Verlet, W, H>(&scene);
    let mut memory = two_blanks(&sim);
    let counted = measure(|| {
        sim.reset(&scene).unwrap();
        S::tighten(sim.state_mut(), 1e-4);
        sim.run(3);
        sim.take_over(&other);
        sim.step();
        std::hint::black_box((sim.stable_dt(&mut memory), sim.stable_dt_bound()));
    });
    assert_eq!(counted.count_total, 0, "{} {counted:?}", S::NAME);
    // What a scheme says of its memory is what it takes.
    let bytes = size_of::<S::State<T, Const<W, H>>>() as f64 / (W * H * size_of::<T>()) as f64;
    let expected = match S::NAME {
        "verlet" => 3.0,
        "symplectic-euler" => 6.0,
        "forward-euler" => 9.0,
        "rk2" => 12.0,
        "rk4" => 18.0,
        "backward-euler" => 24.0,
        "imex" => 19.0,
        other => panic!("{other} is not listed"),
    };
    assert!((bytes - expected).abs() < 1.0, "{} {bytes}", S::NAME);
}

#[test]
fn no_scheme_allocates() {
    with_schemes!(allocates_nothing(): f32, 8 by 7; all);
}
