//! What a target offers to the workloads.

/// What a target's counter counts. The three are never mixed in a table.
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
    /// Clock of the core, Hz; 0 where it is not known.
    const CLOCK_HZ: u32;
    /// What [`count`](Target::count) counts.
    const UNIT: Unit;
    /// Steps after which the hash is taken: [`HASHED`](crate::HASHED), or fewer
    /// where software floating point would take minutes.
    const STEPS: u32 = crate::HASHED;

    /// The counter; it only grows.
    fn count(&mut self) -> u64;

    /// Prints a line, without its end.
    fn print(&mut self, line: &str);

    /// Fills the unused part of the stack with a pattern.
    fn paint_stack(&mut self) {}

    /// Bytes of stack used since it was painted; `None` where that is not known.
    fn stack_used(&mut self) -> Option<u32> {
        None
    }
}
