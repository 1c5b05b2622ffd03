//! Constraints on distances, solved by moving particles.

#[cfg(feature = "std")]
mod along;
mod kernel;
mod project;
mod strain;
mod walk;
mod window;

pub use project::{Projection, ProjectionStiffness, StrainLimit};
pub use strain::largest_strain;
