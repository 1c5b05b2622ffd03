//! What the implicit schemes share: the matrix of a step as a product, and the
//! forces of its right hand side.

use crate::cloth::{Cloth, Mark};
use crate::extent::{Blank, Extent, Lanes};
use crate::force::{ForceWindow, Forces, SpringForce, SpringLaw, WINDOW};
use crate::grid::Grid;
use crate::motion::Velocity;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::tear::Tear;
use crate::vector::scale;

/// A = (1 + rate)·M + drag − K − D over the free particles, with −K − D given
/// by a law of springs. Pinned particles are filtered out: their rows give zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix<'a, T: Scalar, D, G: Extent> {
    cloth: &'a Cloth<T, G>,
    springs: SpringForce<T>,
    tear: &'a D,
    /// 1 + rate, a multiple of each particle's mass.
    inertia: T,
    drag: T,
}

impl<'a, T: Scalar, D: Tear<G>, G: Extent> Matrix<'a, T, D, G> {
    pub(super) fn new(
        cloth: &'a Cloth<T, G>,
        (forces, tear): (&Forces<T>, &'a D),
        rate: T,
    ) -> Self {
        Self {
            cloth,
            tear,
            springs: forces.springs.unwrap_or(SpringForce::NONE),
            inertia: T::ONE + rate,
            drag: forces.drag.map_or(T::ZERO, |drag| drag.coefficient),
        }
    }

    /// The cloth whose matrix it is.
    pub(super) const fn cloth(&self) -> &'a Cloth<T, G> {
        self.cloth
    }

    /// What a particle has on the diagonal beside its springs: mass, damping and
    /// drag; 1 for pinned ones.
    #[inline(always)]
    pub(super) fn own(&self, mark: Mark) -> T {
        match mark.is_free() {
            true => self.inertia + self.drag,
            false => T::ONE,
        }
    }

    /// Calls `finish` with each row and what a law says of all its springs.
    fn each_row<L: SpringLaw<T>>(
        &self,
        springs: &SpringForce<T>,
        x: &Grid<T, G>,
        scratch: &mut Scratch<T, G>,
        mut finish: impl FnMut(usize, [&[T]; 3]),
    ) {
        let (extent, position) = (self.cloth.extent(), &self.cloth.position);
        let mut local = Blank::BLANK;
        let lanes = extent.lend::<T, WINDOW>(&mut local, scratch.whole(extent));
        let mut window = ForceWindow::<T, G>::new(extent, lanes);
        for row in 0..extent.rows() {
            let springs = (springs, self.tear);
            finish(
                row,
                window
                    .finish_springs::<L>(row, springs, position, x)
                    .lanes(),
            );
        }
    }

    /// out = A·x.
    pub(super) fn apply<L: SpringLaw<T>>(
        &self,
        x: &Grid<T, G>,
        scratch: &mut Scratch<T, G>,
        out: &mut Grid<T, G>,
    ) {
        self.each_row::<L>(&self.springs, x, scratch, |row, product| {
            let x = x.row(row).lanes();
            let (weight, out) = (self.cloth.weights(row), out.row_mut(row).lanes_mut());
            for (((out, x), product), weight) in
                out.into_iter().zip(x).zip(product).zip([weight; 3])
            {
                self.finish(product, x, weight, out);
            }
        });
    }

    #[inline(never)]
    fn finish(&self, product: &[T], x: &[T], weight: &[Mark], out: &mut [T]) {
        for (((out, &x), &product), &weight) in out.iter_mut().zip(x).zip(product).zip(weight) {
            let value = self.own(weight) * x - product;
            *out = if weight.is_free() { value } else { T::ZERO };
        }
    }

    /// Adds K·v, without the damping of the springs, to the right hand side.
    pub(super) fn add_stiffness<L: SpringLaw<T>>(
        &self,
        velocity: &Grid<T, G>,
        scratch: &mut Scratch<T, G>,
        b: &mut Grid<T, G>,
    ) {
        let undamped = SpringForce {
            damping: T::ZERO,
            ..self.springs
        };
        self.each_row::<L>(&undamped, velocity, scratch, |row, product| {
            let b = b.row_mut(row).lanes_mut();
            for (b, product) in b.into_iter().zip(product) {
                for ((b, &p), &weight) in b.iter_mut().zip(product).zip(self.cloth.weights(row)) {
                    *b = if weight.is_free() { *b + p } else { T::ZERO };
                }
            }
        });
    }

