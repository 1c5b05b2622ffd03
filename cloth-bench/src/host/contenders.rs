//! The contenders: steps and frames of the engine and of the textbook's cloth.

use super::rounds::{Contender, PhaseTime};
use crate::experiment::begin;
use crate::grid_size::{self, particles};
use crate::log::{Record, StepTrace};
use cloth_bench::textbook::{Listed, ListedLink, Particle, measure_textbook};
use cloth_bench::{FRAME_SUBSTEPS, HASHED, Laps, StepCost, TRACED, Workload, frame, link_count};
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::{Fixed, Phase, Scalar};
use std::time::Instant;

/// The solver's name in records of a whole frame.
pub const FRAME: &str = "constraint-frame";

/// Links of a grid.
pub const fn links(grid: GridSize) -> usize {
    link_count(grid.columns, grid.rows)
}

/// A record of a cloth on this machine, without its costs.
pub fn record(
    implementation: &str,
    scalar: &str,
    solver: &str,
    grid: GridSize,
    passes: u32,
) -> Record {
    Record {
        target: "host".to_owned(),
        implementation: implementation.to_owned(),
        scalar: scalar.to_owned(),
        solver: solver.to_owned(),
        grid: grid_size::name(grid),
        particles: particles(grid) as u32,
        constraints: links(grid) as u32,
        iterations: passes,
        source: "this run".to_owned(),
        ..Record::default()
    }
}

/// A workload of the engine. With `hashed` its states are traced first, as on every target.
///
/// # Errors
/// If the scene is refused on this grid, or there is no memory.
pub fn workload(
    workload: &Workload,
    grid: GridSize,
    format: Format,
    hashed: bool,
) -> Result<Contender, String> {
    let scene = (workload.scene)(grid.columns, grid.rows);
    let mut cloth = begin(&scene, Method::Verlet, format)?;
    let name = match format {
        Format::F32 => f32::NAME,
        Format::F64 => f64::NAME,
        Format::Fixed => Fixed::NAME,
    };
    let mut record = record(
        "cloth-core",
        name,
        workload.solver,
        grid,
        workload.iterations,
    );
    let mut traces = Vec::new();
    if hashed {
        traces.extend((1..=HASHED).map(|step| trace(&mut *cloth, &record, step)));
        record.steps = Some(HASHED);
        record.state_hash = Some(format!("{:016x}", cloth.state_hash()));
        cloth.reset(&scene).map_err(|error| error.to_string())?;
    }
    let (mut clock, mut normals) = (clock(), Vec::new());
    let entry = Contender::new(record, move || {
        let mut laps = Laps::new(&mut clock);
        cloth.step_observed(&mut |phase, _| laps.ended(phase));
        let mut found = figures(&laps.cost);
        let before = clock();
        cloth.normals(&mut normals);
        found.push(("normals", clock() - before));
        found
    });
    Ok(Contender { traces, ..entry })
}

/// Makes one step; the line that every target prints of it.
fn trace(cloth: &mut dyn AnySimulation, record: &Record, step: u32) -> StepTrace {
    let mut hashes = [0; TRACED.len()];
    cloth.step_observed(&mut |phase, hash| {
        let at = TRACED.iter().position(|&traced| traced == phase);
        if let (Some(at), Some(hash)) = (at, hash) {
            hashes[at] = hash() as u32;
        }
    });
    StepTrace {
        target: record.target.clone(),
        scalar: record.scalar.clone(),
        solver: record.solver.clone(),
        grid: record.grid.clone(),
        trace: step,
        hashes: hashes.map(|hash| format!("{hash:08x}")).join(" "),
        source: record.source.clone(),
    }
}

/// The engine's whole frame.
///
/// # Errors
/// As [`workload`].
pub fn whole_frame(grid: GridSize) -> Result<Contender, String> {
    let scene = frame(grid.columns, grid.rows);
    let mut cloth = begin(&scene, Method::Verlet, Format::F32)?;
    let record = record("cloth-core", "f32", FRAME, grid, FRAME_SUBSTEPS);
    Ok(Contender::new(record, move || {
        vec![("step", step_time(&mut *cloth))]
    }))
}

/// Time of a step, ns.
pub fn step_time(cloth: &mut dyn AnySimulation) -> u64 {
    let start = Instant::now();
    cloth.step();
    start.elapsed().as_nanos() as u64
}

/// The measurements of the textbook's cloth.
#[derive(Clone, Copy, Debug)]
pub enum Theirs {
    /// A step of the workload, with as many passes as the engine makes.
    Step(Workload),
    /// The whole frame; a substep is a step of the textbook.
    Frame,
}

/// The textbook's cloth, of up to 65,536 particles.
pub fn textbook(grid: GridSize, what: Theirs, hashed: bool) -> Contender {
    let (columns, rows) = (grid.columns, grid.rows);
    let (scene, solver, passes) = match what {
        Theirs::Step(workload) => {
            let scene = (workload.scene)(columns, rows);
            (scene, workload.solver, workload.iterations)
        }
        Theirs::Frame => {
            let mut scene = frame(columns, rows);
            scene.solver.steps_per_second *= f64::from(FRAME_SUBSTEPS);
            scene.constraints.substeps = 1;
            (scene, FRAME, FRAME_SUBSTEPS)
        }
    };
    let list = vec![Particle::NONE; particles(grid)];
    let mut cloth = Listed::new(list, vec![ListedLink::NONE; links(grid)]);
    let bytes = particles(grid) * size_of::<Particle>() + links(grid) * size_of::<ListedLink>();
    let mut record = record("textbook", "f32", solver, grid, passes);
    record.ram_bytes = Some(bytes as u32);
    let start = |cloth: &mut Listed<_, _>| {
        let started = cloth.reset(&scene, columns, rows);
        started.expect("the textbook has the grid's size");
    };
    start(&mut cloth);
    if hashed {
        cloth.run(HASHED);
        record.steps = Some(HASHED);
        record.state_hash = Some(format!("{:016x}", cloth.state_hash()));
        start(&mut cloth);
    }
    let mut clock = clock();
    Contender::new(record, move || match what {
        Theirs::Step(_) => figures(&measure_textbook(&mut cloth, &mut clock)),
        Theirs::Frame => {
            let before = clock();
            cloth.run(FRAME_SUBSTEPS);
            vec![("step", clock() - before)]
        }
    })
}

/// Nanoseconds since now.
fn clock() -> impl FnMut() -> u64 {
    let start = Instant::now();
    move || start.elapsed().as_nanos() as u64
}

/// A step's cost by phase, and as a whole.
fn figures(cost: &StepCost) -> Vec<PhaseTime> {
    let phases = Phase::ALL.map(|phase| (phase.name(), cost.phase(phase)));
    phases.into_iter().chain([("step", cost.step())]).collect()
}
