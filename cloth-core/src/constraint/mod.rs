//! Constraints on distances, solved by moving particles.

mod anchor;
mod family;
mod kernel;
mod limit;
mod links;
mod multipliers;
mod position_based;
mod pull;
mod strain;
#[cfg(all(test, feature = "alloc"))]
mod tests;
mod tether;
mod walk;
mod window;

pub(crate) use limit::LimitWork;
pub use limit::StrainLimit;
pub use multipliers::Multipliers;
pub use position_based::PositionBased;
pub(crate) use strain::largest_strain;
pub use tether::Tethers;
pub(crate) use walk::free_rows;
