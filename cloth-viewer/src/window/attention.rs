//! How often the window is listened to, and how often a picture that stays is shown again: both less
//! often once nothing has been told for a while.

use std::time::{Duration, Instant};

/// Time between two looks while something happens: less than between two pictures, which are shown
/// at a look.
const AWAKE: Duration = Duration::from_micros(5_500);
/// The same while nothing does. Every look wakes the X server too. Not longer: a click may be as
/// short as 20 ms, and one that comes and goes between two looks is lost.
const ASLEEP: Duration = Duration::from_millis(16);
/// How long one is awake after something was told.
const STAYS_AWAKE: Duration = Duration::from_secs(1);
/// How often a picture that stays is shown again: another window may have been over it.
const AGAIN: Duration = Duration::from_millis(250);
/// The same while nothing is told. A window that was over this one hardly goes without that: the
/// cursor tells wherever on the screen it moves, and so does the keyboard when it comes here or goes.
const AGAIN_ASLEEP: Duration = Duration::from_secs(2);

/// When something was last told, and shown.
#[derive(Debug, Default)]
pub(super) struct Attention {
    told: Option<Instant>,
    shown: Option<Instant>,
}

impl Attention {
    /// Notes that the user has done something.
    pub(super) fn told(&mut self, now: Instant) {
        self.told = Some(now);
    }

    /// Notes that a picture is shown.
    pub(super) fn showed(&mut self, now: Instant) {
        self.shown = Some(now);
    }

    /// Time between two looks, if new pictures may come or not.
    pub(super) fn between(&self, running: bool, now: Instant) -> Duration {
        match running || self.is_awake(now) {
            true => AWAKE,
            false => ASLEEP,
        }
    }

    /// Whether the picture that stays is to be shown again.
    pub(super) fn is_due_again(&self, now: Instant) -> bool {
        let wait = match self.is_awake(now) {
            true => AGAIN,
            false => AGAIN_ASLEEP,
        };
        self.shown.is_none_or(|shown| now - shown >= wait)
    }

    fn is_awake(&self, now: Instant) -> bool {
        self.told.is_some_and(|told| now - told < STAYS_AWAKE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_wakes_for_a_while() {
        let mut attention = Attention::default();
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs_f64(seconds);
        attention.showed(start);
        assert_eq!(attention.between(false, after(0.5)), ASLEEP);
        assert_eq!(attention.between(true, after(0.5)), AWAKE);
        assert!(!attention.is_due_again(after(0.5)));
        // A window that was over this one is gone: what is under it shows at once.
        attention.told(after(0.5));
        assert_eq!(attention.between(false, after(0.5)), AWAKE);
        assert!(attention.is_due_again(after(0.5)));
        attention.showed(after(0.5));
        assert!(!attention.is_due_again(after(0.7)));
        assert!(attention.is_due_again(after(0.8)));
        attention.showed(after(1.4));
        assert_eq!(attention.between(false, after(1.6)), ASLEEP);
        assert!(!attention.is_due_again(after(3.3)));
        assert!(attention.is_due_again(after(3.4)));
    }

    /// Shorter than the shortest click.
    const _: () = assert!(ASLEEP.as_millis() < 20 && AWAKE.as_micros() < ASLEEP.as_micros());
}
