//! What can rest, rests: the scenes, in every mode and number format, at several sizes; and a heap, a metre of
//! cloth in folds, layer on layer, stays at rest for a minute.

use cloth_tests::funnel::heap;
use cloth_tests::overlap::{cutting_triangles, nearest_pair};
use cloth_tests::prelude::*;

/// The scenes that cannot rest: those with wind, with a collider that moves, the one that is torn, two without damping
/// but in springs (`super-elastic`, `super-elastic-limited`), and one that is damped by 0.2/s and so swings for
/// minutes (`string`: 60 s leave it 0.2 %).
const RESTLESS: &str = "four-corners-wind sphere-approach flag cross-wind sphere-wind squeeze bullet \
    tear super-elastic super-elastic-limited string";

/// Not 7 for cloths on a ball: in constraint mode and PBD `drape-sphere` and `sphere` then stand on
/// one particle, about which no friction holds them, and the order of the links turns them for ever
/// (`f64`: 0.13 and 0.16 m/s at the corners in constraint mode, 4 and 9 mm/s in PBD; numbered from
/// the other side as fast the other way).
const SIDES: [usize; 3] = [17, 8, 12];

/// What is seen of the end of a minute.
#[derive(Debug)]
struct Seen {
    /// By the engine's own velocities, m/s: the root mean square, the fastest.
    rms: f64,
    fastest: f64,
    /// The fastest by the places of two frames, m/s.
    moves: f64,
    /// The furthest way, m.
    way: f64,
    /// What rounding may leave of the fastest, m/s.
    rounding: f64,
}

/// Looks at so many steps, at ways from `before`. A bit is the last one of a coordinate, rest spacings.
fn see(sim: &mut Trial, before: &[Vector], steps: u32, bit: f64) -> Seen {
    let (mut fastest, mut sum, mut moves, mut way) = (0.0_f64, 0.0, 0.0_f64, 0.0_f64);
    let rate = sim.scene().solver.steps_per_second;
    for _ in 0..steps {
        let last = sim.positions();
        sim.step();
        for speed in sim.velocities().into_iter().map(length) {
            (fastest, sum) = (fastest.max(speed), sum + speed * speed);
        }
        moves = moves.max(rate * furthest(&last, &sim.positions()));
        way = way.max(furthest(before, &sim.positions()));
    }
    let units = sim.units();
    Seen {
        rms: f64::sqrt(sum / (f64::from(steps) * before.len() as f64)),
        fastest,
        moves,
        way,
        rounding: bit * units.spacing / units.dt * walk(sim.scene(), units.dt),
    }
}

