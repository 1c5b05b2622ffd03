//! Capsules, boxes and shapes of a user's own: where their surface is, and that no
//! particle passes through it.

use crate::contact::one_particle;
use cloth_core::collide::{Obstacle, Shape};
use cloth_tests::gap::gap;
use cloth_tests::prelude::*;
use cloth_tests::{SimWith, start};

type Sim<T> = Box<SimWith<T, cloth_core::Verlet>>;

const MIDDLE: Vector = [0.7, -0.4, 1.1];
const TURN: Vector = [20.0, -35.0, 50.0];

fn capsule() -> ColliderScene {
    ColliderScene::capsule([0.3, -0.4, 1.1], [2.5, 1.2, -0.7], 1.1)
}

fn block() -> ColliderScene {
    turned_box(MIDDLE, [2.0, 3.0, 5.0], TURN)
}

/// 1/50 of a spacing thick: nothing but the path tells the side.
fn plate() -> ColliderScene {
    turned_box(MIDDLE, [6.0, 0.02, 6.0], TURN)
}

/// A resting particle anywhere inside is put on the surface, by the shortest way. Of a plane it may be far below.
#[test]
fn s2_11_what_is_inside_leaves_by_the_shortest_way() {
    let mut noise = Noise::new(61);
    let plane = ColliderScene::plane(MIDDLE, [0.6, 0.8, 0.0]);
    let ball = ColliderScene::sphere(MIDDLE, 2.0);
    let near = [capsule(), block(), ball, plane].map(|collider| (collider, 3.0));
    for (collider, most) in near.into_iter().chain([(plane, 500.0)]) {
        let mut inside = 0;
        let mut sim = verlet(&one_particle(collider), F64);
        for _ in 0..2000 {
            let place = add([1.0, 0.2, 0.6], noise.vector(most));
            let depth = gap(&collider, place);
            sim.place(0, 0, place, [0.0; 3]);
            sim.step();
            let (after, error) = (sim.position(0, 0), 1e-12 * (most / 3.0));
            assert_near(gap(&collider, after), depth.max(0.0), error);
            assert_near(length(sub(after, place)), (-depth).max(0.0), error);
            inside += u32::from(depth < 0.0);
        }
        assert!(inside > 100, "{inside}");
    }
}

/// Shoots particles at the shape with `path` m a substep, from all sides and in any
/// phase of the substep, at rest and in motion: none may come out behind, and none may end inside. They are aimed
/// at up to `aside` m along each axis from its middle, and the first contact may end `short` of it.
fn shoot(shape: ColliderScene, [aside, short]: [f64; 2], format: Format, path: f64, slack: f64) {
    let mut noise = Noise::new(62);
    let mut sim = verlet(&bare(1, 1), format);
    for shot in 0..200 {
        let motion = noise.vector([0.0, 3.0][shot % 2]);
        let friction = [0.0, 0.4, 2.0][shot % 3];
        let collider = shape.moving(motion).with_friction(friction);
        let aim = noise.vector(1.0);
        let direction = scale(aim, 1.0 / length(aim));
        let middle = match collider {
            ColliderScene::Capsule { start, end, .. } => scale(add(start, end), 0.5),
            _ => MIDDLE,
        };
        let target = add(middle, noise.vector(aside));
        // 8 m before the target, and up to a path further away.
        let away = 8.0 + path * 0.5 * (1.0 + noise.number());
        let relative = scale(direction, path);
        sim.reset(&one_particle(collider)).unwrap();
        let start = sub(target, scale(direction, away));
        sim.place(0, 0, start, add(relative, motion));
        let first = sim.collider();
        let mut touched = false;
        for _ in 0..3 + (2.0 * away / path) as u32 {
            sim.step();
            let x = sim.position(0, 0);
            let gap = gap(&sim.colliders()[0], x);
            assert!(gap >= -slack, "{format} {path} inside {gap:e}");
            let v = sub(sim.velocity(0, 0), motion);
            if !touched && length(sub(v, relative)) > 1e-3 * path {
                touched = true;
                // On the line of the shot, not beyond the target.
                let moved = sub(sim.collider(), first);
                let beyond = dot(sub(sub(x, moved), target), direction);
                assert!(beyond <= slack, "{format} {path} came through: {beyond}");
                assert!(gap <= short + slack, "{format} {path} short: {gap:e}");
            }
        }
        assert!(touched, "{format} {path} missed: shot {shot}");
    }
}

const PATHS: [f64; 6] = [0.1, 0.6, 1.7, 7.0, 33.0, 100.0];

