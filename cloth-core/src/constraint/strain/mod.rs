//! How far the most stretched link is from its rest length.

#[cfg(all(test, feature = "alloc"))]
mod tests;
mod vectors;

use crate::blocks::largest_of_blocks;
use crate::cloth::{Cloth, Mark, all_free};
use crate::extent::{Extent, Lanes};
use crate::grid::{Row, are_long};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tear};
use crate::vector::minus;
use core::ops::Range;
use vectors::{Lower, Right, STRIP};

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles is not the solver's to shorten.
#[inline(never)]
#[must_use]
pub(crate) fn largest_strain<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, tear: &impl Tear<G>) -> T {
    let (rows, vectors) = (cloth.extent().rows(), Vectors::<T, G>::widest());
    let squared = match G::HAS_VECTORS {
        false => largest(cloth, tear, 0..rows),
        true => largest_of_blocks(rows, &|rows| {
            vectors.run(
                #[inline(always)]
                || largest_in_vectors(cloth, tear, rows),
            )
        }),
    };
    T::square_root(squared) - T::ONE
}

/// The largest square of a link's length over its rest length's, of the links that start in some rows.
fn largest<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    rows: Range<usize>,
) -> T {
    let [mut inner, mut lower, mut apart] = [Most::NONE; 3];
    for_each_row(
        (cloth, tear, rows),
        &mut apart,
        false,
        |row, _| inner.raise_inner(row.lanes()),
        |[upper, next], _| lower.raise_lower(upper.lanes(), next.lanes()),
    );
    apart.square().most(inner.square()).most(lower.square())
}

/// As [`largest`], in vectors, strip by strip.
#[inline(always)]
fn largest_in_vectors<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    rows: Range<usize>,
) -> T {
    let (extent, mut most) = (cloth.extent(), Most::NONE);
    for start in (0..extent.room()).step_by(STRIP) {
        let (mut right, mut lower) = (Right::new(extent, start), Lower::new(extent, start));
        for_each_row(
            (cloth, tear, rows.clone()),
            &mut most,
            true,
            #[inline(always)]
            |row, marks| right.raise(row, marks),
            #[inline(always)]
            |rows, marks| lower.raise(rows, marks),
        );
        most.raise(right.most());
        most.raise(lower.most());
    }
    most.square()
}

/// Calls `inner` with each row without a broken link within, and `lower` with each and the next without one
/// between them; with their marks where some of these may be links between two pins, or not at all unless
/// they take `pins`. Raises `apart` to the links of all others.
#[inline(always)]
fn for_each_row<T: Scalar, G: Extent>(
    (cloth, tear, rows): (&Cloth<T, G>, &impl Tear<G>, Range<usize>),
    apart: &mut Most<T>,
    pins: bool,
    mut inner: impl FnMut(&Row<T, G>, Option<&[Mark]>),
    mut lower: impl FnMut([&Row<T, G>; 2], Option<[&[Mark]; 2]>),
) {
    let mut free = [false, is_free(cloth, rows.start)];
    for row in rows {
        free = [free[1], is_free(cloth, row + 1)];
        let Some((own, marks)) = row_at(cloth, row) else {
            return;
        };
        if (free[0] || pins) && tear.broken(row, RIGHT).is_none() {
            inner(own, (!free[0]).then_some(marks));
        } else {
            apart.raise_one_by_one(cloth, tear, row, &FAMILIES[..1]);
        }
        let Some((next, below)) = row_at(cloth, row + 1) else {
            continue;
        };
        let counts = free[0] | free[1];
        if (counts || pins) && tear.broken(row, DOWN | DOWN_RIGHT | DOWN_LEFT).is_none() {
            lower([own, next], (!counts).then_some([marks, below]));
        } else {
            apart.raise_one_by_one(cloth, tear, row, &FAMILIES[1..]);
        }
    }
}

/// A row and its marks, if there is one.
#[inline(always)]
fn row_at<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, row: usize) -> Option<(&Row<T, G>, &[Mark])> {
    let [marks] = cloth.marks.row_at(row)?.lanes();
    Some((cloth.position.row_at(row)?, marks))
}

/// The largest squares of lengths so far.
#[derive(Clone, Copy)]
struct Most<T> {
    structural: T,
    shear: T,
}

impl<T: Scalar> Most<T> {
    const NONE: Self = Self {
        structural: T::ZERO,
        shear: T::ZERO,
    };

