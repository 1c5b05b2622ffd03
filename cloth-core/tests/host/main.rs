//! What `cloth_core::host` gives. Not within the crate: all that it compiles would be compiled once more.

mod choices;
mod fabric;
