//! Runs a workload on a target and prints its cost.

use crate::printed_line::{PrintedLine, TRACE_LENGTH, TRACED, TraceLine};
use crate::step_cost::{StepCost, Target, measure, print, publish};
use crate::workload::{MEASURED, WARM_UP, Workload, link_count};
use cloth_core::{Extent, Extras, Grid, Method, Scalar, Scene, SettingError, Simulation};
use core::fmt::Write;
use heapless::String;

/// Runs one workload on one grid: prints a [`TraceLine`] for every step, then a
/// [`PrintedLine`] for every phase, for the normals and for the whole step.
///
/// # Errors
/// If the workload's values are out of range for this number format.
pub fn run<P: Target, T: Scalar, G: Extent, M: Method, E: Extras>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
    normals: &mut Grid<T, G>,
    workload: &Workload,
) -> Result<(), SettingError> {
    // Separate functions: lines are not on the stack while a scene is reset.
    restart(simulation, workload)?;
    trace_all(target, simulation, workload);
    let hash = simulation.state_hash();
    restart(simulation, workload)?;
    measure_all(target, simulation, normals, workload, hash);
    Ok(())
}

/// Prints a [`TraceLine`] for every step.
#[inline(never)]
fn trace_all<P: Target, T: Scalar, G: Extent, M: Method, E: Extras>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
    workload: &Workload,
) {
    let grid = grid_name(size(simulation));
    let line = PrintedLine {
        scalar: T::NAME,
        ..line_of::<P>(workload, &grid, size(simulation))
    };
    for step in 1..=P::STEPS {
        trace(target, simulation, &line, step);
    }
}

/// Measures steps after [`WARM_UP`] others, and prints their cost with the hash of the traced run.
#[inline(never)]
fn measure_all<P: Target, T: Scalar, G: Extent, M: Method, E: Extras>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
    normals: &mut Grid<T, G>,
    workload: &Workload,
    hash: u64,
) {
    for _ in 0..WARM_UP {
        counted(target, simulation);
    }
    let mut costs = [StepCost::default(); MEASURED as usize];
    target.paint_stack();
    for cost in &mut costs {
        *cost = counted(target, simulation);
    }
    let stack_bytes = target.stack_used();
    for cost in &mut costs {
        let before = target.count();
        simulation.normals(normals);
        cost.normals = target.count() - before;
    }
    let grid = grid_name(size(simulation));
    let line = PrintedLine {
        implementation: "cloth-core",
        scalar: T::NAME,
        ram_bytes: Some(size_of_val(simulation) as u32),
        stack_bytes,
        ..line_of::<P>(workload, &grid, size(simulation))
    };
    publish(target, line, &costs, &hash_name(hash));
}

/// Columns and rows of a cloth.
pub(crate) fn size<T: Scalar, G: Extent, M: Method, E: Extras>(
    simulation: &Simulation<T, G, M, Scene, E>,
) -> (usize, usize) {
    let extent = simulation.cloth().extent();
    (extent.columns(), extent.rows())
}

/// A workload's line before it is run.
pub(crate) fn line_of<'a, P: Target>(
    workload: &Workload,
    grid: &'a str,
    (columns, rows): (usize, usize),
) -> PrintedLine<&'a str> {
    PrintedLine {
        target: P::NAME,
        clock_hz: (P::CLOCK_HZ > 0).then_some(P::CLOCK_HZ),
        solver: workload.solver,
        grid,
        particles: (columns * rows) as u32,
        constraints: link_count(columns, rows) as u32,
        iterations: workload.iterations,
        ..PrintedLine::default()
    }
}

/// The name of a grid in tables and logs: columns, an `x`, rows.
pub(crate) fn grid_name((columns, rows): (usize, usize)) -> String<16> {
    let mut name = String::new();
    // The longest name, 4096x4096, fits.
    let _ = write!(name, "{columns}x{rows}");
    name
}

/// A hash as 16 hex digits.
pub(crate) fn hash_name(hash: u64) -> String<16> {
    let mut name = String::new();
    let _ = write!(name, "{hash:016x}");
    name
}

/// Resets the cloth to the workload's scene. Not inlined: the scene's stack is freed before anything is
/// measured, and the code is in flash once.
#[inline(never)]
fn restart<T: Scalar, G: Extent, M: Method, E: Extras>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
    workload: &Workload,
) -> Result<(), SettingError> {
    // By reference: one copy less on a small core's stack.
    let (columns, rows) = size(simulation);
    simulation.reset(&(workload.scene)(columns, rows))
}

/// Makes one step and measures its cost. Not inlined: its stack is freed, and the code is in flash once.
#[inline(never)]
fn counted<P: Target, T: Scalar, G: Extent, M: Method, E: Extras>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
) -> StepCost {
    measure(simulation, &mut || target.count())
}

/// Makes one step and prints its hashes.
#[inline(never)]
pub(crate) fn trace<P: Target, T: Scalar, G: Extent, M: Method, E: Extras>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
    line: &PrintedLine<&str>,
    step: u32,
) {
    let mut hashes = [0; TRACED.len()];
    simulation.step_observed(&mut |phase, hash| {
        let at = TRACED.iter().position(|&traced| traced == phase);
        if let (Some(at), Some(hash)) = (at, hash) {
            hashes[at] = hash() as u32;
        }
    });
    let mut text = String::<TRACE_LENGTH>::new();
    for (i, hash) in hashes.iter().enumerate() {
        // It fits.
        let _ = write!(text, "{}{hash:08x}", if i > 0 { " " } else { "" });
    }
    let trace = TraceLine {
        target: line.target,
        scalar: line.scalar,
        solver: line.solver,
        grid: line.grid,
        trace: step,
        hashes: &text,
        source: "",
    };
    print(target, &trace);
}
