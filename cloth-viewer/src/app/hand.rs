//! The mouse's hold on the world: a particle, a collider, a blade, the camera.

use super::change::Before;
use super::{App, Input, pick};
use crate::action::Action;
use crate::cursor::{Pointer, Ring};
use cloth_core::host::AnySimulation;
use cloth_core::scene::ColliderScene;
use cloth_draw::camera::Camera;
use glam::{DVec3, Vec3};
use std::time::Duration;

/// A press that is shorter and moves less than this is a click.
const CLICK: Duration = Duration::from_millis(400);
const CLICK_PIXELS: f32 = 4.0;
/// Fastest motion of a hand: widths of the cloth a step. The hand's spring takes about half of it.
const REACH: f32 = 0.05;
/// Fastest motion of a collider: widths of the cloth a second. Faster, and the cloth is torn away.
const FASTEST: f64 = 2.5;
/// Speed of a collider that arrow keys move: widths of the cloth a second.
const PUSH: f64 = 0.6;
/// Pixels between two places along the cursor's way at which a blade cuts, and most of them.
const CUT_PIXELS: f32 = 2.0;
const MOST_CUTS: u32 = 256;
/// Rows and columns between two particles that are cut one after the other and belong to one cut.
const NEARBY: usize = 12;
/// Particles of a cloth beyond which nothing is looked for under a cursor that does nothing: it
/// would take milliseconds a picture.
const MOST_HOVERED: usize = 256 * 256;
/// Radius of the ring about a particle, pixels.
const RING: f32 = 7.0;

/// What mouse and arrow keys hold.
#[derive(Debug, Default)]
pub(super) struct Hand {
    pub(super) grip: Option<Grip>,
    /// The collider that is being pushed, to be stopped afterwards.
    pub(super) pushed: Option<usize>,
    /// The ring about what a press would take hold of, or what is held.
    pub(super) hover: Option<Ring>,
}

/// What the mouse holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Grip {
    /// A particle.
    Particle(Held),
    /// A collider, counted from 0.
    Collider(usize, Leash),
    /// A blade: it cuts what comes under the cursor. The particle it cut last, by its index.
    Blade(Option<usize>),
    /// The camera, turning.
    Orbit,
    /// The camera, moving sideways.
    Pan,
}

/// What follows the cursor in the plane that faces the camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leash {
    /// Where it was taken, m: a point of the plane.
    anchor: Vec3,
    /// From the cursor to it when it was taken, pixels: it must not jump.
    offset: (f32, f32),
}

impl Leash {
    fn new(anchor: Vec3, camera: &Camera, input: &Input) -> Option<Self> {
        let cursor = input.cursor?;
        let (x, y, _) = camera.project(anchor, input.size)?;
        let offset = (x - cursor.0, y - cursor.1);
        Some(Self { anchor, offset })
    }

    /// Where it is to be, m; `None` with the cursor outside of the window.
    fn target(&self, camera: &Camera, input: &Input) -> Option<Vec3> {
        let (x, y) = input.cursor?;
        let (x, y) = (x + self.offset.0, y + self.offset.1);
        Some(camera.unproject_through(x, y, self.anchor, input.size))
    }
}

/// A particle that is held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    column: usize,
    row: usize,
    leash: Leash,
    /// Where the cursor was when it was taken, how long ago that is, and whether it has moved since.
    start: (f32, f32),
    time: Duration,
    moved: bool,
    /// Whether the particle was pinned, and is to be so again.
    pinned: bool,
}

impl Held {
    /// Notes where the cursor is, and how much time has passed.
    fn follow(&mut self, input: &Input) {
        self.time += input.elapsed;
        if let Some((x, y)) = input.cursor {
            self.moved |= (x - self.start.0).hypot(y - self.start.1) > CLICK_PIXELS;
        }
    }

    /// Whether the press may still become a click.
    fn may_click(&self) -> bool {
        !self.moved && self.time < CLICK
    }

    /// The pull for the next step. Outside of the window the hand holds still. A press that may
    /// still become a click does nothing yet.
    fn pull(
        &self,
        simulation: &dyn AnySimulation,
        camera: &Camera,
        input: &Input,
    ) -> Option<Action> {
        if self.may_click() {
            return None;
        }
        let (column, row) = (self.column, self.row);
        let target = self.leash.target(camera, input);
        let place = simulation.position(column, row)?;
        let from = DVec3::from(place).as_vec3();
        let most = REACH * simulation.scene().cloth.width as f32;
        let way = target.unwrap_or(self.leash.anchor) - from;
        Some(Action::Pull {
            column,
            row,
            target: (from + way.clamp_length_max(most)).into(),
        })
    }
}

