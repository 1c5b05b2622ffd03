//! The words that everything above is written in: number formats, vectors, lanes, rows, and a cloth of them.

pub(crate) use crate::cloth::{Cloth, Hold, Mark, Rounding, all_free};
pub(crate) use crate::extent::{Blank, Cell, Extent, Lanes, OutOfMemory};
pub(crate) use crate::grid::{Block, Grid, Row, Rows, Vectors3, number, set_number};
pub(crate) use crate::lanes::{
    any_pair, are_long, at, back, below, chunks, chunks_mut, hidden_below, hidden_bits, next,
    next3, vector, wrapped,
};
pub(crate) use crate::motion::{Motion, PreviousPosition, Still, Velocity};
pub(crate) use crate::scalar::{REMAINDER_BITS, Scalar};
pub(crate) use crate::simd::Vectors;
pub(crate) use crate::vector::{
    Vector, add, cross, dot, each, from_f64, length, minus, scale, select, sub, to_f64,
};
