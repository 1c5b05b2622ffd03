//! Two winds: S0's field of forces, and pressure on the triangles.

use crate::grid::Row;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::tear::{AllWhole, CellMask, Cells};
use crate::vector::{Vector, add, cross, dot, scale, select, sub};

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
    pub(crate) fn accumulate<const W: usize>(&self, row: usize, force: &mut Row<T, W>) {
        let half = T::from_f64(0.5);
        let z = self.coefficient * half * self.phase.sin();
        let start = self.origin + self.down * T::from_f64(row as f64) + self.phase;
        for i in 0..W {
            let sine = (start + self.across * T::from_f64(i as f64)).sin();
            force.x[i] += self.coefficient * sine.most(-sine);
            force.z[i] += z;
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
    /// Adds the forces on the triangles between the first two rows of `x`; on those
    /// that are there.
    pub(crate) fn accumulate<M: Motion, const W: usize>(
        &self,
        x: &[Row<T, W>],
        v: &[Row<T, W>],
        force: [&mut Row<T, W>; 2],
        torn: Option<Cells<'_, W>>,
    ) {
        if let ([x0, x1, ..], [v0, v1, ..]) = (x, v) {
            match torn {
                None => self.cells::<M, W>([x0, x1], [v0, v1], force, AllWhole),
                Some(there) => self.cells::<M, W>([x0, x1], [v0, v1], force, there),
            }
        }
    }

    #[inline(never)]
    fn cells<M: Motion, const W: usize>(
        &self,
        [x0, x1]: [&Row<T, W>; 2],
        [v0, v1]: [&Row<T, W>; 2],
        [here, below]: [&mut Row<T, W>; 2],
        mask: impl CellMask,
    ) {
        let velocity = |x: &Row<T, W>, v: &Row<T, W>, i| M::velocity3(x.get(i), v.get(i));
        for i in 0..W.saturating_sub(1) {
            // Corners 0 1 / 2 3; triangles as in `topology::triangles`.
            let p = [x0.get(i), x0.get(i + 1), x1.get(i), x1.get(i + 1)];
            let u = [
                velocity(x0, v0, i),
                velocity(x0, v0, i + 1),
                velocity(x1, v1, i),
                velocity(x1, v1, i + 1),
            ];
            let first = self.third([p[0], p[2], p[1]], [u[0], u[2], u[1]]);
            let second = self.third([p[1], p[2], p[3]], [u[1], u[2], u[3]]);
            let [a, b] = mask.there(i);
            let first = select(a, first, [T::ZERO; 3]);
            let second = select(b, second, [T::ZERO; 3]);
            let both = add(first, second);
            here.set(i, add(here.get(i), first));
            here.set(i + 1, add(here.get(i + 1), both));
            below.set(i, add(below.get(i), both));
            below.set(i + 1, add(below.get(i + 1), second));
        }
    }

    /// The force on each corner of a triangle: a third of its total.
    #[inline(always)]
    fn third(&self, corner: [Vector<T>; 3], velocity: [Vector<T>; 3]) -> Vector<T> {
        let third = T::from_f64(1.0 / 3.0);
        let mean = scale(add(add(velocity[0], velocity[1]), velocity[2]), third);
        let relative = sub(self.velocity, mean);
        // Twice the area vector.
        let normal = cross(sub(corner[1], corner[0]), sub(corner[2], corner[0]));
        let length = T::norm(normal[0], normal[1], normal[2]);
        let defined = length > T::ZERO;
        let inverse = T::ONE / if defined { length } else { T::ONE };
        let unit = scale(normal, inverse);
        let half_third = T::from_f64(0.5) * third;
        let size = self.coefficient * half_third * dot(normal, relative);
        scale(unit, if defined { size } else { T::ZERO })
    }
}