#[test]
fn v16_nothing_tunnels_through_a_ball_a_capsule_or_a_box() {
    let ball = ColliderScene::sphere(MIDDLE, 2.0);
    for (path, (format, slack)) in pairs(PATHS, [(F64, 1e-11), (F32, 2e-4)]) {
        // A glancing shot passes the ball's middle at 1.7 m. The others may be entered by a little
        // before the path is looked at.
        shoot(ball, [1.0, 0.0], format, path, slack);
        shoot(capsule(), [0.4, 0.03], format, path, slack);
        shoot(block(), [0.4, 0.03], format, path, slack);
    }
}

#[test]
fn v16_a_plate_catches_every_particle_and_keeps_its_side() {
    let mut noise = Noise::new(63);
    let [x, up, z] = ColliderScene::axes(TURN);
    let mut sim = verlet(&one_particle(plate().with_friction(0.3)), F64);
    for path in PATHS {
        for _ in 0..200 {
            let on = add(scale(x, noise.number()), scale(z, noise.number()));
            let away = 0.02 + path * (1.0 + noise.number());
            let start = add(MIDDLE, add(on, scale(up, away)));
            sim.place(0, 0, start, scale(up, -path));
            for _ in 0..40.min(4 + (3.0 / path) as u32) {
                sim.step();
                let height = dot(sub(sim.position(0, 0), MIDDLE), up);
                assert!(height >= 0.01 - 1e-12, "{path}: {height}");
            }
            assert_near(dot(sim.velocity(0, 0), up), 0.0, 1e-9);
        }
    }
}

#[test]
fn a_plate_at_100_metres_a_second_takes_a_particle_along() {
    for speed in [0.3, 3.0, 30.0, 100.0] {
        let velocity = scale(ColliderScene::axes(TURN)[1], speed);
        let mut sim = verlet(&one_particle(plate().moving(velocity)), F64);
        sim.place(0, 0, add(MIDDLE, scale(velocity, 2.4)), [0.0; 3]);
        sim.run(5);
        assert_near(gap(&sim.colliders()[0], sim.position(0, 0)), 0.0, 1e-9);
        assert_near(length(sub(sim.velocity(0, 0), velocity)), 0.0, 1e-9);
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
        let normal = d.map(|v| T::from_f64(v / far));
        (T::from_f64(far - self.tube), normal)
    }

    fn slow(&self) -> Option<T> {
        Some(T::from_f64(0.25 * self.tube))
    }
}

const TORUS: Torus = Torus {
    ring: 3.0,
    tube: 0.5,
};

fn cloth_on_a_ring<T: Scalar>(mode: Mode, slack: f64) {
    let mut scene = in_mode(scenes::DRAPE_SPHERE.scene, mode);
    scene.colliders = Colliders::EMPTY;
    scene.cloth.center = [0.0, 0.3, 0.0];
    let mut sim: Sim<T> = start(&scene, 16, 16);
    let units = *sim.units();
    let torus = Torus {
        ring: 0.6 / units.spacing,
        tube: 0.15 / units.spacing,
    };
    // It sinks at 5 cm a second.
    let mut obstacle = Obstacle::fixed(torus, T::from_f64(0.5));
    obstacle.offset = units.position([0.0; 3]);
    obstacle.surface.velocity[1] = T::from_f64(-0.05 * units.dt / units.spacing);
    let (mut touched, mut deepest) = (0, 0.0_f64);
    for _ in 0..120 {
        sim.step_with(&mut obstacle);
        let sunk = sim.units().place(obstacle.offset)[1];
        for x in sim.positions() {
            let from_ring = (x[0].hypot(x[2]) - 0.6).hypot(x[1] - sunk) - 0.15;
            deepest = deepest.max(-from_ring);
            touched += u32::from(from_ring < 1e-3);
        }
    }
    assert!(deepest <= slack, "{mode:?} {}: {deepest:e}", T::NAME);
    assert!(touched > 1000, "{mode:?} lies on the ring: {touched}");
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
    for path in PATHS {
        for k in 0..50 {
            let mut obstacle = Obstacle::fixed(TORUS, 0.0);
            let mut sim: Sim<f64> = start(&bare(1, 1), 1, 1);
            let from = [3.1, 5.0 + path * f64::from(k) / 50.0, 0.0];
            sim.place(0, 0, from, [0.0, -path, 0.0]).unwrap();
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
    let mut above = Obstacle::fixed(TORUS, 0.0);
    above.offset = [0.0, 4.0, 0.0];
    let mut both = (above, [Obstacle::fixed(TORUS, 0.0)]);
    let mut sim: Sim<f64> = start(&bare(1, 1), 1, 1);
    for (y, expected) in [(4.2, 4.5), (0.2, 0.5), (2.0, 2.0), (3.9, 3.5)] {
        sim.place(0, 0, [3.0, y, 0.0], [0.0; 3]).unwrap();
        sim.step_with(&mut both.0);
        sim.step_with(&mut both.1[..]);
        assert_near(sim.position(0, 0).unwrap()[1], expected, 1e-12);
    }
}
