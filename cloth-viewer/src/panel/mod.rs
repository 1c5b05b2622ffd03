//! The panel: what a user can choose and what a user is told, drawn over the picture.

mod controls;

pub use controls::{Controls, Readout, Sample};
