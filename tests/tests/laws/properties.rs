//! Properties that hold for whatever input.

use cloth_core::scene::{
    ClothScene, ColliderScene, ConstraintScene, LimitScene, PbdScene, SolverScene, SpringScene,
    TetherScene, WindScene, XpbdScene,
};
use cloth_core::{BendNeighbours, Damping, Mode, Scalar, Scene, scenes};
use cloth_tests::measure::{is_finite, largest_difference, length, positions, sub, velocities};
use cloth_tests::reference::Particles;
use cloth_tests::{Sim, all, bare, begin, particles};
use proptest::prelude::*;

fn point(size: f64) -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(-size..size)
}

fn mode() -> impl Strategy<Value = Mode> {
    prop::sample::select(&Mode::ALL[..])
}

prop_compose! {
    fn springs()(
        structural in 0.0..2000.0,
        shear in 0.0..2000.0,
        bend in 0.0..500.0,
        damping in 0.0..0.1,
        eight in any::<bool>(),
        per_length in any::<bool>(),
    ) -> SpringScene {
        let bend_neighbours = if eight { BendNeighbours::Eight } else { BendNeighbours::Four };
        SpringScene { structural, shear, bend, damping, bend_neighbours, per_length }
    }
}

prop_compose! {
    fn constraints()(
        iterations in 1_u32..8,
        structural in 0.0..=1.0,
        shear in 0.0..=1.0,
        bend in 0.0..=1.0,
    ) -> ConstraintScene {
        let bend_neighbours = BendNeighbours::Eight;
        ConstraintScene { substeps: 8, iterations, structural, shear, bend, bend_neighbours }
    }
}

prop_compose! {
    fn pbd()(
        iterations in 1_u32..8,
        structural in 0.0..=1.0,
        shear in 0.0..=1.0,
        bend in 0.0..=1.0,
        compression in 0.0..=1.0,
    ) -> PbdScene {
        let bend_neighbours = BendNeighbours::Eight;
        PbdScene { substeps: 6, iterations, structural, shear, bend, compression, bend_neighbours }
    }
}

/// 0, or a compliance of any size, m/N.
fn compliance() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), (-9.0..9.0).prop_map(|x| 10.0_f64.powf(x))]
}

prop_compose! {
    fn xpbd()(
        substeps in 1_u32..20,
        structural in compliance(),
        shear in compliance(),
        bend in compliance(),
        compression in compliance(),
    ) -> XpbdScene {
        let bend_neighbours = BendNeighbours::Eight;
        XpbdScene {
            substeps, iterations: 1, structural, shear, bend, compression, damping: 0.0, bend_neighbours,
        }
    }
}

/// PBD's links, XPBD's links and tethers.
fn position_based() -> impl Strategy<Value = (PbdScene, XpbdScene, Option<TetherScene>)> {
    let tethers = (0.0..1.0).prop_map(|slack| TetherScene { slack });
    (pbd(), xpbd(), prop::option::of(tethers))
}

prop_compose! {
    fn ball()(
        center in point(1.0),
        radius in 0.01..1.5,
        friction in 0.0..3.0,
        velocity in point(3.0),
        period in 0.0..3.0,
    ) -> ColliderScene {
        ColliderScene::Sphere { center, radius, friction, velocity, period }
    }
}

prop_compose! {
    fn scene()(
        mode in mode(),
        springs in springs(),
        constraints in constraints(),
        position_based in position_based(),
        limit in prop::option::of((1.001..2.0, 1_u32..30)),
        wind in prop::option::of((point(20.0), 0.0..3.0)),
        gravity in point(20.0),
        balls in prop::collection::vec(ball(), 0..3),
        density in 0.01..200.0,
        substeps in 1_u32..20,
        rate in 0.0..10.0,
        pins in any::<[bool; 3]>(),
    ) -> Scene {
        let mut scene = Scene {
            cloth: ClothScene { density, ..ClothScene::DEFAULT },
            solver: SolverScene { mode, steps_per_second: 60.0, substeps, courant: false, damping: Damping::Rate(rate) },
            springs,
            constraints: ConstraintScene { substeps, ..constraints },
            pbd: position_based.0,
            xpbd: position_based.1,
            tethers: position_based.2,
            limit: limit.map(|(ratio, passes)| LimitScene { ratio, passes }),
            ..Scene::DEFAULT
        };
        (scene.cloth.columns, scene.cloth.rows) = (6, 5);
        scene.forces.gravity = gravity;
        scene.forces.wind = wind.map(|(velocity, coefficient)| WindScene { velocity, coefficient });
        scene.pins.top_left = pins[0];
        scene.pins.bottom_right = pins[1];
        scene.pins.left_edge = pins[2];
        for ball in balls {
            let _ = scene.colliders.push(ball);
        }
        scene
    }
}

