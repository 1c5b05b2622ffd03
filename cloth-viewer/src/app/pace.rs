//! Simulated time follows the clock on the wall, in whole steps.

/// Most steps between two pictures. A machine that is too slow shows the cloth slowed down
/// instead of standing still while it computes.
const MOST_STEPS: u32 = 4;
/// The part of a step that may be made before its time. Pictures come a little early or late: as many a
/// second as steps, some would otherwise show none, and others two.
const EARLY: f64 = 0.45;

/// Time that has passed and is not simulated yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// s, less than a step; below 0 where the last step was early.
    left: f64,
}

impl Pace {
    /// How many steps of `step` seconds to simulate now that `elapsed` seconds have passed. What
    /// is more than [`MOST_STEPS`] is dropped.
    pub(super) fn steps(&mut self, elapsed: f64, step: f64) -> u32 {
        self.left += elapsed.max(0.0);
        let due = (self.left / step + EARLY).floor().max(0.0);
        if due > f64::from(MOST_STEPS) {
            self.left = 0.0;
            return MOST_STEPS;
        }
        self.left -= due * step;
        due as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_up_with_the_clock() {
        let mut pace = Pace::default();
        let mut clock = 0.0;
        let mut steps = 0;
        // Pictures at uneven times, steps of 1/90 s.
        for i in 0..1000 {
            let elapsed = [0.016, 0.007, 0.03, 0.0][i % 4];
            clock += elapsed;
            steps += pace.steps(elapsed, 1.0 / 90.0);
            assert!((clock * 90.0 - f64::from(steps)).abs() <= 1.0 + 1e-6);
        }
    }

    #[test]
    fn pictures_that_jitter_show_a_step_each() {
        let mut pace = Pace::default();
        for i in 0..1000 {
            let elapsed = (1.0 + [0.1, -0.15, 0.05, 0.12, -0.12][i % 5]) / 60.0;
            assert_eq!(pace.steps(elapsed, 1.0 / 60.0), 1, "{i}");
        }
    }

    #[test]
    fn a_long_pause_is_not_caught_up_with() {
        let mut pace = Pace::default();
        assert_eq!(pace.steps(100.0, 0.01), MOST_STEPS);
        assert_eq!(pace.steps(0.0, 0.01), 0);
        assert_eq!(pace.steps(0.015, 0.01), 1);
        assert_eq!(pace.steps(-5.0, 0.01), 0);
        assert_eq!(pace.steps(0.0051, 0.01), 1);
    }
}
