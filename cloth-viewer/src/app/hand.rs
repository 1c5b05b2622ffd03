//! The mouse's hold on the world: a particle, a collider, a blade, the camera.

use super::undo::Before;
use super::{Input, pick};
use crate::action::Action;
use cloth_core::host::AnySimulation;
use cloth_core::scene::ColliderScene;
use cloth_draw::camera::Camera;
use cloth_draw::picture::Picture;
use glam::{DVec3, Vec3};
use std::time::Duration;

/// A press that is shorter and moves less than this is a click.
const CLICK: Duration = Duration::from_millis(400);
const CLICK_PIXELS: f32 = 4.0;
/// Fastest motion of a hand: widths of the cloth a step. The hand's spring takes about half of it.
const REACH: f32 = 0.05;
/// Fastest motion of a collider: widths of the cloth a second. Faster, and the cloth is torn away.
const FASTEST: f64 = 2.5;

/// What the mouse holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Grip {
    /// A particle.
    Particle(Hand),
    /// A collider.
    Collider(Pusher),
    /// A blade: it cuts what comes under the cursor. The particle it cut last, by its index.
    Blade(Option<usize>),
    /// The camera, turning.
    Orbit,
    /// The camera, moving sideways.
    Pan,
}

/// A particle that follows the cursor in the plane that faces the camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    pub(super) column: usize,
    pub(super) row: usize,
    /// Where the particle was taken, m: a point of the plane.
    anchor: Vec3,
    /// From the cursor to the particle when it was taken, pixels: it must not jump.
    offset: (f32, f32),
    /// Where the cursor was then, and how long ago that is.
    start: (f32, f32),
    held: Duration,
    moved: bool,
    /// Whether the particle was pinned, and is to be so again.
    pinned: bool,
}

impl Hand {
    /// Takes a particle, by its index row · columns + column.
    pub(super) fn take(
        index: usize,
        simulation: &dyn AnySimulation,
        picture: &Picture<'_>,
        camera: &Camera,
        input: &Input,
    ) -> Option<Self> {
        let cursor = input.cursor?;
        let anchor = Vec3::from(*picture.positions.get(index)?);
        let (x, y, _) = camera.project(anchor, input.size)?;
        let (column, row) = (index % picture.columns, index / picture.columns);
        Some(Self {
            column,
            row,
            anchor,
            offset: (x - cursor.0, y - cursor.1),
            start: cursor,
            held: Duration::ZERO,
            moved: false,
            pinned: simulation.is_pinned(column, row),
        })
    }

    /// Notes where the cursor is, and how much time has passed.
    pub(super) fn follow(&mut self, input: &Input) {
        self.held += input.elapsed;
        if let Some((x, y)) = input.cursor {
            self.moved |= (x - self.start.0).hypot(y - self.start.1) > CLICK_PIXELS;
        }
    }

    /// The pull for the next step. Outside of the window the hand holds still. A press that may
    /// still become a click does nothing yet.
    pub(super) fn pull(
        &self,
        simulation: &dyn AnySimulation,
        camera: &Camera,
        input: &Input,
    ) -> Option<Action> {
        if !self.moved && self.held < CLICK {
            return None;
        }
        let (column, row) = (self.column, self.row);
        let target = match input.cursor {
            Some((x, y)) => {
                let (x, y) = (x + self.offset.0, y + self.offset.1);
                camera.unproject_through(x, y, self.anchor, input.size)
            }
            None => self.anchor,
        };
        let mut positions = Vec::new();
        simulation.positions(&mut positions);
        let from = Vec3::from(*positions.get(row * simulation.columns() + column)?);
        let most = REACH * simulation.scene().cloth.width as f32;
        let target = from + (target - from).clamp_length_max(most);
        Some(Action::Pull {
            column,
            row,
            target: target.into(),
        })
    }

    /// What is to be taken back of letting go: whether the particle was pinned, if it is another now.
    pub(super) fn before(&self, pinned: bool) -> Option<Before> {
        let before = Before::Pin {
            column: self.column,
            row: self.row,
            pinned: self.pinned,
        };
        (pinned != self.pinned).then_some(before)
    }

