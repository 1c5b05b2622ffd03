//! The errors of number formats in cases with a known answer, each with a bound.

use super::particle_state::{AnyCloth, ParticleState, begin, between};
use super::{Cores, measure_all};
use crate::table::{Table, TableCell};
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::scene::{ColliderScene, Pins};
use cloth_core::{Damping, Mode, Scene};

/// Gravity, m/s²: no multiple of a power of two.
const G: f64 = 9.81;
/// Steps a second.
const RATE: f64 = 60.0;

/// A case with a known answer.
#[derive(Clone, Copy, Debug)]
enum Question {
    /// A free sheet of so many particles along a side falls for 0.3 s with so many substeps, from
    /// a height (m). The error of its fall.
    Fall(usize, u32, f64, Mode, Method),
    /// A free sheet loses velocity at 0.5/s for 2 s. The error of its final velocity.
    Loss(usize, u32, Mode),
    /// A sheet on a slope so many degrees steeper than friction holds: the error of its distance after
    /// 1 s; if negative, friction holds, and the distance itself, m.
    Slope(usize, u32, f64),
    /// A hanging chain of so many particles, in XPBD with so many passes: the error of its sag.
    Chain(usize, u32, u32),
}

use Question::{Chain, Fall, Loss, Slope};

/// The formats of a case, each with the bound of its error.
type Allowed = &'static [(Format, f64)];

/// The fraction of a motion that unbiased rounding, or coefficients of a few bits, may lose.
const FINE: Allowed = &[(Format::F32, 0.001), (Format::Fixed, 0.03)];
const SINGLE: Allowed = &[(Format::F32, 0.001)];
/// The same if the correction of each pass rounds.
const COARSE: Allowed = &[(Format::F32, 0.03), (Format::Fixed, 0.03)];
/// The distance of a sheet that friction holds, m.
const STUCK: Allowed = &[(Format::F32, 1e-4), (Format::Fixed, 1e-4)];

const CASES: &[(Question, Allowed)] = &[
    (Fall(17, 400, 0.0, Mode::Constraint, Method::Verlet), FINE),
    (Fall(17, 123, 1e6, Mode::Constraint, Method::Verlet), FINE),
    (Fall(97, 100, 0.0, Mode::Xpbd, Method::Verlet), FINE),
    (Fall(128, 300, 0.0, Mode::Hooke, Method::Verlet), FINE),
    (Fall(256, 123, 1e3, Mode::Constraint, Method::Verlet), FINE),
    (Fall(1024, 6, 0.0, Mode::Hooke, Method::Verlet), SINGLE),
    (
        Fall(128, 123, 1e3, Mode::Hooke, Method::SymplecticEuler),
        SINGLE,
    ),
    (Fall(17, 60, 1e3, Mode::Hooke, Method::Rk4), SINGLE),
    (
        Fall(17, 60, 1e3, Mode::Hooke, Method::BackwardEuler),
        SINGLE,
    ),
    (Loss(17, 95, Mode::Hooke), FINE),
    (Loss(128, 240, Mode::Hooke), FINE),
    (Loss(128, 95, Mode::Constraint), COARSE),
    (Slope(50, 4, 1.0), COARSE),
    (Slope(50, 64, 1.0), COARSE),
    (Slope(50, 4, -1.0), STUCK),
    (Slope(50, 64, -1.0), STUCK),
    (Chain(9, 8, 4), COARSE),
    (Chain(9, 32, 4), COARSE),
    (Chain(9, 128, 1), COARSE),
    (Chain(33, 64, 4), COARSE),
];

/// A case in one of its formats, with the bound of its error.
type Case = (Question, Format, f64);

fn cases() -> Vec<Case> {
    let formats = |&(question, bounds): &(Question, Allowed)| {
        bounds
            .iter()
            .map(move |&(format, bound)| (question, format, bound))
    };
    CASES.iter().flat_map(formats).collect()
}

