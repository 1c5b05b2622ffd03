//! How far and how fast particles move against the cloth as a whole.
//!
//! The whole is the mean of sixteen particles spread over the grid: enough for a
//! cloth that falls or is carried, and cheap. That it is no true mean costs at
//! most a list made too early.

use super::{Found, SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::grid::{Grid, Row};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::{Vector, add, length, scale, sub};

/// How fast the fastest particle is against the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// No two approach by more than half the thickness in a substep.
    Slow,
    /// Some do.
    Swept,
    /// Some are faster than allowed.
    TooFast,
}

/// The mean of `of` over sixteen particles.
fn mean<T: Scalar, const W: usize, const H: usize>(
    of: impl Fn(usize, usize) -> Vector<T>,
) -> Vector<T> {
    let part = T::from_f64(1.0 / 16.0);
    let mut sum = [T::ZERO; 3];
    for k in 0..16 {
        let (across, down) = (k % 4, k / 4);
        let (column, row) = ((2 * across + 1) * W / 8, (2 * down + 1) * H / 8);
        sum = add(sum, scale(of(column, row), part));
    }
    sum
}

fn mean_velocity<T: Scalar, M: Motion, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    kept: &Grid<T, W, H>,
) -> Vector<T> {
    mean::<T, W, H>(|c, r| M::velocity3(cloth.position.rows[r].get(c), kept.rows[r].get(c)))
}

impl<T: Scalar, const W: usize, const H: usize, const P: usize> SelfCollision<T, W, H, P> {
    /// The pace of this substep.
    pub(super) fn pace<M: Motion>(&self, cloth: &Cloth<T, W, H>, kept: &Grid<T, W, H>) -> Pace {
        let whole = mean_velocity::<T, M, W, H>(cloth, kept);
        let most = T::from_f64(SelfContactLaw::<T>::MAX_SPEED);
        let slow = (T::from_f64(0.25) * self.law.thickness).least(most);
        let velocity = |x, k| M::velocity3(x, k);
        if !any_beyond(&cloth.position, kept, whole, slow, velocity) {
            Pace::Slow
        } else if !any_beyond(&cloth.position, kept, whole, most, velocity) {
            Pace::Swept
        } else {
            Pace::TooFast
        }
    }

    /// Whether the list no longer holds.
    pub(super) fn has_moved(&self, cloth: &Cloth<T, W, H>) -> bool {
        let (now, then) = (&cloth.position, &self.reference);
        let whole = mean::<T, W, H>(|c, r| sub(now.rows[r].get(c), then.rows[r].get(c)));
        let half = T::from_f64(0.5) * self.margin;
        debug_assert!(self.found != Found::Nothing);
        any_beyond(now, then, whole, half, sub)
    }
}

/// Whether `of` any particle differs from the whole by more than `bound`.
fn any_beyond<T: Scalar, const W: usize, const H: usize>(
    a: &Grid<T, W, H>,
    b: &Grid<T, W, H>,
    whole: Vector<T>,
    bound: T,
    of: impl Fn(Vector<T>, Vector<T>) -> Vector<T> + Copy,
) -> bool {
    let vectors = Vectors::widest();
    let bound = bound * bound;
    a.rows.iter().zip(&b.rows).any(|(a, b)| {
        vectors.run(
            #[inline(always)]
            || row_beyond(a, b, whole, bound, of),
        )
    })
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn row_beyond<T: Scalar, const W: usize>(
    a: &Row<T, W>,
    b: &Row<T, W>,
    whole: Vector<T>,
    squared_bound: T,
    of: impl Fn(Vector<T>, Vector<T>) -> Vector<T>,
) -> bool {
    let mut beyond = false;
    for i in 0..W {
        let d = sub(of(a.get(i), b.get(i)), whole);
        beyond |= T::squared(d) > squared_bound;
        if T::FOR_SMALL_CORES && beyond {
            return true;
        }
    }
    beyond
}

/// Takes particles that are faster than allowed back to where the allowed speed
/// would have brought them.
#[inline(never)]
pub(super) fn slow_down<T: Scalar, M: Motion, const W: usize, const H: usize>(
    cloth: &mut Cloth<T, W, H>,
    kept: &mut Grid<T, W, H>,
) {
    let whole = mean_velocity::<T, M, W, H>(cloth, kept);
    let most = T::from_f64(SelfContactLaw::<T>::MAX_SPEED);
    for row in 0..H {
        let (x, k) = (&mut cloth.position.rows[row], &mut kept.rows[row]);
        for column in 0..W {
            let position = x.get(column);
            let velocity = M::velocity3(position, k.get(column));
            let own = sub(velocity, whole);
            let speed = length(own);
            if speed > most && cloth.inverse_mass[row][column] > T::ZERO {
                let own = scale(own, most / speed);
                let allowed = add(whole, own);
                let position = add(position, sub(allowed, velocity)).map(T::in_range);
                x.set(column, position);
                k.set(column, M::keep3(position, allowed));
            }
        }
    }
}
