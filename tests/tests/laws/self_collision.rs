//! Contacts of the cloth with itself, in the scenes and in bare ones.

use cloth_core::scene::{ColliderScene, SelfCollisionScene};
use cloth_core::{Fixed, Method, Mode, Scalar, Scene, Verlet, WithSelfCollision, scenes};
use cloth_tests::heap::heap;
use cloth_tests::measure::{is_finite, length, linear_momentum, positions, velocities};
use cloth_tests::overlap::{cutting_triangles, nearest_pair};
use cloth_tests::{
    Sim, bare, begin, begin_having, begin_with, empty, empty_having, particles, size, with_schemes,
};

/// How a cloth lies on itself.
#[derive(Clone, Copy, Debug)]
struct Lie {
    /// The nearest two particles that are not neighbours on the grid, over the
    /// thickness.
    nearest: f64,
    /// The nearest two that are far apart on the grid: whether anything has folded.
    layers: f64,
    /// Pairs of triangles that go through each other.
    cuts: usize,
    /// m/s.
    fastest: f64,
}

fn look(sim: &Sim<f32>) -> Lie {
    assert!(is_finite(sim));
    let (columns, rows) = size(sim);
    let x = positions(sim);
    let thickness = sim.units().spacing;
    let speeds = velocities(sim).into_iter().map(length);
    Lie {
        nearest: nearest_pair(columns, 1.0, &x) / thickness,
        layers: nearest_pair(columns, 4.0, &x) / thickness,
        cuts: cutting_triangles(columns, rows, &x),
        fastest: speeds.fold(0.0, f64::max),
    }
}

/// Runs a scene in a mode until it is settled: no pair nearer than 0.9 of the
/// thickness (but for neighbours on the grid), no triangle through another.
fn settles<const W: usize, const H: usize>(scene: &Scene, mode: Mode, seconds: u32) {
    let mut scene = *scene;
    scene.solver.mode = mode;
    let mut sim = begin::<f32, W, H>(&scene);
    let (mut worst, mut folded) = (0, f64::INFINITY);
    for second in 1..=seconds {
        sim.run(scene.solver.steps_per_second as u32);
        let lie = look(&sim);
        println!("{mode:?} {W} × {H}, {second} s: {lie:.3?}");
        (worst, folded) = (worst.max(lie.cuts), folded.min(lie.layers));
        if second == seconds {
            assert!(lie.nearest > 0.9, "{lie:?}");
            // In constraint mode it slides flat in the end.
            assert!(folded < 1.1, "nothing lay on anything: {folded}");
            assert_eq!(lie.cuts, 0, "worst {worst}");
            assert!(lie.fastest < 1.0, "{lie:?}");
        }
    }
}

/// A box comes down, up to three times, on a cloth that cannot lie as flat as the box
/// would have it, and goes up again.
fn is_pressed<const W: usize, const H: usize>(mode: Mode) {
    let mut scene = scenes::SQUEEZE.scene;
    scene.solver.mode = mode;
    let mut sim = begin::<f32, W, H>(&scene);
    let (mut tightest, mut fastest) = (f64::INFINITY, 0.0_f64);
    // At 1.5, 7.5 and 13.5 s the box is lowest, at 4.5 s and so on highest.
    // A debug build sees it come down once.
    let seconds = if cfg!(optimized) { 16 } else { 5 };
    for frame in 1..=seconds * 60 {
        sim.step();
        let x = positions(&*sim);
        // The colliders come last; of two that share a particle the box does.
        let floor = x.iter().map(|x| x[1]).fold(f64::INFINITY, f64::min);
        assert!(floor > -0.02, "{mode:?} {frame}: {floor}");
        if frame % 30 == 0 {
            let lie = look(&sim);
            println!("{mode:?} {W} × {H}, {:.1} s: {lie:.3?}", sim.time());
            tightest = tightest.min(lie.nearest);
            fastest = fastest.max(lie.fastest);
            // Up, and the cloth at rest.
            if frame % 360 == 270 {
                assert!(lie.nearest > 0.9, "{mode:?} {frame}: {lie:?}");
                assert!(lie.layers < 1.5, "nothing lies on anything: {lie:?}");
                assert_eq!(lie.cuts, 0, "{mode:?} {frame}");
                assert!(lie.fastest < 0.3, "{mode:?} {frame}: {lie:?}");
            }
        }
    }
    assert!(tightest < 0.9, "it was not pressed: {tightest}");
    assert!(fastest < 3.0, "{fastest} m/s");
}

