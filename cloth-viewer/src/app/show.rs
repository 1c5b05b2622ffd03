//! What the window shows: the scene, the panel, figures and messages.

use super::App;
use super::wind::Wind;
use crate::notice::{Kind, Notice};
use crate::panel::{Panel, Readout};
use cloth_draw::raster::Framebuffer;
use std::time::{Duration, Instant};

/// How long a message stays.
const NOTICE: Duration = Duration::from_secs(8);

impl App {
    /// Draws the next picture, in the size of the buffer.
    pub fn draw(&mut self, frame: &mut Framebuffer) {
        if self.shoot || self.exporter.wants_pictures() {
            // What is saved is without panel and plots, and needs no room for them.
            (self.camera.aside, self.camera.below) = (0.0, 0.0);
            self.draw_from_here(frame);
            self.save_picture(frame);
        }
        self.draw_beside_panel(frame);
        self.look_under_cursor();
        self.save_shapes();
        if !(self.panel_rests() && self.panel.show_again(frame)) {
            self.draw_panel(frame);
        }
        self.note_shown();
    }

    /// Draws what the panel does not hide.
    pub(super) fn draw_beside_panel(&mut self, frame: &mut Framebuffer) {
        let (width, height) = frame.size();
        self.make_room((width, height));
        let seen = match self.show_panel {
            true => Panel::hides_from((width, height)),
            false => width,
        };
        if seen == width {
            return self.draw_from_here(frame);
        }
        let mut beside = std::mem::take(&mut self.beside);
        if beside.size() != (seen, height) {
            beside.resize(seen, height);
        }
        let aside = self.camera.aside;
        // In a narrower picture the scene has the same middle.
        self.camera.aside = 1.0 - width as f32 * (1.0 - aside) / seen as f32;
        self.draw_from_here(&mut beside);
        self.camera.aside = aside;
        frame.put(&beside);
        self.beside = beside;
    }

    /// What is looked at is in the middle of what panel and plots leave free.
    pub(super) fn make_room(&mut self, size: (usize, usize)) {
        let covered = |shown, part| if shown { part } else { 0.0 };
        self.camera.aside = covered(self.show_panel, Panel::part(size));
        self.camera.below = covered(self.show_plots, Panel::part_of_plots(size));
        (self.home.aside, self.home.below) = (self.camera.aside, self.camera.below);
    }

    /// Draws what is simulated, without panel and text.
    pub fn draw_scene(&mut self, frame: &mut Framebuffer) {
        self.make_room(frame.size());
        self.draw_from_here(frame);
    }

    pub(super) fn draw_from_here(&mut self, frame: &mut Framebuffer) {
        self.world.update();
        let started = Instant::now();
        (self.world.cloths()).draw(&self.look, &self.camera, frame);
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
        let shown = Readout {
            library: &self.library,
            files: self.files.names(),
            summary: &setup.file.summary,
            original: &self.original.0,
            original_method: self.original.1,
            original_format: self.original.2,
            grid: setup.grid,
            stable_dt: self.watch.stable_dt(),
            history: self.watch.samples(),
            recording: &recording,
            figures: &figures,
            notice: &notice,
            ring: self.hover,
            can_undo: self.can_undo(),
            timeline: self.stretch(),
            last_wind: self.wind.last(),
        };
        let started = Instant::now();
        let response = (self.panel).show(&self.unseen.take(), &mut controls, &shown, frame);
        self.stats.panel(started.elapsed());
        if self.unseen.waits() {
            self.note_done();
        }
        self.note_laid_out(response.repaint_after);
        if let Some(text) = response.held {
            self.say(Kind::Refused, text);
        }
        self.wanted.1.extend(response.commands);
        if controls != as_it_was {
            self.wanted.0 = Some(Box::new(controls));
        }
    }

    /// What the window says: how the last thing went, or what lasts.
    pub(super) fn message(&self) -> &Notice {
        match self.notice.1 < NOTICE && !self.notice.0.text.is_empty() {
            true => &self.notice.0,
            false => &self.lasting,
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
        let mut line = match Panel::fits(self.size) {
            true => format!(
                "{name} · {mode} · {} · {} · {} · strain {strain:.1} %",
                setup.method, setup.grid, self.meter
            ),
            // Room for what a glance is for.
            false => format!("{name} · strain {strain:.1} %"),
        };
        for (on, word) in [
            (Wind::blows(simulation.scene()), "wind"),
            (self.speed < 1.0, "slow motion"),
            (self.paused, "paused"),
            (self.timeline.is_past(), "in the past"),
            (self.replay.is_some(), "replay"),
            (!self.show_help, "F1 help"),
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
