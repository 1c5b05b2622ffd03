//! How long a step and its phases take.

use cloth_core::Phase;
use std::time::{Duration, Instant};

/// How long each phase of a step took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseTimes {
    times: [Duration; Phase::ALL.len()],
}

impl PhaseTimes {
    /// Runs a step that tells of every phase that has ended, and measures the phases. The clock
    /// costs time itself: some 20 ns a reading, two readings a row and substep.
    pub fn measure<R>(step: impl FnOnce(&mut dyn FnMut(Phase)) -> R) -> (Self, R) {
        let mut times = Self::default();
        let mut last = Instant::now();
        let result = step(&mut |phase| {
            let now = Instant::now();
            times.add(phase, now - last);
            last = now;
        });
        (times, result)
    }

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
    /// then phases may be made in one walk over the rows.
    pub fn measure(by_phase: bool, step: impl FnOnce(Option<&mut dyn FnMut(Phase)>)) -> Self {
        let started = Instant::now();
        let phases = match by_phase {
            true => Some(PhaseTimes::measure(|ended| step(Some(ended))).0),
            false => {
                step(None);
                None
            }
        };
        let time = started.elapsed();
        Self { time, phases }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phase_has_a_place_of_its_own() {
        let mut times = PhaseTimes::default();
        for (i, &phase) in Phase::ALL.iter().enumerate() {
            times.add(phase, Duration::from_micros(1 << i));
        }
        for (i, &phase) in Phase::ALL.iter().enumerate() {
            assert_eq!(times.of(phase), Duration::from_micros(1 << i));
        }
        let all = (1 << Phase::ALL.len()) - 1;
        assert_eq!(times.total(), Duration::from_micros(all));
    }

    #[test]
    fn a_phase_takes_the_time_since_the_one_before() {
        let wait = Duration::from_millis(2);
        let (times, result) = PhaseTimes::measure(|ended| {
            ended(Phase::ALL[0]);
            std::thread::sleep(wait);
            ended(Phase::ALL[1]);
            7
        });
        assert_eq!(result, 7);
        assert!(times.of(Phase::ALL[1]) >= wait && times.of(Phase::ALL[0]) < wait);
    }
}
