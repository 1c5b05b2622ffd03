//! Simulated time follows the clock on the wall, in whole steps.

/// Most steps between two pictures. A machine that is too slow shows the cloth slowed down
/// instead of standing still while it computes.
const MOST_STEPS: u32 = 4;

/// Time that has passed and is not simulated yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// s, less than a step.
    left: f64,
}

impl Pace {
    /// How many steps of `step` seconds to simulate now that `elapsed` seconds have passed. What
    /// is more than [`MOST_STEPS`] is dropped.
    pub(super) fn steps(&mut self, elapsed: f64, step: f64) -> u32 {
        self.left += elapsed.max(0.0);
        let due = (self.left / step).floor();
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
    fn a_long_pause_is_not_caught_up_with() {
        let mut pace = Pace::default();
        assert_eq!(pace.steps(100.0, 0.01), MOST_STEPS);
        assert_eq!(pace.steps(0.0, 0.01), 0);
        assert_eq!(pace.steps(0.015, 0.01), 1);
        assert_eq!(pace.steps(-5.0, 0.01), 0);
        assert_eq!(pace.steps(0.0051, 0.01), 1);
    }
}
