//! What can rest, rests: the scenes, in every mode and number format, at several sizes.

use cloth_core::scene::{Damping, NamedScene};
use cloth_core::{Fixed, Mode, Scalar, Scene, Verlet, scenes};
use cloth_tests::measure::{length, positions, sub};
use cloth_tests::{SimWith, all, start};

/// The scenes that can rest. Not in it are those with wind (`four-corners-wind`,
/// `sphere-approach`, `flag`, `cross-wind`, `sphere-wind`), with a collider that moves (`squeeze`,
/// `bullet`), the one that is torn (`tear`), two without damping but in springs (`super-elastic`,
/// `super-elastic-limited`), and one that is damped by 0.2/s and so swings for minutes (`string`:
/// 60 s leave it 0.2 %).
const SCENES: [&NamedScene; 15] = [
    &scenes::FOUR_CORNERS_SPHERE,
    &scenes::FOUR_CORNERS,
    &scenes::EDGE_SPHERE,
    &scenes::DRAPE_SPHERE,
    &scenes::PINNED2,
    &scenes::PINNED4,
    &scenes::PLANE,
    &scenes::SPHERE,
    &scenes::CAPSULE,
    &scenes::BALL_AND_FLOOR,
    &scenes::INCLINE,
    &scenes::THREE_LAYERS,
    &scenes::FOLD,
    &scenes::SELF_COLLISION,
    &scenes::DRAPE,
];

/// Not 7 for cloths on a ball: in constraint mode and PBD `drape-sphere` and `sphere` then stand on
/// one particle, about which no friction holds them, and the order of the links turns them for ever
/// (`f64`: 0.13 and 0.16 m/s at the corners in constraint mode, 4 and 9 mm/s in PBD; numbered from
/// the other side as fast the other way).
const SIDES: [usize; 3] = [17, 8, 12];

/// What is seen of half a second: the fastest particle and the root mean square (m/s), the
/// furthest way (m).
#[derive(Debug)]
struct Seen {
    fastest: f64,
    rms: f64,
    way: f64,
    /// What rounding may leave of the fastest, m/s.
    rounding: f64,
}

fn see<T: Scalar>(scene: &Scene, side: usize, (seconds, bit): (u32, f64)) -> Seen {
    let mut sim: Box<SimWith<T, Verlet>> = start(scene, side, side);
    let second = scene.solver.steps_per_second.round() as u32;
    sim.run(seconds * second);
    let before = positions(&sim);
    let (mut fastest, mut sum, mut count, mut way) = (0.0_f64, 0.0, 0.0, 0.0_f64);
    for _ in 0..second / 2 {
        sim.step();
        for (c, r) in all(&sim) {
            let speed = length(sim.velocity(c, r).unwrap());
            fastest = fastest.max(speed);
            (sum, count) = (sum + speed * speed, count + 1.0);
        }
        for (a, b) in before.iter().zip(positions(&sim)) {
            way = way.max(length(sub(*a, b)));
        }
    }
    let units = sim.units();
    Seen {
        fastest,
        rms: f64::sqrt(sum / count),
        way,
        rounding: bit * units.spacing / units.dt * walk(scene, units.dt),
    }
}

/// How far rounding drives a velocity, last bits: a random walk that damping holds. In a substep a
/// coordinate is rounded once for each of its 12 links and a pass, and in each pass of the limit,
/// by 1/√12 of a bit; damping takes the part c·dt. So its variance is n/12 over 2·c·dt. Five times
/// its root is seldom passed by any of 1000 coordinates in 30 steps.
pub(crate) fn walk(scene: &Scene, dt: f64) -> f64 {
    let lost = match scene.solver.damping {
        Damping::Rate(rate) => rate * dt,
        Damping::PerStep(part) => part,
    };
    let passes = match scene.solver.mode {
        Mode::Constraint => scene.constraints.iterations + 1,
        _ => 2,
    };
    5.0 * (12.0 * f64::from(passes) / 12.0 / (2.0 * lost)).sqrt()
}

/// The scene in a mode, and what it is called.
fn named(index: usize, mode: Mode, side: usize) -> (Scene, String) {
    let mut scene = SCENES[index].scene;
    scene.solver.mode = mode;
    if SCENES[index].name == "sphere" {
        // At 8² its layers would be 14 cm thick, on a ball of 20 cm.
        scene.self_collision = None;
    }
    (scene, format!("{} {mode:?} {side}", SCENES[index].name))
}

/// Each scene in each mode once, with one of the sizes and one of the formats: in turn `f64`, `f32`, `f64`,
/// fixed point.
fn each(turns: [usize; 2], mut see: impl FnMut(&Scene, usize, &str, usize)) {
    for index in 0..SCENES.len() {
        for (k, mode) in Mode::ALL.into_iter().enumerate() {
            let (side, turn) = (SIDES[(index + k) % SIDES.len()], (index + k) % 4);
            if turns.contains(&turn) {
                let (scene, name) = named(index, mode, side);
                see(&scene, side, &name, turn);
            }
        }
    }
}

/// In `f64` what is left is motion. A speed of 5 m/s that swings, damped by 0.5/s, is 2·10⁻⁴ m/s
/// after 40 s; so 20 s are left for the fall, and for folds to give way.
#[test]
fn what_can_rest_rests() {
    each([0, 2], |scene, side, name, _| {
        let seen = see::<f64>(scene, side, (60, 0.0));
        println!("{name}: {seen:?}");
        assert!(
            seen.fastest < 2e-4 && seen.rms < 1e-4 && seen.way < 1e-4,
            "{name}: {seen:?}"
        );
    });
}

/// In the other two what rounding does comes to it.
#[test]
fn what_can_rest_rests_in_short_numbers() {
    each([1, 3], |scene, side, name, turn| {
        // Coordinates are less than half a side from the origin.
        let reach = f64::from((side as u32 / 2).next_power_of_two());
        let seen = match turn {
            1 => see::<f32>(scene, side, (60, 0.5 * reach * f64::from(f32::EPSILON))),
            _ => see::<Fixed>(scene, side, (60, 1.0 / f64::from(1 << 20))),
        };
        let name = format!("{name} {}", ["f32", "fixed"][turn / 2]);
        println!("{name}: {seen:?}");
        let most = 2e-4 + seen.rounding;
        assert!(
            seen.fastest < most && seen.rms < 0.5 * most && seen.way < 0.5 * most,
            "{name}: {seen:?}"
        );
    });
}
