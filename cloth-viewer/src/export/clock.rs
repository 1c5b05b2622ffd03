//! Pictures at a fixed rate from pictures at any rate.

use std::time::Duration;

/// Pictures a second of what is recorded.
pub const RATE: u32 = 25;
/// Longer pauses than this are cut short: a window that was hidden draws nothing.
const LONGEST: Duration = Duration::from_secs(1);

/// Says for each picture how many of the recording's it makes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// Time since the first picture.
    now: Duration,
    /// Pictures so far.
    count: u64,
}

impl Clock {
    /// Time recorded so far.
    pub(super) fn now(self) -> Duration {
        self.now
    }

    /// How many pictures are due, `elapsed` after the picture before: 0 if this one comes too
    /// early, several if it comes late. The first is always due.
    pub(super) fn due(&mut self, elapsed: Duration) -> u32 {
        if self.count > 0 {
            self.now += elapsed.min(LONGEST);
        }
        // A picture is due at the start and then each 1 / RATE.
        let due = 1 + self.now.as_nanos() * u128::from(RATE) / 1_000_000_000;
        let due = u64::try_from(due).unwrap_or(u64::MAX);
        let new = due.saturating_sub(self.count);
        self.count += new;
        // LONGEST bounds it.
        new as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(elapsed: Duration, pictures: usize) -> Vec<u32> {
        let mut clock = Clock::default();
        (0..pictures).map(|_| clock.due(elapsed)).collect()
    }

    #[test]
    fn every_rate_becomes_the_fixed_one() {
        assert_eq!(counts(Duration::from_millis(40), 5), [1, 1, 1, 1, 1]);
        assert_eq!(counts(Duration::from_millis(20), 5), [1, 0, 1, 0, 1]);
        assert_eq!(counts(Duration::from_millis(100), 5), [1, 2, 3, 2, 3]);
        // 60 a second for a minute.
        let sum: u32 = counts(Duration::from_nanos(16_666_667), 3_601).iter().sum();
        assert_eq!(sum, 60 * RATE + 1);
    }

    #[test]
    fn pauses_are_cut_short() {
        assert_eq!(counts(Duration::from_secs(3_600), 3), [1, RATE, RATE]);
        assert_eq!(counts(Duration::MAX, 2), [1, RATE]);
        assert_eq!(counts(Duration::ZERO, 3), [1, 0, 0]);
    }
}
