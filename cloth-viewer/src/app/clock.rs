//! Steps: as many as time demands, single ones, and those of a recording; long ones on a thread of their own.

use super::App;
use crate::action::Action;
use crate::background::Job;
use crate::error::Error;
use crate::input::Input;
use crate::panel::{Notice, Outcome};
use crate::simulations::Simulations;
use crate::stability::{diagnosis, is_well};
use crate::stats::Cost;
use std::panic::resume_unwind;
use std::time::{Duration, Instant};

/// When steps have taken this long the next picture is due, and the rest of the time is dropped:
/// the cloth slows down, the window still answers.
const LONGEST_WORK: Duration = Duration::from_millis(24);
/// A cloth of more particles may take so long that its first step is not waited for.
const LARGE: usize = 128 * 128;
/// Most steps between two pictures. A machine that is too slow shows the cloth slowed down
/// instead of standing still while it computes.
const MOST_STEPS: u32 = 4;
/// The part of a step that may be made before its time. Pictures come a little early or late: as many a
/// second as steps, some would otherwise show none, and others two.
const EARLY: f64 = 0.45;

/// How time goes on.
#[derive(Debug)]
pub(super) struct Clock {
    pub(super) paused: bool,
    /// Whether it was paused because the cloth was unstable.
    pub(super) broken: bool,
    /// Simulated seconds a second.
    pub(super) speed: f64,
    /// Time that has passed and is not simulated yet, s: less than a step, below 0 where the last step was early.
    pub(super) left: f64,
    /// Single steps that are still to be made.
    pub(super) due: u32,
    /// Steps that were made since the last picture.
    made: u32,
    pub(super) away: Option<Away>,
    pub(super) last_cost: Option<Duration>,
    /// [`LONGEST_WORK`], unless every step is waited for.
    pub(super) longest_work: Duration,
    /// Whether every second step is to be measured by phase, and whether the last one was.
    detailed: bool,
    by_phase: bool,
}

/// A step of a copy that is being made on a thread of its own, or the search for the longest stable substep.
#[derive(Debug)]
pub(super) struct Away {
    work: Job<Finished>,
    /// Whether there is a step: what the user does meanwhile is then done twice. At once to the cloth that is shown,
    /// and once more to what comes back, so that it comes after the step, as without a thread.
    pub(super) steps: bool,
    /// What the user has done meanwhile, in order.
    pub(super) later: Vec<Action>,
}

/// What came of the work on another thread.
#[derive(Debug)]
struct Finished {
    stable_dt: Option<f64>,
    step: Option<(Simulations, Cost)>,
}

impl Clock {
    pub(super) fn new(detailed: bool) -> Self {
        Self {
            paused: false,
            broken: false,
            speed: 1.0,
            left: 0.0,
            due: 0,
            made: 0,
            away: None,
            last_cost: None,
            longest_work: LONGEST_WORK,
            detailed,
            by_phase: false,
        }
    }

    /// After another start; a pause of the user's own stays.
    pub(super) fn started(&mut self) {
        self.paused &= !std::mem::take(&mut self.broken);
        (self.left, self.due, self.last_cost) = (0.0, 0, None);
    }

