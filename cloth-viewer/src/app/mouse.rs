//! What the mouse and held keys do.

use super::hand::{self, Grip};
use super::{App, Input, pick};
use crate::action::Action;
use glam::{DVec3, Vec3};

/// Radians that a pixel of mouse way turns the camera.
const ORBIT_PER_PIXEL: f32 = 0.008;
/// Radians a second of the automatic orbit: a turn in half a minute.
const AUTO_ORBIT: f32 = 0.2;
/// What a notch of the wheel does to the distance.
const ZOOM_PER_NOTCH: f32 = 0.9;
/// Flying speed: parts of the distance to the target a second.
const FLY: f32 = 0.7;
/// Speed of a collider that arrow keys move: widths of the cloth a second.
const PUSH: f64 = 0.6;
/// The longest time between two pictures that the camera goes by, s.
const LONGEST_GLIDE: f32 = 0.1;
/// Pixels between two places along the cursor's way at which a blade cuts, and most of them.
const CUT_PIXELS: f32 = 2.0;
const MOST_CUTS: u32 = 256;
/// Rows and columns between two particles that are cut one after the other and belong to one cut.
const NEARBY: usize = 12;

impl App {
    pub(super) fn move_camera(&mut self, input: &Input) {
        let time = input.elapsed.as_secs_f32().min(LONGEST_GLIDE);
        if self.auto_orbit {
            self.camera.orbit(AUTO_ORBIT * time, 0.0);
        }
        if input.wheel != 0.0 && !self.is_covered(input) {
            self.camera.zoom(libm::powf(ZOOM_PER_NOTCH, input.wheel));
        }
        self.turn(input.turn);
        if self.panel.wants_keys() {
            return;
        }
        let way = FLY * time * self.camera.eye.distance(self.camera.target);
        let [right, up, forward] = input.fly.map(|part| part * way);
        self.camera.fly(right, up, forward);
    }

    /// Takes hold of something when a button goes down, lets go when it comes up.
    pub(super) fn move_grip(&mut self, input: &Input) {
        let pressed = |input: &Input| [input.left, input.right, input.middle];
        let (now, before) = (pressed(input), pressed(&self.before));
        if now == [false; 3] {
            return self.let_go();
        }
        if before == [false; 3] && !self.is_covered(input) {
            self.world.update();
            let picture = self.world.cloths().stage().picture(false);
            self.grip = hand::grip(self.world.simulation(), &picture, &self.camera, input);
        }
        match &mut self.grip {
            Some(Grip::Particle(hand)) => hand.follow(input),
            Some(Grip::Orbit) => self.turn(self.way(input)),
            Some(Grip::Pan) => self.pan(input),
            Some(Grip::Blade(last)) => {
                let last = *last;
                self.cut(input, last);
            }
            Some(Grip::Collider(_)) | None => {}
        }
    }

    /// Whether the panel is under the cursor, or holds it.
    fn is_covered(&self, input: &Input) -> bool {
        let over = input.cursor.is_some_and(|(x, y)| self.panel.covers(x, y));
        over || self.panel.wants_pointer()
    }

    pub(super) fn let_go(&mut self) {
        let Some(Grip::Particle(hand)) = self.grip.take() else {
            return;
        };
        let action = hand.let_go();
        // What changes nothing drops no future either.
        if self.timeline.is_past() && !hand.changes(&action) {
            return;
        }
        if self.apply(action.clone())
            && let Action::LetGo { pinned, .. } = action
            && let Some(before) = hand.before(pinned)
        {
            self.note_undo(before);
        }
    }

    /// Turns the camera about the scene, by pixels.
    fn turn(&mut self, way: [f32; 2]) {
        let [x, y] = way.map(|v| v * ORBIT_PER_PIXEL);
        // A turn by nothing would still round.
        if (x, y) != (0.0, 0.0) {
            self.camera.orbit(-x, y);
        }
    }

    /// How far the cursor has come, pixels.
    fn way(&self, input: &Input) -> [f32; 2] {
        match (self.before.cursor, input.cursor) {
            (Some(from), Some(to)) => [to.0 - from.0, to.1 - from.1],
            _ => [0.0; 2],
        }
    }

