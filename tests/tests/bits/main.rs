//! Kept bits, in vectors and in arrays. Apart from the other laws: a release build, whose
//! loops are vectors, runs these alone.

mod golden;
mod schemes_golden;