/// Bits of the positions of all pinned particles.
fn pinned_bits<T: Scalar>(sim: &Sim<T>) -> Vec<[u64; 3]> {
    let grid = sim.cloth().positions();
    let pinned = all(sim).filter(|&(c, r)| sim.cloth().is_pinned(c, r));
    pinned
        .filter_map(|(c, r)| grid.get(c, r))
        .map(|x| x.map(T::bits))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finite_input_stays_finite_and_pins_hold(scene in scene()) {
        let mut sim = begin::<f32, 6, 5>(&scene);
        let held = pinned_bits(&sim);
        for _ in 0..10 {
            sim.run(20);
            prop_assert!(is_finite(&sim));
        }
        prop_assert_eq!(pinned_bits(&sim), held);
        prop_assert!(sim.measure().largest_strain.unwrap().is_finite());
    }

    #[test]
    fn no_free_particle_ends_a_step_in_a_single_ball(scene in scene(), ball in ball()) {
        let mut scene = scene;
        scene.colliders = cloth_core::scene::Colliders::EMPTY;
        let _ = scene.colliders.push(ball);
        let mut sim = begin::<f64, 6, 5>(&scene);
        let reach = |sim: &Sim<f64>| positions(sim).into_iter().map(length).fold(1.0, f64::max);
        for _ in 0..40 {
            let before = reach(&sim);
            sim.step();
            // The engine counts from where the cloth's middle is: roundings are of how far its other
            // particles may be from there.
            let rounding = 1e-14 * before.max(reach(&sim));
            let Some(ColliderScene::Sphere { center, radius, .. }) = sim.colliders().next() else {
                unreachable!("the scene has a ball");
            };
            for (c, r) in particles(6, 5) {
                if !sim.cloth().is_pinned(c, r) {
                    let x = sim.position(c, r).unwrap();
                    let gap = length(sub(x, center)) - radius;
                    prop_assert!(gap >= -rounding, "{:e}", gap);
                }
            }
        }
    }

    #[test]
    fn the_same_scene_gives_the_same_bits(scene in scene()) {
        let mut one = begin::<f32, 6, 5>(&scene);
        let mut two = begin::<f32, 6, 5>(&scenes::ALL[0].scene);
        two.run(2);
        two.reset(&scene).unwrap();
        one.run(20);
        two.run(20);
        prop_assert_eq!(one.state_hash(), two.state_hash());
    }

    #[test]
    fn a_change_keeps_motion(scene in scene(), other in scene()) {
        let mut other = other;
        other.pins = scene.pins;
        let mut sim = begin::<f64, 6, 5>(&scene);
        sim.run(10);
        let (x, v) = (positions(&sim), velocities(&sim));
        sim.change(&other).unwrap();
        let reach = x.iter().flatten().fold(1.0_f64, |m, c| m.max(c.abs()));
        prop_assert!(largest_difference(&x, &positions(&sim)) <= 4.0 * f64::EPSILON * reach);
        let fastest = v.iter().flatten().fold(0.0_f64, |m, c| m.max(c.abs()));
        let error = 8.0 * f64::EPSILON * (reach / sim.units().dt + fastest);
        prop_assert!(largest_difference(&v, &velocities(&sim)) <= error);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// |C| = ||d| − rest| of one link, before and after a pass.
    #[test]
    fn a_projection_never_increases_the_error(
        a in point(3.0),
        b in point(3.0),
        stiffness in 0.0..=1.0_f64,
        pinned in any::<[bool; 2]>(),
    ) {
        let mut scene = bare(2, 1);
        scene.solver.mode = Mode::Constraint;
        scene.constraints.structural = stiffness;
        (scene.pins.top_left, scene.pins.top_right) = (pinned[0], pinned[1]);
        let mut sim = begin::<f64, 2, 1>(&scene);
        sim.place(0, 0, a, [0.0; 3]).unwrap();
        sim.place(1, 0, b, [0.0; 3]).unwrap();
        let error = |sim: &Sim<f64>| {
            let x = positions(sim);
            (length(sub(x[1], x[0])) - 1.0).abs()
        };
        let before = error(&sim);
        sim.step();
        let free = if pinned == [true, true] { 0.0 } else { 1.0 };
        let left = before * (1.0 - stiffness * free);
        prop_assert!((error(&sim) - left).abs() <= 1e-13, "{} {}", before, error(&sim));
    }

    /// The same for PBD, of which a link takes a part, and less under pressure,
    /// and for XPBD, for which it takes w/(w + α̃).
    #[test]
    fn position_based_links_never_increase_the_error(
        a in point(3.0),
        b in point(3.0),
        stiffness in 0.01..=1.0_f64,
        compression in 0.0..=1.0_f64,
        compliance in 0.0..100.0_f64,
        pinned in any::<[bool; 2]>(),
        xpbd in any::<bool>(),
    ) {
        let mut scene = bare(2, 1);
        scene.solver.mode = if xpbd { Mode::Xpbd } else { Mode::Pbd };
        scene.pbd = PbdScene { substeps: 1, structural: stiffness, compression, ..PbdScene::DEFAULT };
        scene.xpbd = XpbdScene { substeps: 1, structural: compliance, ..XpbdScene::DEFAULT };
        (scene.pins.top_left, scene.pins.top_right) = (pinned[0], pinned[1]);
        let mut sim = begin::<f64, 2, 1>(&scene);
        sim.place(0, 0, a, [0.0; 3]).unwrap();
        sim.place(1, 0, b, [0.0; 3]).unwrap();
        let error = |sim: &Sim<f64>| {
            let x = positions(sim);
            length(sub(x[1], x[0])) - 1.0
        };
        let before = error(&sim);
        sim.step();
        let weight = pinned.iter().filter(|&&p| !p).count() as f64;
        let pressed = before < 0.0;
        let part = match (xpbd, pressed) {
            (false, false) => stiffness * weight.min(1.0),
            (false, true) => stiffness * compression * weight.min(1.0),
            (true, false) => if weight > 0.0 { weight / (weight + compliance) } else { 0.0 },
            (true, true) => weight / (weight + compliance.max(4.0)),
        };
        // The engine holds the part, or the compliance, as an f32.
        let left = before * (1.0 - part);
        prop_assert!((error(&sim) - left).abs() <= 1e-7 * before.abs() + 1e-13, "{} {}", before, error(&sim));
    }

    /// The same with any two masses, on the plain solver that the engine's
    /// agrees with bit for bit: a scene knows pinned and free alone.
    #[test]
    fn a_projection_between_any_masses_never_increases_the_error(
        a in point(3.0),
        b in point(3.0),
        weights in prop::array::uniform2(0.0..1.0_f64),
        stiffness in 0.0..=1.0_f64,
    ) {
        let mut link = Particles { columns: 2, rows: 1, x: vec![a, b], weight: weights.to_vec() };
        let error = |x: &[[f64; 3]]| (length(sub(x[1], x[0])) - 1.0).abs();
        let before = error(&link.x);
        let scene = ConstraintScene { iterations: 1, structural: stiffness, ..ConstraintScene::DEFAULT };
        link.project(&scene);
        prop_assert!((error(&link.x) - before * (1.0 - stiffness)).abs() <= 1e-12);
        // The centre of mass stays: Σ m·Δ = Δa/wa + Δb/wb = 0.
        let moved = [sub(link.x[0], a), sub(link.x[1], b)];
        for i in 0..3 {
            let sum = moved[0][i] * weights[1] + moved[1][i] * weights[0];
            prop_assert!(sum.abs() <= 1e-13);
        }
    }

    /// What the limit reports is what brute force finds.
    #[test]
    fn the_largest_strain_is_that_of_brute_force(
        shape in prop::collection::vec(point(3.0), 12),
        pins in prop::collection::vec(any::<bool>(), 12),
    ) {
        let mut sim = begin::<f64, 4, 3>(&bare(4, 3));
        for (i, x) in shape.iter().enumerate() {
            sim.place(i % 4, i / 4, *x, [0.0; 3]).unwrap();
        }
        for (i, _) in pins.iter().enumerate().filter(|(_, pinned)| **pinned) {
            sim.pin(i % 4, i / 4).unwrap();
        }
        let kinds = [cloth_core::SpringKind::Structural, cloth_core::SpringKind::Shear];
        let all = cloth_tests::reference::stretches((4, 3), &kinds, &shape);
        // A link between two pinned particles is not the solver's to shorten.
        let movable = all.iter().filter(|(s, _)| s.ends.iter().any(|&i| !pins[i]));
        let largest = movable.map(|(_, s)| *s).reduce(f64::max);
        let measured = sim.measure().largest_strain;
        prop_assert_eq!(measured.is_some(), largest.is_some());
        let apart = measured.unwrap_or_default() - largest.map_or(0.0, |most| most - 1.0);
        prop_assert!(apart.abs() < 1e-13);
    }
}
