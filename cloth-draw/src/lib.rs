//! Pictures of a cloth, without a window.
//!
//! A picture goes one way: [`stage`] turns the state of a simulation into a [`picture`],
//! [`camera`] says from where it is seen and [`look`] how it is drawn, [`raster::draw`] fills a
//! [`raster::Framebuffer`], and [`output`] writes it to a file.

pub mod camera;
pub mod energy;
pub mod look;
pub mod marks;
pub mod output;
pub mod picture;
pub mod raster;
pub mod solid;
pub mod stage;
pub mod texture;
