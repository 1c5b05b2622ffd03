//! Cloth engine.
