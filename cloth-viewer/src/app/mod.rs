//! The window without the window: what keys, mouse and panel do to the world and the camera.
//!
//! [`App::update`] takes what happened since the last picture, [`App::draw`] makes the next one.
//! Neither knows where input comes from or where the picture goes, so tests can be both.

mod away;
mod change;
mod files;
mod hand;
mod hover;
mod meter;
mod mouse;
mod obey;
mod open;
mod pace;
mod pick;
mod replay;
mod save;
mod scrub;
mod show;
mod stale;
mod steps;
mod undo;
mod unseen;
mod watch;
mod wind;

use crate::action::Action;
use crate::cursor::Ring;
use crate::export::Exporter;
use crate::input::{Command, Input};
use crate::notice::{Kind, Notice};
use crate::panel::{Controls, Panel};
use crate::scene_file::SceneFile;
use crate::stats::Stats;
use crate::timeline::Timeline;
use crate::world::World;
use away::Away;
use cloth_core::Scene;
use cloth_core::host::{AnySimulation, Format, Method};
use cloth_draw::camera::Camera;
use cloth_draw::look::Look;
use cloth_draw::raster::Framebuffer;
use files::{Files, Origin};
use hand::Grip;
use meter::Meter;
use pace::Pace;
use replay::Replay;
use stale::Shown;
use std::time::Duration;
use undo::Undo;
use unseen::Unseen;
use watch::Watch;
use wind::Wind;

/// Size of the picture if the command line does not say, pixels (width, height).
pub const SIZE: (usize, usize) = (1280, 720);
/// When steps have taken this long the next picture is due, and the rest of the time is dropped:
/// the cloth slows down, the window still answers.
const LONGEST_WORK: Duration = Duration::from_millis(24);

/// All that the window shows and does.
#[derive(Debug)]
pub struct App {
    world: World,
    library: Vec<SceneFile>,
    files: Files,
    origin: Origin,
    /// Particles along the longer side, as asked for with `--grid` or in the panel; holds for
    /// scenes chosen later too.
    longer: Option<usize>,
    /// The scene, the method and the format as they were opened: what the panel's double click goes back to.
    original: (Scene, Method, Format),
    camera: Camera,
    /// The camera as the scene was opened with.
    home: Camera,
    look: Look,
    pace: Pace,
    /// A step that is being made, what the last one took, and how many are due after it.
    away: Option<Away>,
    last_cost: Option<Duration>,
    due: u32,
    speed: f64,
    wind: Wind,
    grip: Option<Grip>,
    /// The collider that is being pushed, to be stopped afterwards.
    pushed: Option<usize>,
    undo: Undo,
    timeline: Timeline,
    /// Whether time went on before the past was shown.
    ran: bool,
    watch: Watch,
    /// A message that stays until the next start: why the cloth is none any more, how a replay went.
    lasting: Notice,
    exporter: Exporter,
    /// Whether the next picture is to be saved.
    shoot: bool,
    replay: Option<Replay>,
    paused: bool,
    /// Whether it was paused because the cloth was none any more.
    broken: bool,
    auto_orbit: bool,
    show_panel: bool,
    show_plots: bool,
    show_help: bool,
    over: bool,
    /// Whether the last command asked to quit, and was told of a recording.
    asked: bool,
    panel: Panel,
    /// The picture beside the panel.
    beside: Framebuffer,
    /// What the panel wants done before the next picture.
    wanted: (Option<Box<Controls>>, Vec<Command>),
    /// How the last thing went, and how long ago it was.
    notice: (Notice, Duration),
    /// What a press would take hold of, or has.
    hover: Option<Ring>,
    /// Buttons and cursor of the last update.
    before: Input,
    /// What the panel has not seen yet.
    unseen: Unseen,
    /// Time between the last two updates.
    elapsed: Duration,
    shown: Shown,
    meter: Meter,
    stats: Stats,
    /// Whether every second step is to be measured by phase, and whether the last one was.
    detailed: bool,
    by_phase: bool,
    size: (usize, usize),
}

impl App {
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

    /// Where the scene is seen from.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// The panel.
    pub fn panel_mut(&mut self) -> &mut Panel {
        &mut self.panel
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
        self.meter.behind()
    }

    /// Takes in what happened since the last picture, and simulates as much time as passed.
    pub fn update(&mut self, input: &Input) {
        self.update_all(std::slice::from_ref(input));
    }

    /// As [`App::update`], of what happened one after the other: of a button that went down and came
    /// up between two pictures both count. Then come the steps.
    pub fn update_all(&mut self, inputs: &[Input]) {
        let Some(last) = inputs.last() else {
            return;
        };
        self.elapsed = inputs.iter().map(|input| input.elapsed).sum();
        let (controls, commands) = std::mem::take(&mut self.wanted);
        if let Some(controls) = controls {
            self.note_done();
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
            self.note_done();
        }
        self.size = input.size;
        self.make_room(input.size);
        self.undo.pass(input.elapsed, input.left);
        if input.left && !self.before.left || input.panel.iter().any(is_tab) {
            self.undo.turn();
        }
        self.notice.1 = self.notice.1.saturating_add(input.elapsed);
        let single_steps = match self.panel.wants_keys() {
            true => 0,
            false => self.obey(&input.commands),
        };
        self.move_camera(input);
        self.move_grip(input);
        self.unseen.push(input.clone());
        self.before = input.clone();
        self.before.commands.clear();
        single_steps
    }

    /// Does something to the world, but for a step. A refusal is shown.
    fn apply(&mut self, action: Action) -> bool {
        self.branch();
        if self.replay.take().is_some() {
            self.say(Kind::Done, "the recording ends here: the cloth is yours");
        }
        if matches!(action, Action::Start(_) | Action::Reset) {
            self.give_up_step();
        }
        match (self.world.apply(&action), &mut self.away) {
            (Ok(()), Some(away)) if away.steps() => {
                away.note(action);
                true
            }
            (Ok(()), _) => {
                self.record(&action);
                true
            }
            (Err(error), _) => {
                self.say(Kind::Refused, error.to_string());
                false
            }
        }
    }

    /// Notes what has been done to the world.
    fn record(&mut self, action: &Action) {
        self.watch.moved();
        self.timeline.note(action, &self.world);
        if let Err(error) = self.exporter.apply(action) {
            self.say(Kind::Failed, error.to_string());
        }
    }

    fn say(&mut self, kind: Kind, text: impl Into<String>) {
        self.notice = (Notice::new(kind, text), Duration::ZERO);
    }
}

/// Whether the keyboard goes on to the panel's next control.
fn is_tab(event: &egui::Event) -> bool {
    matches!(
        event,
        egui::Event::Key {
            key: egui::Key::Tab,
            ..
        }
    )
}

#[cfg(test)]
mod tests;
