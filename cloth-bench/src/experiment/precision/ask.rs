//! The cases' scenes, what they ought to come to, and how far off a format is.

use crate::experiment::methods::{State, begin};
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::scene::{ColliderScene, Pins};
use cloth_core::{Damping, Mode, Scene};
use std::fmt;

/// Gravity, m/s²: no multiple of a power of two.
const G: f64 = 9.81;
/// Steps a second.
const RATE: f64 = 60.0;

/// A case with a known answer.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// A free sheet of so many particles along a side falls for 0.3 s from a height (m). The
    /// error of its fall.
    Fall(usize, u32, f64, Mode, Method),
    /// A free sheet loses velocity at 0.5/s for 2 s. The error of what is left.
    Damping(usize, u32, Mode),
    /// A sheet on a slope 1° steeper than its friction holds. The error of its way in 1 s.
    Slides(usize, u32),
    /// The same 1° less steep. The way in 1 s, m.
    Sticks(usize, u32),
    /// A hanging chain of so many particles, in XPBD with so many passes: the error of its sag.
    Chain(usize, u32, u32),
    /// A rigid chain swings by so many degrees: the error of its period against `f64`.
    Pendulum(u32, Mode, f64),
    /// What a function measures: its name and the function.
    Of(&'static str, Measure),
}

/// What measures a case in a format, or says why it cannot.
pub type Measure = fn(Format) -> Result<f64, String>;

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Fall(side, substeps, height, mode, method) => {
                let (mode, method) = (mode.name(), method.name());
                write!(
                    f,
                    "falls {side}² {substeps} at {height} m, {mode}, {method}"
                )
            }
            Self::Damping(side, substeps, mode) => {
                write!(f, "damping {side}² {substeps}, {}", mode.name())
            }
            Self::Slides(side, substeps) => write!(f, "slope of friction + 1° {side}² {substeps}"),
            Self::Sticks(side, substeps) => write!(f, "slope of friction − 1° {side}² {substeps}"),
            Self::Chain(count, substeps, passes) => {
                write!(f, "XPBD chain of {count}, {substeps} × {passes}")
            }
            Self::Pendulum(substeps, mode, degrees) => {
                write!(f, "pendulum of {degrees}° {substeps}, {}", mode.name())
            }
            Self::Of(name, _) => f.write_str(name),
        }
    }
}

/// How far off a format is.
///
/// # Errors
/// If the scene is not for this format, or nothing swings.
pub fn ask(question: &Question, format: Format) -> Result<f64, String> {
    match *question {
        Question::Fall(side, substeps, height, mode, method) => {
            fall(side, substeps, height, mode, (method, format))
        }
        Question::Damping(side, substeps, mode) => damping(side, substeps, mode, format),
        Question::Slides(side, substeps) => slope(side, substeps, 1.0, format),
        Question::Sticks(side, substeps) => slope(side, substeps, -1.0, format),
        Question::Chain(count, substeps, passes) => chain(count, substeps, passes, format),
        Question::Pendulum(substeps, mode, degrees) => {
            let [period, exact] = [format, Format::F64].map(|f| period(substeps, mode, degrees, f));
            Ok(period? / exact? - 1.0)
        }
        Question::Of(_, measure) => measure(format),
    }
}

/// A sheet of 1.37 m without pins, forces or stiff links.
pub fn bare(columns: usize, rows: usize, mode: Mode, substeps: u32) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows, scene.cloth.width) = (columns, rows, 1.37);
    (scene.pins, scene.limit, scene.tethers) = (Pins::NONE, None, None);
    (scene.solver.mode, scene.solver.steps_per_second) = (mode, RATE);
    scene.solver.damping = Damping::Rate(0.0);
    scene.forces.gravity = [0.0, -G, 0.0];
    let springs = &mut scene.springs;
    (
        springs.structural,
        springs.shear,
        springs.bend,
        springs.damping,
    ) = (0.0, 0.0, 0.0, 0.0);
    scene.constraints.iterations = 1;
    scene.solver.substeps = substeps;
    scene.constraints.substeps = substeps;
    (scene.pbd.substeps, scene.xpbd.substeps) = (substeps, substeps);
    scene
}

/// A cloth of any method and format.
pub type Cloth = Box<dyn AnySimulation>;

/// A scene's cloth at its start, on the scene's grid.
pub fn start(scene: &Scene, (method, format): (Method, Format)) -> Result<Cloth, String> {
    begin(scene, GridSize::of(scene), method, format)
}

/// Runs for so long, in whole steps.
pub fn run(cloth: &mut Cloth, seconds: f64) {
    for _ in 0..(seconds * cloth.scene().solver.steps_per_second).round() as u32 {
        cloth.step();
    }
}

/// |v|.
pub fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// |a − b|.
pub fn between(a: [f64; 3], b: [f64; 3]) -> f64 {
    length([0, 1, 2].map(|i| a[i] - b[i]))
}

/// The way of a sheet's particles on average, m: down, and all of it.
fn way(from: &State, to: &State) -> f64 {
    let all = from.position.iter().zip(&to.position);
    all.map(|(&a, &b)| between(a, b)).sum::<f64>() / from.position.len() as f64
}

fn states(cloth: &mut Cloth, seconds: f64) -> [State; 2] {
    let [mut before, mut after] = [State::default(), State::default()];
    before.read(&**cloth);
    run(cloth, seconds);
    after.read(&**cloth);
    [before, after]
}

