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

use super::links::{LinkRows, Links, places};
use crate::base::{
    Blank, Cloth, Extent, Grid, Lanes, OutOfMemory, Rows, Scalar, add, dot, each, scale, sub,
};
use crate::tear::{Tear, Without, bit};
use core::ops::Range;

/// Families of links that start at a particle, by the number of their [`bit`].
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

impl<T: Scalar, G: Extent> Multipliers<T, G> {
    pub(crate) fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.rows.allocate(extent)
    }

    /// Whether it has room for the grid.
    pub(crate) fn has_room(&self) -> bool {
        G::IS_CONST || !self.rows.units().is_empty()
    }

    /// Solves every link in each of these passes; a substep begins without tension.
    pub(super) fn solve<const N: usize>(
        &mut self,
        families: &[Option<CompliantFamily<T>>; N],
        passes: Range<u32>,
        cloth: &mut Cloth<T, G>,
        start: &Grid<T, G>,
        tear: &impl Tear<G>,
        upwards: bool,
    ) {
        self.rows.clear();
        for pass in passes {
            let downwards = upwards == (pass % 2 == 1);
            let rows = cloth.extent().rows();
            let place = cloth.rounding.next();
            for step in 0..=rows {
                let (inner, upper) = places(step, rows, downwards);
                Links(families).solve(&mut Remembered {
                    multipliers: &mut self.rows,
                    cloth,
                    start,
                    tear,
                    inner,
                    upper,
                    place,
                });
            }
        }
    }
}

/// The links that a pass is at, with their multipliers.
struct Remembered<'a, T: Scalar, G: Extent, M> {
    multipliers: &'a mut Rows<T, G, FAMILIES>,
    cloth: &'a mut Cloth<T, G>,
    start: &'a Grid<T, G>,
    tear: &'a M,
    inner: Option<usize>,
    upper: [Option<usize>; 2],
    place: u32,
}

impl<T: Scalar, G: Extent, M: Tear<G>> LinkRows<CompliantFamily<T>> for Remembered<'_, T, G, M> {
    fn within<const D: usize, const FIRST: usize>(&mut self, family: &CompliantFamily<T>) {
        let links = 0..self.cloth.extent().columns().saturating_sub(D);
        let is_start = |i: &usize| *i >= FIRST && (*i - FIRST) & D == 0;
        if let Some(row) = self.inner {
            self.solve(family, links.filter(is_start), [0, D], [row; 2]);
        }
    }

    fn between<const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &CompliantFamily<T>,
    ) {
        if let Some(upper) = self.upper[DISTANCE - 1] {
            let links = 0..self.cloth.extent().columns().saturating_sub(A + B);
            self.solve(family, links, [A, B], [upper, upper + DISTANCE]);
        }
    }
}

impl<T: Scalar, G: Extent, M: Tear<G>> Remembered<'_, T, G, M> {
    /// Links from column i + `from` of one row to column i + `to` of another, as far as they are whole.
    fn solve(
        &mut self,
        family: &CompliantFamily<T>,
        links: impl Iterator<Item = usize>,
        [from, to]: [usize; 2],
        rows: [usize; 2],
    ) {
        let (extent, cloth) = (self.cloth.extent(), &mut *self.cloth);
        let bit = bit(to as isize - from as isize, rows[1] - rows[0]);
        let broken = Without(self.tear.broken(rows[0], bit).unwrap_or_default(), bit);
        // Always there: a step has no path to a panic.
        let row = self.multipliers.row_mut_at(rows[0]).map(Lanes::lanes_mut);
        let lane = bit.trailing_zeros() as usize;
        let Some(multipliers) = row.and_then(|lanes| lanes.into_iter().nth(lane)) else {
            return;
        };
        for i in links {
            let ([i, j], place) = ([i + from, i + to], extent.place(i + from));
            let free = [!cloth.is_pinned(i, rows[0]), !cloth.is_pinned(j, rows[1])];
            let Some(multiplier) = multipliers.get_mut(place) else {
                continue;
            };
            if !broken.is_whole(place) || free == [false, false] {
                continue;
            }
            let (a, b) = (cloth.position.at(i, rows[0]), cloth.position.at(j, rows[1]));
            let [a0, b0] = [self.start.at(i, rows[0]), self.start.at(j, rows[1])];
            let (d, moved) = (sub(b, a), sub(sub(b, b0), sub(a, a0)));
            let both_free = free == [true, true];
            let (change, part) = family.change(d, moved, both_free, *multiplier);
            *multiplier = *multiplier + change;
            let pull = each(scale(d, part), |v| v.coarser_at(T::FINENESS, self.place));
            if free[0] {
                cloth.position.put(i, rows[0], add(a, pull));
            }
            if free[1] {
                cloth.position.put(j, rows[1], sub(b, pull));
            }
        }
    }
}

/// The links of one family: what a pass takes of them, with one free end and with two, under
/// tension and under pressure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CompliantFamily<T> {
    rest: T,
    parts: [[Shares<T>; 2]; 2],
}

/// Δμ = (C − α̃·μ + γ·Ċ) / ((1 + γ)·w + α̃), each over the divisor: none of these is large,
/// however soft the link.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shares<T> {
    excess: T,
    multiplier: T,
    apart: T,
}

impl<T: Scalar> Shares<T> {
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
    /// Links of these compliances under tension and under pressure, damped by β·dt/m.
    pub(super) fn new(rest: f64, compliances: [f64; 2], damping: f64) -> Self {
        let parts = |weight: f64| {
            compliances.map(|compliance| {
                let compliance = compliance.min(SOFTEST);
                Shares::new(weight, compliance, (compliance * damping).min(SOFTEST))
            })
        };
        Self {
            rest: T::from_f64(rest),
            parts: [1.0, 2.0].map(parts),
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
