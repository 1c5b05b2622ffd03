//! Viewer.