/// The colliders where they are now.
fn colliders(simulation: &dyn AnySimulation) -> Vec<ColliderScene> {
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    colliders
}

impl App {
    /// Takes hold of something when a button goes down, lets go when it comes up.
    pub(super) fn move_grip(&mut self, input: &Input) {
        let pressed = |input: &Input| input.left || input.right || input.middle;
        if !pressed(input) {
            return self.let_go();
        }
        if !pressed(&self.before) && !self.is_covered(input) {
            self.world.update();
            self.hand.grip = self.grip_at(input);
        }
        let way = match (self.before.cursor, input.cursor) {
            (Some(from), Some(to)) => [to.0 - from.0, to.1 - from.1],
            _ => [0.0; 2],
        };
        match &mut self.hand.grip {
            Some(Grip::Particle(held)) => held.follow(input),
            Some(Grip::Orbit) => self.view.turn(way),
            Some(Grip::Pan) => self.view.pan(way),
            Some(Grip::Blade(last)) => {
                let last = *last;
                self.cut(input, last);
            }
            Some(Grip::Collider(..)) | None => {}
        }
    }

    /// Whether the panel is under the cursor, or holds it.
    pub(super) fn is_covered(&self, input: &Input) -> bool {
        let panel = &self.screen.panel;
        panel.wants_pointer() || input.cursor.is_some_and(|(x, y)| panel.covers(x, y))
    }

    /// What a press takes hold of.
    fn grip_at(&self, input: &Input) -> Option<Grip> {
        let cursor = input.cursor?;
        if input.middle {
            return Some(Grip::Pan);
        }
        let (simulation, camera) = (self.world.simulation(), &self.view.camera);
        let picture = self.world.stage().picture();
        let mut colliders = colliders(simulation);
        let cloth = pick::cloth(&picture, camera, cursor, input.size);
        let body = pick::collider(&colliders, camera, cursor, input.size);
        let in_front =
            body.filter(|body| cloth.as_ref().is_none_or(|cloth| cloth.depth > body.depth));
        if let (Some(body), false) = (in_front, input.right) {
            let place = DVec3::from(*colliders.get_mut(body.index)?.place_mut());
            let leash = Leash::new(place.as_vec3(), camera, input)?;
            return Some(Grip::Collider(body.index, leash));
        }
        let Some(cloth) = cloth.filter(|_| in_front.is_none()) else {
            return Some(Grip::Orbit);
        };
        if input.right {
            return Some(match simulation.scene().tear {
                Some(_) => Grip::Blade(None),
                None => Grip::Orbit,
            });
        }
        let anchor = Vec3::from(*picture.positions.get(cloth.index)?);
        let (column, row) = (cloth.index % picture.columns, cloth.index / picture.columns);
        Some(Grip::Particle(Held {
            column,
            row,
            leash: Leash::new(anchor, camera, input)?,
            start: cursor,
            time: Duration::ZERO,
            moved: false,
            pinned: simulation.is_pinned(column, row),
        }))
    }

