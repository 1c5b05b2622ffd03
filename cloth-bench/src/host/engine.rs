//! The engine's entries.

use super::rounds::Entry;
use super::{FRAME, clock, figures, record};
use crate::record::{Record, Trace};
use cloth_bench::{FRAME_SUBSTEPS, HASHED, ITERATIONS, StepCost, TRACED, Workload, frame};
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use cloth_core::{Fixed, Mode, Phase, Scalar, Scene};
use std::time::Instant;

/// The number format's name in records.
const fn scalar(format: Format) -> &'static str {
    match format {
        Format::F32 => f32::NAME,
        Format::F64 => f64::NAME,
        Format::Fixed => Fixed::NAME,
    }
}

/// A cloth with Verlet's method.
///
/// # Errors
/// If the scene is not for this grid, or there is no memory.
pub fn started(
    scene: &Scene,
    grid: GridSize,
    format: Format,
) -> Result<Box<dyn AnySimulation>, String> {
    start(scene, grid, Method::Verlet, format).map_err(|error| error.to_string())
}

/// A workload. With `hashed` its states are traced first, as on every target.
///
/// # Errors
/// As [`started`].
pub fn workload(
    workload: &Workload,
    grid: GridSize,
    format: Format,
    hashed: bool,
) -> Result<Entry, String> {
    let scene = (workload.scene)(grid.columns, grid.rows);
    let mut cloth = started(&scene, grid, format)?;
    let iterations = match scene.solver.mode {
        Mode::Hooke => 1,
        _ => ITERATIONS,
    };
    let name = scalar(format);
    let mut record = record("cloth-core", name, workload.solver, grid, iterations);
    let mut traces = Vec::new();
    if hashed {
        traces.extend((1..=HASHED).map(|step| trace(&mut *cloth, &record, step)));
        record.steps = Some(HASHED);
        record.state_hash = Some(format!("{:016x}", cloth.state_hash()));
        cloth.reset(&scene).map_err(|error| error.to_string())?;
    }
    let (mut clock, mut normals) = (clock(), Vec::new());
    let entry = Entry::new(record, move || {
        let mut cost = StepCost::default();
        let mut last = clock();
        cloth.step_observed(&mut |phase| {
            let now = clock();
            cost.phases[phase as usize] += now - last;
            last = now;
        });
        let before = clock();
        cloth.normals(&mut normals);
        cost.normals = clock() - before;
        let mut found = figures(&cost);
        found.push(("normals", cost.normals));
        found
    });
    Ok(Entry { traces, ..entry })
}

/// Makes one step; what every target prints of it.
fn trace(cloth: &mut dyn AnySimulation, record: &Record, step: u32) -> Trace {
    let mut hashes = [0; TRACED.len()];
    cloth.step_traced(&mut |phase: Phase, hash| {
        let at = TRACED.iter().position(|&traced| traced == phase);
        if let (Some(at), Some(hash)) = (at, hash) {
            hashes[at] = hash() as u32;
        }
    });
    Trace {
        target: record.target.clone(),
        scalar: record.scalar.clone(),
        solver: record.solver.clone(),
        grid: record.grid.clone(),
        trace: step,
        hashes: hashes.map(|hash| format!("{hash:08x}")).join(" "),
        source: record.source.clone(),
    }
}

/// The whole frame.
///
/// # Errors
/// As [`started`].
pub fn whole_frame(grid: GridSize) -> Result<Entry, String> {
    let mut cloth = started(&frame(grid.columns, grid.rows), grid, Format::F32)?;
    let record = record("cloth-core", f32::NAME, FRAME, grid, FRAME_SUBSTEPS);
    Ok(Entry::new(record, move || {
        vec![("step", step_time(&mut *cloth))]
    }))
}

/// Time of a step, ns.
pub fn step_time(cloth: &mut dyn AnySimulation) -> u64 {
    let start = Instant::now();
    cloth.step();
    start.elapsed().as_nanos() as u64
}
