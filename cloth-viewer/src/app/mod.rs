//! The window without the window: what keys, mouse and panel do to the world and the camera.
//!
//! [`App::update`] takes what happened since the last picture, [`App::draw`] makes the next one.
//! Neither knows where input comes from or where the picture goes, so tests can be both.

mod change;
mod clock;
mod hand;
mod opened;
mod past;
mod pick;
mod save;
mod show;
mod sight;
mod watch;

use crate::action::Action;
use crate::breeze::Wind;
use crate::cli::Plan;
use crate::error::Error;
use crate::export::Exporter;
use crate::framing::camera_for;
use crate::headless::FOLDER;
use crate::input::{Command, Input};
use crate::panel::{Notice, Outcome, Panel};
use crate::recording::{Cursor, Recording};
use crate::stats::{Meter, Stats};
use crate::timeline::Timeline;
use crate::world::World;
use change::Undo;
use clock::Clock;
use cloth_core::host::AnySimulation;
use cloth_draw::look::Theme;
use hand::Hand;
use opened::Opened;
use past::Past;
use show::{Messages, Shows, beside_panel};
use sight::Sight;
use std::time::Duration;
use watch::Watch;

/// Size of the picture if the command line does not say, pixels (width, height).
pub const SIZE: (usize, usize) = (1280, 720);
/// Simulated seconds a second in slow motion.
const SLOW: f64 = 0.25;

/// All that the window shows and does.
#[derive(Debug)]
pub struct App {
    world: World,
    /// How time goes on.
    clock: Clock,
    /// A recording that is run again, and how far it has come.
    replay: Option<(Recording, Cursor)>,
    /// How well the cloth is, and its history.
    watch: Watch,
    /// Which scene is opened, and which could be.
    opened: Opened,
    wind: Wind,
    view: Sight,
    hand: Hand,
    past: Past,
    undo: Undo,
    exporter: Exporter,
    /// Whether the next picture is to be saved.
    shoot: bool,
    screen: Shows,
    messages: Messages,
    /// Buttons and cursor of the last update, and the time since the one before.
    before: Input,
    elapsed: Duration,
    stats: Stats,
    meter: Meter,
    /// Whether the last command was to quit, and was answered with a warning of a recording.
    asked: bool,
    over: bool,
}

impl App {
    /// Starts the scene of the plan.
    ///
    /// # Errors
    /// If the scene cannot run on its grid.
    pub fn new(plan: &Plan) -> Result<Self, Error> {
        let world = World::new(plan.setup.clone())?;
        let size = plan.size.unwrap_or(SIZE);
        let camera = camera_for(&world, plan.from, beside_panel(size));
        let mut app = Self {
            clock: Clock::new(plan.stats),
            replay: None,
            watch: Watch::default(),
            opened: Opened::new(plan),
            wind: Wind::new(&plan.setup.file.scene),
            view: Sight::new(camera, plan.look.clone(), size),
            hand: Hand::default(),
            past: Past {
                timeline: Timeline::new(&world),
                ran: false,
            },
            undo: Undo::default(),
            exporter: Exporter::new(FOLDER),
            shoot: false,
            screen: Shows::default(),
            messages: Messages::default(),
            before: Input::default(),
            elapsed: Duration::ZERO,
            stats: Stats::default(),
            meter: Meter::default(),
            asked: false,
            over: false,
            world,
        };
        // It would cover a small picture.
        app.screen.show_panel = Panel::fits(size);
        app.retitle();
        Ok(app)
    }

