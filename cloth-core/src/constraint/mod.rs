//! Constraints on distances, solved by moving particles.

mod family;
mod kernel;
mod limit;
mod links;
mod multipliers;
mod position_based;
#[cfg(all(test, feature = "alloc"))]
mod tests;
mod tether;
mod walk;
mod window;

pub use limit::StrainLimit;
pub(crate) use limit::{LimitWork, largest_strain};
pub use multipliers::Multipliers;
pub use position_based::PositionBased;
pub(crate) use tether::pull_tethers;
pub(crate) use walk::free_rows;
