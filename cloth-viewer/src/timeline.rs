//! The last seconds of simulated time, to go back to and to go on from.
//!
//! Every few steps the state is copied: a keyframe. Between keyframes the [`Action`]s are logged, each with the
//! step that it came after. A state between two keyframes is simulated again from the one before it, by the same
//! actions in the same places; it has the same bits, because the engine is deterministic.
//!
//! A place is the number of steps since the viewer was started. The state of a place is that just after its step,
//! without what was done to the cloth before the next step. At the end, the present, that is included.

#[cfg(test)]
mod tests;

use crate::action::Action;
use crate::error::Error;
use crate::simulations::Simulations;
use crate::world::World;
use cloth_core::Mode;
use cloth_core::host::{AnySimulation, Format, Method};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Memory for the keyframes, bytes.
pub const BUDGET: usize = 64 << 20;
/// Simulated time that can be gone back, s.
pub const WINDOW: f64 = 20.0;
/// States besides the keyframes of the window: the oldest, which is older than the window, and the present while the
/// past is shown.
const OTHERS: usize = 2;
/// Most actions in the log. Values that are changed for minutes while time stands still are more: then the timeline
/// begins anew.
const MOST_ACTIONS: usize = 1 << 14;

/// A place on the timeline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    /// Steps since the viewer was started. A start counts as one.
    pub step: u64,
    /// Simulated time since then, s.
    pub time: f64,
}

/// What is dropped where another future begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The step after which it begins.
    pub step: u64,
    /// How much time is dropped, s.
    pub dropped: f64,
    /// Whether the cloth was reset in that time.
    pub was_reset: bool,
    /// Actions that let go of particles and colliders that were held there.
    pub releases: Vec<Action>,
}

/// While another place than the end is shown.
#[derive(Debug)]
struct Visit {
    /// The place whose state the world has: the target, or the nearest so far.
    shown: Moment,
    /// The step whose state is wanted.
    target: u64,
    present: Simulations,
}

/// Keyframes, and what happened between them.
#[derive(Debug)]
pub struct Timeline {
    /// From the oldest; none where a state is too large.
    keyframes: VecDeque<(Moment, Simulations)>,
    /// What was done since the oldest keyframe, each with the step that it came after.
    log: VecDeque<(u64, Action)>,
    /// The present.
    pub end: Moment,
    past: Option<Visit>,
    /// The step after which the last action came.
    pub last_action: u64,
    budget: usize,
}

impl Timeline {
    /// A timeline that begins with the world as it is.
    #[must_use]
    pub fn new(world: &World) -> Self {
        Self::with_budget(world, BUDGET)
    }

    fn with_budget(world: &World, budget: usize) -> Self {
        let mut timeline = Self {
            keyframes: VecDeque::new(),
            log: VecDeque::new(),
            end: Moment::default(),
            past: None,
            last_action: 0,
            budget,
        };
        timeline.begin(world);
        timeline
    }

    /// Notes what has happened to the world, steps included. Only while the present is shown.
    pub fn note(&mut self, action: &Action, world: &World) {
        if *action == Action::Step {
            return self.note_step(world);
        }
        self.last_action = self.end.step;
        if let Action::Start(_) = action {
            self.end.step += 1;
            return self.begin(world);
        }
        if self.is_kept() {
            self.log.push_back((self.end.step, action.clone()));
        }
        if self.log.len() > MOST_ACTIONS {
            self.begin(world);
        }
    }

    fn note_step(&mut self, world: &World) {
        self.end = after_step(self.end, world);
        let most = self.most_states(world);
        let Some(every) = every(most, rate(world)) else {
            return self.begin(world);
        };
        let last = self.keyframes.back();
        if last.is_none_or(|(last, _)| self.end.step - last.step >= every) {
            self.keep(world);
        }
        let limit = self.end.time - WINDOW;
        while self.keyframes.len() >= most
            || self
                .keyframes
                .get(1)
                .is_some_and(|(second, _)| second.time <= limit)
        {
            self.keyframes.pop_front();
        }
        let oldest = self.oldest().step;
        while self.log.front().is_some_and(|(step, _)| *step < oldest) {
            self.log.pop_front();
        }
    }

    /// Begins anew with the world as it is.
    fn begin(&mut self, world: &World) {
        self.past = None;
        self.keyframes.clear();
        self.log.clear();
        if every(self.most_states(world), rate(world)).is_some() {
            self.keep(world);
        }
    }

    fn keep(&mut self, world: &World) {
        let state = world.state().clone();
        self.keyframes.push_back((self.end, state));
    }

    /// Most states that fit in the budget.
    fn most_states(&self, world: &World) -> usize {
        let beside = world.state().beside.as_deref().map_or(0, bytes_of);
        self.budget / (bytes_of(world.simulation()) + beside)
    }

    /// The oldest place that can be gone back to; the end, where nothing is kept.
    #[must_use]
    pub fn oldest(&self) -> Moment {
        self.keyframes.front().map_or(self.end, |(place, _)| *place)
    }

    /// The place whose state the world has.
    #[must_use]
    pub fn shown(&self) -> Moment {
        self.past.as_ref().map_or(self.end, |past| past.shown)
    }

    /// The step whose state is wanted: it is being simulated again while it is not the one shown.
    #[must_use]
    pub fn target(&self) -> u64 {
        self.past.as_ref().map_or(self.end.step, |past| past.target)
    }