/// All cases with their answers and bounds.
pub fn precision() -> Result<Vec<Table>, String> {
    let cases = cases();
    let answers = measure_all("precision", Cores::All, &cases, ask)?;
    let note = "Errors of number formats, and distances that should be 0; beyond: the answer exceeds its bound.\n";
    let numbers = ["answer", "bound"];
    let mut table = Table::new(note, &["case", "format", "unit", ""], &numbers);
    for ((question, format, bound), answer) in cases.into_iter().zip(answers) {
        // A fraction of the right answer, or a distance that should be 0.
        let (scale, unit) = match question {
            Slope(.., steeper) if steeper < 0.0 => (1.0, "m"),
            _ => (100.0, "%"),
        };
        table.row([
            name(question).into(),
            format.name().into(),
            unit.into(),
            if answer.abs() <= bound { "" } else { "beyond" }.into(),
            TableCell::short(scale * answer),
            TableCell::short(scale * bound),
        ]);
    }
    Ok(vec![table])
}

/// The name of a case.
fn name(question: Question) -> String {
    match question {
        Fall(side, substeps, height, mode, method) => {
            let mode = mode.name();
            format!("falls, {side}², {substeps} substeps, {height} m up, {mode}, {method}")
        }
        Loss(side, substeps, mode) => {
            format!("damping, {side}², {substeps} substeps, {}", mode.name())
        }
        Slope(side, substeps, steeper) => {
            format!("slope of friction {steeper:+}°, {side}², {substeps} substeps")
        }
        Chain(count, substeps, passes) => {
            format!("XPBD chain of {count}, {substeps} substeps of {passes} passes")
        }
    }
}

/// The error of a format.
fn ask(&(question, format, _): &Case) -> Result<f64, String> {
    match question {
        Fall(side, substeps, height, mode, method) => {
            fall(&bare(side, side, mode, substeps), height, method, format)
        }
        Loss(side, substeps, mode) => loss(bare(side, side, mode, substeps), format),
        Slope(side, substeps, steeper) => slope(
            bare(side, side, Mode::Constraint, substeps),
            steeper,
            format,
        ),
        Chain(count, substeps, passes) => {
            chain(bare(1, count, Mode::Xpbd, substeps), passes, format)
        }
    }
}

/// A sheet of 1.37 m without pins, forces or stiff links.
fn bare(columns: usize, rows: usize, mode: Mode, substeps: u32) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows, scene.cloth.width) = (columns, rows, 1.37);
    (scene.pins, scene.limit, scene.tethers) = (Pins::NONE, None, None);
    (scene.solver.mode, scene.solver.steps_per_second) = (mode, RATE);
    scene.solver.damping = Damping::Rate(0.0);
    scene.forces.gravity = [0.0, -G, 0.0];
    let springs = &mut scene.springs;
    (springs.structural, springs.shear) = (0.0, 0.0);
    (springs.bend, springs.damping) = (0.0, 0.0);
    scene.constraints.iterations = 1;
    (scene.solver.substeps, scene.constraints.substeps) = (substeps, substeps);
    (scene.pbd.substeps, scene.xpbd.substeps) = (substeps, substeps);
    scene
}

/// Runs whole steps for so many seconds.
fn run(cloth: &mut AnyCloth, seconds: f64) {
    for _ in 0..(seconds * cloth.scene().solver.steps_per_second).round() as u32 {
        cloth.step();
    }
}

/// The mean distance of a sheet's particles after so many seconds, m.
fn way(cloth: &mut AnyCloth, seconds: f64) -> f64 {
    let before = ParticleState::of(&**cloth).position;
    run(cloth, seconds);
    let after = ParticleState::of(&**cloth).position;
    let ways = before.iter().zip(&after).map(|(&a, &b)| between(a, b));
    ways.sum::<f64>() / before.len() as f64
}

/// Substeps of so many seconds.
fn substeps(scene: &Scene, seconds: f64) -> f64 {
    let GridSize { columns, rows } = GridSize::of(scene);
    f64::from(scene.substeps(columns, rows)) * seconds * RATE
}