    fn pan(&mut self, input: &Input) {
        let [x, y] = self.way(input);
        let lens = self.camera.lens(input.size);
        let metres = self.camera.eye.distance(self.camera.target) / lens.focal;
        self.camera.fly(-x * metres, y * metres, 0.0);
    }

    /// Cuts what the cursor passes over, from the particle that it cut last.
    fn cut(&mut self, input: &Input, mut last: Option<usize>) {
        let Some(to) = input.cursor else {
            return;
        };
        let from = self.before.cursor.unwrap_or(to);
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let places = ((length / CUT_PIXELS).ceil().max(1.0) as u32).min(MOST_CUTS);
        self.world.update();
        for place in 1..=places {
            let part = place as f32 / places as f32;
            let between = |from: f32, to: f32| from + (to - from) * part;
            let cursor = (between(from.0, to.0), between(from.1, to.1));
            let picture = self.world.cloths().stage().picture(false);
            let found = pick::surface(&picture, &self.camera, cursor, input.size);
            if let Some(found) = found.filter(|found| last != Some(found.index)) {
                self.cut_way(last, found.index);
                last = Some(found.index);
            }
        }
        self.grip = Some(Grip::Blade(last));
    }

    /// Cuts a particle, and those on the way to it from one nearby: first along the row, then along
    /// the column, so that no diagonal link is left across the cut.
    fn cut_way(&mut self, from: Option<usize>, to: usize) {
        let columns = self.simulation().columns().max(1);
        let place = |index: usize| (index % columns, index / columns);
        let (mut column, mut row) = place(to);
        if let Some(from) = from {
            let (c, r) = place(from);
            if c.abs_diff(column) + r.abs_diff(row) <= NEARBY {
                (column, row) = (c, r);
            }
        }
        let step = |now: usize, to: usize| match now < to {
            true => now + 1,
            false => now - usize::from(now > to),
        };
        loop {
            self.apply(Action::Cut { column, row });
            match place(to) {
                (c, _) if c != column => column = step(column, c),
                (_, r) if r != row => row = step(row, r),
                _ => return,
            }
        }
    }

    /// What hands and arrow keys do to the world before the next step.
    pub(super) fn hand_actions(&mut self, input: &Input) -> Vec<Action> {
        let mut actions = Vec::new();
        let simulation = self.world.simulation();
        if let Some(Grip::Particle(hand)) = &self.grip {
            actions.extend(hand.pull(simulation, &self.camera, input));
        }
        let pushed = match &self.grip {
            Some(Grip::Collider(pusher)) => {
                let target = pusher.target(&self.camera, input);
                let velocity = target.map(|target| hand::towards(simulation, pusher, target));
                Some((pusher.collider, velocity.unwrap_or_default()))
            }
            _ => self.arrows(input),
        };
        let stopped = self
            .pushed
            .filter(|old| pushed.map(|(new, _)| new) != Some(*old));
        actions.extend(stopped.and_then(|old| hand::push(simulation, old, DVec3::ZERO)));
        actions.extend(
            pushed.and_then(|(collider, velocity)| hand::push(simulation, collider, velocity)),
        );
        self.pushed = pushed.map(|(collider, _)| collider);
        actions
    }

    /// The collider that arrow keys move, and its velocity, m/s.
    fn arrows(&self, input: &Input) -> Option<(usize, DVec3)> {
        if input.push == [0.0; 2] || self.panel.wants_keys() {
            return None;
        }
        let [right, _, forward] = self.camera.axes();
        // Towards and away from the viewer: along the ground, whatever the camera's tilt.
        let away = Vec3::new(forward.x, 0.0, forward.z).normalize_or(Vec3::NEG_Z);
        let way = (right * input.push[0] + away * input.push[1]).as_dvec3();
        let speed = PUSH * self.simulation().scene().cloth.width;
        Some((hand::movable(self.world.simulation())?, way * speed))
    }
}
