//! Capsules, boxes and shapes of a user's own: where their surface is, and that no
//! particle passes through it.

use cloth_core::collide::{Obstacle, Shape};
use cloth_core::scene::ColliderScene;
use cloth_core::{Mode, Scalar, Scene, scenes};
use cloth_tests::gap::gap;
use cloth_tests::measure::{add, assert_near, dot, length, positions, scale, sub};
use cloth_tests::{Noise, bare, begin, particles};

fn capsule(velocity: [f64; 3], friction: f64) -> ColliderScene {
    ColliderScene::Capsule {
        start: [0.3, -0.4, 1.1],
        end: [2.5, 1.2, -0.7],
        radius: 1.1,
        friction,
        velocity,
        period: 0.0,
    }
}

fn cuboid(size: [f64; 3], velocity: [f64; 3], friction: f64) -> ColliderScene {
    ColliderScene::Box {
        center: [0.7, -0.4, 1.1],
        size,
        turn: [20.0, -35.0, 50.0],
        friction,
        velocity,
        period: 0.0,
    }
}

const BLOCK: [f64; 3] = [2.0, 3.0, 5.0];
const PLATE: [f64; 3] = [6.0, 0.02, 6.0];

fn one_particle(collider: ColliderScene) -> Scene {
    let mut scene = bare(1, 1);
    let _ = scene.colliders.push(collider);
    scene
}

fn now<T: Scalar>(sim: &cloth_tests::Sim<T>) -> ColliderScene {
    sim.colliders().next().expect("there is a collider")
}

/// A resting particle anywhere inside is put on the surface, by the shortest way.
#[test]
fn what_is_inside_leaves_by_the_shortest_way() {
    let mut noise = Noise::new(61);
    for collider in [capsule([0.0; 3], 0.0), cuboid(BLOCK, [0.0; 3], 0.0)] {
        let mut inside = 0;
        let mut sim = begin::<f64, 1, 1>(&one_particle(collider));
        for _ in 0..2000 {
            let place = add([1.0, 0.2, 0.6], noise.vector(3.0));
            let depth = gap(&collider, place);
            sim.place(0, 0, place, [0.0; 3]).unwrap();
            sim.step();
            let after = sim.position(0, 0).unwrap();
            assert_near(gap(&collider, after), depth.max(0.0), 1e-12);
            assert_near(length(sub(after, place)), (-depth).max(0.0), 1e-12);
            inside += u32::from(depth < 0.0);
        }
        assert!(inside > 100, "{inside}");
    }
}

/// Shoots particles at the shape with `path` m a substep, from all sides and in any
/// phase of the substep: none may come out behind, and none may end inside.
fn shoot<T: Scalar>(collider: impl Fn([f64; 3], f64) -> ColliderScene, path: f64, slack: f64) {
    let mut noise = Noise::new(62);
    let mut hits = 0;
    for shot in 0..200 {
        let motion = noise.vector([0.0, 3.0][shot % 2]);
        let collider = collider(motion, [0.0, 0.4, 2.0][shot % 3]);
        let aim = noise.vector(1.0);
        let direction = scale(aim, 1.0 / length(aim));
        let middle = match collider {
            ColliderScene::Capsule { start, end, .. } => scale(add(start, end), 0.5),
            ColliderScene::Box { center, .. } => center,
            _ => unreachable!("of these two"),
        };
        let target = add(middle, noise.vector(0.4));
        // 8 m before the target, and up to a path further away.
        let away = 8.0 + path * 0.5 * (1.0 + noise.number());
        let relative = scale(direction, path);
        let mut sim = begin::<T, 1, 1>(&one_particle(collider));
        let start = sub(target, scale(direction, away));
        sim.place(0, 0, start, add(relative, motion)).unwrap();
        let mut touched = false;
        for _ in 0..3 + (2.0 * away / path) as u32 {
            sim.step();
            let x = sim.position(0, 0).unwrap();
            let depth = gap(&now(&sim), x);
            assert!(depth >= -slack, "{} {path} inside {depth:e}", T::NAME);
            let v = sub(sim.velocity(0, 0).unwrap(), motion);
            if !touched && length(sub(v, relative)) > 1e-3 * path {
                touched = true;
                hits += 1;
                let moved = sub(
                    ColliderScene::place_mut(&mut now(&sim)).to_owned(),
                    ColliderScene::place_mut(&mut collider.clone()).to_owned(),
                );
                // On the line of the shot, not beyond the target.
                let beyond = dot(sub(sub(x, moved), target), direction);
                assert!(beyond <= slack, "{} {path} came through: {beyond}", T::NAME);
                // As deep as it may go in before it is looked at along its path.
                assert!(depth <= 0.03, "{} {path} stopped short: {depth:e}", T::NAME);
            }
        }
        assert!(touched, "{} {path} missed: shot {shot}", T::NAME);
    }
    assert_eq!(hits, 200);
}

