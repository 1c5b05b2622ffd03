//! Grids, numbers and settings at the edge of what is allowed: run in debug, with overflow
//! checks and debug assertions, and in release.

mod degenerate;
mod fixed_point;
mod properties;
mod schemes_degenerate;
mod settings;
