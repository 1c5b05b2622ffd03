//! How long a step and its phases take.

use cloth_core::Phase;
use std::time::{Duration, Instant};

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

/// What a step has cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// All of it.
    pub time: Duration,
    /// By phase, if it was measured so: that takes time itself.
    pub phases: Option<PhaseTimes>,
}

impl Cost {
    /// Measures a step that can tell of every phase that has ended. It is not asked to where that is not wanted:
    /// then phases may be made in one walk over the rows. The clock costs time itself: some 20 ns a reading, two
    /// readings a row and substep.
    pub fn measure(by_phase: bool, step: impl FnOnce(Option<&mut dyn FnMut(Phase)>)) -> Self {
        let started = Instant::now();
        let mut phases = by_phase.then(PhaseTimes::default);
        match &mut phases {
            Some(times) => {
                let mut last = started;
                step(Some(&mut |phase| {
                    let now = Instant::now();
                    times.add(phase, now - last);
                    last = now;
                }));
            }
            None => step(None),
        }
        let time = started.elapsed();
        Self { time, phases }
    }
}