const PATHS: [f64; 6] = [0.1, 0.6, 1.7, 7.0, 33.0, 100.0];

#[test]
fn v16_nothing_tunnels_through_a_capsule() {
    for path in PATHS {
        shoot::<f64>(capsule, path, 1e-11);
        shoot::<f32>(capsule, path, 2e-4);
    }
}

#[test]
fn v16_nothing_tunnels_through_a_box() {
    for path in PATHS {
        shoot::<f64>(|v, friction| cuboid(BLOCK, v, friction), path, 1e-11);
        shoot::<f32>(|v, friction| cuboid(BLOCK, v, friction), path, 2e-4);
    }
}

#[test]
fn v16_a_plate_catches_every_particle_and_keeps_its_side() {
    // 1/50 of a spacing thick: nothing but the path tells the side.
    let mut noise = Noise::new(63);
    for path in PATHS {
        for _ in 0..200 {
            let scene = one_particle(cuboid(PLATE, [0.0; 3], 0.3));
            let mut sim = begin::<f64, 1, 1>(&scene);
            let ColliderScene::Box { center, turn, .. } = now(&sim) else {
                unreachable!("it is a box");
            };
            let [x, up, z] = ColliderScene::axes(turn);
            let on = add(scale(x, noise.number()), scale(z, noise.number()));
            let away = 0.02 + path * (1.0 + noise.number());
            sim.place(
                0,
                0,
                add(center, add(on, scale(up, away))),
                scale(up, -path),
            )
            .unwrap();
            for _ in 0..40.min(4 + (3.0 / path) as u32) {
                sim.step();
                let height = dot(sub(sim.position(0, 0).unwrap(), center), up);
                assert!(height >= 0.01 - 1e-12, "{path}: {height}");
            }
            assert_near(dot(sim.velocity(0, 0).unwrap(), up), 0.0, 1e-9);
        }
    }
}

#[test]
fn a_plate_at_100_metres_a_second_takes_a_particle_along() {
    for speed in [0.3, 3.0, 30.0, 100.0] {
        let velocity = scale(ColliderScene::axes([20.0, -35.0, 50.0])[1], speed);
        let mut sim = begin::<f64, 1, 1>(&one_particle(cuboid(PLATE, velocity, 0.0)));
        let ahead = add([0.7, -0.4, 1.1], scale(velocity, 2.4));
        sim.place(0, 0, ahead, [0.0; 3]).unwrap();
        sim.run(5);
        assert_near(gap(&now(&sim), sim.position(0, 0).unwrap()), 0.0, 1e-9);
        let v = sub(sim.velocity(0, 0).unwrap(), velocity);
        assert_near(length(v), 0.0, 1e-9);
    }
}

/// A ring about the vertical axis.
#[derive(Clone, Copy)]
struct Torus {
    ring: f64,
    tube: f64,
}

impl<T: Scalar> Shape<T> for Torus {
    fn distance(&self, point: [T; 3]) -> (T, [T; 3]) {
        let [x, y, z] = point.map(T::to_f64);
        let flat = x.hypot(z).max(1e-9);
        let off = 1.0 - self.ring / flat;
        let d = [x * off, y, z * off];
        let far = length(d).max(1e-9);
        (
            T::from_f64(far - self.tube),
            d.map(|v| T::from_f64(v / far)),
        )
    }

    fn slow(&self) -> Option<T> {
        Some(T::from_f64(0.25 * self.tube))
    }
}

