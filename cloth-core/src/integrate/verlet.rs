//! Störmer–Verlet integration with the position before as its memory.

use super::{Damping, Scheme, stability};
use crate::blocks::for_each_block;
use crate::cloth::{Cloth, all_free};
use crate::force::{ForceWindow, Forces};
use crate::grid::{Grid, Row};
use crate::motion::PreviousPosition;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::Tear;

/// x' = x + keep·(x − x_previous) + a·dt².
///
/// The local error of the position is O(dt⁴), the global one O(dt²); damping
/// by a velocity taken backwards lowers that part to first order. Sources: S0
/// §6, S1 (whose listing multiplies where its formula adds), S4.
///
/// Memory: 12 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Verlet<T, const W: usize, const H: usize> {
    previous: Grid<T, W, H>,
}

impl<T: Scalar, const W: usize, const H: usize> Scheme<T, W, H> for Verlet<T, W, H> {
    type Motion = PreviousPosition;
    const NAME: &'static str = "verlet";
    const EMPTY: Self = Self {
        previous: Grid::ZERO,
    };

    const LIMIT: f64 = 2.0;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::with_backward_velocity(kappa, drag, rate)
    }

    fn kept(&self) -> &Grid<T, W, H> {
        &self.previous
    }

    fn kept_mut(&mut self) -> &mut Grid<T, W, H> {
        &mut self.previous
    }

    fn advance(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        forces: &Forces<T>,
        damping: Damping<T>,
        tear: &impl Tear<W, H>,
        observe: &mut impl FnMut(Phase),
    ) {
        let (g, keep) = (forces.gravity, damping.keep);
        if !forces.has_forces() {
            let vectors = Vectors::widest();
            let (weights, rows) = (&cloth.inverse_mass, &mut cloth.position.rows);
            for_each_block(rows, &mut self.previous.rows, |first, rows, previous| {
                for (i, (x, p)) in rows.iter_mut().zip(previous).enumerate() {
                    let weight = &weights[first + i];
                    vectors.run(
                        #[inline(always)]
                        || coast(x, p, weight, g, keep),
                    );
                }
            });
            observe(Phase::Integrate);
            return;
        }
        self.push_all(cloth, forces, keep, tear, observe);
    }
}

impl<T: Scalar, const W: usize, const H: usize> Verlet<T, W, H> {
    /// Integrates under forces. Apart from [`Scheme::advance`], so that its window
    /// of rows is not on the stack of a cloth without forces.
    #[inline(never)]
    fn push_all(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        forces: &Forces<T>,
        keep: T,
        tear: &impl Tear<W, H>,
        observe: &mut impl FnMut(Phase),
    ) {
        // A row is integrated in place as soon as its force is complete: the
        // springs that start above it have all seen its old position.
        let vectors = Vectors::widest();
        let mut window = ForceWindow::EMPTY;
        for row in 0..H {
            let force = window.finish_row::<PreviousPosition, H>(
                row,
                forces,
                &cloth.position,
                &self.previous,
                tear,
            );
            observe(Phase::Springs);
            let (x, p) = (&mut cloth.position.rows[row], &mut self.previous.rows[row]);
            let weight = &cloth.inverse_mass[row];
            let g = forces.gravity;
            vectors.run(
                #[inline(always)]
                || push(x, p, weight, force, g, keep),
            );
            observe(Phase::Integrate);
        }
    }
}

/// The new coordinate of one particle; pinned ones stay.
#[inline(always)]
fn advanced<T: Scalar>(x: T, free: bool, displacement: T) -> T {
    if free {
        (x + displacement.within(T::MAX_DISPLACEMENT)).in_range()
    } else {
        x
    }
}

/// Integrates a row under gravity alone, a component at a time: so a small core
/// has all addresses in registers.
#[inline(always)]
fn coast<T: Scalar, const W: usize>(
    x: &mut Row<T, W>,
    p: &mut Row<T, W>,
    weight: &[T; W],
    g: [T; 3],
    keep: T,
) {
    // Nearly all rows are spared the look at each inverse mass.
    if all_free(weight) {
        coast_components::<T, W, true>(x, p, weight, g, keep);
    } else {
        coast_components::<T, W, false>(x, p, weight, g, keep);
    }
}

#[inline(always)]
fn coast_components<T: Scalar, const W: usize, const FREE: bool>(
    x: &mut Row<T, W>,
    p: &mut Row<T, W>,
    weight: &[T; W],
    g: [T; 3],
    keep: T,
) {
    coast_component::<T, W, FREE>(&mut x.x, &mut p.x, weight, g[0], keep);
    coast_component::<T, W, FREE>(&mut x.y, &mut p.y, weight, g[1], keep);
    coast_component::<T, W, FREE>(&mut x.z, &mut p.z, weight, g[2], keep);
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn coast_component<T: Scalar, const W: usize, const FREE: bool>(
    x: &mut [T; W],
    p: &mut [T; W],
    weight: &[T; W],
    g: T,
    keep: T,
) {
    for i in 0..W {
        let previous = p[i];
        p[i] = x[i];
        // A velocity and gravity, both of known size.
        let displacement = x[i].minus(previous).part(keep).plus(g);
        x[i] = advanced(x[i], FREE || weight[i] > T::ZERO, displacement);
    }
}

/// Integrates a row under gravity and `force`.
#[inline(always)]
fn push<T: Scalar, const W: usize>(
    x: &mut Row<T, W>,
    p: &mut Row<T, W>,
    weight: &[T; W],
    force: &Row<T, W>,
    g: [T; 3],
    keep: T,
) {
    push_component(&mut x.x, &mut p.x, weight, &force.x, g[0], keep);
    push_component(&mut x.y, &mut p.y, weight, &force.y, g[1], keep);
    push_component(&mut x.z, &mut p.z, weight, &force.z, g[2], keep);
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn push_component<T: Scalar, const W: usize>(
    x: &mut [T; W],
    p: &mut [T; W],
    weight: &[T; W],
    force: &[T; W],
    g: T,
    keep: T,
) {
    for i in 0..W {
        let previous = p[i];
        p[i] = x[i];
        let acceleration = g + weight[i] * force[i];
        let displacement = x[i].minus(previous).part(keep) + acceleration;
        x[i] = advanced(x[i], weight[i] > T::ZERO, displacement);
    }
}
