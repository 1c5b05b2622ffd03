//! The thesis's experiment of Fig 6.1 (S2-20): how large a time step may be.

mod hanging;
mod linear;
mod report;

use super::find::{Limit, Search, largest, undisturbed};
use super::methods::{METHODS, begin, evaluations, reset};
use super::output::Folder;
use super::theory;
use crate::grid::square;
use crate::progress::Progress;
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::scene::LimitScene;
use cloth_core::{Damping, Mode, Scene};
use hanging::Track;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Instant;

/// The grid, if none is asked for.
const GRID: GridSize = square(50);
/// Stiffnesses of the thesis, N/m.
const STRETCH: f64 = 15.0;
const SHEAR: f64 = 10.0;
const BEND: f64 = 2.0;
const STIFFNESS: theory::Stiffness = [STRETCH, SHEAR, BEND];
/// Its drag on each particle, kg/s: F = −c·v.
const DRAG: f64 = 0.4;
/// A scene's step is at most a second, and backward Euler is tried at longer
/// ones: a second of the scene stands for ten of the experiment. Stiffness and
/// gravity are then a hundred times, drag ten times as large, and the motion is
/// the same.
const CLOCK: f64 = 10.0;
/// Time steps tried, s.
pub const SEARCH: Search = Search {
    low: 0.002,
    high: 10.0,
    start: 0.1,
    tolerance: 0.005,
};
/// The undamped search ends earlier: the smaller the step, the slower what
/// little growth there is.
const SEARCH_FREE: Search = Search {
    low: 0.005,
    ..SEARCH
};

/// What the cloth is subject to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// Gravity, m/s².
    gravity: f64,
    /// Drag, kg/s.
    drag: f64,
    mode: Mode,
    /// Whether one pass of Provot's limit follows each step.
    limited: bool,
}

impl Case {
    const FLAT: Self = Self {
        gravity: 0.0,
        drag: 0.0,
        mode: Mode::Hooke,
        limited: false,
    };

    const fn hanging(gravity: f64) -> Self {
        Self {
            gravity,
            drag: DRAG,
            ..Self::FLAT
        }
    }
}

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// Growth of small motions with this drag.
    Linear(f64),
    /// The hanging cloth.
    Hanging(Case),
}

/// The tests with their names.
fn tests() -> Vec<(&'static str, Test)> {
    let limited = |gravity| Case {
        limited: true,
        ..Case::hanging(gravity)
    };
    let constraint = Case {
        mode: Mode::Constraint,
        ..Case::hanging(0.1)
    };
    vec![
        ("small, c=0", Test::Linear(0.0)),
        ("small, c=0.4", Test::Linear(DRAG)),
        ("hangs, g=0.1", Test::Hanging(Case::hanging(0.1))),
        ("hangs, g=0.02", Test::Hanging(Case::hanging(0.02))),
        ("Provot, g=0.1", Test::Hanging(limited(0.1))),
        ("Provot, g=0.02", Test::Hanging(limited(0.02))),
        ("constraint, g=0.1", Test::Hanging(constraint)),
    ]
}

/// The scene of a case on a grid, at a time step of the experiment, s.
fn scene(case: &Case, GridSize { columns, rows }: GridSize, dt: f64) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
    // Spacing 1 m and 1 kg a particle; a string counts as one spacing wide.
    let spacings = |n: usize| (n - 1).max(1) as f64;
    scene.cloth.width = spacings(if columns > 1 { columns } else { rows });
    scene.cloth.density = (columns * rows) as f64 / (spacings(columns) * spacings(rows));
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene.solver.mode = case.mode;
    scene.solver.steps_per_second = CLOCK / dt;
    scene.solver.substeps = 1;
    scene.constraints.substeps = 1;
    scene.solver.damping = Damping::Rate(0.0);
    scene.springs.structural = STRETCH * CLOCK * CLOCK;
    scene.springs.shear = SHEAR * CLOCK * CLOCK;
    scene.springs.bend = BEND * CLOCK * CLOCK;
    scene.springs.damping = 0.0;
    scene.limit = case.limited.then_some(LimitScene {
        passes: 1,
        ..LimitScene::DEFAULT
    });
    scene.forces.gravity = [0.0, -case.gravity * CLOCK * CLOCK, 0.0];
    scene.forces.air_drag = case.drag * CLOCK;
    scene
}

/// One time step tried.
#[derive(Clone, Copy, Debug)]
struct Try {
    dt: f64,
    /// Small motions: ratio and rate of growth. Hanging: peak and late speed.
    figures: [f64; 2],
    stable: bool,
    /// Time it took.
    seconds: f64,
}

/// What was found of one scheme.
#[derive(Clone, Debug)]
struct Finding {
    method: Method,
    /// By test.
    limits: Vec<Limit>,
    tries: Vec<Vec<Try>>,
    /// The engine's own estimate for the flat sheet with drag, s.
    engine: f64,
    /// Growth without drag at the smallest step tried, 1/s.
    slow_growth: f64,
    /// Evaluations of forces and products with the Jacobian in a step, at the
    /// largest stable step of the hanging cloth.
    evaluations: f64,
    /// Time of that step, µs.
    microseconds: f64,
}