fn cloth_on_a_ring<T: Scalar>(mode: Mode, slack: f64) {
    let mut scene = scenes::DRAPE_SPHERE.scene;
    scene.colliders = cloth_core::scene::Colliders::EMPTY;
    scene.solver.mode = mode;
    scene.cloth.center = [0.0, 0.3, 0.0];
    let mut sim = begin::<T, 16, 16>(&scene);
    let spacing = sim.units().spacing;
    let (torus, rate) = (
        Torus {
            ring: 0.6 / spacing,
            tube: 0.15 / spacing,
        },
        sim.units().dt,
    );
    // It sinks at 5 cm a second.
    let mut obstacle = Obstacle::fixed(torus, T::from_f64(0.5));
    let middle: [T; 3] = sim.units().position([0.0; 3]);
    obstacle.offset = middle;
    obstacle.surface.velocity[1] = T::from_f64(-0.05 * rate / spacing);
    let (mut touched, mut deepest) = (0, 0.0_f64);
    for _ in 0..120 {
        sim.step_with(&mut obstacle);
        let sunk = sim.units().place(obstacle.offset)[1];
        for x in positions(&sim) {
            let from_ring = (x[0].hypot(x[2]) - 0.6).hypot(x[1] - sunk) - 0.15;
            deepest = deepest.max(-from_ring);
            touched += u32::from(from_ring < 1e-3);
        }
    }
    assert!(deepest <= slack, "{mode:?} {}: {deepest:e}", T::NAME);
    assert!(
        touched > 1000,
        "{mode:?}: the cloth lies on the ring: {touched}"
    );
    assert_near(sim.units().place(obstacle.offset)[1], -0.1, 1e-3);
}

#[test]
fn a_shape_of_ones_own_holds_a_cloth() {
    for mode in Mode::ALL {
        cloth_on_a_ring::<f32>(mode, 2e-6);
        cloth_on_a_ring::<f64>(mode, 1e-12);
    }
}

#[test]
fn a_fast_particle_does_not_tunnel_through_a_shape_of_ones_own() {
    let torus = Torus {
        ring: 3.0,
        tube: 0.5,
    };
    for path in PATHS {
        for k in 0..50 {
            let mut obstacle = Obstacle::fixed(torus, 0.0);
            let mut sim = begin::<f64, 1, 1>(&bare(1, 1));
            let start = [3.1, 5.0 + path * f64::from(k) / 50.0, 0.0];
            sim.place(0, 0, start, [0.0, -path, 0.0]).unwrap();
            let mut lowest = f64::INFINITY;
            for _ in 0..3 + (6.0 / path) as u32 {
                sim.step_with(&mut obstacle);
                lowest = lowest.min(sim.position(0, 0).unwrap()[1]);
                if sim.velocity(0, 0).unwrap()[1] > -0.9 * path {
                    break;
                }
            }
            // √(0.5² − 0.1²) above the middle; a slow one that went in less than a
            // quarter of the tube has been put on it by the nearest way.
            assert_near(lowest, 0.24_f64.sqrt(), 0.04);
        }
    }
}

#[test]
fn pairs_and_slices_of_obstacles_are_all_met() {
    let torus = Torus {
        ring: 3.0,
        tube: 0.5,
    };
    let mut above = Obstacle::fixed(torus, 0.0);
    above.offset = [0.0, 4.0, 0.0];
    let mut both = (above, [Obstacle::fixed(torus, 0.0)]);
    let mut sim = begin::<f64, 1, 1>(&bare(1, 1));
    for (y, expected) in [(4.2, 4.5), (0.2, 0.5), (2.0, 2.0), (3.9, 3.5)] {
        sim.place(0, 0, [3.0, y, 0.0], [0.0; 3]).unwrap();
        let (one, slice) = (&mut both.0, &mut both.1[..]);
        sim.step_with(one);
        sim.step_with(slice);
        assert_near(sim.position(0, 0).unwrap()[1], expected, 1e-12);
    }
}

#[test]
fn all_kinds_swing_and_are_where_they_say() {
    let velocity = [0.25, -0.1, 0.0];
    let mut kinds = [
        capsule(velocity, 0.0),
        cuboid(BLOCK, velocity, 0.0),
        ColliderScene::Plane {
            point: [1.0, 2.0, 3.0],
            normal: [0.0, 1.0, 0.0],
            friction: 0.0,
            velocity,
            period: 0.0,
        },
    ];
    for collider in &mut kinds {
        if let ColliderScene::Capsule { period, .. }
        | ColliderScene::Box { period, .. }
        | ColliderScene::Plane { period, .. } = collider
        {
            *period = 64.0;
        }
        let mut scene = one_particle(*collider);
        scene.cloth.particle_radius = 0.1;
        scene.cloth.center = [0.0, 100.0, 0.0];
        let mut sim = begin::<f64, 1, 1>(&scene);
        let mut expected = 0.0;
        for n in 0..200 {
            sim.step();
            expected += (std::f64::consts::TAU * f64::from(n) / 64.0).cos();
            let way = sub(*now(&sim).place_mut(), *collider.place_mut());
            assert_near(length(sub(way, scale(velocity, expected))), 0.0, 1e-11);
        }
        assert!(particles(1, 1).count() == 1);
    }
}