    /// Lets go of what the mouse holds. A click pins a particle, or lets a pinned one go.
    pub(super) fn let_go(&mut self) {
        let Some(Grip::Particle(held)) = self.hand.grip.take() else {
            return;
        };
        let (column, row) = (held.column, held.row);
        let pinned = held.pinned != held.may_click();
        // A drag that changes nothing does not drop the future.
        if self.past.timeline.is_past() && pinned == held.pinned {
            return;
        }
        let let_go = Action::LetGo {
            column,
            row,
            pinned,
        };
        if self.apply(let_go) && pinned != held.pinned {
            self.note_undo(Before::Pin(Action::Pin {
                column,
                row,
                pinned: held.pinned,
            }));
        }
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
            let picture = self.world.stage().picture();
            let found = pick::surface(&picture, &self.view.camera, cursor, input.size);
            if let Some(found) = found.filter(|found| last != Some(found.index)) {
                self.cut_way(last, found.index);
                last = Some(found.index);
            }
        }
        self.hand.grip = Some(Grip::Blade(last));
    }

    /// Cuts a particle, and those on the way to it from one nearby: first along the row, then along
    /// the column, so that no diagonal link is left across the cut.
    fn cut_way(&mut self, from: Option<usize>, to: usize) {
        let columns = self.simulation().columns().max(1);
        let place = |index: usize| (index % columns, index / columns);
        let end = place(to);
        let is_near = |(c, r): &(usize, usize)| c.abs_diff(end.0) + r.abs_diff(end.1) <= NEARBY;
        let (mut column, mut row) = from.map(place).filter(is_near).unwrap_or(end);
        let step = |now: usize, to: usize| match now < to {
            true => now + 1,
            false => now - usize::from(now > to),
        };
        loop {
            self.apply(Action::Cut { column, row });
            match (column == end.0, row == end.1) {
                (false, _) => column = step(column, end.0),
                (true, false) => row = step(row, end.1),
                (true, true) => return,
            }
        }
    }

    /// What hands and arrow keys do to the world before the next step.
    pub(super) fn hand_actions(&mut self, input: &Input) -> Vec<Action> {
        let (simulation, camera) = (self.world.simulation(), &self.view.camera);
        let mut actions = Vec::new();
        let pushed = match &self.hand.grip {
            Some(Grip::Particle(held)) => {
                actions.extend(held.pull(simulation, camera, input));
                self.arrows(input)
            }
            Some(Grip::Collider(collider, leash)) => {
                let target = leash.target(camera, input);
                let velocity = target.and_then(|target| towards(simulation, *collider, target));
                Some((*collider, velocity.unwrap_or_default()))
            }
            _ => self.arrows(input),
        };
        let is_other = |old: &usize| pushed.is_none_or(|(new, _)| new != *old);
        let stopped = self.hand.pushed.filter(is_other);
        let stops = stopped.map(|old| (old, DVec3::ZERO));
        for (collider, velocity) in stops.into_iter().chain(pushed) {
            actions.extend(Action::push(simulation, collider, velocity.into()));
        }
        self.hand.pushed = pushed.map(|(collider, _)| collider);
        actions
    }

    /// The collider that arrow keys move, the first that is no floor, and its velocity, m/s.
    fn arrows(&self, input: &Input) -> Option<(usize, DVec3)> {
        if input.push == [0.0; 2] || self.screen.panel.wants_keys() {
            return None;
        }
        let [right, _, forward] = self.view.camera.axes();
        // Towards and away from the viewer: along the ground, whatever the camera's tilt.
        let away = Vec3::new(forward.x, 0.0, forward.z).normalize_or(Vec3::NEG_Z);
        let way = (right * input.push[0] + away * input.push[1]).as_dvec3();
        let is_body = |collider: &ColliderScene| !matches!(collider, ColliderScene::Plane { .. });
        let collider = colliders(self.simulation()).iter().position(is_body)?;
        Some((collider, way * PUSH * self.simulation().scene().cloth.width))
    }

    /// The cursor's shape as of the last picture.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        match &self.hand.grip {
            Some(Grip::Particle(_) | Grip::Collider(..)) => Pointer::Closed,
            Some(Grip::Blade(_)) => Pointer::Blade,
            Some(Grip::Pan) => Pointer::Pan,
            Some(Grip::Orbit) => Pointer::Arrow,
            None if self.hand.hover.is_some() => Pointer::Open,
            None => self.screen.panel.pointer(),
        }
    }

    /// Rings what is held, or what a press of the left button would take hold of.
    pub(super) fn look_under_cursor(&mut self) {
        let grip = self.hand.grip.or_else(|| {
            let input = Input {
                right: false,
                middle: false,
                ..self.before.clone()
            };
            let simulation = self.simulation();
            let large = simulation.columns() * simulation.rows() > MOST_HOVERED;
            let (x, y) = input.cursor?;
            let free = !large && !self.screen.panel.covers(x, y);
            free.then(|| self.grip_at(&input))?
        });
        self.hand.hover = grip.and_then(|grip| self.ring(&grip));
    }

    fn ring(&self, grip: &Grip) -> Option<Ring> {
        match grip {
            Grip::Particle(held) => {
                let index = held.row * self.simulation().columns() + held.column;
                let place = self.world.stage().positions.get(index)?;
                Some(Ring {
                    center: self.view.project(Vec3::from(*place))?,
                    radius: RING,
                })
            }
            Grip::Collider(collider, _) => {
                let (center, radius) =
                    pick::ball_about(colliders(self.simulation()).get(*collider)?)?;
                let camera = &self.view.camera;
                let away = camera.eye.distance_squared(center) - radius * radius;
                let focal = camera.lens(self.view.size).focal;
                let ring = Ring {
                    center: self.view.project(center)?,
                    radius: focal * radius / away.max(0.0).sqrt(),
                };
                // Inside of it there is no outline.
                (away > 0.0).then_some(ring)
            }
            Grip::Blade(_) | Grip::Orbit | Grip::Pan => None,
        }
    }
}

/// The velocity that brings a collider to its target in the next step, m/s.
fn towards(simulation: &dyn AnySimulation, collider: usize, target: Vec3) -> Option<DVec3> {
    let place = DVec3::from(*colliders(simulation).get_mut(collider)?.place_mut());
    let scene = simulation.scene();
    let velocity = (target.as_dvec3() - place) * scene.solver.steps_per_second;
    let most = FASTEST * scene.cloth.width;
    velocity
        .is_finite()
        .then(|| velocity.clamp_length_max(most))
}