    /// Over the squares of rest lengths: that of a shear link is 2.
    fn square(self) -> T {
        self.structural.most(T::constant(0.5) * self.shear)
    }

    fn raise(&mut self, of: Self) {
        self.structural = self.structural.most(of.structural);
        self.shear = self.shear.most(of.shear);
    }

    /// The links within a row without pins or broken ones.
    #[inline(always)]
    fn raise_inner(&mut self, row: [&[T]; 3]) {
        let mut most = self.structural;
        let count = row[0].len();
        if !are_long(row, count) {
            return;
        }
        for i in 1..count {
            most = most.most(squared(row, i - 1, row, i));
        }
        self.structural = most;
    }

    /// The links from a row to the one below, none of them broken or between two pins.
    #[inline(always)]
    fn raise_lower(&mut self, a: [&[T]; 3], b: [&[T]; 3]) {
        let Self {
            mut structural,
            mut shear,
        } = *self;
        let count = a[0].len();
        if !are_long(a, count) || !are_long(b, count) {
            return;
        }
        for i in 0..count {
            structural = structural.most(squared(a, i, b, i));
            if i + 1 < count {
                shear = shear.most(squared(a, i, b, i + 1));
                shear = shear.most(squared(a, i + 1, b, i));
            }
        }
        *self = Self { structural, shear };
    }

    /// The links that begin in a row of which any may be broken or have two pinned ends.
    #[inline(never)]
    fn raise_one_by_one<G: Extent>(
        &mut self,
        cloth: &Cloth<T, G>,
        tear: &impl Tear<G>,
        row: usize,
        families: &[Links],
    ) {
        let extent = cloth.extent();
        for &(bit, [left, right], down) in families {
            // Always there, the upper row: asked so that a step holds no path to a panic.
            let rows = [row, row + down];
            let [Some(upper), Some(lower)] = rows.map(|row| cloth.position.row_at(row)) else {
                continue;
            };
            let [Some(of_upper), Some(of_lower)] = rows.map(|row| cloth.marks.row_at(row)) else {
                continue;
            };
            let ([of_upper], [of_lower]) = (of_upper.lanes(), of_lower.lanes());
            let broken = tear.broken(row, bit);
            for column in 0..extent.columns().saturating_sub(left + right) {
                let [i, j] = [extent.place(column + left), extent.place(column + right)];
                let free =
                    |marks: &[Mark], i: usize| marks.get(i).is_some_and(|mark| mark.is_free());
                let whole = broken.is_none_or(|of| of.get(i).is_none_or(|of| of & bit == 0));
                let (Some(from), Some(to)) = (particle(upper, i), particle(lower, j)) else {
                    continue;
                };
                if whole && free(of_upper, i) | free(of_lower, j) {
                    let most = match bit & (DOWN_RIGHT | DOWN_LEFT) {
                        0 => &mut self.structural,
                        _ => &mut self.shear,
                    };
                    *most = most.most(T::squared(minus(to, from)));
                }
            }
        }
    }
}

/// The particle in a place of a row, which is always there.
fn particle<T: Copy>(row: &(impl Lanes<T, 3> + ?Sized), place: usize) -> Option<[T; 3]> {
    let [x, y, z] = row.lanes();
    Some([*x.get(place)?, *y.get(place)?, *z.get(place)?])
}

/// Whether a row is there and holds no pin.
#[inline(always)]
fn is_free<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, row: usize) -> bool {
    let weights = cloth.marks.row_at(row);
    weights.is_some_and(|row| all_free::<T, G>(cloth.extent(), row.lanes()[0]))
}

/// See [`FAMILIES`].
type Links = (u8, [usize; 2], usize);

/// Links by their bit, the columns of both ends from the left one on, and the rows between
/// them.
static FAMILIES: [Links; 4] = [
    (RIGHT, [0, 1], 0),
    (DOWN, [0, 0], 1),
    (DOWN_RIGHT, [0, 1], 1),
    (DOWN_LEFT, [1, 0], 1),
];

/// The square of the distance of two particles.
#[inline(always)]
fn squared<T: Scalar>(a: [&[T]; 3], i: usize, b: [&[T]; 3], j: usize) -> T {
    T::squared(minus(
        [b[0][j], b[1][j], b[2][j]],
        [a[0][i], a[1][i], a[2][i]],
    ))
}
