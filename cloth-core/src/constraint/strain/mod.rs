//! How far the most stretched link is from its rest length.

#[cfg(all(test, feature = "alloc"))]
mod tests;
mod vectors;

use crate::blocks::{in_threads, part_rows};
use crate::cloth::{Cloth, Mark, all_free};
use crate::extent::{Extent, Lanes};
use crate::lanes::are_long;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tear};
use crate::vector::minus;
pub(crate) use vectors::{Marked, longest};

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles is not the solver's to shorten.
#[inline(never)]
#[must_use]
pub(crate) fn largest_strain<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, tear: &impl Tear<G>) -> T {
    let squared = match G::HAS_VECTORS {
        false => largest(cloth, tear),
        true => Vectors::<T, G>::widest().run(
            #[inline(always)]
            || {
                let rows = 0..cloth.extent().rows();
                rows.fold(T::ZERO, |most, row| {
                    most.most(longest_of_row(cloth, tear, row))
                })
            },
        ),
    };
    strain(squared)
}

/// As [`largest_strain`], where there is memory for the square of each row's longest link over its rest
/// length's: of the links within the row and to the next. Those that are [`unknown`] are looked at.
#[inline(never)]
pub(crate) fn largest_strain_of<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    squares: &mut [T],
) -> T {
    let extent = cloth.extent();
    if !G::HAS_VECTORS {
        return strain(largest(cloth, tear));
    }
    let (of_part, vectors) = (part_rows(extent.rows()), Vectors::<T, G>::widest());
    let lists = (&mut *squares, &mut [(); 0][..], &mut [(); 0][..]);
    in_threads(
        extent.rows(),
        lists,
        [of_part, 0, 0],
        &|part, squares, _, _| {
            vectors.run(
                #[inline(always)]
                || {
                    for (row, square) in (part * of_part..).zip(squares) {
                        if *square < T::ZERO {
                            *square = longest_of_row(cloth, tear, row);
                        }
                    }
                },
            );
        },
    );
    strain(squares.iter().fold(T::ZERO, |most, &of| most.most(of)))
}

/// What stands for the square of a row's longest link where a particle of it or of the next may have moved.
pub(crate) fn unknown<T: Scalar>() -> T {
    -T::ONE
}

fn strain<T: Scalar>(squared: T) -> T {
    T::square_root(squared) - T::ONE
}

/// The square of the longest of all links over its rest length's.
fn largest<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, tear: &impl Tear<G>) -> T {
    let [mut inner, mut lower, mut apart] = [Most::NONE; 3];
    let mut free = [false, is_free(cloth, 0)];
    for row in 0..cloth.extent().rows() {
        free = [free[1], is_free(cloth, row + 1)];
        let Some(own) = cloth.position.row_at(row) else {
            break;
        };
        match free[0] && tear.broken(row, RIGHT).is_none() {
            true => inner.raise_inner(own.lanes()),
            false => apart.raise_one_by_one(cloth, tear, row, &FAMILIES[..1]),
        }
        let Some(next) = cloth.position.row_at(row + 1) else {
            break;
        };
        match free[0] | free[1] && tear.broken(row, LOWER).is_none() {
            true => lower.raise_lower(own.lanes(), next.lanes()),
            false => apart.raise_one_by_one(cloth, tear, row, &FAMILIES[1..]),
        }
    }
    apart.square().most(inner.square()).most(lower.square())
}

/// As [`largest`], of the links within a row of vectors and to the next.
#[inline(always)]
fn longest_of_row<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, tear: &impl Tear<G>, row: usize) -> T {
    let (extent, pins) = (cloth.extent(), !is_free(cloth, row));
    let Some(own) = row_at(cloth, row, pins) else {
        return T::ZERO;
    };
    if extent.columns() == 1 {
        return one_by_one(cloth, tear, row, &FAMILIES);
    }
    let whole = tear.broken(row, RIGHT).is_none();
    let Some(next) = row_at(cloth, row + 1, pins) else {
        return match whole {
            true => longest::<T, G, true, false>(extent, [own; 2]),
            false => one_by_one(cloth, tear, row, &FAMILIES[..1]),
        };
    };
    match (whole, tear.broken(row, LOWER).is_none()) {
        (true, true) => longest::<T, G, true, true>(extent, [own, next]),
        (true, false) => (longest::<T, G, true, false>(extent, [own, next])).most(one_by_one(
            cloth,
            tear,
            row,
            &FAMILIES[1..],
        )),
        (false, true) => (longest::<T, G, false, true>(extent, [own, next])).most(one_by_one(
            cloth,
            tear,
            row,
            &FAMILIES[..1],
        )),
        (false, false) => one_by_one(cloth, tear, row, &FAMILIES),
    }
}

/// The square of the longest of these links that begin in a row.
fn one_by_one<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    row: usize,
    families: &[Links],
) -> T {
    let mut most = Most::NONE;
    most.raise_one_by_one(cloth, tear, row, families);
    most.square()
}

/// All links of this kind to the row below.
const LOWER: u8 = DOWN | DOWN_RIGHT | DOWN_LEFT;

/// A row if there is one, with its marks if pins matter.
#[inline(always)]
fn row_at<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    row: usize,
    pins: bool,
) -> Option<Marked<'_, T>> {
    let [marks] = cloth.marks.row_at(row)?.lanes();
    Some(Marked {
        row: cloth.position.row_at(row)?.lanes(),
        marks: pins.then_some(marks),
    })
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
