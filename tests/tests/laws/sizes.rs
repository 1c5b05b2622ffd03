//! How large, how small, how long: what is taken, what is refused, and that it is right at both ends; where the
//! columns of a grid lie, for every number of them; and the largest cloths that boards have room for.

use cloth_core::host::{GridSize, MAX_SIDE, start};
use cloth_core::{Const, Dyn, Extent, Simulation};
use cloth_tests::prelude::*;

/// A sheet that hangs from its upper edge, of links that do not stretch.
fn sheet(width: f64, columns: usize, rows: usize) -> Scene {
    let mut scene = in_mode(Scene::DEFAULT, Mode::Constraint);
    (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
    scene.cloth.width = width;
    scene.cloth.down = [0.0, -0.6, 0.8];
    scene.pins.top_edge = true;
    scene.solver.damping = Damping::Rate(0.5);
    // Gravity grows with the cloth, so that all of them move alike.
    scene.forces.gravity = [0.0, -9.81 * width, 0.0];
    scene
}

/// By its dimensions, a fall in widths does not depend on the width: what is left is rounding, which is one
/// of the format's numbers for each substep that a place has gone through.
#[test]
fn a_cloth_of_a_millimetre_falls_as_one_of_a_kilometre() {
    for (format, unit) in [
        (F64, f64::EPSILON),
        (F32, f64::from(f32::EPSILON)),
        // A place is a whole number of 2⁻²⁰ spacings of an eighth of the width.
        (Fixed, 0.125 / f64::from(1 << 20)),
    ] {
        // The lower edge's middle after 20 steps, in widths.
        let fallen = |width: f64| {
            let mut sim = verlet(&sheet(width, 9, 7), format);
            sim.run(20);
            sim.position(4, 6).map(|x| x / width)
        };
        let expected = fallen(1.0);
        let way = (expected[1] + 0.6 * 0.375).hypot(expected[2] - 0.8 * 0.375);
        assert!((0.02..0.7).contains(&way), "{format} moves by {way}");
        // Constants differ by a rounding, too; links pass on what is off.
        let most = 4.0 * unit * f64::from(20 * sheet(1.0, 9, 7).constraints.substeps);
        for (width, axis) in pairs([1e-3, 0.037, 0.3, 7.9, 1e3], 0..3) {
            let error = (fallen(width)[axis] - expected[axis]).abs();
            assert!(error <= most, "{format}, {width} m: {error:e} of {most:e}");
        }
    }
}

/// That a scene runs and stays finite or, with words, is refused with these.
#[track_caller]
fn runs(scene: &Scene, format: Format, words: &[&str]) {
    let grid = GridSize::of(scene);
    match start(scene, grid, Verlet, format) {
        Ok(mut cloth) => {
            assert!(words.is_empty(), "{format} {grid} is taken");
            cloth.step();
            let end = cloth.position(grid.columns - 1, grid.rows - 1).unwrap();
            let finite = end.iter().all(|x| x.is_finite());
            assert!(finite, "{format} {grid}: {end:?}");
        }
        Err(error) => {
            let said = error.to_string();
            let all = words.iter().all(|word| said.contains(word));
            assert!(all && !words.is_empty(), "{format} {grid}: {said}");
        }
    }
}

/// The longest in both directions; a longer one, and none, are refused.
#[test]
fn the_longest_grids_run_and_the_next_are_refused() {
    for format in [F32, F64] {
        for (columns, rows) in [(4096, 2), (2, 4096), (4096, 1), (1, 4096), (1, 1)] {
            runs(&sheet(1.0, columns, rows), format, &[]);
        }
        for (columns, rows) in [(4097, 1), (1, 4097), (0, 1), (1, 0)] {
            runs(&sheet(1.0, columns, rows), format, &["1 to 4096"]);
        }
    }
    // From its middle a cloth of 1,025 along an axis reaches 512 spacings.
    for (side, words) in [(1025, &[][..]), (1026, &["cloth.width", "less"])] {
        for (columns, rows) in [(side, 2), (2, side)] {
            let mut scene = sheet(1.0, columns, rows);
            scene.cloth.down = [0.0, -1.0, 0.0];
            runs(&scene, Fixed, words);
        }
    }
}

#[test]
fn the_farthest_place_and_collider_are_taken_and_the_next_are_refused() {
    let mut sim = verlet(&sheet(1.0, 4, 4), F64);
    for (axis, far) in pairs(0..3, [-1e7, 1e7]) {
        let mut place = [0.0; 3];
        place[axis] = far;
        sim.place(1, 2, place, [0.0; 3]);
        let before = sim.state_hash();
        place[axis] = far + far.signum() * 1e-8;
        let refused = sim.any_mut().place(1, 2, place, [0.0; 3]);
        assert!(matches!(refused, Err(ParticleError::Value(_))), "{place:?}");
        assert_eq!(sim.state_hash(), before);
    }
    // Small enough that 10⁹ spacings are in the world.
    let scene = sheet(0.5, 101, 3);
    for ((format, most), axis) in pairs([(F32, 1e9), (F64, 1e9), (Fixed, 512.0)], 0..3) {
        let far = most * scene.cloth.spacing(101, 3);
        for (distance, words) in [
            (far, &[][..]),
            (far.next_up(), &["colliders.sphere.center", "less"]),
        ] {
            for sign in [-1.0, 1.0] {
                let (mut scene, mut center) = (scene, [0.0; 3]);
                center[axis] = sign * distance;
                let ball = ColliderScene::sphere(center, 0.1).with_friction(0.3);
                scene.colliders.push(ball).unwrap();
                runs(&scene, format, words);
            }
        }
    }
}

/// Time is a sum in `f64`, one summand a substep, at rates whose steps are no numbers of `f64`.
#[test]
fn time_is_the_sum_of_its_substeps() {
    for rate in [97.0, 480.0, 1800.0, 999.9] {
        let mut scene = sheet(1.0, 1, 1);
        (scene.solver.mode, scene.solver.substeps) = (Mode::Hooke, 1);
        (scene.solver.steps_per_second, scene.pins.top_edge) = (rate, false);
        let mut sim = verlet(&scene, F32);
        sim.run(1_000_000);
        let mut sum = 0.0;
        (0..1_000_000).for_each(|_| sum += 1.0 / rate);
        assert_eq!(sim.time(), sum, "at {rate} Hz");
        assert!(sim.velocity(0, 0).iter().all(|v| v.is_finite()));
    }
}

/// Of vectors: column l·V + k is number l of vector k, and each place is taken once; back; and of vector k that
/// many numbers have a column k' − k further that is one of the grid.
#[test]
fn columns_lie_where_a_division_says() {
    for columns in 1..=MAX_SIDE {
        let extent = Dyn::new(columns, 3);
        let vectors = extent.vectors();
        assert!(extent.room() >= columns, "{columns} columns have no room");
        for column in 0..columns {
            let (lane, vector) = (column / vectors, column % vectors);
            let expected = vector * Dyn::LANES + lane;
            assert_eq!(extent.place(column), expected, "{column} of {columns}");
            assert!(lane < Dyn::LANES, "{column} of {columns}");
            assert_eq!(extent.column(expected), column, "back, of {columns}");
        }
        for k in 0..2 * vectors {
            let counted = (0..Dyn::LANES).filter(|lane| lane * vectors + k < columns);
            assert_eq!(extent.ends(k), counted.count(), "{k} of {columns}");
        }
    }
}

const TRUST: &str = include_str!("../../../docs/trust.md");

/// Memory of boards, KiB.
const BOARDS: [usize; 4] = [20, 128, 264, 520];

/// Bytes of N × N particles, their scene in flash.
const fn bytes<T: Scalar, const N: usize>() -> usize {
    Simulation::<T, Const<N, N>, cloth_core::Verlet, &'static Scene>::BYTES
}

/// A line of the table in `docs/trust.md`, where each square fits in its board's memory and the next does not.
macro_rules! line {
    ($name:literal, $format:ty, $($side:literal),*) => {{
        let sides = [$(($side, bytes::<$format, $side>(), bytes::<$format, { $side + 1 }>())),*];
        for (kib, (side, it, next)) in BOARDS.into_iter().zip(sides) {
            let largest = it <= kib * 1024 && next > kib * 1024;
            assert!(largest, "{side}² takes {it} bytes of {kib} KiB, the next {next}");
        }
        let cells = sides.map(|(side, ..)| format!("{side}²")).join(" | ");
        let line = format!("| {} | {cells} |", $name);
        assert!(TRUST.lines().any(|said| said == line), "it is to be: {line}");
    }};
}

#[test]
#[cfg(target_pointer_width = "64")]
fn the_largest_squares_fit_and_the_next_do_not() {
    line!("`f32`", f32, 26, 68, 98, 137);
    line!("fixed point", cloth_core::Fixed, 26, 68, 98, 137);
    line!("`f64`", f64, 19, 49, 71, 101);
}
