//! Runs the textbook's cloth on a target and prints what it cost.

use super::{Index, Link, Listed, Particle, Textbook, TextbookError};
use crate::line::Line;
use crate::measure::StepCost;
use crate::run::{emit, median};
use crate::target::Target;
use crate::workload::{ITERATIONS, MEASURED, WARM_UP, scene, solver};
use cloth_core::{Mode, Phase};
use core::fmt::Write;
use heapless::String;

/// As [`run`](crate::run()), for a [`Textbook`] with a grid of `columns` ×
/// `rows` particles: prints a [`Line`] for every phase and for the whole step,
/// under the implementation `textbook`.
///
/// # Errors
/// If the grid does not have PARTICLES particles and LINKS links.
pub fn run_textbook<P: Target, const PARTICLES: usize, const LINKS: usize>(
    target: &mut P,
    textbook: &mut Textbook<PARTICLES, LINKS>,
    columns: usize,
    rows: usize,
    mode: Mode,
) -> Result<(), TextbookError> {
    let scene = scene(mode, ITERATIONS, columns, rows);
    let mut grid = String::<16>::new();
    // The longest grid, 4096x4096, has room.
    let _ = write!(grid, "{columns}x{rows}");
    let constraint = mode == Mode::Constraint;
    let mut line = Line {
        target: P::NAME,
        clock_hz: (P::CLOCK_HZ > 0).then_some(P::CLOCK_HZ),
        implementation: "textbook",
        scalar: "f32",
        solver: solver(mode),
        grid: &grid,
        particles: PARTICLES as u32,
        constraints: LINKS as u32,
        iterations: if constraint { ITERATIONS } else { 1 },
        ram_bytes: Some(size_of_val(textbook) as u32),
        ..Line::default()
    };

    textbook.reset(&scene, columns, rows)?;
    textbook.run(P::STEPS);
    let mut hash = String::<16>::new();
    let _ = write!(hash, "{:016x}", textbook.state_hash());

    textbook.reset(&scene, columns, rows)?;
    textbook.run(WARM_UP);
    let mut costs = [StepCost::default(); MEASURED as usize];
    target.paint_stack();
    count_all(target, textbook, &mut costs);
    line.stack_bytes = target.stack_used();
    for phase in Phase::ALL {
        let count = median(&costs, |c| c.phase(phase));
        emit(target, line, phase.name(), count);
    }
    line.steps = Some(P::STEPS);
    line.state_hash = Some(&hash);
    emit(target, line, "step", median(&costs, StepCost::step));
    Ok(())
}

/// Makes a step for each cost, and counts it. Not inlined, so that its own stack
/// is among what is measured.
#[inline(never)]
fn count_all<T: Target, const P: usize, const L: usize>(
    target: &mut T,
    textbook: &mut Textbook<P, L>,
    costs: &mut [StepCost],
) {
    for cost in costs {
        *cost = measure_textbook(textbook, &mut || target.count());
    }
}

/// Runs one step and reads `clock` (a counter that only grows) after each phase.
pub fn measure_textbook<I, P, L>(
    textbook: &mut Listed<I, P, L>,
    clock: &mut impl FnMut() -> u64,
) -> StepCost
where
    I: Index,
    P: AsRef<[Particle]> + AsMut<[Particle]>,
    L: AsRef<[Link<I>]> + AsMut<[Link<I>]>,
{
    let mut cost = StepCost::default();
    let mut last = clock();
    textbook.step_observed(&mut |phase| {
        let now = clock();
        cost.phases[phase as usize] += now - last;
        last = now;
    });
    cost
}
