//! Two winds: S0's field of forces, and pressure on the triangles.

use crate::extent::Extent;
use crate::grid::{Row, cut, get3};
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
    pub(crate) fn accumulate(&self, row: usize, [x, _, z]: [&mut [T]; 3]) {
        let half = T::from_f64(0.5);
        let along = self.coefficient * half * self.phase.sin();
        let start = self.origin + self.down * T::from_f64(row as f64) + self.phase;
        for (i, (x, z)) in x.iter_mut().zip(z).enumerate() {
            let sine = (start + self.across * T::from_f64(i as f64)).sin();
            *x += self.coefficient * sine.most(-sine);
            *z += along;
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
    /// Adds the forces on the triangles between two rows; on those that are there.
    pub(crate) fn accumulate<M: Motion, G: Extent>(
        &self,
        extent: G,
        x: [&Row<T, G>; 2],
        v: [&Row<T, G>; 2],
        force: [[&mut [T]; 3]; 2],
        torn: Option<Cells<'_>>,
    ) {
        match torn {
            None => self.cells::<M, G>(extent, x, v, force, AllWhole),
            Some(there) => self.cells::<M, G>(extent, x, v, force, there),
        }
    }

    #[inline(never)]
    fn cells<M: Motion, G: Extent>(
        &self,
        extent: G,
        x: [&Row<T, G>; 2],
        v: [&Row<T, G>; 2],
        [here, below]: [[&mut [T]; 3]; 2],
        mask: impl CellMask,
    ) {
        let columns = extent.columns();
        let [x0, x1] = x.map(|row| cut(row, 0, columns));
        let [v0, v1] = v.map(|row| cut(row, 0, columns));
        let whole = |lanes: [&[T]; 3]| lanes.iter().all(|lane| lane.len() == columns);
        let room = [&here, &below]
            .iter()
            .all(|row| row.iter().all(|lane| lane.len() == columns));
        if !([x0, x1, v0, v1].into_iter().all(whole) && room && mask.covers(columns)) {
            return;
        }
        let velocity = |x: [&[T]; 3], v: [&[T]; 3], i| M::velocity3(get3(x, i), get3(v, i));
        let ([mut hx, mut hy, mut hz], [mut bx, mut by, mut bz]) = (here, below);
        let mut add_to = |is_below: bool, i: usize, force: Vector<T>| {
            let (x, y, z) = match is_below {
                false => (&mut hx, &mut hy, &mut hz),
                true => (&mut bx, &mut by, &mut bz),
            };
            [x[i], y[i], z[i]] = add([x[i], y[i], z[i]], force);
        };
        for i in 0..columns.saturating_sub(1) {
            // Corners 0 1 / 2 3; triangles as in `topology::triangles`.
            let p = [get3(x0, i), get3(x0, i + 1), get3(x1, i), get3(x1, i + 1)];
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
            add_to(false, i, first);
            add_to(false, i + 1, both);
            add_to(true, i, both);
            add_to(true, i + 1, second);
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