fn fall(scene: &Scene, height: f64, method: Method, format: Format) -> Result<f64, String> {
    let mut scene = *scene;
    scene.cloth.center[1] = height;
    let way = way(&mut begin(&scene, method, format)?, 0.3);
    let count = substeps(&scene, 0.3);
    let dt = 0.3 / count;
    // Each method's own sum over n substeps.
    let shift = match method {
        Method::ForwardEuler => -1.0,
        Method::Rk2 | Method::Rk4 => 0.0,
        _ => 1.0,
    };
    let exact = G * dt * dt * count * (count + shift) / 2.0;
    Ok(way / exact - 1.0)
}

fn loss(mut scene: Scene, format: Format) -> Result<f64, String> {
    scene.forces.gravity = [0.0; 3];
    scene.solver.damping = Damping::Rate(0.5);
    let mut cloth = begin(&scene, Method::Verlet, format)?;
    let mut state = ParticleState::of(&*cloth);
    state.velocity.fill([0.3, 0.1, -0.2]);
    state.place(&mut *cloth);
    run(&mut cloth, 2.0);
    let velocity = ParticleState::of(&*cloth).velocity;
    let mean = velocity.iter().map(|v| v[0]).sum::<f64>() / velocity.len() as f64;
    Ok(mean / 0.3 / (-1.0_f64).exp() - 1.0)
}

/// A slope so many degrees steeper than friction holds.
fn slope(mut scene: Scene, steeper: f64, format: Format) -> Result<f64, String> {
    let friction: f64 = 0.37;
    let (sin, cos) = (friction.atan() + steeper.to_radians()).sin_cos();
    scene.cloth.across = [cos, -sin, 0.0];
    scene.cloth.center = [0.1, 0.2, 0.3];
    let plane = ColliderScene::plane(scene.cloth.center, [sin, cos, 0.0]).with_friction(friction);
    let pushed = scene.colliders.push(plane);
    pushed.map_err(|_| "too many colliders")?;
    let way = way(&mut begin(&scene, Method::Verlet, format)?, 1.0);
    if steeper < 0.0 {
        return Ok(way);
    }
    let count = substeps(&scene, 1.0);
    let exact = G * (sin - friction * cos) * (count + 1.0) / count / 2.0;
    Ok(way / exact - 1.0)
}

/// A chain whose top link stretches by 5 %: the sag is the sum of weight times compliance.
fn chain(mut scene: Scene, passes: u32, format: Format) -> Result<f64, String> {
    let count = scene.cloth.rows;
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.2);
    scene.cloth.down = [0.0, -1.0, 0.0];
    scene.pins.top_left = true;
    scene.solver.damping = Damping::Rate(3.0);
    let mass = scene.cloth.particle_mass(1, count);
    let spacing = scene.cloth.spacing(1, count);
    let xpbd = &mut scene.xpbd;
    xpbd.iterations = passes;
    xpbd.structural = 0.05 * spacing / (mass * G * count as f64);
    (xpbd.bend, xpbd.shear, xpbd.compression) = (1e9, 1e9, 0.0);
    let weights = (1..count).map(|below| mass * G * below as f64);
    let exact: f64 = weights.map(|weight| weight * xpbd.structural).sum();
    let mut cloth = begin(&scene, Method::Verlet, format)?;
    let height = |cloth: &AnyCloth| {
        let [a, b] = [0, count - 1].map(|row| cloth.position(0, row).unwrap_or_default());
        between(a, b)
    };
    let before = height(&cloth);
    run(&mut cloth, 10.0);
    let mut mean = 0.0;
    for _ in 0..60 {
        cloth.step();
        mean += height(&cloth) / 60.0;
    }
    Ok((mean - before) / exact - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the command runs those that take ten seconds or more.
    fn is_quick((question, format, _): &Case) -> bool {
        match *question {
            Fall(side, ..) | Loss(side, ..) => *format == Format::F32 || side < 128,
            _ => true,
        }
    }

    #[test]
    fn every_case_is_within_its_bound() {
        let mut cases = cases();
        cases.retain(is_quick);
        let answers = measure_all("precision", Cores::All, &cases, ask).unwrap();
        for ((question, format, bound), answer) in cases.into_iter().zip(answers) {
            // A comparison that a NaN fails.
            assert!(answer.abs() <= bound, "{question:?} {format:?}: {answer}");
        }
    }
}
