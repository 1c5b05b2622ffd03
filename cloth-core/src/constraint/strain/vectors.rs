//! The longest links of rows whose lanes are vectors, in strips of columns.
//!
//! What is largest is kept number by number, not in one vector: so the compiler makes vectors of plain
//! loops, and numbers that are no column are looked at like all others and left out in the end.

use super::Most;
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::grid::{Row, are_long, chunks, next, next3, vector};
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

    /// Raises them to those of a row; with its marks if it holds pins.
    #[inline(always)]
    pub(super) fn raise(&mut self, row: &Row<T, G>, marks: Option<&[Mark]>) {
        let (lanes, marks) = (row.lanes(), marks.map(|marks| [marks; 2]));
        raise_next::<T, false>(self.span, [lanes, lanes], marks, &mut self.most);
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

    /// Raises them to those between two rows; with their marks if both hold pins.
    #[inline(always)]
    pub(super) fn raise(&mut self, [a, b]: [&Row<T, G>; 2], marks: Option<[&[Mark]; 2]>) {
        let (span, a, b) = (self.span, a.lanes(), b.lanes());
        let own = marks.map(|[a, b]| [span.of(a, 0), span.of(b, 0)]);
        raise::<T, false>([span.of3(a, 0), span.of3(b, 0)], own, &mut self.down);
        raise_next::<T, false>(span, [a, b], marks, &mut self.beside);
        let turned = marks.map(|[a, b]| [b, a]);
        raise_next::<T, true>(span, [b, a], turned, &mut self.beside);
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

    /// These numbers of a lane, so many further, as far as they go.
    #[inline(always)]
    fn of<A>(self, lane: &[A], further: usize) -> &[A] {
        let end = lane.len().min(self.end + further);
        lane.get(self.start + further..end).unwrap_or_default()
    }

    /// The same of three lanes.
    #[inline(always)]
    fn of3<A>(self, [x, y, z]: [&[A]; 3], further: usize) -> [&[A]; 3] {
        [
            self.of(x, further),
            self.of(y, further),
            self.of(z, further),
        ]
    }

    /// The largest of the first `ends` of each vector.
    fn most<T: Scalar>(self, of: &[T; STRIP], ends: impl Fn(usize) -> usize) -> T {
        let numbers = (self.start..self.end).zip(of);
        let links = numbers.filter(|(number, _)| number % LANES < ends(number / LANES));
        links.fold(T::ZERO, |most, (_, &of)| most.most(of))
    }
}

/// The links from each column of one row to the next of another; BACK if the first is the lower one.
#[inline(always)]
fn raise_next<T: Scalar, const BACK: bool>(
    span: Span,
    [a, b]: [[&[T]; 3]; 2],
    marks: Option<[&[Mark]; 2]>,
    most: &mut [T; STRIP],
) {
    let beside = marks.map(|[a, b]| [span.of(a, 0), span.of(b, LANES)]);
    raise::<T, BACK>([span.of3(a, 0), span.of3(b, LANES)], beside, most);
    let vectors = a[0].len() / LANES;
    if vectors == 0 || span.end < LANES * vectors {
        return;
    }
    // From the last vector to the first, a number further.
    let last = LANES * (vectors - 1);
    let (a, b) = (chunks::<T, LANES>(a), chunks::<T, LANES>(b));
    let Some(most) = most.get_mut(last - span.start..last - span.start + LANES) else {
        return;
    };
    if !are_long(a, vectors) || !are_long(b, vectors) {
        return;
    }
    let (upper, lower) = (vector(a, vectors - 1), next3(vector(b, 0)));
    let rows = [slices(&upper), slices(&lower)];
    let Some([a, b]) = marks else {
        return raise::<T, BACK>(rows, None, most);
    };
    if let (Some(a), Some(b)) = (a.get(last..last + LANES), b.first_chunk::<LANES>()) {
        raise::<T, BACK>(rows, Some([a, &next(b)]), most);
    }
}

#[inline(always)]
const fn slices<T>([x, y, z]: &[[T; LANES]; 3]) -> [&[T]; 3] {
    [x, y, z]
}

/// From the one to the other, or BACK: in fixed point the two have not the same square.
#[inline(always)]
fn path<T: Scalar, const BACK: bool>(from: [T; 3], to: [T; 3]) -> [T; 3] {
    if BACK {
        minus(from, to)
    } else {
        minus(to, from)
    }
}

/// Raises `most` to the squared distances of the numbers of one row from those of another; with marks,
/// where one of the two is free.
#[inline(always)]
fn raise<T: Scalar, const BACK: bool>(
    [[ax, ay, az], [bx, by, bz]]: [[&[T]; 3]; 2],
    marks: Option<[&[Mark]; 2]>,
    most: &mut [T],
) {
    let count = ax.len().min(bx.len()).min(most.len());
    if [ay, az, by, bz].iter().any(|lane| lane.len() < count) {
        return;
    }
    let Some([of_a, of_b]) = marks else {
        for i in 0..count {
            let d = path::<T, BACK>([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
            most[i] = most[i].most(T::squared(d));
        }
        return;
    };
    if of_a.len() < count || of_b.len() < count {
        return;
    }
    for i in 0..count {
        let d = path::<T, BACK>([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let (squared, counts) = (T::squared(d), of_a[i].is_free() | of_b[i].is_free());
        // No length is below zero.
        most[i] = most[i].most(if counts { squared } else { T::ZERO });
    }
}
