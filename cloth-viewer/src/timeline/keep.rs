//! How much is kept.

use crate::action::Action;
use cloth_core::Scene;

/// Memory for the states of a timeline and for what happened between them, bytes.
pub const BUDGET: usize = 64 << 20;
/// Simulated time that can be gone back, s.
pub const WINDOW: f64 = 20.0;
/// Of the budget for what happened. Values that are changed for minutes while time stands still
/// take more: then the timeline begins anew.
pub(super) const LOG: usize = 4 << 20;
/// States beside the keyframes of the window: the oldest, which is older than the window, and the
/// present while the past is shown.
pub(super) const OTHERS: usize = 2;

/// Steps from one keyframe to the next: so many that those of the window fit in the budget. None
/// where a state is too large.
pub(super) fn every(bytes: usize, steps_per_second: f64, budget: usize) -> Option<u64> {
    let room = budget.saturating_sub(LOG.min(budget / 16)) / bytes.max(1);
    let keyframes = room.checked_sub(OTHERS).filter(|count| *count > 0)?;
    let steps = (WINDOW * steps_per_second).ceil().max(1.0);
    Some((steps / keyframes as f64).ceil() as u64)
}

/// Bytes that an action takes, with its step.
pub(super) const fn bytes_of(action: &Action) -> usize {
    let own = size_of::<(u64, Action)>();
    match action {
        Action::Change(_) => own + size_of::<Scene>(),
        _ => own,
    }
}
