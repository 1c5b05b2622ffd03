//! A step that takes longer than a picture may: it is made on a thread of its own, of a copy.
//!
//! Until it is done the window shows what was, turns it about, and does what the user does to it as
//! well. All of that is done once more to what comes back, so that it happens after the step, as
//! without a thread.

use super::App;
use crate::action::Action;
use crate::phase_times::Cost;
use crate::simulations::Simulations;
use crate::threads::Work;
use std::panic::resume_unwind;
use std::time::Duration;

/// A step that takes longer than this holds up the window.
const LONG: Duration = Duration::from_millis(24);
/// A cloth of more particles may take so long that its first step is not waited for.
const LARGE: usize = 128 * 128;

/// What is to be done with a copy.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Job {
    /// A step, measured by phase or not.
    pub(super) step: Option<bool>,
    /// Before it, the search for the longest stable substep.
    pub(super) watch: bool,
}

/// What is being done.
#[derive(Debug)]
pub(super) struct Away {
    work: Work<Done>,
    steps: bool,
    /// What the user has done since, in its order.
    later: Vec<Action>,
}

/// What has come of it.
#[derive(Debug)]
struct Done {
    stable_dt: Option<f64>,
    step: Option<(Simulations, Cost)>,
}

impl Away {
    fn begin(mut simulations: Simulations, job: Job) -> Self {
        let work = Work::begin(move || {
            let stable_dt = job.watch.then(|| simulations.stable_dt());
            let step = job.step.map(|by_phase| {
                let cost = Cost::measure(by_phase, |ended| {
                    simulations.step_observed(ended);
                    simulations.follow();
                });
                (simulations, cost)
            });
            Done { stable_dt, step }
        });
        Self {
            work,
            steps: job.step.is_some(),
            later: Vec::new(),
        }
    }

    /// Whether it is a step: what is done to the cloth meanwhile is then to be done once more.
    pub(super) fn steps(&self) -> bool {
        self.steps
    }

    /// Notes what is to be done once more after the step.
    pub(super) fn note(&mut self, action: Action) {
        self.later.push(action);
    }
}

impl App {
    /// Whether a step is not to be waited for.
    pub(super) fn steps_are_long(&self) -> bool {
        let simulation = self.simulation();
        let large = || simulation.columns() * simulation.rows() > LARGE;
        self.last_cost.map_or_else(large, |cost| cost > LONG)
    }

    /// Begins something on a thread of its own.
    pub(super) fn send_away(&mut self, job: Job) {
        if job.watch {
            self.watch.seek();
        }
        let simulations = self.world.cloths().simulations().clone();
        self.away = Some(Away::begin(simulations, job));
    }

    /// Takes over what has been done meanwhile; returns how many steps.
    pub(super) fn welcome(&mut self) -> u32 {
        let done = |away: &mut Away| away.work.is_finished();
        let away = self.away.take_if(done);
        away.map_or(0, |away| self.take_over(away))
    }

    /// Waits for what is being done: what is to be written out must be of one state.
    pub(super) fn settle(&mut self) {
        if let Some(away) = self.away.take() {
            self.take_over(away);
        }
    }

    /// Gives up a step that is being made: nobody waits for what it would come to. What the user has
    /// done since is done to what is shown.
    pub(super) fn give_up_step(&mut self) {
        for action in self.away.take().into_iter().flat_map(|away| away.later) {
            self.record(&action);
        }
        // What was looked for on that thread is not found.
        self.watch.changed();
        self.due = 0;
    }

    /// The step of the timeline after which what the user did last counts as done.
    pub(super) fn last_action(&self) -> u64 {
        match &self.away {
            Some(away) if !away.later.is_empty() => self.timeline.end().step + 1,
            _ => self.timeline.last_action(),
        }
    }

    fn take_over(&mut self, away: Away) -> u32 {
        let done = away
            .work
            .join()
            .unwrap_or_else(|panic| resume_unwind(panic));
        if let Some(stable_dt) = done.stable_dt {
            self.watch.found(stable_dt);
        }
        let Some((simulations, cost)) = done.step else {
            return 0;
        };
        self.world.put(simulations);
        self.record(&Action::Step);
        self.stepped(cost);
        for action in away.later {
            self.apply(action);
        }
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use crate::input::{Command, Input};
    use crate::world::World;
    use clap::Parser;
    use std::thread::sleep;

    /// A cloth so large that no step is waited for, paused.
    fn app() -> (App, World) {
        let arguments = ["cloth-viewer", "tear", "--grid", "130"];
        let plan = Cli::try_parse_from(arguments).unwrap().plan().unwrap();
        let mut app = App::new(&plan).unwrap();
        app.update(&keys(&[Command::Pause]));
        // Until the longest stable substep is found no step begins, and what is done then comes before it.
        wait(&mut app);
        (app, World::new(plan.setup).unwrap())
    }

    fn keys(commands: &[Command]) -> Input {
        Input {
            size: (320, 240),
            commands: commands.to_vec(),
            elapsed: Duration::from_micros(16_667),
            ..Input::default()
        }
    }

    /// Goes on until nothing is being done any more.
    fn wait(app: &mut App) {
        while app.away.is_some() || app.due > 0 {
            sleep(Duration::from_millis(1));
            app.update(&keys(&[]));
        }
    }

    #[test]
    fn the_window_lives_on_while_a_step_is_made() {
        let (mut app, mut alone) = app();
        app.update(&keys(&[Command::Step]));
        assert_eq!(app.simulation().time(), 0.0);
        // The camera turns, values change, the cloth is cut: of the step nothing is to be seen.
        let eye = app.camera().eye;
        app.update(&keys(&[Command::AutoOrbit, Command::Mode]));
        assert_ne!(app.camera().eye, eye);
        let cut = Action::Cut { column: 3, row: 60 };
        assert!(app.is_running() && app.apply(cut.clone()));
        let scene = *app.simulation().scene();
        assert_ne!(scene.solver.mode, alone.setup().file.scene.solver.mode);
        assert!(app.simulation().is_torn() && app.simulation().time() == 0.0);
        wait(&mut app);
        alone.apply(&Action::Step).unwrap();
        alone.apply(&Action::Change(Box::new(scene))).unwrap();
        alone.apply(&cut).unwrap();
        assert_eq!(app.world.setup(), alone.setup());
        let hash = |world: &World| world.simulation().state_hash();
        assert_eq!(hash(&app.world), hash(&alone));
    }

    #[test]
    fn steps_that_were_asked_for_are_all_made() {
        let (mut app, mut alone) = app();
        app.update(&keys(&[Command::Step]));
        app.update(&keys(&[Command::Step, Command::Step]));
        wait(&mut app);
        for _ in 0..3 {
            alone.apply(&Action::Step).unwrap();
        }
        let hash = alone.simulation().state_hash();
        assert_eq!(app.simulation().state_hash(), hash);
        app.update(&keys(&[Command::Step]));
        app.settle();
        assert_ne!(app.simulation().state_hash(), hash);
    }

    #[test]
    fn a_reset_does_not_wait() {
        let (mut app, alone) = app();
        app.update(&keys(&[Command::Step, Command::Step]));
        app.update(&keys(&[Command::Reset]));
        wait(&mut app);
        let start = alone.simulation().state_hash();
        assert_eq!(app.simulation().state_hash(), start);
    }
}
