//! The largest cloth that a board's memory takes, as `docs/trust.md` says.

use cloth_core::{Const, Fixed, Scalar, Scene, Simulation, Verlet};

const TRUST: &str = include_str!("../../../docs/trust.md");

/// Memory of boards, KiB.
const BOARDS: [usize; 4] = [20, 128, 264, 520];

/// Bytes of N × N particles, their scene in flash.
const fn bytes<T: Scalar, const N: usize>() -> usize {
    Simulation::<T, Const<N, N>, Verlet, &'static Scene>::BYTES
}

/// That a square of `side` fits in this memory, and the next does not.
#[track_caller]
fn is_largest(kib: usize, side: usize, [it, next]: [usize; 2]) {
    let memory = kib * 1024;
    assert!(it <= memory, "{side}² takes {it} bytes of {memory}");
    assert!(next > memory, "{}² takes {next} of {memory}", side + 1);
}

/// A line of the table, where each square is the largest.
macro_rules! line {
    ($name:literal, $format:ty, $($side:literal),*) => {{
        let sides = [$($side),*];
        let sizes = [$([bytes::<$format, $side>(), bytes::<$format, { $side + 1 }>()]),*];
        for (kib, (side, sizes)) in BOARDS.into_iter().zip(sides.into_iter().zip(sizes)) {
            is_largest(kib, side, sizes);
        }
        let cells = sides.map(|side| format!("{side}²")).join(" | ");
        let line = format!("| {} | {cells} |", $name);
        assert!(TRUST.lines().any(|said| said == line), "it is to be: {line}");
    }};
}

#[test]
#[cfg(target_pointer_width = "64")]
fn the_largest_squares_fit_and_the_next_do_not() {
    line!("`f32`", f32, 26, 68, 98, 137);
    line!("fixed point", Fixed, 26, 68, 98, 137);
    line!("`f64`", f64, 19, 49, 71, 101);
}
