//! The viewer of `cloth-core`: what a picture shows, a software rasteriser, and files of pictures.
//!
//! A picture goes one way: [`picture`] says what to show, [`camera`] from where,
//! [`raster::draw`] fills a [`raster::Framebuffer`], and a window or [`output`] takes it from there.

pub mod camera;
pub mod output;
pub mod picture;
pub mod raster;
