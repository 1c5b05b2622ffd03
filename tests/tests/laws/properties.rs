//! Properties that hold for whatever input.

use cloth_core::host::Format::{F32, F64};
use cloth_core::scene::{
    ColliderScene, Colliders, ConstraintScene, LimitScene, PbdScene, SpringScene, TetherScene,
    WindScene, XpbdScene,
};
use cloth_core::{BendNeighbours, Damping, Mode, Scene, SpringKind, scenes};
use cloth_tests::measure::{
    Vector, is_finite, largest_difference, length, positions, sub, velocities,
};
use cloth_tests::reference::stretches;
use cloth_tests::{Trial, all, bare, sized, verlet};
use proptest::prelude::*;

fn point(size: f64) -> impl Strategy<Value = Vector> {
    prop::array::uniform3(-size..size)
}

prop_compose! {
    fn springs()(k in prop::array::uniform3(0.0..1.0), damping in 0.0..0.1, eight in any::<bool>(), per_length in any::<bool>())
        -> SpringScene
    {
        let bend_neighbours = if eight { BendNeighbours::Eight } else { BendNeighbours::Four };
        let [structural, shear, bend] = [2000.0 * k[0], 2000.0 * k[1], 500.0 * k[2]];
        SpringScene { structural, shear, bend, damping, bend_neighbours, per_length }
    }
}

/// 0, or a compliance of any size, m/N.
fn compliance() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), (-9.0..9.0).prop_map(|x| 10.0_f64.powf(x))]
}

prop_compose! {
    /// Links of constraint mode, PBD and XPBD.
    fn links()(
        iterations in 1_u32..8,
        parts in prop::array::uniform4(0.0..=1.0),
        substeps in 1_u32..20,
        compliances in prop::array::uniform4(compliance()),
    ) -> (ConstraintScene, PbdScene, XpbdScene) {
        let bend_neighbours = BendNeighbours::Eight;
        let [structural, shear, bend, compression] = parts;
        let constraints = ConstraintScene { substeps, iterations, structural, shear, bend, bend_neighbours };
        let pbd = PbdScene { substeps: 6, iterations, structural, shear, bend, compression, bend_neighbours };
        let [structural, shear, bend, compression] = compliances;
        let xpbd = XpbdScene {
            substeps, iterations: 1, structural, shear, bend, compression, damping: 0.0, bend_neighbours,
        };
        (constraints, pbd, xpbd)
    }
}

prop_compose! {
    fn ball()(center in point(1.0), radius in 0.01..1.5, friction in 0.0..3.0, velocity in point(3.0), period in 0.0..3.0)
        -> ColliderScene
    {
        ColliderScene::Sphere { center, radius, friction, velocity, period }
    }
}

prop_compose! {
    fn scene()(
        mode in prop::sample::select(&Mode::ALL[..]),
        springs in springs(),
        (constraints, pbd, xpbd) in links(),
        tethers in prop::option::of((0.0..1.0).prop_map(|slack| TetherScene { slack })),
        limit in prop::option::of((1.001..2.0, 1_u32..30)),
        wind in prop::option::of((point(20.0), 0.0..3.0)),
        gravity in point(20.0),
        balls in prop::collection::vec(ball(), 0..3),
        density in 0.01..200.0,
        rate in 0.0..10.0,
        pins in any::<[bool; 3]>(),
    ) -> Scene {
        let limit = limit.map(|(ratio, passes)| LimitScene { ratio, passes });
        let mut scene = Scene { springs, constraints, pbd, xpbd, tethers, limit, ..sized(&Scene::DEFAULT, 6, 5) };
        scene.cloth.density = density;
        (scene.solver.mode, scene.solver.steps_per_second) = (mode, 60.0);
        (scene.solver.substeps, scene.solver.damping) = (constraints.substeps, Damping::Rate(rate));
        scene.solver.courant = false;
        scene.forces.gravity = gravity;
        scene.forces.wind = wind.map(|(velocity, coefficient)| WindScene { velocity, coefficient });
        (scene.pins.top_left, scene.pins.bottom_right, scene.pins.left_edge) = (pins[0], pins[1], pins[2]);
        for ball in balls {
            let _ = scene.colliders.push(ball);
        }
        scene
    }
}

