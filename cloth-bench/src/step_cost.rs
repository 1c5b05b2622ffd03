//! Targets, and the cost of a step on one.

use crate::printed_line::PrintedLine;
use crate::workload::MEASURED;
use cloth_core::{Extent, Extras, Method, Phase, Scalar, Scene, Simulation};
use serde::Serialize;

/// The unit of a target's counter. Units never share a column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Instructions, counted by an emulator.
    Instructions,
    /// Cycles by an emulator's model of the core.
    CyclesEstimated,
    /// Cycles of real hardware.
    CyclesMeasured,
    /// Time, ns.
    Nanoseconds,
}

/// A board, an emulated machine or the host.
pub trait Target {
    /// Name in tables, for example `m4f` or `pico`.
    const NAME: &'static str;
    /// Clock of the core, Hz; 0 if unknown.
    const CLOCK_HZ: u32;
    /// Unit of [`count`](Target::count).
    const UNIT: Unit;
    /// Steps after which the hash is taken: [`HASHED`](crate::HASHED), or fewer if software floating point
    /// would take minutes.
    const STEPS: u32 = crate::HASHED;

    /// The counter; it only grows.
    fn count(&mut self) -> u64;

    /// Prints a line, without its end.
    fn print(&mut self, line: &str);

    /// Fills the unused part of the stack with a pattern.
    fn paint_stack(&mut self) {}

    /// Bytes of stack used since it was painted; `None` if unknown.
    fn stack_used(&mut self) -> Option<u32> {
        None
    }
}

/// Cost of the phases of one step, in the unit of the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepCost {
    /// By phase, in the order of [`Phase::ALL`].
    pub phases: [u64; Phase::ALL.len()],
    /// Vertex normals after the step.
    pub normals: u64,
}

impl StepCost {
    /// The whole step, without normals.
    #[must_use]
    pub fn step(&self) -> u64 {
        self.phases.iter().sum()
    }

    /// Cost of one phase.
    #[must_use]
    pub const fn phase(&self, phase: Phase) -> u64 {
        self.phases[phase as usize]
    }
}

/// Reads a clock (a counter that only grows) after each phase of a step.
#[derive(Debug)]
pub struct Laps<'a, C> {
    clock: &'a mut C,
    last: u64,
    /// The phases that have ended.
    pub cost: StepCost,
}

impl<'a, C: FnMut() -> u64> Laps<'a, C> {
    /// A step begins.
    #[inline]
    pub fn new(clock: &'a mut C) -> Self {
        Self {
            last: clock(),
            clock,
            cost: StepCost::default(),
        }
    }

    /// A phase has ended.
    #[inline]
    pub fn ended(&mut self, phase: Phase) {
        let now = (self.clock)();
        self.cost.phases[phase as usize] += now - self.last;
        self.last = now;
    }
}

/// Runs one step and reads `clock` after each phase.
pub fn measure<T: Scalar, G: Extent, M: Method, E: Extras>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
    clock: &mut impl FnMut() -> u64,
) -> StepCost {
    let mut laps = Laps::new(clock);
    simulation.step_observed(&mut |phase, _| laps.ended(phase));
    laps.cost
}

/// Prints the medians of all phases, of the normals if they were measured, and of the whole step,
/// with the hash of the state after [`Target::STEPS`].
#[inline(never)]
pub(crate) fn publish<P: Target>(
    target: &mut P,
    line: PrintedLine<&str>,
    costs: &[StepCost; MEASURED as usize],
    hash: &str,
) {
    for phase in Phase::ALL {
        let cost = median(costs, |cost| cost.phase(phase));
        emit(target, line, phase.name(), cost);
    }
    let normals = median(costs, |cost| cost.normals);
    if normals > 0 {
        emit(target, line, "normals", normals);
    }
    let whole = PrintedLine {
        steps: Some(P::STEPS),
        state_hash: Some(hash),
        ..line
    };
    emit(target, whole, "step", median(costs, StepCost::step));
}

/// The median of a figure over all measured steps.
fn median(costs: &[StepCost; MEASURED as usize], figure: impl Fn(&StepCost) -> u64) -> u64 {
    let mut values = costs.map(|cost| figure(&cost));
    values.sort_unstable();
    values[values.len() / 2]
}

/// Prints one phase's figure.
#[inline(never)]
fn emit<P: Target>(target: &mut P, line: PrintedLine<&str>, phase: &str, count: u64) {
    let mut line = PrintedLine { phase, ..line };
    let column = match P::UNIT {
        Unit::Instructions => &mut line.instructions,
        Unit::CyclesEstimated => &mut line.cycles_estimated,
        Unit::CyclesMeasured => &mut line.cycles_measured,
        Unit::Nanoseconds => &mut line.ns,
    };
    *column = Some(count);
    print(target, &line);
}

/// Prints a line. Not inlined, so that the buffer's stack is freed: some targets have 4 KiB.
#[inline(never)]
pub(crate) fn print<P: Target>(target: &mut P, line: &impl Serialize) {
    // Enough for the longest line: every number at its largest.
    let mut buffer = [0; 512];
    let text = serde_json_core::to_slice(line, &mut buffer)
        .ok()
        .and_then(|length| core::str::from_utf8(&buffer[..length]).ok());
    target.print(text.unwrap_or("a line is longer than 512 bytes"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Workload;
    use cloth_core::{Const, Verlet, WithSelfCollision};

    /// Without self-collision the layers come nearer than half a thickness.
    #[test]
    fn the_folded_workload_touches_itself() {
        type Cloth = Simulation<f32, Const<16, 16>, Verlet, Scene, WithSelfCollision>;
        let mut folded = (Workload::FOLDED.scene)(16, 16);
        let thickness = folded.cloth.spacing(16, 16);
        for on in [true, false] {
            folded.self_collision = folded.self_collision.filter(|_| on);
            let mut simulation = Cloth::EMPTY;
            simulation.reset(&folded).unwrap();
            let mut ticks = 0..;
            for _ in 0..100 {
                let cost = measure(&mut simulation, &mut || ticks.next().unwrap_or_default());
                assert_eq!(cost.phase(Phase::SelfCollide) > 0, on);
            }
            // The nearest pair of two layers.
            let at = |column, row| simulation.position(column, row).unwrap();
            let layer = |columns: core::ops::Range<usize>| {
                columns.flat_map(move |column| (0..16).map(move |row| at(column, row)))
            };
            let pairs = layer(0..7).flat_map(|p| layer(9..16).map(move |q| (p, q)));
            let distance = |(p, q): ([f64; 3], [f64; 3])| {
                (p[0] - q[0]).hypot(p[1] - q[1]).hypot(p[2] - q[2]) / thickness
            };
            let least = pairs.map(distance).fold(f64::INFINITY, f64::min);
            assert_eq!(least > 0.8, on, "{least}");
            assert_eq!(least < 0.5, !on, "{least}");
        }
    }
}
