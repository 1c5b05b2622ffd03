//! XPBD with more than one pass a substep, or with damping: each link's
//! multiplier is remembered from pass to pass.
//!
//! With C = l − l₀, n the direction of the link and μ = −λ, which is the tension
//! times dt²:
//!
//! Δμ = (C − α̃·μ + γ·n·Δx) / ((1 + γ)·(w₁ + w₂) + α̃)
//!
//! where Δx is how far the ends have moved apart in this substep, and
//! γ = α̃·β·dt/m. Source: Macklin 2016, equations 18 and 26.

use super::links::nth;
use crate::cloth::Cloth;
use crate::extent::{Blank, Extent, Lanes, OutOfMemory};
use crate::grid::{Grid, Rows};
use crate::scalar::Scalar;
use crate::tear::{Tear, Without, bit};
use crate::vector::{add, dot, each, scale, sub};

/// Families of links that start at a particle: structural, shear to the right
/// and to the left, bend, and bend along the diagonals.
const FAMILIES: usize = 8;

/// Largest α̃ and γ. A link as soft as that is as good as none; without a bound
/// very short substeps make them infinite, and ∞·0 is no number.
const SOFTEST: f64 = 1e12;

/// What XPBD remembers of links, for more than one pass a substep and for damping: their multipliers, 32 bytes
/// a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Multipliers<T: Scalar, G: Extent> {
    rows: Rows<T, G, FAMILIES>,
}

impl<T: Scalar, G: Extent> Blank for Multipliers<T, G> {
    const BLANK: Self = Self { rows: Rows::ZERO };
}

/// The links of one family: what a pass takes of them, with one free end and with two, under
/// tension and under pressure.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompliantFamily<T> {
    rest: T,
    parts: [[Parts<T>; 2]; 2],
}

/// Δμ = (C − α̃·μ + γ·Ċ) / ((1 + γ)·w + α̃), each over the divisor: none of these is large,
/// however soft the link.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Parts<T> {
    excess: T,
    multiplier: T,
    apart: T,
}

impl<T: Scalar> Parts<T> {
    fn new(weight: f64, compliance: f64, damping: f64) -> Self {
        let stiff = (1.0 + damping) * weight + compliance;
        Self {
            excess: T::from_f64(1.0 / stiff),
            multiplier: T::from_f64(compliance / stiff),
            apart: T::from_f64(damping / stiff),
        }
    }
}

impl<T: Scalar> CompliantFamily<T> {
    /// Links of compliance `tension` and `pressure`, damped by β·dt/m.
    pub(super) fn new(rest: f64, tension: f64, pressure: f64, damping: f64) -> Self {
        let parts = |weight: f64, compliance: f64| {
            let compliance = compliance.min(SOFTEST);
            Parts::new(weight, compliance, (compliance * damping).min(SOFTEST))
        };
        let sides = |weight| [parts(weight, tension), parts(weight, pressure)];
        Self {
            rest: T::from_f64(rest),
            parts: [sides(1.0), sides(2.0)],
        }
    }

    /// Δμ, and Δμ over the link's length, both in finer units, for ends that are `d` apart,
    /// two of which are free or one, given how far they have moved apart, and μ in finer
    /// units.
    #[inline(always)]
    fn change(&self, d: [T; 3], moved: [T; 3], both_free: bool, multiplier: T) -> (T, T) {
        let length = T::norm(d[0], d[1], d[2]);
        let defined = length > T::ZERO;
        let divisor = if defined { length } else { T::ONE };
        let excess = length - self.rest;
        let bits = T::FINENESS;
        // The sign that μ will have, whichever compliance is taken.
        let weight = if both_free { T::ONE + T::ONE } else { T::ONE };
        let side = usize::from(excess + (weight * multiplier).coarser(bits) < T::ZERO);
        let parts = &self.parts[usize::from(both_free)][side];
        let apart = dot(d, moved) / divisor;
        let change = parts.excess * excess.finer(bits) - parts.multiplier * multiplier
            + parts.apart * apart.finer(bits);
        let change = if defined { change } else { T::ZERO };
        (change, change / divisor)
    }
}

