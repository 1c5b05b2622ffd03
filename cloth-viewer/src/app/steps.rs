//! Steps: as many as time passes, or one by one.

use super::away::Job;
use super::hand::Grip;
use super::{App, LONGEST_WORK};
use crate::action::Action;
use crate::input::Input;
use crate::notice::{Kind, Notice};
use crate::phase_times::Cost;
use crate::stability::{diagnosis, is_well};
use std::time::Instant;

impl App {
    /// Simulates as much time as passed, or single steps.
    pub(super) fn simulate(&mut self, single_steps: u32, input: &Input) {
        let Some(single_steps) = self.leave_past(single_steps) else {
            return;
        };
        let step = 1.0 / self.simulation().scene().solver.steps_per_second;
        let mut made = self.welcome();
        let wanted = match self.paused {
            true => self.due + single_steps,
            false => {
                let due = (self.pace).steps(self.elapsed.as_secs_f64() * self.speed, step);
                due.max(self.due.min(1))
            }
        };
        // First: a value may have changed.
        let watch = self.watch.is_due(self.world.simulation(), self.elapsed);
        let long = self.steps_are_long();
        if self.away.is_some() {
            self.due = wanted;
        } else if long && (wanted > 0 || watch) {
            self.step_long(wanted, watch, input);
        } else {
            if watch {
                self.watch.seek();
                self.watch.found(self.world.stable_dt());
            }
            self.due = 0;
            made += self.run(wanted, input);
        }
        if !self.paused {
            let simulated = f64::from(made) * step;
            self.meter.ran(self.elapsed, self.speed, simulated);
        }
        if made > 0 {
            self.look_whether_well();
        }
        if matches!(self.grip, Some(Grip::Particle(_) | Grip::Collider(_))) {
            self.stats.dragged(self.elapsed);
        }
    }

    /// Makes steps as long as there is time; returns how many.
    fn run(&mut self, steps: u32, input: &Input) -> u32 {
        let started = Instant::now();
        let mut made = 0;
        while made < steps {
            if made > 0 && started.elapsed() > LONGEST_WORK {
                // Single steps that were asked for are made later.
                self.due = if self.paused { steps - made } else { 0 };
                break;
            }
            if !self.prepare_step(input) {
                break;
            }
            made += 1;
            let by_phase = self.by_phase();
            let cost = Cost::measure(by_phase, |ended| self.world.step_observed(ended));
            self.record(&Action::Step);
            self.stepped(cost);
        }
        made
    }

    /// Begins a step that is not waited for.
    fn step_long(&mut self, steps: u32, watch: bool, input: &Input) {
        let step = (steps > 0 && self.prepare_step(input)).then(|| self.by_phase());
        self.due = steps.saturating_sub(1);
        self.send_away(Job { step, watch });
    }

    fn look_whether_well(&mut self) {
        if !is_well(self.world.simulation()) {
            let why = diagnosis(self.world.simulation(), self.watch.stable_dt());
            let text =
                format!("{why}. Paused; more substeps or softer springs help, R starts again");
            self.lasting = Notice::new(Kind::Failed, text);
            (self.paused, self.broken) = (true, true);
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
        self.by_phase = (self.detailed || self.show_plots) && !self.by_phase;
        self.by_phase
    }

    /// Notes what a step has cost.
    pub(super) fn stepped(&mut self, cost: Cost) {
        self.last_cost = Some(cost.time);
        self.meter.step(cost.time);
        self.stats.step(cost);
        if let Some(times) = cost.phases {
            self.watch.phases(&times);
        }
        if self.show_plots {
            self.watch.sample(self.world.simulation());
        }
    }
}