    /// How many steps of `step` seconds to simulate now that `elapsed` seconds have passed. What
    /// is more than [`MOST_STEPS`] is dropped.
    fn steps(&mut self, elapsed: f64, step: f64) -> u32 {
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

impl App {
    /// Simulates as much time as passed, or single steps.
    pub(super) fn simulate(&mut self, single_steps: u32, input: &Input) {
        let Some(single_steps) = self.leave_past(single_steps) else {
            return;
        };
        let step = 1.0 / self.simulation().scene().solver.steps_per_second;
        let away = self.clock.away.as_ref();
        if away.is_some_and(|away| away.work.is_finished()) {
            self.settle();
        }
        let elapsed = self.elapsed.as_secs_f64() * self.clock.speed;
        let wanted = match self.clock.paused {
            true => self.clock.due + single_steps,
            false => self.clock.steps(elapsed, step).max(self.clock.due.min(1)),
        };
        // First: a value may have changed.
        let watch = self.watch.is_due(self.world.simulation(), self.elapsed);
        if self.clock.away.is_some() {
            self.clock.due = wanted;
        } else if self.steps_are_long() && (wanted > 0 || watch) {
            self.clock.due = wanted.saturating_sub(1);
            let steps = wanted > 0 && self.prepare_step(input);
            self.send_away(steps, watch);
        } else {
            if watch {
                self.watch.seek();
                self.watch.found(self.world.stable_dt());
            }
            self.clock.due = 0;
            self.run(wanted, input);
        }
        let made = std::mem::take(&mut self.clock.made);
        if !self.clock.paused {
            let simulated = f64::from(made) * step;
            (self.meter).ran(self.elapsed, self.clock.speed, simulated);
        }
        if made > 0 {
            self.look_whether_well();
        }
    }

    /// Whether a step is not to be waited for.
    fn steps_are_long(&self) -> bool {
        let (simulation, clock) = (self.simulation(), &self.clock);
        let is_large = simulation.columns() * simulation.rows() > LARGE;
        let may_be_long = is_large && clock.longest_work < Duration::MAX;
        (clock.last_cost).map_or(may_be_long, |cost| cost > clock.longest_work)
    }

    /// Makes steps as long as there is time.
    fn run(&mut self, steps: u32, input: &Input) {
        let started = Instant::now();
        for made in 0..steps {
            if made > 0 && started.elapsed() > self.clock.longest_work {
                // Single steps that were asked for are made later.
                self.clock.due = if self.clock.paused { steps - made } else { 0 };
                break;
            }
            if !self.prepare_step(input) {
                break;
            }
            let by_phase = self.by_phase();
            let cost = Cost::measure(by_phase, |ended| self.world.step_observed(ended));
            self.stepped(cost);
        }
    }

    /// Begins a step, the search for the longest stable substep, or both, on a thread of its own. Meanwhile the window
    /// shows the cloth as it was, from wherever the user wants to see it.
    fn send_away(&mut self, steps: bool, watch: bool) {
        if watch {
            self.watch.seek();
        }
        let by_phase = steps && self.by_phase();
        let mut simulations = self.world.state().clone();
        let work = Job::begin(move || Finished {
            stable_dt: watch.then(|| simulations.first.stable_dt()),
            step: steps.then(|| {
                let cost = Cost::measure(by_phase, |ended| simulations.step_observed(ended));
                (simulations, cost)
            }),
        });
        self.clock.away = Some(Away {
            work,
            steps,
            later: Vec::new(),
        });
    }

    /// Waits for what is being done on another thread, and takes it over.
    pub(super) fn settle(&mut self) {
        let Some(away) = self.clock.away.take() else {
            return;
        };
        let done = (away.work.join()).unwrap_or_else(|panic| resume_unwind(panic));
        if let Some(stable_dt) = done.stable_dt {
            self.watch.found(stable_dt);
        }
        if let Some((simulations, cost)) = done.step {
            self.world.put(simulations);
            self.stepped(cost);
            for action in away.later {
                self.apply(action);
            }
        }
    }

    /// Gives up a step that is being made: nobody waits for what it would come to. What the user has done since
    /// counts as done before it.
    pub(super) fn give_up_step(&mut self) {
        if let Some(away) = self.clock.away.take() {
            self.watch.changed();
            for action in &away.later {
                self.record(action);
            }
        }
        self.clock.due = 0;
    }

    /// From now on every step is waited for, however long it takes: what a script does is then the same on every
    /// machine.
    pub fn wait_for_steps(&mut self) {
        self.clock.longest_work = Duration::MAX;
    }

    /// Stops a cloth that has become unstable, and says why.
    fn look_whether_well(&mut self) {
        if !is_well(self.world.simulation()) {
            let why = diagnosis(self.world.simulation(), self.watch.stable_dt);
            let text =
                format!("{why}. Paused; more substeps or softer springs help, R starts again");
            self.messages.lasting = Notice::new(Outcome::Failed, text);
            (self.clock.paused, self.clock.broken) = (true, true);
        }
    }

    /// Does what hands, or a recording, do before a step; returns whether there is to be one.
    fn prepare_step(&mut self, input: &Input) -> bool {
        for action in self.hand_actions(input) {
            self.apply(action);
        }
        self.prepare_replay()
    }

    /// Whether the next step is to be measured by phase: as without a window, every second.
    fn by_phase(&mut self) -> bool {
        let measured = self.clock.detailed || self.screen.show_plots;
        self.clock.by_phase = measured && !self.clock.by_phase;
        self.clock.by_phase
    }

    /// Notes a step and what it has cost.
    fn stepped(&mut self, cost: Cost) {
        self.record(&Action::Step);
        self.clock.made += 1;
        self.clock.last_cost = Some(cost.time);
        self.meter.step(cost.time);
        self.stats.step(cost);
        if let Some(times) = cost.phases {
            self.watch.phases(&times);
        }
        if self.screen.show_plots {
            self.watch.sample(self.world.simulation());
        }
    }

    /// Does what a recording does before its next step. Returns whether there is to be a step: always,
    /// but at its end.
    fn prepare_replay(&mut self) -> bool {
        let Some((recording, cursor)) = &mut self.replay else {
            return true;
        };
        let (world, timeline) = (&mut self.world, &mut self.past.timeline);
        let played = cursor.until_step(recording, |action| {
            world.apply(action)?;
            timeline.note(action, world);
            Ok::<_, Error>(())
        });
        let (kind, text) = match played {
            Ok(true) => return true,
            Ok(false) => match recording.verdict(self.world.simulation().state_hash()) {
                Ok(text) => (Outcome::Done, text),
                Err(text) => (Outcome::Failed, text),
            },
            Err(error) => (
                Outcome::Failed,
                format!("the recording cannot be replayed: {error}"),
            ),
        };
        self.replay = None;
        self.clock.paused = true;
        self.messages.lasting = Notice::new(kind, text);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pictures at uneven times, steps of 1/90 s; then pictures that jitter, each of which shows a step.
    #[test]
    fn steps_keep_up_with_the_clock() {
        for (rate, elapsed, jitters) in [
            (90.0, [0.016, 0.007, 0.03, 0.0], false),
            (60.0, [1.1, 0.85, 1.05, 1.0].map(|part| part / 60.0), true),
        ] {
            let (mut clock, mut time, mut steps) = (Clock::new(false), 0.0, 0);
            for elapsed in elapsed.into_iter().cycle().take(1000) {
                time += elapsed;
                let made = clock.steps(elapsed, 1.0 / rate);
                steps += made;
                assert!((time * rate - f64::from(steps)).abs() <= 1.0 + 1e-6);
                assert!(!jitters || made == 1, "{time}");
            }
        }
        // A long pause is not caught up with.
        let mut clock = Clock::new(false);
        let times = [100.0, 0.0, 0.015, -5.0, 0.0051];
        let made = times.map(|elapsed| clock.steps(elapsed, 0.01));
        assert_eq!(made, [MOST_STEPS, 0, 1, 0, 1]);
    }
}