#[test]
fn a_cloth_under_a_box_is_calm_and_whole_after_it() {
    for mode in [Mode::Hooke, Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        is_pressed::<64, 32>(mode);
    }
}

#[test]
fn an_upright_cloth_folds_on_the_floor() {
    for mode in [Mode::Hooke, Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        settles::<32, 32>(&scenes::SELF_COLLISION.scene, mode, 4);
    }
}

#[test]
fn a_folded_cloth_lies_on_itself() {
    for mode in [Mode::Hooke, Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        settles::<32, 16>(&scenes::FOLD.scene, mode, 4);
    }
}

#[test]
fn three_layers_lie_on_a_ball() {
    if cfg!(not(optimized)) {
        return settles::<48, 16>(&scenes::THREE_LAYERS.scene, Mode::Xpbd, 3);
    }
    for mode in [Mode::Hooke, Mode::Pbd, Mode::Xpbd] {
        settles::<96, 32>(&scenes::THREE_LAYERS.scene, mode, 3);
    }
}

fn heap_rests<const N: usize>(mode: Mode) {
    let mut sim = begin::<f32, N, N>(&heap(mode, 15));
    for half in 1..=8 {
        sim.run(30);
        let lie = look(&sim);
        println!("{mode:?}, {} s: {lie:.3?}", 0.5 * f64::from(half));
        assert_eq!(lie.cuts, 0, "{mode:?}");
        // From a fall of a metre: 4.4 m/s.
        assert!(lie.fastest < if half < 4 { 10.0 } else { 4.4 }, "{lie:?}");
    }
}

/// Layers lie on layers in all directions. A contact that pulls back what links part blows up the
/// larger heap.
#[test]
fn a_heap_comes_to_rest_and_nothing_goes_through() {
    heap_rests::<48>(Mode::Pbd);
    heap_rests::<64>(Mode::Xpbd);
}

/// So the tests above can fail: this is the scene of one of them.
#[test]
fn without_contacts_the_cloth_passes_through_itself() {
    let mut scene = scenes::SELF_COLLISION.scene;
    scene.self_collision = None;
    let mut sim = begin::<f32, 32, 32>(&scene);
    sim.run(180);
    assert!(cutting_triangles(32, 32, &positions(&*sim)) > 100);
}

/// Two sheets of 8 × 7 particles in one grid of 8 × 14 (nothing links them), the
/// second `gap` above the first and shifted, with these velocities.
fn two_sheets<T: Scalar>(gap: f64, velocity: [f64; 3], friction: f64) -> Box<Sim<T>> {
    let mut scene = bare(8, 14);
    scene.self_collision = Some(SelfCollisionScene {
        thickness: None,
        friction,
    });
    let mut sim = begin::<T, 8, 14>(&scene);
    for (column, row) in particles(8, 14) {
        let upper = row >= 7;
        let at = [
            column as f64,
            if upper { gap } else { 0.0 },
            (row % 7) as f64,
        ];
        let shift = if upper && gap != 0.0 { 0.3 } else { 0.0 };
        let place = [at[0] + shift, at[1], at[2] + shift];
        let v = velocity.map(|v| if upper { -v } else { v });
        sim.place(column, row, place, v).unwrap();
    }
    sim
}

fn mean_height(sim: &Sim<f32>, rows: core::ops::Range<usize>) -> f64 {
    let heights = rows.clone().flat_map(|r| (0..8).map(move |c| (c, r)));
    let sum: f64 = heights.map(|(c, r)| sim.position(c, r).unwrap()[1]).sum();
    sum / (8 * rows.len()) as f64
}

