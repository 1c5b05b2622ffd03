//! A ball that jumps into a hanging sheet does not tear it apart, and leaves it as it was.

use super::ask::{Cloth, run, start};
use super::case::{Case, case, known};
use super::rests::fastest;
use cloth_core::host::{Format, Method};
use cloth_core::scene::{ColliderScene, Colliders};
use cloth_core::{Damping, Mode, scenes};
use std::sync::OnceLock;

const SIDE: usize = 17;
const AWAY: [f64; 3] = [7.3, 0.0, 0.0];

/// What a jump does.
#[derive(Clone, Debug)]
struct Jump {
    /// The fastest particle of the half second in which the ball is there, m/s.
    speed: f64,
    /// The most that any spring is stretched in it, beyond what the sheet's weight does.
    strain: f64,
    /// The same, three seconds after the ball is gone.
    speed_later: f64,
    strain_later: f64,
}

/// A sheet that hangs from its corners, with a ball far away.
fn hanging(mode: Mode, format: Format) -> Result<Cloth, String> {
    let mut scene = scenes::FOUR_CORNERS.scene;
    (scene.cloth.columns, scene.cloth.rows) = (SIDE, SIDE);
    (scene.solver.mode, scene.solver.steps_per_second) = (mode, 60.0);
    scene.solver.damping = Damping::Rate(3.0);
    scene.colliders = Colliders::EMPTY;
    let ball = ColliderScene::sphere(AWAY, 0.31).with_friction(0.3);
    let pushed = scene.colliders.push(ball);
    pushed.map_err(|_| "too many colliders")?;
    start(&scene, (Method::Verlet, format))
}

/// What each format's jump in Hooke mode came to: four rows of the table share it.
static HOOKE: [OnceLock<Result<Jump, String>>; 2] = [const { OnceLock::new() }; 2];

fn in_hooke_mode(format: Format) -> Result<Jump, String> {
    let of = &HOOKE[usize::from(format == Format::F32)];
    of.get_or_init(|| jump(Mode::Hooke, format)).clone()
}

/// The ball jumps into the middle of the sheet, and half a second later away.
fn jump(mode: Mode, format: Format) -> Result<Jump, String> {
    let mut cloth = hanging(mode, format)?;
    run(&mut cloth, 4.0);
    let strain_of = |cloth: &Cloth| cloth.measure().largest_strain.unwrap_or(f64::NAN);
    let weight = strain_of(&cloth);
    let [x, y, z] = cloth.position(SIDE / 2, SIDE / 2).unwrap_or_default();
    cloth.move_collider(0, [x + 0.003, y + 0.013, z - 0.007], [0.0; 3]);
    let (mut speed, mut strain) = (0.0_f64, 0.0_f64);
    for _ in 0..30 {
        cloth.step();
        speed = speed.max(fastest(&cloth));
        strain = strain.max(strain_of(&cloth) - weight);
    }
    cloth.move_collider(0, AWAY, [0.0; 3]);
    run(&mut cloth, 3.0);
    Ok(Jump {
        speed,
        strain,
        speed_later: fastest(&cloth),
        strain_later: strain_of(&cloth) - weight,
    })
}

/// The ball's surface rises at 1 m/s, and what slides off it falls by its diameter, m/s.
const RISES: f64 = 3.0;
/// As in `tests/tests/laws/jumps.rs`: a ball of 0.31 m lengthens a sheet of 2 m by less.
const ADDS: f64 = 0.15;
/// What swings loses half of the damping's rate: e^(−3·3/2), 1 %, is left after three seconds, and
/// a sheet that falls off the ball and springs back is slower than 9 m/s.
const SPEED_LEFT: f64 = 0.1;
/// A hundredth of a spring's length: it hangs as it did.
const STRAIN_LEFT: f64 = 0.01;

pub const CASES: &[Case] = &[
    case(
        "a ball jumps into cloth, Hooke: fastest",
        "m/s",
        |format| Ok(in_hooke_mode(format)?.speed),
        &[
            known(Format::F64, Some(320.0), RISES),
            known(Format::F32, Some(300.0), RISES),
        ],
    ),
    case(
        "a ball jumps into cloth, Hooke: strain it adds",
        "",
        |format| Ok(in_hooke_mode(format)?.strain),
        &[
            known(Format::F64, Some(6.03), ADDS),
            known(Format::F32, Some(6.03), ADDS),
        ],
    ),
    case(
        "3 s after it is gone, Hooke: fastest",
        "m/s",
        |format| Ok(in_hooke_mode(format)?.speed_later),
        &[
            known(Format::F64, Some(0.126), SPEED_LEFT),
            known(Format::F32, Some(0.195), SPEED_LEFT),
        ],
    ),
    case(
        "3 s after it is gone, Hooke: strain left",
        "",
        |format| Ok(in_hooke_mode(format)?.strain_later),
        &[
            known(Format::F64, Some(4.15e-3), STRAIN_LEFT),
            known(Format::F32, Some(3.46e-3), STRAIN_LEFT),
        ],
    ),
    case(
        "a ball jumps into cloth, XPBD: fastest",
        "m/s",
        |format| Ok(jump(Mode::Xpbd, format)?.speed),
        &[
            known(Format::F64, Some(110.0), RISES),
            known(Format::F32, Some(110.0), RISES),
        ],
    ),
];