    /// Whether letting go so makes a difference to a cloth that has not been pulled.
    pub(super) fn changes(&self, let_go: &Action) -> bool {
        matches!(let_go, Action::LetGo { pinned, .. } if *pinned != self.pinned)
    }

    /// Lets the particle go. A click pins it, or lets a pinned one go.
    pub(super) fn let_go(self) -> Action {
        let clicked = !self.moved && self.held < CLICK;
        Action::LetGo {
            column: self.column,
            row: self.row,
            pinned: self.pinned != clicked,
        }
    }
}

/// A collider that follows the cursor in the plane that faces the camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pusher {
    pub(super) collider: usize,
    /// Its place when it was taken, m.
    anchor: Vec3,
    offset: (f32, f32),
}

impl Pusher {
    pub(super) fn take(
        collider: usize,
        place: [f64; 3],
        camera: &Camera,
        input: &Input,
    ) -> Option<Self> {
        let cursor = input.cursor?;
        let anchor = DVec3::from(place).as_vec3();
        let (x, y, _) = camera.project(anchor, input.size)?;
        Some(Self {
            collider,
            anchor,
            offset: (x - cursor.0, y - cursor.1),
        })
    }

    /// Where the collider is to be, m.
    pub(super) fn target(&self, camera: &Camera, input: &Input) -> Option<Vec3> {
        let (x, y) = input.cursor?;
        let (x, y) = (x + self.offset.0, y + self.offset.1);
        Some(camera.unproject_through(x, y, self.anchor, input.size))
    }
}

/// Moves a collider on from where it is with a velocity (m/s), or stops it.
pub(super) fn push(
    simulation: &dyn AnySimulation,
    collider: usize,
    velocity: DVec3,
) -> Option<Action> {
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    let mut place = *colliders.get(collider)?;
    let most = FASTEST * simulation.scene().cloth.width;
    Some(Action::Push {
        collider,
        center: *place.place_mut(),
        velocity: velocity.clamp_length_max(most).into(),
    })
}

/// The velocity that brings a collider to its target in the next step, m/s.
pub(super) fn towards(simulation: &dyn AnySimulation, pusher: &Pusher, target: Vec3) -> DVec3 {
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    let Some(mut collider) = colliders.get(pusher.collider).copied() else {
        return DVec3::ZERO;
    };
    let way = target.as_dvec3() - DVec3::from(*collider.place_mut());
    let velocity = way * simulation.scene().solver.steps_per_second;
    match velocity.is_finite() {
        true => velocity,
        false => DVec3::ZERO,
    }
}

/// The number of the first collider that arrow keys can move: not a floor.
pub(super) fn movable(simulation: &dyn AnySimulation) -> Option<usize> {
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    let is_body = |collider: &ColliderScene| !matches!(collider, ColliderScene::Plane { .. });
    colliders.iter().position(is_body)
}

/// What a press means.
pub(super) fn grip(
    simulation: &dyn AnySimulation,
    picture: &Picture<'_>,
    camera: &Camera,
    input: &Input,
) -> Option<Grip> {
    let cursor = input.cursor?;
    if input.middle {
        return Some(Grip::Pan);
    }
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    let cloth = pick::cloth(picture, camera, cursor, input.size);
    let body = pick::collider(&colliders, camera, cursor, input.size);
    let in_front = match (&cloth, &body) {
        (Some(cloth), Some(body)) => cloth.depth > body.depth,
        (None, Some(_)) => true,
        _ => false,
    };
    if let (true, false, Some(body)) = (in_front, input.right, body) {
        let place = *colliders.get_mut(body.index)?.place_mut();
        return Pusher::take(body.index, place, camera, input).map(Grip::Collider);
    }
    let Some(cloth) = cloth.filter(|_| !in_front) else {
        return Some(Grip::Orbit);
    };
    if input.right {
        return Some(match simulation.scene().tear {
            Some(_) => Grip::Blade(None),
            None => Grip::Orbit,
        });
    }
    Hand::take(cloth.index, simulation, picture, camera, input).map(Grip::Particle)
}