impl<T: Scalar, G: Extent> Multipliers<T, G> {
    pub(crate) fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.rows.allocate(extent)
    }

    /// Whether it has room for the grid.
    pub(crate) fn has_room(&self) -> bool {
        G::IS_CONST || !self.rows.units().is_empty()
    }

    /// A substep begins without tension.
    pub(crate) fn forget(&mut self) {
        self.rows.clear();
    }

    /// Solves every link once, downwards or upwards.
    pub(crate) fn pass<const N: usize>(
        &mut self,
        families: &[Option<CompliantFamily<T>>; 4],
        cloth: &mut Cloth<T, G>,
        start: &Grid<T, G>,
        tear: &impl Tear<G>,
        upwards: bool,
    ) {
        let [structural, shear, bend, diagonal] = families;
        let diagonal = if N > 3 { diagonal } else { &None };
        // Columns and rows from end to end, in constraint mode's order.
        let order = [
            (structural, (1, 0)),
            (bend, (2, 0)),
            (structural, (0, 1)),
            (shear, (1, 1)),
            (shear, (-1, 1)),
            (bend, (0, 2)),
            (diagonal, (2, 2)),
            (diagonal, (-2, 2)),
        ];
        let (rows, from) = (cloth.extent().rows(), cloth.rounding.next());
        for step in 0..rows {
            let row = nth(step, rows, !upwards);
            for (i, (family, reach)) in order.into_iter().enumerate() {
                // Those between the row and the ones that the pass has been at.
                let upper = if upwards {
                    Some(row)
                } else {
                    row.checked_sub(reach.1)
                };
                let (Some(family), Some(upper)) = (family, upper) else {
                    continue;
                };
                let links = self.rows.row_mut(upper).lanes_mut();
                if let Some(multipliers) = links.into_iter().nth(i) {
                    let bit = bit(reach.0, reach.1);
                    let broken = tear.broken(upper, bit).map(|links| Without(links, bit));
                    let at = (upper, reach);
                    solve_family(family, multipliers, cloth, start, at, from, broken);
                }
            }
        }
    }
}

/// The links of a family that start in a row and are whole.
#[inline(never)]
fn solve_family<T: Scalar, G: Extent>(
    family: &CompliantFamily<T>,
    multipliers: &mut [T],
    cloth: &mut Cloth<T, G>,
    start: &Grid<T, G>,
    (row, (columns, rows)): (usize, (isize, usize)),
    from: u32,
    broken: Option<Without<'_>>,
) {
    let (extent, other) = (cloth.extent(), row + rows);
    if other >= extent.rows() {
        return;
    }
    for i in 0..extent.columns() {
        let Some(j) = i.checked_add_signed(columns) else {
            continue;
        };
        let place = extent.place(i);
        let whole = broken.is_none_or(|links| links.is_whole(place));
        let Some(multiplier) = multipliers.get_mut(place) else {
            continue;
        };
        if j >= extent.columns() || !whole {
            continue;
        }
        let (a, b) = (cloth.position.at(i, row), cloth.position.at(j, other));
        let is_free = |row, column| !cloth.is_pinned(column, row);
        let free = [is_free(row, i), is_free(other, j)];
        if free == [false, false] {
            continue;
        }
        let moved = sub(sub(b, start.at(j, other)), sub(a, start.at(i, row)));
        let d = sub(b, a);
        let both_free = free == [true, true];
        let (change, part) = family.change(d, moved, both_free, *multiplier);
        *multiplier += change;
        let pull = each(scale(d, part), |v| v.coarser_at(T::FINENESS, from));
        if free[0] {
            cloth.position.put(i, row, add(a, pull));
        }
        if free[1] {
            cloth.position.put(j, other, sub(b, pull));
        }
    }
}
