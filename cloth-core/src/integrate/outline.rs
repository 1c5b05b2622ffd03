//! Which oscillations x″ = −ω²·x − c·x′ a scheme keeps from growing, with κ = ω²·dt² and γ = c·dt; and
//! where the pairs of stiffness and damping lie that a cloth's modes can have.
//!
//! A mode of x″ = −K·x − C·x′ with the shape u, |u| = 1, is an oscillator with
//! k = u*·K·u and c = u*·C·u. If K and C do not commute, u is not known without
//! solving for it. But over all shapes the pairs (k, c) fill a convex set, and
//! λ_max(α·K + β·C) is how far it reaches in the direction (α, β). Lines at a
//! right angle to a few directions thus enclose every mode there is.

/// Most lines: four, and one for each cut.
const LINES: usize = 16;
/// Points looked at on each side. A region of stability need not be convex:
/// RK4's is not.
const POINTS: usize = 8;
/// A cut that takes off less than this part of a corner's distance from the
/// origin is not worth another.
const WORTHWHILE: f64 = 3e-3;
/// What is less than this counts as zero: it may be rounding in `f32`.
const NOTHING: f64 = 1e-5;

type Pair = [f64; 2];

/// A line [a, b, most]: a·k + b·c ≤ most.
type Line = [f64; 3];

/// A convex polygon around the pairs, as parts of the largest stiffness and the
/// largest damping. Lines in the order of their directions, counterclockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outline {
    lines: [Line; LINES],
    count: usize,
}

impl Outline {
    /// All pairs from 0 to 1.
    pub(crate) const SQUARE: Self = {
        let mut lines = [[0.0, -1.0, 0.0]; LINES];
        lines[1] = [1.0, 0.0, 1.0];
        lines[2] = [0.0, 1.0, 1.0];
        lines[3] = [-1.0, 0.0, 0.0];
        Self { lines, count: 4 }
    };

    /// The longest step at which all pairs inside are stable.
    pub(crate) fn longest(&self, stable: impl Fn(Pair, f64) -> bool) -> f64 {
        largest(|dt| (0..self.count).all(|side| self.leaves(side, |p| stable(p, dt)).is_none()))
    }

    /// As [`longest`](Self::longest), after cutting off corners that lie outside
    /// of the region of stability and hold no pairs. `reach` tells how far the
    /// pairs go in a direction.
    pub(crate) fn longest_cut(
        mut self,
        stable: &dyn Fn(Pair, f64) -> bool,
        reach: &mut dyn FnMut(Pair) -> f64,
    ) -> f64 {
        loop {
            let dt = self.longest(stable);
            // Just beyond: what is not stable any more is what matters.
            let beyond = dt.max(1e-12) * (1.0 + 1e-6);
            let Some(corner) = self.worst_corner(|p| stable(p, beyond)) else {
                return dt;
            };
            if self.count == LINES || !self.cut(corner, reach) {
                return dt;
            }
        }
    }

    /// Where line i meets the next one.
    fn corner(&self, i: usize) -> Pair {
        let ([a, b, p], [c, d, q]) = (self.lines[i], self.lines[(i + 1) % self.count]);
        let area = a * d - b * c;
        // Neither is below zero, except by rounding.
        let both = [(p * d - b * q) / area, (a * q - p * c) / area];
        both.map(|v| v.max(0.0))
    }

    /// The corners at the beginning and at the end of a side.
    fn ends(&self, side: usize) -> [usize; 2] {
        [(side + self.count - 1) % self.count, side]
    }

    /// The first point of a side that is not stable: how many eighths of the
    /// side lie before it.
    fn leaves(&self, side: usize, stable: impl Fn(Pair) -> bool) -> Option<usize> {
        let [from, to] = self.ends(side).map(|i| self.corner(i));
        (0..POINTS).find(|&i| {
            let part = i as f64 / POINTS as f64;
            let between = |i: usize| from[i] + part * (to[i] - from[i]);
            !stable([between(0), between(1)])
        })
    }

    /// The unstable corner that is farthest from the origin; if only the middle
    /// of a side is unstable, the end that is next to it.
    fn worst_corner(&self, stable: impl Fn(Pair) -> bool) -> Option<usize> {
        let distance = |i: &usize| self.corner(*i).iter().sum::<f64>();
        let unstable = (0..self.count).filter(|&i| !stable(self.corner(i)));
        let farthest = unstable.max_by(|i, j| distance(i).total_cmp(&distance(j)));
        farthest.or_else(|| {
            (0..self.count).find_map(|side| {
                let first = self.leaves(side, &stable)?;
                Some(self.ends(side)[usize::from(2 * first >= POINTS)])
            })
        })
    }

    /// Cuts a corner off by a line halfway between its two; `false` if there is
    /// next to nothing to cut off.
    fn cut(&mut self, corner: usize, reach: &mut dyn FnMut(Pair) -> f64) -> bool {
        let [x, y] = self.corner(corner);
        let next = self.lines[(corner + 1) % self.count];
        let ([a, b, _], [c, d, _]) = (self.lines[corner], next);
        let length = libm::sqrt((a + c) * (a + c) + (b + d) * (b + d));
        let (a, b) = ((a + c) / length, (b + d) / length);
        let reached = reach([a, b]);
        let most = if reached < NOTHING { 0.0 } else { reached };
        let off = a * x + b * y - most;
        if off.is_nan() || off < WORTHWHILE * libm::sqrt(x * x + y * y) {
            return false;
        }
        self.lines[corner + 1..=self.count].rotate_right(1);
        self.lines[corner + 1] = [a, b, most];
        self.count += 1;
        true
    }
}

/// Schemes that take the velocity backwards (Verlet, symplectic Euler):
/// x' = (1 + q − κ)·x − q·x_previous with q = exp(−rate) − drag.
///
/// Both roots lie within the unit circle iff |q| ≤ 1 and κ ≤ 2 + 2q. With drag
/// alone that is γ ≤ 2, κ + 2γ ≤ 4 (S0's list of mistakes, 6).
pub(super) fn with_backward_velocity(kappa: f64, drag: f64, rate: f64) -> bool {
    let q = libm::exp(-rate) - drag;
    q >= -1.0 && kappa <= 2.0 + 2.0 * q
}

/// The largest factor on the time step at which `stable` holds, found by
/// bisection: 0 if at none, infinity if even at 10¹² times the step.
pub(crate) fn largest(stable: impl Fn(f64) -> bool) -> f64 {
    let mut high = 1e12;
    if stable(high) {
        return f64::INFINITY;
    }
    // First by magnitude, then by halves: the answer may be 10⁻⁹.
    while high > 1e-12 && !stable(0.5 * high) {
        high *= 0.5;
    }
    if high <= 1e-12 {
        return 0.0;
    }
    let mut low = 0.5 * high;
    for _ in 0..52 {
        let middle = 0.5 * (low + high);
        match stable(middle) {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use crate::integrate::{Method, Rk4};

    /// Of slow motions |R|² − 1 is −|h|⁶/72, less than rounding.
    #[test]
    fn slow_motions_are_stable_under_rk4() {
        for i in 0..3000 {
            let s = 2.8 * libm::exp(-0.01 * f64::from(i));
            assert!(Rk4::is_stable(s * s, 0.0, 0.0), "{s:e}");
        }
    }
}