/// One link between two particles at rest.
fn link(scene: &Scene, ends: [Vector; 2], pinned: [bool; 2]) -> Trial {
    let mut scene = *scene;
    (scene.pins.top_left, scene.pins.top_right) = (pinned[0], pinned[1]);
    let mut sim = verlet(&scene, F64);
    (0..2).for_each(|c| sim.place(c, 0, ends[c], [0.0; 3]));
    sim
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finite_input_stays_finite_and_pins_hold(scene in scene()) {
        let mut sim = verlet(&scene, F32);
        let held = |sim: &Trial| -> Vec<_> {
            let pinned = all(sim).filter(|&(c, r)| sim.is_pinned(c, r));
            pinned.map(|(c, r)| sim.position(c, r).map(f64::to_bits)).collect()
        };
        let before = held(&sim);
        for _ in 0..10 {
            sim.run(20);
            prop_assert!(is_finite(&sim));
        }
        prop_assert_eq!(held(&sim), before);
        prop_assert!(sim.strain().is_finite());
    }

    #[test]
    fn no_free_particle_ends_a_step_in_a_single_ball(scene in scene(), ball in ball()) {
        let mut scene = scene;
        scene.colliders = Colliders::EMPTY;
        let _ = scene.colliders.push(ball);
        let mut sim = verlet(&scene, F64);
        let reach = |sim: &Trial| positions(sim).into_iter().map(length).fold(1.0, f64::max);
        for _ in 0..40 {
            let before = reach(&sim);
            sim.step();
            // The engine counts from where the cloth's middle is: roundings are of how far its other
            // particles may be from there.
            let rounding = 1e-14 * before.max(reach(&sim));
            let Some(ColliderScene::Sphere { radius, .. }) = scene.colliders.0[0] else { unreachable!("a ball") };
            for (c, r) in all(&sim).filter(|&(c, r)| !sim.is_pinned(c, r)) {
                let gap = length(sub(sim.position(c, r), sim.collider())) - radius;
                prop_assert!(gap >= -rounding, "{:e}", gap);
            }
        }
    }

    #[test]
    fn the_same_scene_gives_the_same_bits(scene in scene()) {
        let mut one = verlet(&scene, F32);
        let mut two = verlet(&sized(&scenes::FOUR_CORNERS_SPHERE.scene, 6, 5), F32);
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
        let mut sim = verlet(&scene, F64);
        sim.run(10);
        let (x, v) = (positions(&sim), velocities(&sim));
        sim.change(&other).unwrap();
        let most = |all: &[Vector], least: f64| all.iter().flatten().fold(least, |m, c| m.max(c.abs()));
        let reach = most(&x, 1.0);
        prop_assert!(largest_difference(&x, &positions(&sim)) <= 4.0 * f64::EPSILON * reach);
        let error = 8.0 * f64::EPSILON * (reach / sim.units().dt + most(&v, 0.0));
        prop_assert!(largest_difference(&v, &velocities(&sim)) <= error);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The error ||d| − rest| of one link after a pass is what its stiffness leaves: in constraint mode; in
    /// PBD, of which a link takes a part, and less under pressure; in XPBD, where it takes w/(w + α̃).
    #[test]
    fn links_never_increase_the_error(
        ends in prop::array::uniform2(point(3.0)),
        stiffness in 0.01..=1.0_f64,
        compression in 0.0..=1.0_f64,
        compliance in 0.0..100.0_f64,
        pinned in any::<[bool; 2]>(),
        mode in prop::sample::select(vec![Mode::Constraint, Mode::Pbd, Mode::Xpbd]),
    ) {
        let mut scene = bare(2, 1);
        scene.solver.mode = mode;
        scene.constraints.structural = stiffness;
        scene.pbd = PbdScene { substeps: 1, structural: stiffness, compression, ..PbdScene::DEFAULT };
        scene.xpbd = XpbdScene { substeps: 1, structural: compliance, ..XpbdScene::DEFAULT };
        let mut sim = link(&scene, ends, pinned);
        let error = |sim: &Trial| length(sub(sim.position(1, 0), sim.position(0, 0))) - 1.0;
        let before = error(&sim);
        sim.step();
        let weight = pinned.iter().filter(|&&p| !p).count() as f64;
        let pressed = before < 0.0;
        let part = match mode {
            _ if weight == 0.0 => 0.0,
            Mode::Pbd if pressed => stiffness * compression,
            Mode::Xpbd if pressed => weight / (weight + compliance.max(4.0)),
            Mode::Xpbd => weight / (weight + compliance),
            _ => stiffness,
        };
        let left = before * (1.0 - part);
        // PBD and XPBD hold the part, or the compliance, as an f32.
        let rounding = if mode == Mode::Constraint { 0.0 } else { 1e-7 * before.abs() };
        prop_assert!((error(&sim) - left).abs() <= rounding + 1e-13, "{} {}", before, error(&sim));
    }

    /// What the limit reports is what brute force finds.
    #[test]
    fn the_largest_strain_is_that_of_brute_force(
        shape in prop::collection::vec(point(3.0), 12),
        pins in prop::collection::vec(any::<bool>(), 12),
    ) {
        let mut sim = verlet(&bare(4, 3), F64);
        for (i, (&x, &pinned)) in shape.iter().zip(&pins).enumerate() {
            sim.place(i % 4, i / 4, x, [0.0; 3]);
            if pinned {
                sim.pin(i % 4, i / 4);
            }
        }
        let all = stretches((4, 3), &[SpringKind::Structural, SpringKind::Shear], &shape);
        // A link between two pinned particles is not the solver's to shorten.
        let movable = all.iter().filter(|(s, _)| s.ends.iter().any(|&i| !pins[i]));
        let largest = movable.map(|(_, s)| *s).reduce(f64::max);
        let measured = sim.measure().largest_strain;
        prop_assert_eq!(measured.is_some(), largest.is_some());
        let apart = measured.unwrap_or_default() - largest.map_or(0.0, |most| most - 1.0);
        prop_assert!(apart.abs() < 1e-13);
    }
}