/// How far rounding drives a velocity, last bits: a random walk that damping holds. In a substep a
/// coordinate is rounded once for each of its 12 links and a pass, and in each pass of the limit,
/// by 1/√12 of a bit; damping takes the part c·dt. So its variance is n/12 over 2·c·dt. Five times
/// its root is seldom passed by any of 1000 coordinates in 30 steps.
fn walk(scene: &Scene, dt: f64) -> f64 {
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

/// Each scene in each mode once, with one of the sizes and one of the formats in turn. In `f64` what is left
/// is motion: a speed of 5 m/s that swings, damped by 0.5/s, is 2·10⁻⁴ m/s
/// after 40 s; so 20 s are left for the fall, and for folds to give way. In the other two what rounding does
/// comes to it.
#[test]
fn what_can_rest_rests() {
    let can_rest = |named: &&NamedScene| !RESTLESS.split(' ').any(|name| name == named.name);
    for (index, named) in scenes::ALL.iter().filter(can_rest).enumerate() {
        for (k, mode) in Mode::ALL.into_iter().enumerate() {
            let side = SIDES[(index + k) % SIDES.len()];
            let format = [F64, F32, F64, Fixed][(index + k) % 4];
            let mut scene = in_mode(sized(&named.scene, side, side), mode);
            if named.name == "sphere" {
                // At 8² its layers would be 14 cm thick, on a ball of 20 cm.
                scene.self_collision = None;
            }
            // Coordinates are less than half a side from the origin.
            let reach = f64::from((side as u32 / 2).next_power_of_two());
            let bit = match format {
                F64 => 0.0,
                F32 => 0.5 * reach * f64::from(f32::EPSILON),
                Fixed => 1.0 / f64::from(1 << 20),
            };
            let mut sim = verlet(&scene, format);
            let second = scene.solver.steps_per_second.round() as u32;
            sim.run(60 * second);
            let before = sim.positions();
            let seen = see(&mut sim, &before, second / 2, bit);
            let most = 2e-4 + seen.rounding;
            let rests = seen.fastest < most && seen.rms < 0.5 * most && seen.way < 0.5 * most;
            assert!(rests, "{} {mode:?} {side} {format}: {seen:?}", named.name);
        }
    }
}

/// Columns and rows of the heap. On 24² the folds do not touch.
const SIDE: usize = 32;

/// What is left of a speed, m/s: what swings and loses 0.5/s of its velocity keeps exp(−0.25·t) of it.
/// Within 10 s the cloth has fallen and lies as it will; how fast it may be after two is 4.4 m/s
/// (`a_heap_comes_to_rest_and_nothing_goes_through`).
fn left(seconds: f64) -> f64 {
    4.4 * (-0.25 * (seconds - 10.0)).exp()
}

/// The bounds. What swings goes by its velocity over ω to each side, and nothing slower than a pendulum as long as
/// the cloth. What is `thrown` to and fro is anywhere on the way of a substep when a frame ends.
fn assert_stays(format: Format, mode: Mode, bit: f64, thrown: bool) -> (Seen, f64) {
    let scene = sized(&heap(mode, 15), SIDE, SIDE);
    let mut sim = verlet(&scene, format);
    sim.run(50 * 60);
    let before = sim.positions();
    sim.run(9 * 60);
    let seen = see(&mut sim, &before, 60, bit);
    let (x, units) = (sim.positions(), sim.units());
    let what = format!("{format} {mode:?}: {seen:?}");
    assert_eq!(cutting_triangles(SIDE, SIDE, &x), 0);
    // It lies on itself: pushes take a quarter of an overlap, so a weight lies a little into what is below.
    let layers = nearest_pair(SIDE, 4.0, &x) / units.spacing;
    assert!((0.95..1.0).contains(&layers), "{layers}");
    // What is driven swings, by its velocity over √(k/m) to each side: a particle between its
    // neighbours by the stiffness of a bend link.
    let swings = (1.0 / (scene.xpbd.bend * units.mass)).sqrt();
    let most = left(59.0) + seen.rounding;
    let way_of_substep = 60.0 * seen.fastest * units.dt;
    let throws = if thrown { way_of_substep } else { 0.0 };
    assert!(seen.moves < most + throws, "{what}");
    let way = 2.0 * left(50.0) / f64::sqrt(9.81 / 1.0) + 2.0 * seen.rounding / swings;
    assert!(seen.way < way, "{what}");
    (seen, most)
}

#[test]
fn a_heap_stays_at_rest() {
    // It lies a metre below its start, 31 spacings: `f32` has 24 bits for numbers up to 32.
    for (format, bit) in [(F64, 0.0), (F32, 0.5 * 32.0 * f64::from(f32::EPSILON))] {
        let (seen, most) = assert_stays(format, Mode::Xpbd, bit, false);
        let rests = seen.fastest < most && seen.rms < 0.5 * most;
        assert!(rests, "{format}: {seen:?}");
    }
}

/// What the velocities read is not held here. In fixed point, in a sharp fold, links and their rounding swing some
/// particles with a period of three substeps by a thousandth of a spacing: 32 mm/s. Between walls
/// three particles lie in the edge: in each substep links pull them into both,
/// one wall stops them and the other one then throws them off it, to where they were or, in one fall of six, to
/// 7 µm from there: 104 mm/s.
#[test]
fn a_heap_stays_in_place_in_fixed_point_and_between_walls() {
    assert_stays(Fixed, Mode::Xpbd, 1.0 / f64::from(1 << 20), false);
    assert_stays(F64, Mode::Pbd, 0.0, true);
}
