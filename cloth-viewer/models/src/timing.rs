//! Time by phase.

use cloth_core::Phase;
use std::time::Duration;

/// How long each phase of a step took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseTimes {
    times: [Duration; Phase::ALL.len()],
}

impl PhaseTimes {
    /// The time of one phase.
    #[must_use]
    pub fn of(&self, phase: Phase) -> Duration {
        self.times[phase as usize]
    }

    /// Adds to the time of one phase.
    pub fn add(&mut self, phase: Phase, time: Duration) {
        self.times[phase as usize] += time;
    }

    /// The time of all phases.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.times.iter().sum()
    }
}
