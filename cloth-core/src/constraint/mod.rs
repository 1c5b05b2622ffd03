//! Constraints on distances, solved by moving particles.

#[cfg(feature = "std")]
mod along;
mod family;
mod kernel;
mod links;
mod multipliers;
mod position_based;
mod project;
mod strain;
mod tether;
mod walk;
mod window;

pub use multipliers::{LinkMemory, Multipliers};
pub use position_based::PositionBased;
pub use project::{Projection, ProjectionStiffness, StrainLimit};
pub use strain::largest_strain;
pub use tether::{MAX_ANCHORS, Tethers};