    /// Starts what a recording of inputs starts with, and runs it again.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn replaying(plan: &Plan, recording: &Recording) -> Result<Self, Error> {
        let plan = Plan {
            setup: recording.setup.clone(),
            ..plan.clone()
        };
        let mut app = Self::new(&plan)?;
        app.replay = Some((recording.clone(), Cursor::default()));
        Ok(app)
    }

    /// Whether the window is to be closed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The running simulation.
    #[must_use]
    pub fn simulation(&self) -> &dyn AnySimulation {
        self.world.simulation()
    }

    /// What steps and pictures of the present scene cost.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Whether something is being recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        !self.exporter.state().is_empty()
    }

    /// How fast time goes, in words, where it is slower than it should be.
    #[must_use]
    pub fn behind(&self) -> Option<String> {
        self.meter.behind.clone()
    }

    /// Takes in what happened since the last picture, and simulates as much time as passed.
    pub fn update(&mut self, input: &Input) {
        self.update_all(std::slice::from_ref(input));
    }

    /// As [`App::update`], for several inputs in order: a press and a release between two pictures both
    /// count. Then come the steps.
    fn update_all(&mut self, inputs: &[Input]) {
        let Some(last) = inputs.last() else {
            return;
        };
        self.elapsed = inputs.iter().map(|input| input.elapsed).sum();
        let (controls, commands) = std::mem::take(&mut self.screen.wanted);
        if let Some(controls) = controls {
            self.screen.note_done();
            self.take_controls(*controls);
        }
        let mut single_steps = self.obey(&commands);
        for input in inputs {
            single_steps += self.hear(input);
        }
        self.simulate(single_steps, last);
        self.meter.frame(self.elapsed);
        self.grow_stale();
    }

    /// Does what a user wants; returns how many single steps were asked for.
    fn hear(&mut self, input: &Input) -> u32 {
        if input.tells_after(&self.before) {
            self.screen.note_done();
        }
        self.view.size = input.size;
        self.make_room(input.size);
        self.undo.pass(input.elapsed, input.left);
        let turns = input
            .panel
            .iter()
            .any(|event| matches!(event, egui::Event::Key { key, .. } if *key == egui::Key::Tab));
        if turns || input.left && !self.before.left {
            self.undo.turn();
        }
        self.messages.age = self.messages.age.saturating_add(input.elapsed);
        let panel_has_keys = self.screen.panel.wants_keys();
        let single_steps = match panel_has_keys {
            true => 0,
            false => self.obey(&input.commands),
        };
        let is_covered = self.is_covered(input);
        self.view.glide(input, !is_covered, !panel_has_keys);
        self.move_grip(input);
        self.screen.unseen.push(input.clone());
        self.before = input.clone();
        self.before.commands.clear();
        single_steps
    }

    /// Does something to the world, but for a step. A refusal is shown.
    fn apply(&mut self, action: Action) -> bool {
        self.branch();
        if self.replay.take().is_some() {
            self.say(Outcome::Done, "the recording ends here: the cloth is yours");
        }
        if let Action::Start(_) | Action::Reset = action {
            self.give_up_step();
        }
        if let Err(error) = self.world.apply(&action) {
            self.say(Outcome::Refused, error.to_string());
            return false;
        }
        match &mut self.clock.away {
            Some(away) if away.steps => away.later.push(action),
            _ => self.record(&action),
        }
        true
    }

    /// Notes what has been done to the world.
    fn record(&mut self, action: &Action) {
        self.watch.moved();
        self.past.timeline.note(action, &self.world);
        if let Err(error) = self.exporter.apply(action) {
            self.say(Outcome::Failed, error.to_string());
        }
    }

    fn say(&mut self, kind: Outcome, text: impl Into<String>) {
        self.messages.now = Notice::new(kind, text);
        self.messages.age = Duration::ZERO;
    }

    /// Obeys the commands; returns how many single steps were among them.
    fn obey(&mut self, commands: &[Command]) -> u32 {
        let mut steps = 0;
        for &command in commands {
            self.asked &= command == Command::Quit;
            if command == Command::Step {
                (self.clock.paused, self.past.ran) = (true, false);
                steps += 1;
                continue;
            }
            self.messages.now.text.clear();
            self.undo.turn();
            self.past.ran &= matches!(command, Command::Seek(_) | Command::Present);
            self.obey_one(command);
            if let Command::Reset
            | Command::Scene(_)
            | Command::NextScene
            | Command::PreviousScene
            | Command::ReopenScene = command
            {
                // The steps before it were meant for the previous cloth.
                steps = 0;
            }
        }
        steps
    }

    fn obey_one(&mut self, command: Command) {
        let toggle = |on: &mut bool| *on = !*on;
        match command {
            Command::Quit => self.quit(),
            // Counted by the caller.
            Command::Step => {}
            Command::Pause => {
                toggle(&mut self.clock.paused);
                self.clock.broken = false;
            }
            Command::StepBack => self.step_back(),
            Command::Seek(step) => self.seek(step),
            Command::Present => self.return_to_present(),
            Command::SlowMotion => {
                self.clock.speed = if self.clock.speed < 1.0 { 1.0 } else { SLOW };
            }
            Command::Help => toggle(&mut self.screen.show_help),
            Command::Panel => toggle(&mut self.screen.show_panel),
            Command::Plots => toggle(&mut self.screen.show_plots),
            Command::Theme => {
                self.view.look.theme = match self.view.look.theme {
                    Theme::Dark => Theme::Light,
                    Theme::Light => Theme::Dark,
                }
            }
            Command::AutoOrbit => toggle(&mut self.view.auto_orbit),
            Command::ViewHome => self.view.camera = self.view.home,
            Command::ViewFrom(side) => self.view.camera.look_from(side),
            Command::Surface => self.view.next_surface(),
            Command::Springs => {
                let any = self.view.look.springs.contains(&true);
                self.view.look.springs = [!any; 3];
            }
            Command::Reset => {
                self.let_go();
                if self.apply(Action::Reset) {
                    self.started();
                }
            }
            Command::Undo => self.take_back(),
            Command::Mode => {
                let mut scene = *self.simulation().scene();
                scene.solver.mode = scene.solver.mode.next();
                self.change(&scene);
            }
            Command::Wind => {
                let mut scene = *self.simulation().scene();
                self.wind.switch(&mut scene);
                self.change(&scene);
            }
            Command::Scene(number) => self.load(number),
            Command::NextScene => self.load_next(1),
            Command::PreviousScene => self.load_next(-1),
            Command::FindScenes => self.opened.find(),
            Command::ReopenScene => self.reopen(),
            Command::Screenshot
            | Command::RecordGif
            | Command::RecordPng
            | Command::SaveObj
            | Command::RecordObj
            | Command::SaveScene
            | Command::RecordInputs => self.save(command),
        }
    }

    /// Closes what is open; quits where nothing is. Where something is being recorded it asks once.
    fn quit(&mut self) {
        if self.screen.show_help {
            self.screen.show_help = false;
        } else if self.asked || !self.is_recording() {
            self.over = true;
        } else {
            self.asked = true;
            let what = self.exporter.state();
            self.say(
                Outcome::Refused,
                format!("{what}: Esc again ends it, and quits"),
            );
        }
    }
}

#[cfg(test)]
mod tests;