#[test]
fn sheets_thrown_at_each_other_do_not_pass_at_the_allowed_speed() {
    // Half of the allowed 0.9 spacings a substep each.
    for speed in [0.02, 0.1, 0.2, 0.3, 0.44] {
        for gap in [1.5, 2.0, 2.23, 3.1] {
            let mut sim = two_sheets::<f32>(gap, [0.0, speed, 0.0], 0.3);
            sim.run(30);
            let apart = mean_height(&sim, 7..14) - mean_height(&sim, 0..7);
            assert!(apart > 0.5, "{speed} {gap}: {apart}");
            let after = linear_momentum(&*sim);
            // Rounding; and above that what is slowed down loses some.
            let allowed = if speed <= 0.2 {
                1e-3
            } else {
                0.01 * 56.0 * speed
            };
            assert!(length(after) < allowed, "{speed}: {after:?}");
        }
    }
}

#[test]
fn what_is_faster_than_allowed_is_slowed_down_and_does_not_pass() {
    for speed in [1.0, 5.0] {
        let mut sim = two_sheets::<f32>(2.5, [0.0, speed, 0.0], 0.3);
        sim.run(30);
        let apart = mean_height(&sim, 7..14) - mean_height(&sim, 0..7);
        assert!(apart > 0.5, "{speed}: {apart}");
    }
}

#[test]
fn layers_in_one_place_part_calmly() {
    let mut sim = two_sheets::<f32>(0.0, [0.0; 3], 0.3);
    for _ in 0..300 {
        sim.step();
        let fastest = velocities(&*sim)
            .iter()
            .map(|v| length(*v))
            .fold(0.0, f64::max);
        // A push adds no speed; what touches may only pass some on.
        assert!(fastest < 0.05, "{fastest} spacings a substep");
    }
    let near = nearest_pair(8, 1.0, &positions(&*sim));
    assert!(near > 0.9, "{near}");
}

#[test]
fn what_is_squeezed_between_two_planes_stays_calm() {
    // Two layers need 1 spacing and have 0.4.
    let mut sim = two_sheets::<f32>(0.3, [0.0; 3], 0.3);
    let mut scene = *sim.scene();
    for (height, up) in [(-0.05, 1.0), (0.35, -1.0)] {
        let _ = scene.colliders.push(ColliderScene::Plane {
            point: [0.0, height, 0.0],
            normal: [0.0, up, 0.0],
            friction: 0.5,
            velocity: [0.0; 3],
            period: 0.0,
        });
    }
    sim.change(&scene).unwrap();
    for _ in 0..1000 {
        sim.step();
        let fastest = velocities(&*sim)
            .iter()
            .map(|v| length(*v))
            .fold(0.0, f64::max);
        assert!(is_finite(&*sim) && fastest < 0.1, "{fastest}");
    }
    // The colliders come last, and hold.
    for x in positions(&*sim) {
        assert!((-0.0501..=0.3501).contains(&x[1]), "{x:?}");
    }
}

#[test]
fn friction_stops_layers_as_coulomb_says() {
    // Approaching by u and sliding by v relative to each other: after the shock
    // the layers slide by v − μ·u, or not at all. Exact where the layers meet
    // particle on particle: when they have approached by 0.02 of 0.05.
    for (mu, left) in [(0.0, 0.1), (0.3, 0.085), (3.0, 0.0)] {
        let mut sim = two_sheets::<f32>(1.02, [0.05, 0.025, 0.0], mu);
        for (column, row) in particles(8, 14) {
            let x = sim.position(column, row).unwrap();
            let v = sim.velocity(column, row).unwrap();
            let shift = if row >= 7 { 0.3 - 0.04 } else { 0.0 };
            let place = [x[0] - shift, x[1], x[2] - if row >= 7 { 0.3 } else { 0.0 }];
            sim.place(column, row, place, v).unwrap();
        }
        sim.run(1);
        let speed = |row| sim.velocity(4, row).unwrap()[0];
        let slides = speed(3) - speed(10);
        assert!((slides - left).abs() < 1e-5, "{mu}: {slides}");
    }
}

