//! Constraints on distances, solved by moving particles.

mod anchor;
mod family;
mod kernel;
mod links;
mod modes;
mod multipliers;
mod pull;
mod strain_limit;
#[cfg(all(test, feature = "alloc"))]
mod tests;
mod tether;
mod walk;
mod window;

pub use modes::PositionBased;
pub use multipliers::Multipliers;
pub use strain_limit::StrainLimit;
pub(crate) use strain_limit::{LimitWork, largest_strain};
pub(crate) use tether::pull_tethers;
pub(crate) use walk::free_rows;
