//! Whether another picture would show anything new: while nothing does, nothing is drawn.

use super::App;
use crate::cursor::Ring;
use cloth_core::scene::ColliderScene;
use glam::Vec3;
use std::time::Duration;

/// What moves by less is not seen, pixels.
const UNSEEN: f32 = 0.1;
/// How often the figures at the top are drawn anew while the cloth runs and does not move.
const FIGURES: Duration = Duration::from_millis(500);

/// How long figures and plots stay while a cloth runs and nobody touches anything: faster they could
/// not be read.
const FIGURE: Duration = Duration::from_millis(100);

/// What the last picture showed.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// Something has changed since.
    pub(super) stale: bool,
    /// Whether one more picture is to follow the next: what egui lays out takes its place, and
    /// leaves it, a picture later.
    settles: bool,
    /// How soon the panel wanted to be drawn again, with nothing done to it.
    panel_after: Duration,
    /// How long ago that was.
    panel_age: Duration,
    /// Whether the panel has something to hear, or is not done with what it heard.
    listens: bool,
    age: Duration,
    notice: String,
    ring: Option<Ring>,
    positions: Vec<[f32; 3]>,
    colliders: Vec<ColliderScene>,
}

impl App {
    /// Whether another picture would differ from the last one in anything that can be seen.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.shown.stale
    }

    /// Whether the next picture may differ though nobody does anything: the cloth runs, the camera
    /// turns, or the panel is not done with what was done last.
    #[must_use]
    pub fn is_running(&self) -> bool {
        let wanted = self.wanted.0.is_some() || !self.wanted.1.is_empty();
        let again = self.shown.stale || self.shown.panel_after.is_zero();
        let busy = self.away.is_some() || self.due > 0 || self.timeline.is_seeking();
        !self.paused || self.auto_orbit || wanted || again || busy
    }

    /// Notes that the user has done something.
    pub(super) fn note_done(&mut self) {
        (self.shown.stale, self.shown.settles, self.shown.listens) = (true, true, true);
    }

    /// Looks for what has changed without the user.
    pub(super) fn grow_stale(&mut self) {
        let shown = &mut self.shown;
        shown.age = shown.age.saturating_add(self.elapsed);
        shown.panel_age = shown.panel_age.saturating_add(self.elapsed);
        let figures = !self.paused && shown.age >= FIGURES;
        let records = self.exporter.wants_pictures() || self.exporter.wants_shapes();
        let watched = self.auto_orbit || self.shoot || records;
        shown.stale |= figures || watched || shown.age >= shown.panel_after;
        if !self.shown.stale {
            self.shown.stale = self.notice() != self.shown.notice || self.has_moved();
        }
    }

    /// Whether cloth or colliders are elsewhere than in the last picture.
    fn has_moved(&self) -> bool {
        let simulation = self.world.simulation();
        let (mut positions, mut colliders) = (Vec::new(), Vec::new());
        simulation.positions(&mut positions);
        simulation.colliders(&mut colliders);
        let lens = self.camera.lens(self.size);
        let distance = self.camera.eye.distance(self.camera.target);
        let least = UNSEEN * distance / lens.focal;
        let apart = |(a, b): (&[f32; 3], &[f32; 3])| Vec3::from(*a).distance(Vec3::from(*b));
        let same = positions.len() == self.shown.positions.len();
        let mut ways = positions.iter().zip(&self.shown.positions).map(apart);
        let beside = !self.paused && self.world.cloths().beside().is_some();
        // Not a number has moved, too.
        let moved = ways.any(|way| way.is_nan() || way > least);
        !same || beside || moved || colliders != self.shown.colliders
    }

    /// Whether the panel would show nothing new but figures that have just been shown.
    pub(super) fn panel_rests(&self) -> bool {
        let shown = &self.shown;
        let is_old = shown.panel_age >= FIGURE.min(shown.panel_after);
        let same = self.notice() == shown.notice && self.hover == shown.ring;
        !self.paused && !shown.listens && !is_old && same
    }

    /// Notes that the panel has been laid out, and how soon it wants to be again.
    pub(super) fn note_laid_out(&mut self, after: Duration) {
        (self.shown.panel_after, self.shown.panel_age) = (after, Duration::ZERO);
    }

    /// Notes what has been drawn.
    pub(super) fn note_shown(&mut self) {
        let notice = self.notice().to_owned();
        let (shown, simulation) = (&mut self.shown, self.world.simulation());
        simulation.positions(&mut shown.positions);
        simulation.colliders(&mut shown.colliders);
        (shown.notice, shown.ring, shown.age) = (notice, self.hover, Duration::ZERO);
        shown.stale = std::mem::take(&mut shown.settles);
        shown.listens = shown.stale;
    }
}
