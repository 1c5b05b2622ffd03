//! What the window shows: the scene, the panel, figures and messages; and when another picture is due.

use super::App;
use crate::breeze::blows;
use crate::input::{Command, Input};
use crate::panel::{Controls, Notice, Outcome, Panel, Readout, Ring};
use cloth_draw::raster::Framebuffer;
use std::time::{Duration, Instant};

/// How long a message stays.
const NOTICE: Duration = Duration::from_secs(8);
/// Motion below this is not seen, pixels.
const UNSEEN: f32 = 0.1;
/// How often the line at the top is drawn anew while the cloth runs and does not move.
const RESTING: Duration = Duration::from_millis(500);
/// How long figures and plots stay while a cloth runs and nobody touches anything: faster they could
/// not be read.
const FIGURE: Duration = Duration::from_millis(100);

/// What the window says.
#[derive(Debug, Default)]
pub(super) struct Messages {
    /// How the last thing went, and how long ago it was.
    pub(super) now: Notice,
    pub(super) age: Duration,
    /// A message that stays until the next start: why the cloth is unstable, how a replay went.
    pub(super) lasting: Notice,
}

/// The panel, and what the last picture showed.
#[derive(Debug, Default)]
pub(super) struct Shows {
    pub(super) panel: Panel,
    pub(super) show_panel: bool,
    pub(super) show_plots: bool,
    pub(super) show_help: bool,
    /// What the panel wants done before the next picture.
    pub(super) wanted: (Option<Box<Controls>>, Vec<Command>),
    /// What happened since the panel was last laid out.
    pub(super) unseen: Vec<Input>,
    /// Whether something has changed since the last picture.
    pub(super) stale: bool,
    /// Whether one more picture is to follow the next: egui settles its layout a picture later.
    settles: bool,
    /// Whether the panel has input to take, or has not settled after it.
    listens: bool,
    /// How soon the panel wanted to be laid out again, with nothing done to it, and how long ago it was.
    panel_after: Duration,
    panel_age: Duration,
    /// Time since the last picture.
    age: Duration,
    /// The message and the ring of the last picture.
    notice: String,
    ring: Option<Ring>,
}

impl Shows {
    /// Notes that the user has done something.
    pub(super) fn note_done(&mut self) {
        (self.stale, self.settles, self.listens) = (true, true, true);
    }
}

impl App {
    /// Takes in what happened since the last picture, one after the other, simulates as much time as passed, and draws
    /// the next picture if it differs from the last in anything that can be seen. Returns whether it does.
    pub fn picture(&mut self, inputs: &[Input], frame: &mut Framebuffer) -> bool {
        self.update_all(inputs);
        let (width, height) = inputs.last().map_or((0, 0), |input| input.size);
        let drawn = self.screen.stale && width > 0 && height > 0;
        if drawn {
            if frame.size() != (width, height) {
                frame.resize(width, height);
            }
            self.draw(frame);
        }
        drawn
    }

    /// Whether the next picture may differ though nobody does anything: the cloth runs, the camera
    /// turns, or the panel is not done with what was done last.
    #[must_use]
    pub fn is_running(&self) -> bool {
        let (controls, commands) = &self.screen.wanted;
        let wanted = controls.is_some() || !commands.is_empty();
        let again = self.screen.stale || self.screen.panel_after.is_zero();
        let steps = self.clock.away.is_some() || self.clock.due > 0;
        let busy = steps || self.past.timeline.is_seeking();
        !self.clock.paused || self.view.auto_orbit || wanted || again || busy
    }

    /// Looks for what has changed without the user.
    pub(super) fn grow_stale(&mut self) {
        let screen = &mut self.screen;
        screen.age = screen.age.saturating_add(self.elapsed);
        screen.panel_age = screen.panel_age.saturating_add(self.elapsed);
        let figures = !self.clock.paused && screen.age >= RESTING;
        screen.stale |= figures || screen.panel_age >= screen.panel_after;
        let records = self.exporter.wants_pictures() || self.exporter.wants_shapes();
        screen.stale |= self.view.auto_orbit || self.shoot || records;
        if !self.screen.stale {
            let pixel = self.view.distance() / self.view.camera.lens(self.view.size).focal;
            let is_said = self.notice() == self.screen.notice;
            self.screen.stale = !is_said || self.world.has_moved(UNSEEN * pixel);
        }
    }

    /// Whether the panel would show nothing new but figures that have just been shown.
    pub(super) fn panel_rests(&self) -> bool {
        let screen = &self.screen;
        let is_old = screen.panel_age >= FIGURE.min(screen.panel_after);
        let same = self.notice() == screen.notice && self.hand.hover == screen.ring;
        !self.clock.paused && !screen.listens && !is_old && same
    }

    /// Draws the next picture, in the size of the buffer.
    pub fn draw(&mut self, frame: &mut Framebuffer) {
        if self.shoot || self.exporter.wants_pictures() {
            // What is saved is without panel and plots, and needs no room for them.
            let camera = &mut self.view.camera;
            (camera.aside, camera.below) = (0.0, 0.0);
            self.draw_from_here(frame);
            self.save_picture(frame);
        }
        self.draw_beside_panel(frame);
        self.look_under_cursor();
        self.save_shapes();
        if !(self.panel_rests() && self.screen.panel.show_again(frame)) {
            self.draw_panel(frame);
        }
        self.screen.notice = self.notice().to_owned();
        self.screen.ring = self.hand.hover;
        self.screen.age = Duration::ZERO;
        self.screen.stale = std::mem::take(&mut self.screen.settles);
        self.screen.listens = self.screen.stale;
    }

