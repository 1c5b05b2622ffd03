//! A drape over a ball is its own mirror image: springs are taken in an order that is not, so what
//! is left is rounding and what the motion makes of it.

use super::ask::{between, run, start};
use super::case::{Case, case, known};
use crate::experiment::methods::State;
use cloth_core::host::{Format, Method};
use cloth_core::scenes;

const SIDE: usize = 25;
/// A last bit of `f32` in those of `f64`.
const LAST_BITS: f64 = (1u64 << 29) as f64;

/// The largest distance of a particle from its mirror images, left and right, top and bottom, m.
/// Columns run along x, rows along z, and the middle is at x = z = 0.
fn asymmetry(seconds: f64, format: Format) -> Result<f64, String> {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    (scene.cloth.columns, scene.cloth.rows) = (SIDE, SIDE);
    let mut cloth = start(&scene, (Method::Verlet, format))?;
    run(&mut cloth, seconds);
    let x = State::of(&*cloth).position;
    let at = |column: usize, row: usize| x[row * SIDE + column];
    let images = (0..SIDE * SIDE).map(|i| {
        let (column, row) = (i % SIDE, i / SIDE);
        let [beside, below] = [at(SIDE - 1 - column, row), at(column, SIDE - 1 - row)];
        let beside = between(x[i], [-beside[0], beside[1], beside[2]]);
        beside.max(between(x[i], [below[0], below[1], -below[2]]))
    });
    Ok(images.fold(0.0, f64::max))
}

/// Until the ball is reached, 0.1 s: 32 last bits of the furthest coordinate, 14 spacings of 1/12 m.
/// From then on folds grow out of them, in each format by as much: so at 0.5 s `f32` may be as much
/// further off as its last bit is larger, 2²⁹ times. The bound of `f64` there is what is known of the
/// engine, 7·10⁻¹² m, with room for half as much again.
pub const CASES: &[Case] = &[
    case(
        "mirror image, four-corners-sphere, 25², 0.1 s",
        "m",
        |format| asymmetry(0.1, format),
        &[
            known(Format::F64, Some(1.96e-14), 5e-15),
            known(Format::F32, Some(1.2e-5), 2.5e-6),
        ],
    ),
    case(
        "mirror image, four-corners-sphere, 25², 0.5 s",
        "m",
        |format| asymmetry(0.5, format),
        &[
            known(Format::F64, Some(3.47e-11), 1e-11),
            known(Format::F32, Some(9.4e-3), 1e-11 * LAST_BITS),
        ],
    ),
];