/// Runs the experiment, prints the table and writes `stability.csv` and
/// `stability.svg`.
pub fn run(folder: &Folder, grid: Option<GridSize>) -> Result<(), String> {
    let grid = grid.unwrap_or(GRID);
    let tests = tests();
    let tiny = tiny_tracks(&tests, grid)?;
    // Numbers of a method and of a test.
    let queue: Mutex<VecDeque<(usize, usize)>> = Mutex::new(
        (0..METHODS.len())
            .flat_map(|method| (0..tests.len()).map(move |test| (method, test)))
            .collect(),
    );
    let bar = Mutex::new(Progress::new("stability", METHODS.len() * tests.len()));
    let found = Mutex::new(Vec::new());
    let work = || -> Result<(), String> {
        loop {
            let Some((at, test)) = lock(&queue).pop_front() else {
                return Ok(());
            };
            let method = METHODS[at];
            let limit = find(method, grid, tests[test].1, tiny[test])?;
            lock(&found).push(((at, test), limit));
            lock(&bar).inc(1);
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let mut running = Vec::new();
        for _ in 0..cores {
            running.push(scope.spawn(work));
        }
        running.into_iter().try_for_each(|thread| {
            thread
                .join()
                .map_err(|_| "a search failed".to_owned())
                .flatten()
        })
    })?;
    let bar = bar.into_inner().map_err(|e| e.to_string())?;
    bar.finish();
    let mut found = found.into_inner().map_err(|e| e.to_string())?;
    found.sort_by_key(|&(key, _)| key);
    let mut findings = Vec::new();
    for (method, part) in METHODS.iter().zip(found.chunks(tests.len())) {
        let part = part.iter().map(|(_, result)| result.clone()).unzip();
        findings.push(finish(*method, grid, part)?);
    }
    report::write(folder, grid, &tests, &findings)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A search that panicked is told of when its thread is joined.
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Speeds of each hanging test with a tiny time step.
fn tiny_tracks(tests: &[(&str, Test)], grid: GridSize) -> Result<Vec<Track>, String> {
    let mut cloth = flat(Method::Verlet, grid)?;
    let one = |(_, test): &(&str, Test)| match test {
        Test::Linear(_) => Ok(Track::default()),
        Test::Hanging(case) => hanging::run(&mut *cloth, case, hanging::TINY, f64::INFINITY),
    };
    tests.iter().map(one).collect()
}

/// A cloth for all tests: each starts it anew.
fn flat(method: Method, grid: GridSize) -> Result<Box<dyn AnySimulation>, String> {
    begin(
        &scene(&Case::FLAT, grid, SEARCH.start),
        grid,
        method,
        Format::F64,
    )
}

/// The largest stable step of a scheme in a test, and all that was tried.
fn find(
    method: Method,
    grid: GridSize,
    test: Test,
    tiny: Track,
) -> Result<(Limit, Vec<Try>), String> {
    let mut cloth = flat(method, grid)?;
    let mut problem = None;
    let mut tries = Vec::new();
    let mut search = match test {
        Test::Linear(0.0) => SEARCH_FREE,
        _ => SEARCH,
    };
    // Where the limit is likely to be: a search that starts there is short.
    let lambda = theory::largest_lambda(STIFFNESS);
    search.start = match test {
        Test::Linear(drag) => theory::limit(method, lambda, drag, &search).value(),
        Test::Hanging(case) if case.mode == Mode::Constraint => 1.0,
        Test::Hanging(case) => theory::limit(method, lambda, case.drag, &search).value(),
    };
    let limit = largest(&search, |dt| {
        let begun = Instant::now();
        let result = attempt(&mut *cloth, test, &tiny, dt);
        let (figures, stable) = result.unwrap_or_else(|error| {
            problem = Some(error);
            ([f64::NAN; 2], false)
        });
        let seconds = begun.elapsed().as_secs_f64();
        tries.push(Try {
            dt,
            figures,
            stable,
            seconds,
        });
        stable
    });
    problem.map_or(Ok((limit, tries)), Err)
}

/// Runs a test at one time step: what was measured, and the verdict.
fn attempt(
    cloth: &mut dyn AnySimulation,
    test: Test,
    tiny: &Track,
    dt: f64,
) -> Result<([f64; 2], bool), String> {
    match test {
        Test::Linear(drag) => {
            let growth = linear::growth(cloth, drag, dt)?;
            Ok(([growth.ratio, growth.rate], growth.stable))
        }
        Test::Hanging(case) => {
            let track = hanging::run(cloth, &case, dt, hanging::FACTOR * tiny.peak)?;
            let stable = match case.mode {
                Mode::Hooke => track.is_like(tiny),
                _ => track.is_whole(tiny),
            };
            Ok(([track.peak, track.late], stable))
        }
    }
}

/// Measures what a step costs at the largest stable time step of the hanging
/// cloth, one scheme at a time.
fn finish(
    method: Method,
    grid: GridSize,
    (limits, tries): (Vec<Limit>, Vec<Vec<Try>>),
) -> Result<Finding, String> {
    let mut cloth = flat(method, grid)?;
    let slow_growth = linear::growth(&mut *cloth, 0.0, SEARCH_FREE.low)?.rate;
    let dt = limits[2].value();
    let case = Case::hanging(0.1);
    reset(&mut *cloth, &scene(&case, grid, dt))?;
    let engine = cloth.stable_dt() * CLOCK;
    let mut steps = Vec::new();
    for _ in 0..200 {
        let start = Instant::now();
        cloth.step();
        let time = start.elapsed().as_secs_f64() * 1e6;
        // The right hand side takes one product, each iteration one more.
        let products = cloth
            .solver_report()
            .map_or(0.0, |s| f64::from(s.iterations) + 1.0);
        steps.push((time, evaluations(method) + products));
    }
    let work: f64 = steps.iter().map(|(_, work)| work).sum();
    Ok(Finding {
        method,
        limits,
        tries,
        engine,
        slow_growth,
        evaluations: work / steps.len() as f64,
        microseconds: undisturbed(&steps),
    })
}
