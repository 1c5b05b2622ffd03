//! What the implicit schemes share: the matrix of a step as a product, and the
//! forces of its right hand side.

use crate::cloth::Cloth;
use crate::force::{ForceWindow, Forces, SpringForce, SpringLaw};
use crate::grid::{Grid, Row};
use crate::motion::Velocity;
use crate::scalar::Scalar;
use crate::tear::Tear;
use crate::vector::scale;

/// A = (1 + rate)·M + drag − K − D over the free particles, with −K − D given
/// by a law of springs. Pinned particles are filtered out: their rows give zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix<'a, T: Scalar, D, const W: usize, const H: usize> {
    cloth: &'a Cloth<T, W, H>,
    springs: SpringForce<T>,
    tear: &'a D,
    /// 1 + rate, a multiple of each particle's mass.
    inertia: T,
    drag: T,
}

impl<'a, T, D, const W: usize, const H: usize> Matrix<'a, T, D, W, H>
where
    T: Scalar,
    D: Tear<W, H>,
{
    pub(super) fn new(
        cloth: &'a Cloth<T, W, H>,
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

    /// What a particle of this inverse mass has on the diagonal beside its
    /// springs: mass, damping and drag; 1 for pinned ones.
    #[inline(always)]
    pub(super) fn own(&self, weight: T) -> T {
        let free = weight > T::ZERO;
        let own = self.inertia / if free { weight } else { T::ONE } + self.drag;
        if free { own } else { T::ONE }
    }

    /// out = A·x.
    pub(super) fn apply<L: SpringLaw<T>>(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>) {
        let mut window = ForceWindow::EMPTY;
        for row in 0..H {
            let position = &self.cloth.position;
            let springs = (&self.springs, self.tear);
            let product = window.finish_springs::<L, H>(row, springs, position, x);
            let weight = &self.cloth.inverse_mass[row];
            self.finish(product, &x.rows[row], weight, &mut out.rows[row]);
        }
    }

    #[inline(never)]
    fn finish(&self, product: &Row<T, W>, x: &Row<T, W>, weight: &[T; W], out: &mut Row<T, W>) {
        for i in 0..W {
            let own = self.own(weight[i]);
            let free = weight[i] > T::ZERO;
            let one = |x: T, p: T| if free { own * x - p } else { T::ZERO };
            out.x[i] = one(x.x[i], product.x[i]);
            out.y[i] = one(x.y[i], product.y[i]);
            out.z[i] = one(x.z[i], product.z[i]);
        }
    }

    /// Adds K·v, without the damping of the springs, to the right hand side.
    pub(super) fn add_stiffness<L: SpringLaw<T>>(
        &self,
        velocity: &Grid<T, W, H>,
        b: &mut Grid<T, W, H>,
    ) {
        let undamped = SpringForce {
            damping: T::ZERO,
            ..self.springs
        };
        let mut window = ForceWindow::EMPTY;
        for row in 0..H {
            let position = &self.cloth.position;
            let springs = (&undamped, self.tear);
            let product = window.finish_springs::<L, H>(row, springs, position, velocity);
            let weight = &self.cloth.inverse_mass[row];
            let b = &mut b.rows[row];
            for i in 0..W {
                let free = weight[i] > T::ZERO;
                let one = |b: T, p: T| if free { b + p } else { T::ZERO };
                b.x[i] = one(b.x[i], product.x[i]);
                b.y[i] = one(b.y[i], product.y[i]);
                b.z[i] = one(b.z[i], product.z[i]);
            }
        }
    }

    /// Sums a law over all springs.
    pub(super) fn sum<L: SpringLaw<T>>(&self, out: &mut Grid<T, W, H>) {
        let position = &self.cloth.position;
        let mut window = ForceWindow::EMPTY;
        for row in 0..H {
            let springs = (&self.springs, self.tear);
            let sum = window.finish_springs::<L, H>(row, springs, position, position);
            out.rows[row] = *sum;
        }
    }
}

/// Writes all forces at the start of the step, f + m·(g − rate·v), zero for
/// pinned particles.
pub(super) fn total_forces<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    velocity: &Grid<T, W, H>,
    (forces, tear): (&Forces<T>, &impl Tear<W, H>),
    rate: T,
    b: &mut Grid<T, W, H>,
) {
    let mut window = ForceWindow::EMPTY;
    for row in 0..H {
        let f = window.finish_row::<Velocity, H>(row, forces, &cloth.position, velocity, tear);
        let weight = &cloth.inverse_mass[row];
        let (b, v) = (&mut b.rows[row], &velocity.rows[row]);
        for i in 0..W {
            let free = weight[i] > T::ZERO;
            let mass = T::ONE / if free { weight[i] } else { T::ONE };
            let one = |f: T, g: T, v: T| {
                let total = f + mass * (g - rate * v);
                if free { total } else { T::ZERO }
            };
            b.x[i] = one(f.x[i], forces.gravity[0], v.x[i]);
            b.y[i] = one(f.y[i], forces.gravity[1], v.y[i]);
            b.z[i] = one(f.z[i], forces.gravity[2], v.z[i]);
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
