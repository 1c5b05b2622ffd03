//! Runs a workload on a target and prints what it cost.

use crate::line::{Line, TRACE_LENGTH, TRACED, Trace};
use crate::measure::{StepCost, measure};
use crate::target::{Target, Unit};
use crate::workload::{MEASURED, WARM_UP, Workload, links};
use cloth_core::{
    BendNeighbours, Extent, Extras, Grid, Method, Mode, Observer, Phase, Scalar, Scene,
    SettingError, Simulation,
};
use core::fmt::Write;
use heapless::String;
use serde::Serialize;

/// Runs one workload on one grid: prints a [`Trace`] for every step, then a
/// [`Line`] for every phase, for the normals and for the whole step.
///
/// # Errors
/// If the workload's values are out of range for this number format.
pub fn run<P, T, G, M, E>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
    normals: &mut Grid<T, G>,
    workload: &Workload,
) -> Result<(), SettingError>
where
    P: Target,
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    let mut grid = String::<16>::new();
    // The longest grid, 4096x4096, has room.
    let (columns, rows) = size(simulation);
    let _ = write!(grid, "{columns}x{rows}");
    let (neighbours, iterations) = passes(workload);
    let mut line = Line {
        target: P::NAME,
        clock_hz: (P::CLOCK_HZ > 0).then_some(P::CLOCK_HZ),
        implementation: "cloth-core",
        scalar: T::NAME,
        solver: workload.solver,
        grid: &grid,
        particles: (columns * rows) as u32,
        constraints: links(columns, rows, neighbours) as u32,
        iterations,
        ram_bytes: Some(size_of_val(simulation) as u32),
        ..Line::default()
    };

    restart(simulation, workload)?;
    for step in 1..=P::STEPS {
        trace(target, simulation, &line, step);
    }
    let mut hash = String::<16>::new();
    let _ = write!(hash, "{:016x}", simulation.state_hash());

    restart(simulation, workload)?;
    for _ in 0..WARM_UP {
        counted(target, simulation);
    }
    let mut costs = [StepCost::default(); MEASURED as usize];
    target.paint_stack();
    for cost in &mut costs {
        *cost = counted(target, simulation);
    }
    line.stack_bytes = target.stack_used();
    for cost in &mut costs {
        let before = target.count();
        simulation.normals(normals);
        cost.normals = target.count() - before;
    }
    for phase in Phase::ALL {
        emit(
            target,
            line,
            phase.name(),
            median(&costs, |c| c.phase(phase)),
        );
    }
    emit(target, line, "normals", median(&costs, |c| c.normals));
    line.steps = Some(P::STEPS);
    line.state_hash = Some(&hash);
    emit(target, line, "step", median(&costs, StepCost::step));
    Ok(())
}

/// Columns and rows of a cloth.
pub(crate) fn size<T: Scalar, G: Extent, M: Method, E: Extras>(
    simulation: &Simulation<T, G, M, Scene, E>,
) -> (usize, usize) {
    let extent = simulation.cloth().extent();
    (extent.columns(), extent.rows())
}

/// Puts the workload's cloth at its start. Not inlined: the scene's stack is
/// given back before anything is measured, and flash holds this once.
#[inline(never)]
fn restart<T, G, M, E>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
    workload: &Workload,
) -> Result<(), SettingError>
where
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    // By reference: one copy less on the stack of a small core.
    let (columns, rows) = size(simulation);
    simulation.reset(&(workload.scene)(columns, rows))
}

/// The bend links of the workload's particles, and passes over all links; of every
/// grid they are the same.
#[inline(never)]
fn passes(workload: &Workload) -> (BendNeighbours, u32) {
    let scene = (workload.scene)(8, 8);
    let iterations = match scene.solver.mode {
        Mode::Constraint => scene.constraints.iterations,
        _ => 1,
    };
    (scene.bend_neighbours(), iterations)
}

/// Makes one step and counts what it cost. Not inlined, so that its stack is
/// given back when it has ended, and that flash holds it once.
#[inline(never)]
fn counted<P, T, G, M, E>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
) -> StepCost
where
    P: Target,
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    measure(simulation, &mut || target.count())
}

/// The middle one of a figure's values over all measured steps.
pub(crate) fn median(
    costs: &[StepCost; MEASURED as usize],
    figure: impl Fn(&StepCost) -> u64,
) -> u64 {
    let mut values = costs.map(|cost| figure(&cost));
    values.sort_unstable();
    values[values.len() / 2]
}

/// Prints one phase's figure.
#[inline(never)]
pub(crate) fn emit<P: Target>(target: &mut P, line: Line, phase: &str, count: u64) {
    let mut line = Line { phase, ..line };
    let column = match P::UNIT {
        Unit::Instructions => &mut line.instructions,
        Unit::CyclesEstimated => &mut line.cycles_estimated,
        Unit::CyclesMeasured => &mut line.cycles_measured,
        Unit::Nanoseconds => &mut line.ns,
    };
    *column = Some(count);
    print(target, &line);
}

/// The buffer is given back before anything else runs, and is not moved about:
/// some targets have 4 KiB of stack.
#[inline(never)]
fn print<P: Target>(target: &mut P, line: &impl Serialize) {
    // Enough for the longest line: every number at its largest.
    let mut buffer = [0; 512];
    let text = serde_json_core::to_slice(line, &mut buffer)
        .ok()
        .and_then(|length| core::str::from_utf8(&buffer[..length]).ok());
    target.print(text.unwrap_or("a line is longer than 512 bytes"));
}

struct Hashes([u32; TRACED.len()]);

impl Observer for Hashes {
    fn ended(&mut self, _phase: Phase) {}

    fn state(&mut self, phase: Phase, hash: impl FnOnce() -> u64) {
        if let Some(at) = TRACED.iter().position(|&p| p == phase) {
            self.0[at] = hash() as u32;
        }
    }
}

/// Makes one step and prints its hashes.
#[inline(never)]
fn trace<P, T, G, M, E>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
    line: &Line,
    step: u32,
) where
    P: Target,
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    let mut hashes = Hashes([0; TRACED.len()]);
    simulation.step_observed(&mut hashes);
    let mut text = String::<TRACE_LENGTH>::new();
    for (i, hash) in hashes.0.iter().enumerate() {
        // There is room.
        let _ = write!(text, "{}{hash:08x}", if i > 0 { " " } else { "" });
    }
    let trace = Trace {
        target: line.target,
        scalar: line.scalar,
        solver: line.solver,
        grid: line.grid,
        trace: step,
        hashes: &text,
    };
    print(target, &trace);
}
