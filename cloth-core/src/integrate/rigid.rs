//! A free cloth seen as one body: its centre, its inertia, and the rigid
//! motion that has given momenta. Every particle has mass 1.

use super::stiffness::{Block, block_times, invert};
use crate::extent::Extent;
use crate::grid::{Grid, Row, Vectors3};
use crate::scalar::Scalar;
use crate::vector::{Vector, add, cross, each, scale, sub};

/// Centre and inertia of a cloth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<T> {
    center: Vector<T>,
    /// One over the number of particles.
    pub(super) share: T,
    /// The inverse of the inertia tensor.
    inverse: Block<T>,
}

/// Sums `term` over all particles, row by row: short sums round less.
fn sum<T: Scalar, G: Extent, const N: usize>(
    x: &Grid<T, G>,
    u: &Grid<T, G>,
    term: impl Fn(Vector<T>, Vector<T>) -> [Vector<T>; N],
) -> [Vector<T>; N] {
    let plus = |a: [Vector<T>; N], b: [Vector<T>; N]| core::array::from_fn(|k| add(a[k], b[k]));
    let zero = [[T::ZERO; 3]; N];
    let places = x.extent().places();
    let row = |(x, u): (&Row<T, G>, &Row<T, G>)| {
        (places.clone()).fold(zero, |sum, i| plus(sum, term(x.get(i), u.get(i))))
    };
    x.iter().zip(u.iter()).map(row).fold(zero, plus)
}

impl<T: Scalar> Frame<T> {
    pub(super) fn new<G: Extent>(x: &Grid<T, G>) -> Self {
        let particles = x.extent().columns() * x.extent().rows();
        let share = T::ONE / T::from_f64(particles as f64);
        let [total] = sum(x, x, |x, _| [x]);
        let center = scale(total, share);
        let [squares, products] = sum(x, x, |x, _| {
            let [a, b, c] = sub(x, center);
            [[a * a, b * b, c * c], [a * b, b * c, c * a]]
        });
        let trace = squares[0] + squares[1] + squares[2];
        // A straight string has no inertia about its own line, and nothing that
        // turns it about it. A millionth more makes the tensor invertible, and
        // leaves a millionth of what is to be corrected.
        let own = trace + T::from_f64(1e-6) * trace;
        let [a, b, c] = each(squares, |s| own - s);
        let [d, e, f] = each(products, |p| -p);
        Self {
            center,
            share,
            inverse: invert([a, b, c, d, e, f]),
        }
    }

    /// The angular velocity that belongs to an angular momentum.
    pub(super) fn turn(&self, angular: Vector<T>) -> Vector<T> {
        block_times(self.inverse, angular)
    }

    /// Sums over all particles of a vector u: linear Σ u, and angular Σ r × u with r from the centre.
    pub(super) fn momenta<G: Extent>(&self, x: &Grid<T, G>, u: &Grid<T, G>) -> [Vector<T>; 2] {
        sum(x, u, |x, u| [u, cross(sub(x, self.center), u)])
    }

    /// Adds the velocity of a rigid motion: shift + turn × (x − centre).
    pub(super) fn add_motion<G: Extent>(
        &self,
        x: &Grid<T, G>,
        shift: Vector<T>,
        turn: Vector<T>,
        out: &mut Grid<T, G>,
    ) {
        let places = x.extent().places();
        for (row, x) in x.iter().enumerate() {
            let out = out.row_mut(row);
            for i in places.clone() {
                let rigid = add(shift, cross(turn, sub(x.get(i), self.center)));
                out.set(i, add(out.get(i), rigid));
            }
        }
    }
}
