#![doc = include_str!("course.md")]

#[cfg(test)]
mod tests;

#[doc = include_str!("cloth.md")]
pub mod cloth {}

#[doc = include_str!("units.md")]
pub mod units {}

#[doc = include_str!("solver.md")]
pub mod solver {}

#[doc = include_str!("integrator.md")]
pub mod integrator {}

#[doc = include_str!("number_format.md")]
pub mod number_format {}

#[doc = include_str!("memory_and_cost.md")]
pub mod memory_and_cost {}

#[doc = include_str!("determinism.md")]
pub mod determinism {}

#[doc = include_str!("new_board.md")]
pub mod new_board {}

#[doc = include_str!("formulas.md")]
pub mod formulas {}
