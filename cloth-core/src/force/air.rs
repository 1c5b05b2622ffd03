//! Forces of the air: drag, S0's field of forces, and pressure on the triangles.

use crate::base::{
    Extent, Lanes, Motion, Row, Scalar, Vector, Vectors, add, are_long, below, chunks, chunks_mut,
    cross, dot, hidden_below, scale, select, sub,
};
use crate::cells::{add_to_corners, corners};
use crate::tear::Cells;

/// Adds the drag of this coefficient on every particle of a row.
#[inline(never)]
pub(super) fn slow_down<M: Motion, T: Scalar, G: Extent>(
    coefficient: T,
    position: &Row<T, G>,
    kept: &Row<T, G>,
    force: &mut Row<T, G>,
) {
    let (x, kept) = (position.lanes(), kept.lanes());
    for ((force, x), kept) in force.three_mut().into_iter().zip(x).zip(kept) {
        for ((force, &x), &kept) in force.iter_mut().zip(x).zip(kept) {
            *force = *force - coefficient * M::velocity(x, kept).finer(T::FINENESS);
        }
    }
}

/// S0's wind: F = coefficient · (|sin(x₀ + θ)|, 0, ½ sin θ), with x₀ the
/// particle's x at the start of the scene and θ growing with time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionalWind<T> {
    /// Coefficient · dt²/(m · spacing).
    pub coefficient: T,
    /// x₀ of the particle (0, 0), radians.
    pub origin: T,
    /// How x₀ grows from column to column, radians.
    pub across: T,
    /// How x₀ grows from row to row, radians.
    pub down: T,
    /// θ, radians.
    pub phase: T,
}

impl<T: Scalar> PositionalWind<T> {
    pub(crate) fn accumulate<G: Extent>(&self, extent: G, row: usize, [x, _, z]: [&mut [T]; 3]) {
        let half = T::constant(0.5);
        let along = self.coefficient * half * self.phase.sin();
        let start = self.origin + self.down * T::from_f64(row as f64) + self.phase;
        for (i, place) in extent.places().enumerate() {
            let (Some(x), Some(z)) = (x.get_mut(place), z.get_mut(place)) else {
                return;
            };
            let sine = (start + self.across * T::from_f64(i as f64)).sin();
            *x = *x + (self.coefficient * sine.most(-sine)).finer(T::FINENESS);
            *z = *z + along.finer(T::FINENESS);
        }
    }
}

/// Wind on each triangle: F = c (N·v_rel) N̂ with N the triangle's area vector
/// ½(B−A)×(C−A) and v_rel the wind less the mean velocity of its corners; one
/// third to each corner.
///
/// Source: S2-16 with the dot product that its text means. A triangle edge-on
/// to the wind feels nothing; at normal incidence the force is c·A·v.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AerodynamicWind<T> {
    /// Velocity of the air, rest spacings a substep.
    pub velocity: [T; 3],
    /// c · spacing² · dt/m.
    pub coefficient: T,
}

impl<T: Scalar> AerodynamicWind<T> {
    /// Adds the forces on the triangles between two rows that are there: all, if nothing is `torn`.
    #[inline(never)]
    pub(crate) fn accumulate<M: Motion, G: Extent>(
        &self,
        extent: G,
        x: [&Row<T, G>; 2],
        v: [&Row<T, G>; 2],
        force: [&mut Row<T, G>; 2],
        torn: Option<Cells<'_>>,
    ) {
        if !G::HAS_VECTORS {
            return self.cells::<M, G, 1>(extent, x, v, force, torn);
        }
        Vectors::<T, G>::widest().run(
            #[inline(always)]
            || self.cells::<M, G, 8>(extent, x, v, force, torn),
        );
    }

    #[inline(always)]
    fn cells<M: Motion, G: Extent, const L: usize>(
        &self,
        extent: G,
        x: [&Row<T, G>; 2],
        v: [&Row<T, G>; 2],
        [here, below]: [&mut Row<T, G>; 2],
        torn: Option<Cells<'_>>,
    ) {
        let count = extent.vectors();
        let x = [chunks::<T, L>(x[0].lanes()), chunks(x[1].lanes())];
        let v = [chunks::<T, L>(v[0].lanes()), chunks(v[1].lanes())];
        if !x.iter().chain(&v).all(|&of| are_long(of, count)) {
            return;
        }
        let (here, below) = (chunks_mut(here.three_mut()), chunks_mut(below.three_mut()));
        add_to_corners(
            extent,
            here,
            below,
            #[inline(always)]
            |k| {
                let (there, ends) = (Cells::there::<L>(torn, k), extent.ends(k + 1));
                self.pairs::<M, L>(corners(x, k), corners(v, k), there, ends)
            },
        );
    }

    /// The forces on each corner of the two triangles of cells; none where there are no
    /// triangles, and beyond the first `ends`.
    #[inline(always)]
    fn pairs<M: Motion, const L: usize>(
        &self,
        x: [[[T; L]; 3]; 4],
        v: [[[T; L]; 3]; 4],
        there: [[bool; L]; 2],
        ends: usize,
    ) -> [[[T; L]; 3]; 2] {
        let exist = if L > 1 { hidden_below(ends) } else { below(1) };
        let mut forces = [[[T::ZERO; L]; 3]; 2];
        for i in 0..L {
            let get = |[x, y, z]: &[[T; L]; 3]| [x[i], y[i], z[i]];
            let p = [get(&x[0]), get(&x[1]), get(&x[2]), get(&x[3])];
            let u = |n: usize| M::velocity3(p[n], get(&v[n]));
            let u = [u(0), u(1), u(2), u(3)];
            let first = self.third([p[0], p[2], p[1]], [u[0], u[2], u[1]]);
            let second = self.third([p[1], p[2], p[3]], [u[1], u[2], u[3]]);
            for (n, force) in [first, second].into_iter().enumerate() {
                let exists = there[n][i] & (L == 1 || exist[i % 8] != 0);
                let force = select(exists, force, [T::ZERO; 3]);
                for axis in 0..3 {
                    forces[n][axis][i] = force[axis];
                }
            }
        }
        forces
    }

    /// The force on each corner of a triangle: a third of its total.
    #[inline(always)]
    fn third(&self, corner: [Vector<T>; 3], velocity: [Vector<T>; 3]) -> Vector<T> {
        let third = T::constant(1.0 / 3.0);
        let mean = scale(add(add(velocity[0], velocity[1]), velocity[2]), third);
        let relative = sub(self.velocity, mean);
        // Twice the area vector.
        let normal = cross(sub(corner[1], corner[0]), sub(corner[2], corner[0]));
        let length = T::norm(normal[0], normal[1], normal[2]);
        let defined = length > T::ZERO;
        let inverse = T::ONE / if defined { length } else { T::ONE };
        let unit = scale(normal, inverse);
        let half_third = T::constant(0.5) * third;
        let across = dot(normal, relative).finer(T::FINENESS);
        let size = self.coefficient * half_third * across;
        scale(unit, if defined { size } else { T::ZERO })
    }
}
