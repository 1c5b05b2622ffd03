//! The mouse's hold on the cloth.

use super::{Input, pick};
use crate::camera::Camera;
use crate::model::Model;
use crate::picture::Picture;
use glam::Vec3;

/// A particle that follows the cursor in the plane that faces the camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    column: usize,
    row: usize,
    /// Where the particle was taken, m: a point of the plane.
    anchor: Vec3,
    /// From the cursor to the particle when it was taken, pixels: it must not jump.
    offset: (f32, f32),
    /// Whether the particle was pinned, and is to be so again.
    pinned: bool,
}

impl Hand {
    /// Takes the particle under the cursor, if there is one.
    pub(super) fn take(
        model: &dyn Model,
        picture: &Picture<'_>,
        camera: &Camera,
        input: &Input,
    ) -> Option<Self> {
        let cursor = input.cursor?;
        let index = pick(picture, camera, cursor, input.size)?;
        let anchor = Vec3::from(picture.positions[index]);
        let (x, y, _) = camera.project(anchor, input.size)?;
        let (column, row) = (index % picture.columns, index / picture.columns);
        Some(Self {
            column,
            row,
            anchor,
            offset: (x - cursor.0, y - cursor.1),
            pinned: model.is_pinned(column, row),
        })
    }

    /// Pulls the particle towards the cursor for the next step. Outside of the window the hand
    /// holds still.
    pub(super) fn pull(&self, model: &mut dyn Model, camera: &Camera, input: &Input) {
        let target = match input.cursor {
            Some((x, y)) => {
                let (x, y) = (x + self.offset.0, y + self.offset.1);
                camera.unproject_through(x, y, self.anchor, input.size)
            }
            None => self.anchor,
        };
        model.drag(self.column, self.row, target.into());
    }

    /// Lets the particle go.
    pub(super) fn let_go(self, model: &mut dyn Model) {
        model.release(self.column, self.row, self.pinned);
    }
}
