//! What can rest, rests: at the strain limit, and on a ball.

use super::ask::{Cloth, length, run, start};
use super::case::{Case, case, known};
use crate::experiment::methods::State;
use cloth_core::host::{Format, Method};
use cloth_core::scene::NamedScene;
use cloth_core::scenes;

/// Particles along a side, other than in the scenes' own grid.
const SIDE: usize = 25;

/// The speed of the fastest particle, m/s.
pub fn fastest(cloth: &Cloth) -> f64 {
    let speeds = State::of(&**cloth).velocity.into_iter().map(length);
    speeds.fold(0.0, f64::max)
}

/// The fastest particle in the second that follows so many seconds of a scene, m/s.
fn rest(named: &NamedScene, side: usize, seconds: f64, format: Format) -> Result<f64, String> {
    let mut scene = named.scene;
    (scene.cloth.columns, scene.cloth.rows) = (side, side);
    let mut cloth = start(&scene, (Method::Verlet, format))?;
    run(&mut cloth, seconds);
    let mut worst = 0.0_f64;
    for _ in 0..scene.solver.steps_per_second.round() as u32 {
        cloth.step();
        worst = worst.max(fastest(&cloth));
    }
    Ok(worst)
}

/// At rest in `f64`, m/s.
const STILL: f64 = 1e-3;
/// In `f32`, m/s: fifty last bits of a velocity, which is a position's in a substep, 2·10⁻⁴ m/s
/// at the far end of these sheets. Each of a substep's corrections rounds; by the formula of
/// `tests/tests/laws/limit_rests.rs` one pass makes twenty of it, three make 35.
const ROUNDED: f64 = 0.01;

pub const CASES: &[Case] = &[
    case(
        "pinned2, 25², at its strain limit after 20 s: fastest",
        "m/s",
        |format| rest(&scenes::PINNED2, SIDE, 20.0, format),
        &[
            known(Format::F64, Some(1.52), STILL),
            known(Format::F32, Some(1.27), ROUNDED),
        ],
    ),
    case(
        "pinned4, 25², at its strain limit after 20 s: fastest",
        "m/s",
        |format| rest(&scenes::PINNED4, SIDE, 20.0, format),
        &[
            known(Format::F64, Some(1.17), STILL),
            known(Format::F32, Some(1.09), ROUNDED),
        ],
    ),
    case(
        "pinned2, 50², at its strain limit after 20 s: fastest",
        "m/s",
        |format| rest(&scenes::PINNED2, 50, 20.0, format),
        &[
            known(Format::F64, Some(1.0), STILL).long(),
            known(Format::F32, Some(0.996), ROUNDED),
        ],
    ),
    case(
        "pinned4, 50², at its strain limit after 20 s: fastest",
        "m/s",
        |format| rest(&scenes::PINNED4, 50, 20.0, format),
        &[
            known(Format::F64, Some(0.429), STILL).long(),
            known(Format::F32, Some(0.618), ROUNDED),
        ],
    ),
    case(
        "four-corners-sphere, 25², after 40 s: fastest",
        "m/s",
        |format| rest(&scenes::FOUR_CORNERS_SPHERE, SIDE, 40.0, format),
        &[
            known(Format::F64, Some(9.36e-5), STILL),
            known(Format::F32, Some(0.0171), ROUNDED),
        ],
    ),
];
