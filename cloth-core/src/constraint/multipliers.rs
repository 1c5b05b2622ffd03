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

use super::walk::nth;
use crate::cloth::Cloth;
use crate::grid::{Grid, Row};
use crate::scalar::Scalar;
use crate::tear::{AllWhole, Mask, Tear, Without, bit};
use crate::vector::{add, dot, scale, sub};

/// Families of links that start at a particle: structural, shear to the right
/// and to the left, bend, and bend along the diagonals.
const FAMILIES: usize = 8;

/// Largest α̃ and γ. A link as soft as that is as good as none; without a bound
/// very short substeps make them infinite, and ∞·0 is no number.
const SOFTEST: f64 = 1e12;

/// The multipliers of all links: 32 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Multipliers<T, const W: usize, const H: usize> {
    rows: [[[T; W]; FAMILIES]; H],
}

/// What XPBD needs beside the cloth for links with a memory.
#[derive(Debug)]
pub struct LinkMemory<'a, T, const W: usize, const H: usize> {
    /// The positions at the start of the substep.
    pub previous: &'a Grid<T, W, H>,
    /// The multipliers.
    pub multipliers: &'a mut Multipliers<T, W, H>,
}

/// The links of one family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CompliantFamily<T> {
    rest: T,
    /// α̃ where the link is too long, and where it is too short.
    compliance: [T; 2],
    /// γ for both.
    damping: [T; 2],
}

impl<T: Scalar> CompliantFamily<T> {
    /// Links of compliance `tension` and `pressure`, damped by β·dt/m.
    pub(super) fn new(rest: f64, tension: f64, pressure: f64, damping: f64) -> Self {
        let both = [tension, pressure].map(|c| c.min(SOFTEST));
        Self {
            rest: T::from_f64(rest),
            compliance: both.map(T::from_f64),
            damping: both.map(|c| T::from_f64((c * damping).min(SOFTEST))),
        }
    }

    /// Δμ over the link's length, for ends that are `d` apart, with the sum of
    /// their inverse masses and how far they have moved apart.
    #[inline(always)]
    fn change(&self, d: [T; 3], moved: [T; 3], weight: T, multiplier: T) -> (T, T) {
        let length = T::norm(d[0], d[1], d[2]);
        let defined = length > T::ZERO;
        let divisor = if defined { length } else { T::ONE };
        let excess = length - self.rest;
        // The sign that μ will have, whichever compliance is taken.
        let side = usize::from(excess + weight * multiplier < T::ZERO);
        let (compliance, damping) = (self.compliance[side], self.damping[side]);
        let apart = dot(d, moved) / divisor;
        let error = excess - compliance * multiplier + damping * apart;
        let stiff = (T::ONE + damping) * weight + compliance;
        let solvable = defined & (stiff > T::ZERO) & (weight > T::ZERO);
        let change = error / if solvable { stiff } else { T::ONE };
        let change = if solvable { change } else { T::ZERO };
        (change, change / divisor)
    }
}

impl<T: Scalar, const W: usize, const H: usize> Multipliers<T, W, H> {
    /// Memory in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// No tension anywhere.
    pub const ZERO: Self = Self {
        rows: [[[T::ZERO; W]; FAMILIES]; H],
    };

    /// A substep begins without tension.
    pub(super) fn forget(&mut self) {
        for family in self.rows.iter_mut().flatten() {
            family.fill(T::ZERO);
        }
    }

    /// Solves every link once, downwards or upwards.
    pub(super) fn pass<const DIAGONALS: bool>(
        &mut self,
        families: &[Option<CompliantFamily<T>>; 4],
        cloth: &mut Cloth<T, W, H>,
        previous: &Grid<T, W, H>,
        tear: &impl Tear<W, H>,
        upwards: bool,
    ) {
        let [structural, shear, bend, diagonal] = families;
        let diagonal = if DIAGONALS { diagonal } else { &None };
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
        for step in 0..H {
            let row = nth(step, H, !upwards);
            for (i, (family, reach)) in order.into_iter().enumerate() {
                // Those between the row and the ones that the pass has been at.
                let upper = if upwards {
                    Some(row)
                } else {
                    row.checked_sub(reach.1)
                };
                if let (Some(family), Some(upper)) = (family, upper) {
                    let multipliers = &mut self.rows[upper][i];
                    let at = (upper, reach);
                    let bit = bit(reach.0, reach.1);
                    match tear.broken(upper, bit) {
                        None => solve_family(family, multipliers, cloth, previous, at, AllWhole),
                        Some(links) => {
                            let whole = Without(links, bit);
                            solve_family(family, multipliers, cloth, previous, at, whole);
                        }
                    }
                }
            }
        }
    }
}

/// The links of a family that start in a row and are whole.
#[inline(never)]
fn solve_family<T: Scalar, const W: usize, const H: usize>(
    family: &CompliantFamily<T>,
    multipliers: &mut [T; W],
    cloth: &mut Cloth<T, W, H>,
    previous: &Grid<T, W, H>,
    (row, (columns, rows)): (usize, (isize, usize)),
    links: impl Mask,
) {
    let other = row + rows;
    if other >= H {
        return;
    }
    for i in 0..W {
        let Some(j) = i
            .checked_add_signed(columns)
            .filter(|&j| j < W && links.whole(i))
        else {
            continue;
        };
        let (a, b) = (
            cloth.position.rows[row].get(i),
            cloth.position.rows[other].get(j),
        );
        let weights = [cloth.inverse_mass[row][i], cloth.inverse_mass[other][j]];
        let moved = |x: [T; 3], before: &Row<T, W>, at: usize| sub(x, before.get(at));
        let moved = sub(
            moved(b, &previous.rows[other], j),
            moved(a, &previous.rows[row], i),
        );
        let d = sub(b, a);
        let (change, part) = family.change(d, moved, weights[0] + weights[1], multipliers[i]);
        multipliers[i] += change;
        let pull = scale(d, part);
        cloth.position.rows[row].set(i, add(a, scale(pull, weights[0])));
        cloth.position.rows[other].set(j, sub(b, scale(pull, weights[1])));
    }
}