#[test]
fn runs_repeat_to_the_bit_and_a_change_to_the_same_changes_nothing() {
    let scene = scenes::SELF_COLLISION.scene;
    let mut one = begin::<f32, 16, 16>(&scene);
    let mut two = begin::<f32, 16, 16>(&scene);
    for _ in 0..60 {
        one.step();
        two.change(&scene).unwrap();
        two.step();
        assert_eq!(one.state_hash(), two.state_hash());
    }
    one.reset(&scene).unwrap();
    one.run(60);
    assert_eq!(one.state_hash(), two.state_hash());
}

/// The capacity of the list is about time and memory, not about the result; and with it how wide a list is and
/// when one is made. The heap lands, where one pair a particle has room for no list.
#[test]
fn the_capacity_changes_no_bit() {
    fn hash<const P: usize, const SIDE: usize>(scene: &Scene, frames: u32) -> u64 {
        let mut sim = begin_having::<f32, Verlet, WithSelfCollision<P>, SIDE, SIDE>(scene);
        sim.run(frames);
        sim.state_hash()
    }
    let scene = scenes::SELF_COLLISION.scene;
    let one = hash::<1, 16>(&scene, 90);
    assert_eq!(one, hash::<8, 16>(&scene, 90));
    assert_eq!(one, hash::<32, 16>(&scene, 90));
    for substeps in [8, 15] {
        let scene = heap(Mode::Xpbd, substeps);
        let one = hash::<1, 64>(&scene, 48);
        assert_eq!(one, hash::<8, 64>(&scene, 48), "{substeps}");
        assert_eq!(one, hash::<32, 64>(&scene, 48), "{substeps}");
    }
}

#[test]
fn fixed_point_folds_as_f32_does() {
    fn height<T: Scalar>() -> f64 {
        let mut sim = begin::<T, 16, 16>(&scenes::FOLD.scene);
        sim.run(240);
        let x = positions(&*sim);
        let near = nearest_pair(16, 1.0, &x) / sim.units().spacing;
        assert!(near > 0.85, "{} {near}", T::NAME);
        x.iter().map(|x| x[1]).sum::<f64>() / x.len() as f64
    }
    let (one, two) = (height::<f32>(), height::<Fixed>());
    assert!((one - two).abs() < 0.2 * one, "{one} {two}");
}

fn falls<T: Scalar, S: Method, const W: usize, const H: usize>() {
    for mode in [Mode::Hooke, Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        let mut scene = scenes::FOLD.scene;
        scene.solver.mode = mode;
        let mut sim = begin_with::<T, S, W, H>(&scene);
        sim.run(60);
        assert!(is_finite(&*sim), "{} {mode:?}", S::NAME);
        let near = nearest_pair(W, 1.0, &positions(&*sim)) / sim.units().spacing;
        assert!(near > 0.6, "{} {mode:?}: {near}", S::NAME);
    }
}

#[test]
fn every_scheme_keeps_layers_apart() {
    with_schemes!(falls(): f32, 16 by 8; SymplecticEuler, Verlet, Rk2, Rk4, BackwardEuler, Imex);
}

#[test]
fn a_simulation_without_the_memory_refuses() {
    let mut sim = empty_having::<f32, Verlet, ()>(8, 8);
    let error = sim.reset(&scenes::FOLD.scene).unwrap_err();
    assert_eq!(error.key, "self-collision");
    let mut scene = scenes::FOLD.scene;
    for (thickness, allowed) in [(0.001, false), (0.2, true), (0.9, false)] {
        // 8 particles in two layers of two metres: 0.286 m apart.
        scene.self_collision = Some(SelfCollisionScene {
            thickness: Some(thickness),
            friction: 0.3,
        });
        let mut sim = empty::<f32, Verlet>(8, 8);
        let result = sim.reset(&scene);
        assert_eq!(result.is_ok(), allowed, "{thickness}");
        if let Err(error) = result {
            assert_eq!(error.key, "self-collision.thickness");
        }
    }
}