    /// Sums a law over all springs.
    pub(super) fn sum<L: SpringLaw<T>>(&self, scratch: &mut Scratch<T, G>, out: &mut Grid<T, G>) {
        self.each_row::<L>(&self.springs, &self.cloth.position, scratch, |row, sum| {
            for (out, sum) in out.row_mut(row).lanes_mut().into_iter().zip(sum) {
                for (out, &sum) in out.iter_mut().zip(sum) {
                    *out = sum;
                }
            }
        });
    }
}

/// Writes all forces at the start of the step, f + m·(g − rate·v), zero for
/// pinned particles.
pub(super) fn total_forces<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    velocity: &Grid<T, G>,
    (forces, tear): (&Forces<T>, &impl Tear<G>),
    rate: T,
    scratch: &mut Scratch<T, G>,
    b: &mut Grid<T, G>,
) {
    let extent = cloth.extent();
    let mut local = Blank::BLANK;
    let lanes = extent.lend::<T, WINDOW>(&mut local, scratch.whole(extent));
    let mut window = ForceWindow::<T, G>::new(extent, lanes);
    for row in 0..extent.rows() {
        let f = window.finish_row::<Velocity>(row, forces, &cloth.position, velocity, tear);
        let v = velocity.row(row).lanes();
        let b = b.row_mut(row).lanes_mut();
        for (((b, f), v), &g) in b.into_iter().zip(f.lanes()).zip(v).zip(&forces.gravity) {
            for (((b, &f), &v), &weight) in b.iter_mut().zip(f).zip(v).zip(cloth.weights(row)) {
                let free = weight.is_free();
                let total = f.coarser(T::FINENESS) + (g - rate * v);
                *b = if free { total } else { T::ZERO };
            }
        }
    }
}

/// The inverse of the symmetric block with the diagonal (xx, yy, zz) and the
/// sides (xy, yz, zx), the same way round; zero where there is none.
#[inline(always)]
pub(super) fn invert<T: Scalar>([a, b, c]: [T; 3], [d, e, f]: [T; 3]) -> ([T; 3], [T; 3]) {
    // | a d f |
    // | d b e |
    // | f e c |
    let first = [b * c - e * e, e * f - d * c, d * e - b * f];
    let determinant = a * first[0] + d * first[1] + f * first[2];
    let defined = determinant > T::ZERO;
    let inverse = T::ONE / if defined { determinant } else { T::ONE };
    let inverse = if defined { inverse } else { T::ZERO };
    let diagonal = [first[0], a * c - f * f, a * b - d * d];
    let sides = [first[1], d * f - a * e, first[2]];
    (scale(diagonal, inverse), scale(sides, inverse))
}

/// block · x for a block as [`invert`] returns it.
#[inline(always)]
pub(super) fn block_times<T: Scalar>(d: [T; 3], s: [T; 3], [u, v, w]: [T; 3]) -> [T; 3] {
    [
        d[0] * u + s[0] * v + s[2] * w,
        s[0] * u + d[1] * v + s[1] * w,
        s[2] * u + s[1] * v + d[2] * w,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_times_block_is_one() {
        let (d, s) = ([3.0, 2.0, 5.0], [0.5, -0.7, 0.3]);
        let (id, is) = invert::<f64>(d, s);
        for axis in 0..3 {
            let mut unit = [0.0; 3];
            unit[axis] = 1.0;
            let got = block_times(id, is, block_times(d, s, unit));
            for i in 0..3 {
                assert!((got[i] - unit[i]).abs() < 1e-15, "{got:?}");
            }
        }
    }

    #[test]
    fn a_singular_block_has_the_inverse_zero() {
        assert_eq!(invert::<f32>([0.0; 3], [0.0; 3]), ([0.0; 3], [0.0; 3]));
    }
}
