//! A piece of what is simulated again, on a thread of its own: the window waits for a short one, and lives
//! on during a long one.

use super::Place;
use crate::action::Action;
use crate::error::Error;
use crate::simulations::Simulations;
use crate::threads::Work;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How long a piece may take, or as long as one step.
pub(super) const LENGTH: Duration = Duration::from_millis(16);

/// A place and its state, or why it was not reached.
type Outcome = Result<(Place, Simulations), Error>;

/// A piece that is being made.
#[derive(Debug)]
pub(super) struct Piece {
    outcome: Receiver<Outcome>,
    thread: Option<Work<()>>,
}

impl Piece {
    /// Begins with the state of a place, does what was done and makes the steps, up to the state after
    /// step `target` or as long as there is time.
    pub(super) fn begin(
        from: (Place, Simulations),
        target: u64,
        actions: Vec<(u64, Action)>,
        length: Duration,
    ) -> Self {
        let (sender, outcome): (SyncSender<Outcome>, _) = sync_channel(1);
        let thread = Work::begin(move || {
            // Nobody listens where another place is wanted by now.
            let _ = sender.send(run(from, target, actions, length));
        });
        Self {
            outcome,
            thread: Some(thread),
        }
    }

    /// What has come of it, if it is done or becomes so in this time.
    pub(super) fn wait(&mut self, patience: Duration) -> Option<Outcome> {
        match self.outcome.recv_timeout(patience) {
            Ok(outcome) => Some(outcome),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                if let Some(Err(panic)) = self.thread.take().map(Work::join) {
                    resume_unwind(panic);
                }
                None
            }
        }
    }
}

fn run(
    (mut place, mut state): (Place, Simulations),
    target: u64,
    actions: Vec<(u64, Action)>,
    length: Duration,
) -> Outcome {
    let began = Instant::now();
    let mut actions = actions.into_iter().peekable();
    while place.step < target {
        while let Some((_, action)) = actions.next_if(|(step, _)| *step <= place.step) {
            state.apply(&action)?;
        }
        let rate = state.first().scene().solver.steps_per_second;
        state.apply(&Action::Step)?;
        place.step += 1;
        place.time += 1.0 / rate;
        if began.elapsed() >= length {
            break;
        }
    }
    Ok((place, state))
}
