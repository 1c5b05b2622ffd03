//! What is printed when a program cannot go on: a JSON line that says where.

#[cfg(not(feature = "terse"))]
mod full;
#[cfg(feature = "terse")]
mod terse;

#[cfg(not(feature = "terse"))]
pub(crate) use full::faulted;
#[cfg(feature = "terse")]
pub(crate) use terse::faulted;
