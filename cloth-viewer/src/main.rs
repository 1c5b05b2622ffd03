//! Viewer.
fn main() {}