    /// Draws what the panel does not hide.
    pub(super) fn draw_beside_panel(&mut self, frame: &mut Framebuffer) {
        let (width, height) = frame.size();
        self.make_room((width, height));
        let seen = match self.screen.show_panel {
            true => Panel::hides_from((width, height)),
            false => width,
        };
        if seen == width {
            return self.draw_from_here(frame);
        }
        let mut beside = std::mem::take(&mut self.view.picture);
        if beside.size() != (seen, height) {
            beside.resize(seen, height);
        }
        let aside = self.view.camera.aside;
        // In a narrower picture the scene has the same middle.
        self.view.camera.aside = 1.0 - width as f32 * (1.0 - aside) / seen as f32;
        self.draw_from_here(&mut beside);
        self.view.camera.aside = aside;
        frame.put(&beside);
        self.view.picture = beside;
    }

    /// What is looked at is in the middle of what panel and plots leave free.
    pub(super) fn make_room(&mut self, size: (usize, usize)) {
        let covered = |shown, part| if shown { part } else { 0.0 };
        let aside = covered(self.screen.show_panel, Panel::part(size));
        let below = covered(self.screen.show_plots, Panel::part_of_plots(size));
        for camera in [&mut self.view.camera, &mut self.view.home] {
            (camera.aside, camera.below) = (aside, below);
        }
    }

    /// Draws what is simulated, without panel and text.
    pub fn draw_scene(&mut self, frame: &mut Framebuffer) {
        self.make_room(frame.size());
        self.draw_from_here(frame);
    }

    pub(super) fn draw_from_here(&mut self, frame: &mut Framebuffer) {
        self.world.update();
        let started = Instant::now();
        self.world.draw(&self.view.look, &self.view.camera, frame);
        let time = started.elapsed();
        self.stats.picture(time);
        self.meter.picture(time);
    }

    fn draw_panel(&mut self, frame: &mut Framebuffer) {
        let mut controls = self.controls();
        let as_it_was = controls.clone();
        let figures = self.figures();
        let notice = self.message().clone();
        let recording = self.exporter.state();
        let setup = self.world.original();
        let (original, original_method, original_format) = &self.opened.now.original;
        let shown = Readout {
            library: &self.opened.library,
            files: &self.opened.names,
            summary: &setup.file.summary,
            original,
            original_method: *original_method,
            original_format: *original_format,
            grid: setup.grid,
            stable_dt: self.watch.stable_dt,
            history: &self.watch.samples,
            recording: &recording,
            figures: &figures,
            notice: &notice,
            ring: self.hand.hover,
            can_undo: self.can_undo(),
            timeline: self.stretch(),
            last_wind: (self.wind.aerodynamic, self.wind.positional),
        };
        let started = Instant::now();
        let screen = &mut self.screen;
        let unseen = std::mem::take(&mut screen.unseen);
        let response = (screen.panel).show(&unseen, &mut controls, &shown, frame);
        self.stats.panel(started.elapsed());
        (screen.panel_after, screen.panel_age) = (response.repaint_after, Duration::ZERO);
        screen.wanted.1.extend(response.commands);
        if controls != as_it_was {
            screen.wanted.0 = Some(Box::new(controls));
        }
        if let Some(text) = response.held {
            self.say(Outcome::Refused, text);
        }
    }

    /// What the window says: how the last thing went, or what lasts.
    pub(super) fn message(&self) -> &Notice {
        let Messages { now, age, lasting } = &self.messages;
        match *age < NOTICE && !now.text.is_empty() {
            true => now,
            false => lasting,
        }
    }

    /// What the window says, in words.
    #[must_use]
    pub fn notice(&self) -> &str {
        &self.message().text
    }

    /// The line at the top of the picture.
    pub(super) fn figures(&self) -> String {
        let simulation = self.simulation();
        let setup = self.world.original();
        let strain = 100.0 * simulation.measure().largest_strain.unwrap_or_default();
        let (name, mode) = (&setup.file.name, simulation.scene().solver.mode.name());
        let mut line = match Panel::fits(self.view.size) {
            true => format!(
                "{name} · {mode} · {} · {}{} · strain {strain:.1} %",
                setup.method, setup.grid, self.meter.line
            ),
            // Only what matters most.
            false => format!("{name} · strain {strain:.1} %"),
        };
        for (on, word) in [
            (blows(simulation.scene()), "wind"),
            (self.clock.speed < 1.0, "slow motion"),
            (self.clock.paused, "paused"),
            (self.past.timeline.is_past(), "in the past"),
            (self.replay.is_some(), "replay"),
            (!self.screen.show_help, "F1 help"),
        ] {
            if on {
                line.push_str(" · ");
                line.push_str(word);
            }
        }
        line
    }
}

/// Columns and rows of the picture that are free beside the panel.
pub(super) fn beside_panel(size: (usize, usize)) -> (usize, usize) {
    let free = size.0 as f32 * (1.0 - Panel::part(size));
    (free as usize, size.1)
}
