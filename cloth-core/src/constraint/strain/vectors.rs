//! The longest links of rows whose lanes are vectors, in strips of columns.
//!
//! What is largest is kept number by number, not in one vector: so the compiler makes vectors of plain
//! loops, and numbers that are no column are looked at like all others and left out in the end.

use super::Most;
use crate::extent::{Extent, Lanes};
use crate::grid::{Row, are_long, chunks, next3, vector};
use crate::scalar::Scalar;
use crate::vector::minus;

/// Numbers of a strip, on the stack.
pub(super) const STRIP: usize = 256;
/// Numbers of a vector.
const LANES: usize = 8;

/// The numbers of a strip in a lane.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

/// The largest squared lengths of the links to the right that start at each number of a strip.
pub(super) struct Right<T, G> {
    extent: G,
    span: Span,
    most: [T; STRIP],
}

impl<T: Scalar, G: Extent> Right<T, G> {
    /// None, of the strip that starts with a number.
    pub(super) fn new(extent: G, start: usize) -> Self {
        let (span, most) = (Span::new(extent, start), [T::ZERO; STRIP]);
        Self { extent, span, most }
    }

    /// Raises them to those of a row.
    #[inline(always)]
    pub(super) fn raise(&mut self, row: &Row<T, G>) {
        raise_next(self.span, row.lanes(), row.lanes(), &mut self.most);
    }

    /// The largest of all that are links.
    pub(super) fn most(&self) -> Most<T> {
        let of = |vector| self.extent.ends(vector + 1);
        Most {
            structural: self.span.most(&self.most, of),
            ..Most::NONE
        }
    }
}

/// The same of the links to the row below.
pub(super) struct Lower<T, G> {
    extent: G,
    span: Span,
    down: [T; STRIP],
    /// Along the diagonals.
    beside: [T; STRIP],
}

impl<T: Scalar, G: Extent> Lower<T, G> {
    /// None, of the strip that starts with a number.
    pub(super) fn new(extent: G, start: usize) -> Self {
        Self {
            extent,
            span: Span::new(extent, start),
            down: [T::ZERO; STRIP],
            beside: [T::ZERO; STRIP],
        }
    }

    /// Raises them to those between two rows.
    #[inline(always)]
    pub(super) fn raise(&mut self, upper: &Row<T, G>, lower: &Row<T, G>) {
        let (a, b) = (upper.lanes(), lower.lanes());
        let [from, to] = [a, b].map(|of| self.span.of(of, 0));
        raise(from, to, &mut self.down);
        raise_next(self.span, a, b, &mut self.beside);
        raise_next(self.span, b, a, &mut self.beside);
    }

    /// The largest of all that are links.
    pub(super) fn most(&self) -> Most<T> {
        Most {
            structural: self
                .span
                .most(&self.down, |vector| self.extent.ends(vector)),
            shear: (self.span).most(&self.beside, |vector| self.extent.ends(vector + 1)),
        }
    }
}

impl Span {
    fn new<G: Extent>(extent: G, start: usize) -> Self {
        let end = extent.room().min(start + STRIP);
        Self { start, end }
    }

    /// These numbers of a row, so many further, as far as they go.
    #[inline(always)]
    fn of<T>(self, [x, y, z]: [&[T]; 3], further: usize) -> [&[T]; 3] {
        let numbers = self.start + further..x.len().min(self.end + further);
        [
            x.get(numbers.clone()).unwrap_or_default(),
            y.get(numbers.clone()).unwrap_or_default(),
            z.get(numbers).unwrap_or_default(),
        ]
    }

    /// The largest of the first `ends` of each vector.
    fn most<T: Scalar>(self, of: &[T; STRIP], ends: impl Fn(usize) -> usize) -> T {
        let numbers = (self.start..self.end).zip(of);
        let links = numbers.filter(|(number, _)| number % LANES < ends(number / LANES));
        links.fold(T::ZERO, |most, (_, &of)| most.most(of))
    }
}

/// The links from each column of `a` to the next of `b`.
#[inline(always)]
fn raise_next<T: Scalar>(span: Span, a: [&[T]; 3], b: [&[T]; 3], most: &mut [T; STRIP]) {
    raise(span.of(a, 0), span.of(b, LANES), most);
    let vectors = a[0].len() / LANES;
    if vectors == 0 || span.end < LANES * vectors {
        return;
    }
    // From the last vector to the first, a number further.
    let (a, b) = (chunks::<T, LANES>(a), chunks::<T, LANES>(b));
    if !are_long(a, vectors) || !are_long(b, vectors) {
        return;
    }
    let (last, next) = (vector(a, vectors - 1), next3(vector(b, 0)));
    let first = LANES * (vectors - 1) - span.start;
    if let Some(most) = most.get_mut(first..first + LANES) {
        raise(slices(&last), slices(&next), most);
    }
}

#[inline(always)]
const fn slices<T>([x, y, z]: &[[T; LANES]; 3]) -> [&[T]; 3] {
    [x, y, z]
}

/// Raises `most` to the squared distances of the numbers of `a` from those of `b`.
#[inline(always)]
fn raise<T: Scalar>([ax, ay, az]: [&[T]; 3], [bx, by, bz]: [&[T]; 3], most: &mut [T]) {
    let count = ax.len().min(bx.len()).min(most.len());
    if [ay, az, by, bz].iter().any(|lane| lane.len() < count) {
        return;
    }
    for i in 0..count {
        let d = minus([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]);
        most[i] = most[i].most(T::squared(d));
    }
}
