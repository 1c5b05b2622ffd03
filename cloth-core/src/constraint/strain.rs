//! How far the most stretched link is from its rest length.

use crate::cloth::{Cloth, all_free};
use crate::extent::Extent;
use crate::grid::{Row, all_are, cut};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, bit};

/// Largest values that are kept side by side: that vectorises.
const LANES: usize = 8;

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles is not the solver's to shorten.
#[inline(never)]
#[must_use]
pub(crate) fn largest_strain<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, tear: &impl Tear<G>) -> T {
    let extent = cloth.extent();
    let (mut structural, mut shear) = ([T::ZERO; LANES], [T::ZERO; LANES]);
    let free_row = |row: usize| row < extent.rows() && all_free(cloth.weights(row));
    let mut free = [false, free_row(0)];
    for row in 0..extent.rows() {
        free = [free[1], free_row(row + 1)];
        let x = cloth.position.row(row);
        let look = |below: usize, columns: isize, largest: &mut [T; LANES]| {
            let Some(y) = cloth.position.row_at(row + below) else {
                return;
            };
            let bit = bit(columns, below);
            let weights = match free[0] | free[below] {
                true => None,
                false => Some([cloth.weights(row), cloth.weights(row + below)]),
            };
            let broken = tear.broken(row, bit).map(|links| (links, bit));
            // The first column of either end.
            let first = if columns < 0 {
                [1, 0]
            } else {
                [0, columns as usize]
            };
            raise::<T, G>(extent, [x, y], weights, broken, first, largest);
        };
        look(0, 1, &mut structural);
        look(1, 0, &mut structural);
        look(1, 1, &mut shear);
        look(1, -1, &mut shear);
    }
    let largest = |squares: &[T; LANES]| squares.iter().fold(T::ZERO, |m, &v| m.most(v));
    // A shear link's rest length squared is 2.
    let squared = largest(&structural).most(T::from_f64(0.5) * largest(&shear));
    T::square_root(squared) - T::ONE
}

/// Raises `largest` to the squared lengths of the links from column i + first of the one
/// row to that of the other.
#[inline(always)]
fn raise<T: Scalar, G: Extent>(
    extent: G,
    [a, b]: [&Row<T, G>; 2],
    pins: Option<[&[T]; 2]>,
    broken: Option<(&[u8], u8)>,
    [first_a, first_b]: [usize; 2],
    largest: &mut [T; LANES],
) {
    let links = extent.columns().saturating_sub(first_a + first_b);
    let [ax, ay, az] = cut(a, first_a, links);
    let [bx, by, bz] = cut(b, first_b, links);
    if broken.is_none() && pins.is_none() {
        Vectors::widest().run(
            #[inline(always)]
            || raise_all([ax, ay, az], [bx, by, bz], largest),
        );
        return;
    }
    for i in 0..links {
        let whole = broken
            .is_none_or(|(links, bit)| links.get(i + first_a).is_none_or(|links| links & bit == 0));
        let free = |w: &[T], i: usize| w.get(i).is_some_and(|&w| w > T::ZERO);
        let movable = pins.is_none_or(|[a, b]| free(a, i + first_a) | free(b, i + first_b));
        if whole && movable {
            raise_all(
                [&ax[i..=i], &ay[i..=i], &az[i..=i]],
                [&bx[i..=i], &by[i..=i], &bz[i..=i]],
                largest,
            );
        }
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn raise_all<T: Scalar>(
    [ax, ay, az]: [&[T]; 3],
    [bx, by, bz]: [&[T]; 3],
    largest: &mut [T; LANES],
) {
    let links = ax.len();
    if !all_are(links, [ay.len(), az.len(), bx.len(), by.len(), bz.len()]) {
        return;
    }
    let squared = |i: usize| {
        let d = [bx[i].minus(ax[i]), by[i].minus(ay[i]), bz[i].minus(az[i])];
        T::squared(d)
    };
    let mut most = *largest;
    let whole = if T::FOR_SMALL_CORES {
        0
    } else {
        links / LANES * LANES
    };
    for first in (0..whole).step_by(LANES) {
        for lane in 0..LANES {
            most[lane] = most[lane].most(squared(first + lane));
        }
    }
    for i in whole..links {
        most[0] = most[0].most(squared(i));
    }
    *largest = most;
}