    /// Whether another place than the present is shown.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.past.is_some()
    }

    /// Whether the state that is wanted has still to be reached.
    #[must_use]
    pub fn is_seeking(&self) -> bool {
        (self.past.as_ref()).is_some_and(|past| past.shown.step != past.target)
    }

    /// Whether states are kept: not where one is too large for the budget.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        !self.keyframes.is_empty()
    }

    /// Shows the state after a step, or that of the nearest keyframe before it: [`Timeline::approach`] then goes on
    /// to it.
    pub fn seek(&mut self, world: &mut World, step: u64) {
        let target = step.clamp(self.oldest().step, self.end.step);
        if target == self.end.step {
            if let Some(past) = self.past.take() {
                world.put(past.present);
            }
            return;
        }
        let later = (self.keyframes).partition_point(|(place, _)| place.step <= target);
        let Some((keyframe, state)) = later.checked_sub(1).and_then(|i| self.keyframes.get(i))
        else {
            return;
        };
        let nearest = *keyframe;
        match &mut self.past {
            Some(past) => {
                past.target = target;
                // What is shown may be nearer.
                if !(nearest.step..=target).contains(&past.shown.step) {
                    past.shown = nearest;
                    world.put(state.clone());
                }
            }
            None => {
                let present = world.put(state.clone());
                self.past = Some(Visit {
                    shown: nearest,
                    target,
                    present,
                });
            }
        }
    }

    /// Simulates again towards the state that is wanted, for about as long as `limit`, at least one step.
    ///
    /// # Errors
    /// If what was done once cannot be done again, for want of memory. It goes no further then.
    pub fn approach(&mut self, world: &mut World, limit: Duration) -> Result<(), Error> {
        let Some(past) = &mut self.past else {
            return Ok(());
        };
        let began = Instant::now();
        while past.shown.step < past.target {
            let place = |step: u64| self.log.partition_point(|(at, _)| *at < step);
            let done = place(past.shown.step)..place(past.shown.step + 1);
            for (_, action) in self.log.range(done) {
                if let Err(error) = world.apply(action) {
                    past.target = past.shown.step;
                    return Err(error);
                }
            }
            let shown = after_step(past.shown, world);
            world.apply(&Action::Step)?;
            past.shown = shown;
            if began.elapsed() >= limit {
                break;
            }
        }
        Ok(())
    }

    /// Makes what is shown the present, and drops what came after it.
    pub fn cut(&mut self, world: &World) -> Option<Cut> {
        let place = self.past.take()?.shown;
        let later = self.log.partition_point(|(step, _)| *step < place.step);
        let dropped = self.log.split_off(later);
        let kept = (self.keyframes).partition_point(|(one, _)| one.step <= place.step);
        self.keyframes.truncate(kept);
        let dropped_time = self.end.time - place.time;
        self.end = place;
        Some(Cut {
            step: place.step,
            dropped: dropped_time,
            was_reset: dropped.iter().any(|(_, action)| *action == Action::Reset),
            releases: self.releases(&dropped, world),
        })
    }

    /// Actions that let go of particles pulled in the last step, pinned or not as they were dropped later, and that stop
    /// pushed colliders.
    fn releases(&self, dropped: &VecDeque<(u64, Action)>, world: &World) -> Vec<Action> {
        let last_step = self.log.partition_point(|(at, _)| at + 1 < self.end.step);
        let mut releases: Vec<Action> = Vec::new();
        for (_, action) in self.log.range(last_step..) {
            match *action {
                Action::Pull { column, row, .. } => {
                    let mut later = dropped.iter().map(|(_, action)| action);
                    let let_go = later.find(|action| {
                        matches!(action, Action::LetGo { column: c, row: r, .. } if (*c, *r) == (column, row))
                    });
                    releases.push(let_go.cloned().unwrap_or(Action::LetGo {
                        column,
                        row,
                        pinned: false,
                    }));
                }
                Action::Push {
                    collider, velocity, ..
                } => {
                    let is_same = |one: &Action| matches!(one, Action::Push { collider: c, .. } if *c == collider);
                    releases.retain(|one| !is_same(one));
                    if velocity != [0.0; 3] {
                        releases.extend(Action::push(world.simulation(), collider, [0.0; 3]));
                    }
                }
                _ => {}
            }
        }
        releases
    }
}

/// The place after one more step of the world.
fn after_step(place: Moment, world: &World) -> Moment {
    Moment {
        step: place.step + 1,
        time: place.time + 1.0 / rate(world),
    }
}

fn rate(world: &World) -> f64 {
    world.simulation().scene().solver.steps_per_second
}

/// Steps from one keyframe to the next, so that those of the window are no more states than fit. `None` where too few
/// fit.
fn every(most_states: usize, steps_per_second: f64) -> Option<u64> {
    let keyframes = most_states.checked_sub(OTHERS).filter(|count| *count > 0)?;
    let steps = (WINDOW * steps_per_second).ceil().max(1.0);
    Some((steps / keyframes as f64).ceil() as u64)
}

/// Bytes of a copy of a simulation, rounded up: rows are padded to whole vectors, and the memory of positions, method,
/// normals, contacts and multipliers is so many numbers a particle.
fn bytes_of(simulation: &dyn AnySimulation) -> usize {
    let scene = simulation.scene();
    let number = match simulation.format() {
        Format::F32 | Format::Fixed => 4,
        Format::F64 => 8,
    };
    let method = match simulation.method() {
        Method::BackwardEuler | Method::Imex | Method::Rk4 => 44,
        _ => 28,
    };
    let contacts = if scene.self_collision.is_some() {
        36
    } else {
        0
    };
    let multipliers = if scene.solver.mode == Mode::Xpbd {
        8
    } else {
        0
    };
    let columns = simulation.columns().next_multiple_of(32);
    let rows = simulation.rows() + 24;
    number * (method + contacts + multipliers) * columns * rows + (16 << 10)
}
