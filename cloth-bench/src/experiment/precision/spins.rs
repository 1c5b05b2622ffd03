//! What a free spin keeps: its energy under IMEX, its angular momentum by the formula of
//! position-based modes.

use super::ask::{Cloth, length, run, start};
use super::case::{Case, case, known, near};
use crate::experiment::methods::{State, particles};
use cloth_core::host::{Format, Method};
use cloth_core::{Damping, Mode, Scene};
use cloth_draw::energy::Energy;

/// Columns and rows.
const SIZE: (usize, usize) = (9, 7);
/// Spin under IMEX, rad/s: about none of the cloth's own axes.
const TUMBLE: [f64; 3] = [1.1, 2.3, 0.7];
/// Spin of position-based modes, rad/s.
const SPIN: f64 = 2.6;

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// An undamped sheet that nothing acts on, 60 steps a second.
fn free() -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = SIZE;
    scene.solver.steps_per_second = 60.0;
    scene.solver.damping = Damping::Rate(0.0);
    scene.forces.gravity = [0.0; 3];
    scene
}

/// Has all of a cloth turn as one body about the origin.
fn spin(cloth: &mut Cloth, speed: [f64; 3]) {
    for (column, row) in particles(&**cloth) {
        let x = cloth.position(column, row).unwrap_or_default();
        cloth.place(column, row, x, cross(speed, x));
    }
}

/// The part of its energy that a spin under IMEX has after 30 s.
fn energy_of_imex(format: Format) -> Result<f64, String> {
    let mut scene = free();
    (scene.cloth.width, scene.solver.substeps) = (1.03, 2);
    let springs = &mut scene.springs;
    (springs.structural, springs.shear, springs.bend) = (47.3, 51.1, 9.7);
    let mut cloth = start(&scene, (Method::Imex, format))?;
    spin(&mut cloth, TUMBLE);
    let energy = |cloth: &Cloth| {
        let State { position, velocity } = State::of(&**cloth);
        Energy::of(&scene, SIZE, &position, &velocity, |_| true).total()
    };
    let before = energy(&cloth);
    run(&mut cloth, 30.0);
    Ok(energy(&cloth) / before)
}

/// |Σ x × v|, the angular momentum of mass 1.
fn momentum(cloth: &Cloth) -> f64 {
    let State { position, velocity } = State::of(&**cloth);
    let parts = position.iter().zip(&velocity).map(|(&x, &v)| cross(x, v));
    length(parts.fold([0.0; 3], |sum, l| [0, 1, 2].map(|i| sum[i] + l[i])))
}

/// How far what is left of an angular momentum after 10 s is from the formula: links hold what
/// spins with ω² times its distance, and a particle held so is slowed by dω/dt = −dt·ω³.
fn momentum_left(mode: Mode, substeps: u32, format: Format) -> Result<f64, String> {
    let mut scene = free();
    scene.solver.mode = mode;
    scene.constraints.substeps = substeps;
    (scene.pbd.substeps, scene.xpbd.substeps) = (substeps, substeps);
    let mut cloth = start(&scene, (Method::Verlet, format))?;
    spin(&mut cloth, [0.0, SPIN, 0.0]);
    let before = momentum(&cloth);
    run(&mut cloth, 10.0);
    let dt = 1.0 / (60.0 * f64::from(substeps));
    let formula = (1.0 + 2.0 * SPIN * SPIN * dt * 10.0).sqrt().recip();
    Ok(momentum(&cloth) / before / formula - 1.0)
}

/// The formula leaves out what links give, a few thousandths.
const FORMULA: f64 = 5e-3;

pub const CASES: &[Case] = &[
    case(
        "IMEX, free spin of 9 × 7, 2 substeps: energy after 30 s",
        "",
        energy_of_imex,
        // Nothing may be gained, and of a body that turns as one next to nothing lost.
        &[
            near(Format::F64, Some(2.69), 0.995, 0.005),
            near(Format::F32, Some(2.69), 0.995, 0.005),
        ],
    ),
    case(
        "constraint, spin of 10 s, 8 substeps: momentum's error",
        "%",
        |format| momentum_left(Mode::Constraint, 8, format),
        &[
            known(Format::F64, Some(3.02e-5), FORMULA),
            known(Format::F32, Some(-7.54e-4), FORMULA),
        ],
    ),
    case(
        "PBD, spin of 10 s, 8 substeps: momentum's error",
        "%",
        |format| momentum_left(Mode::Pbd, 8, format),
        &[
            known(Format::F64, Some(1.91e-4), FORMULA),
            known(Format::F32, Some(-7.3e-4), FORMULA),
        ],
    ),
    case(
        "XPBD, spin of 10 s, 8 substeps: momentum's error",
        "%",
        |format| momentum_left(Mode::Xpbd, 8, format),
        &[
            known(Format::F64, Some(2.23e-4), FORMULA),
            known(Format::F32, Some(-3.24e-4), FORMULA),
        ],
    ),
];