fn fall(
    side: usize,
    substeps: u32,
    height: f64,
    mode: Mode,
    with: (Method, Format),
) -> Result<f64, String> {
    let mut scene = bare(side, side, mode, substeps);
    scene.cloth.center[1] = height;
    let mut cloth = start(&scene, with)?;
    let [before, after] = states(&mut cloth, 0.3);
    let count = f64::from(scene.substeps(side, side)) * 18.0;
    let dt = 0.3 / count;
    // Each method's own sum of n equal steps of velocity.
    let shift = match with.0 {
        Method::ForwardEuler => -1.0,
        Method::Rk2 | Method::Rk4 => 0.0,
        _ => 1.0,
    };
    let exact = G * dt * dt * count * (count + shift) / 2.0;
    Ok(way(&before, &after) / exact - 1.0)
}

fn damping(side: usize, substeps: u32, mode: Mode, format: Format) -> Result<f64, String> {
    let mut scene = bare(side, side, mode, substeps);
    scene.forces.gravity = [0.0; 3];
    scene.solver.damping = Damping::Rate(0.5);
    let mut cloth = start(&scene, (Method::Verlet, format))?;
    let at = |i: usize| (i % side, i / side);
    for (column, row) in (0..side * side).map(at) {
        let position = cloth.position(column, row).unwrap_or_default();
        cloth.place(column, row, position, [0.3, 0.1, -0.2]);
    }
    run(&mut cloth, 2.0);
    let mut state = State::default();
    state.read(&*cloth);
    let mean = state.velocity.iter().map(|v| v[0]).sum::<f64>() / state.velocity.len() as f64;
    Ok(mean / 0.3 / (-1.0_f64).exp() - 1.0)
}

/// A slope so many degrees steeper than friction holds.
fn slope(side: usize, substeps: u32, steeper: f64, format: Format) -> Result<f64, String> {
    let friction: f64 = 0.37;
    let (sin, cos) = (friction.atan() + steeper.to_radians()).sin_cos();
    let mut scene = bare(side, side, Mode::Constraint, substeps);
    scene.cloth.across = [cos, -sin, 0.0];
    scene.cloth.center = [0.1, 0.2, 0.3];
    let plane = ColliderScene::plane(scene.cloth.center, [sin, cos, 0.0]).with_friction(friction);
    scene
        .colliders
        .push(plane)
        .map_err(|_| "too many colliders")?;
    let mut cloth = start(&scene, (Method::Verlet, format))?;
    let [before, after] = states(&mut cloth, 1.0);
    let way = way(&before, &after);
    if steeper < 0.0 {
        return Ok(way);
    }
    let count = f64::from(scene.substeps(side, side)) * RATE;
    let exact = G * (sin - friction * cos) * (count + 1.0) / count / 2.0;
    Ok(way / exact - 1.0)
}

/// A chain whose links give by 5 % at its top: the sag is the sum of weight times compliance.
fn chain(count: usize, substeps: u32, passes: u32, format: Format) -> Result<f64, String> {
    let mut scene = bare(1, count, Mode::Xpbd, substeps);
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.2);
    scene.cloth.down = [0.0, -1.0, 0.0];
    scene.pins.top_left = true;
    scene.solver.damping = Damping::Rate(3.0);
    let (mass, spacing) = (
        scene.cloth.particle_mass(1, count),
        scene.cloth.spacing(1, count),
    );
    let xpbd = &mut scene.xpbd;
    xpbd.iterations = passes;
    xpbd.structural = 0.05 * spacing / (mass * G * count as f64);
    (xpbd.bend, xpbd.shear, xpbd.compression) = (1e9, 1e9, 0.0);
    let exact: f64 = (1..count)
        .map(|below| mass * G * below as f64 * xpbd.structural)
        .sum();
    let mut cloth = start(&scene, (Method::Verlet, format))?;
    let [top, bottom] = [0, count - 1];
    let height = |cloth: &Cloth| {
        let [a, b] = [top, bottom].map(|row| cloth.position(0, row).unwrap_or_default());
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

/// Period of a rigid chain of five particles, s.
fn period(substeps: u32, mode: Mode, degrees: f64, format: Format) -> Result<f64, String> {
    let mut scene = bare(1, 5, mode, substeps);
    scene.cloth.width = 1.0;
    scene.pins.top_left = true;
    let (sin, cos) = degrees.to_radians().sin_cos();
    (scene.cloth.down, scene.cloth.across) = ([sin, -cos, 0.0], [0.0, 0.0, 1.0]);
    (
        scene.xpbd.structural,
        scene.xpbd.bend,
        scene.xpbd.compression,
    ) = (0.0, 0.0, 0.0);
    let constraints = &mut scene.constraints;
    (
        constraints.iterations,
        constraints.structural,
        constraints.bend,
    ) = (4, 1.0, 1.0);
    let mut cloth = start(&scene, (Method::Verlet, format))?;
    let side = |cloth: &Cloth| {
        let [top, end] = [0, 4].map(|row| cloth.position(0, row).unwrap_or_default());
        end[0] - top[0]
    };
    let (mut last, mut crossings) = (side(&cloth), Vec::new());
    for _ in 0..1500 {
        cloth.step();
        let now = side(&cloth);
        if last < 0.0 && now >= 0.0 {
            crossings.push(cloth.time() - now / (now - last) / RATE);
        }
        last = now;
    }
    match (crossings.first(), crossings.last()) {
        (Some(first), Some(end)) if crossings.len() > 2 => {
            Ok((end - first) / (crossings.len() - 1) as f64)
        }
        _ => Ok(f64::INFINITY),
    }
}
