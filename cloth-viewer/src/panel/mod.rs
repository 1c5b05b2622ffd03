//! The panel: what a user can choose and what a user is told, drawn over the picture.

mod controls;

pub use controls::{Controls, Readout, Sample};

use crate::app::{Command, Input};
use crate::raster::Framebuffer;

/// S
#[derive(Debug)]
pub struct Panel;
/// S
#[derive(Debug)]
pub struct Response {
    /// S
    pub commands: Vec<Command>,
}
impl Panel {
    /// S
    pub fn new() -> Self {
        Self
    }
    /// S
    pub fn show(
        &mut self,
        _input: &Input,
        _controls: &mut Controls,
        _readout: &Readout<'_>,
        _frame: &mut Framebuffer,
    ) -> Response {
        Response {
            commands: Vec::new(),
        }
    }
    /// S
    pub fn wants_pointer(&self) -> bool {
        false
    }
    /// S
    pub fn wants_keys(&self) -> bool {
        false
    }
}
