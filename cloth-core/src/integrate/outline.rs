//! Where the pairs of stiffness and damping lie that a cloth's modes can have.
//!
//! A mode of x″ = −K·x − C·x′ with the shape u, |u| = 1, is an oscillator with
//! k = u*·K·u and c = u*·C·u. If K and C do not commute, u is not known without
//! solving for it. But over all shapes the pairs (k, c) fill a convex set, and
//! λ_max(α·K + β·C) is how far it reaches in the direction (α, β). Lines at a
//! right angle to a few directions thus enclose every mode there is.

use super::stability::largest;

/// Most lines: four, and one for each cut.
const LINES: usize = 16;
/// Points looked at on each side. A region of stability need not be convex:
/// RK4's is not.
const POINTS: usize = 8;
/// A cut that takes off less than this part of a corner's distance from the
/// origin is not worth another.
const WORTHWHILE: f64 = 3e-3;
/// What is less than this counts as nothing: it may be rounding in `f32`.
const NOTHING: f64 = 1e-5;

type Pair = [f64; 2];

/// normal · (k, c) ≤ most.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    normal: Pair,
    most: f64,
}

impl Line {
    const fn new(normal: Pair, most: f64) -> Self {
        Self { normal, most }
    }
}

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
        let mut lines = [Line::new([0.0, -1.0], 0.0); LINES];
        lines[1] = Line::new([1.0, 0.0], 1.0);
        lines[2] = Line::new([0.0, 1.0], 1.0);
        lines[3] = Line::new([-1.0, 0.0], 0.0);
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
        let (first, second) = (self.lines[i], self.lines[(i + 1) % self.count]);
        let ([a, b], [c, d]) = (first.normal, second.normal);
        let area = a * d - b * c;
        // Neither is below zero, except by rounding.
        [
            ((first.most * d - b * second.most) / area).max(0.0),
            ((a * second.most - first.most * c) / area).max(0.0),
        ]
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
        let ([a, b], [c, d]) = (
            self.lines[corner].normal,
            self.lines[(corner + 1) % self.count].normal,
        );
        let length = libm::sqrt((a + c) * (a + c) + (b + d) * (b + d));
        let normal = [(a + c) / length, (b + d) / length];
        let reached = reach(normal);
        let most = if reached < NOTHING { 0.0 } else { reached };
        let off = normal[0] * x + normal[1] * y - most;
        if off.is_nan() || off < WORTHWHILE * libm::sqrt(x * x + y * y) {
            return false;
        }
        self.lines[corner + 1..=self.count].rotate_right(1);
        self.lines[corner + 1] = Line::new(normal, most);
        self.count += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integrate::stability::{forward_euler, midpoint, with_backward_velocity};

    /// How far the points reach in a direction.
    fn reach<const N: usize>(points: [Pair; N]) -> impl FnMut(Pair) -> f64 {
        move |[a, b]| {
            let along = points.map(|[k, c]| a * k + b * c);
            along.into_iter().fold(0.0, f64::max)
        }
    }

    fn assert_near(got: f64, expected: f64) {
        assert!((got / expected - 1.0).abs() < 5e-3, "{got} {expected}");
    }

    #[test]
    fn a_cut_outline_fits_what_it_encloses() {
        // Stiffness 100 without damping, and a softer, damped motion.
        let points = [[0.0, 0.0], [1.0, 0.3], [0.2, 1.0]];
        let verlet =
            |[k, c]: Pair, dt: f64| with_backward_velocity(100.0 * k * dt * dt, 10.0 * c * dt, 0.0);
        let alone = |p: Pair| largest(|dt| verlet(p, dt));
        let least = points.map(alone).into_iter().fold(f64::INFINITY, f64::min);
        let square = Outline::SQUARE.longest(verlet);
        let cut = Outline::SQUARE.longest_cut(&verlet, &mut reach(points));
        assert!(
            square < 0.9 * least && cut <= least,
            "{square} {cut} {least}"
        );
        assert_near(cut, least);
    }

    #[test]
    fn motions_in_proportion_are_as_one() {
        // c = k: forward Euler to dt = c/k, the midpoint to k²·dt³ = 4c and less.
        let points = [[0.0, 0.0], [1.0, 1.0]];
        let euler = |[k, c]: Pair, dt: f64| forward_euler(100.0 * k * dt * dt, c * dt);
        assert_eq!(Outline::SQUARE.longest(euler), 0.0);
        let cut = Outline::SQUARE.longest_cut(&euler, &mut reach(points));
        assert_near(cut, 0.01);
        let two = |[k, c]: Pair, dt: f64| midpoint(100.0 * k * dt * dt, c * dt);
        let expected = largest(|dt| two([1.0, 1.0], dt));
        assert_near(
            Outline::SQUARE.longest_cut(&two, &mut reach(points)),
            expected,
        );
    }

    #[test]
    fn an_undamped_motion_that_no_step_keeps() {
        let points = [[0.0, 0.0], [1.0, 1.0], [0.5, 0.0]];
        let euler = |[k, c]: Pair, dt: f64| forward_euler(100.0 * k * dt * dt, c * dt);
        assert_eq!(Outline::SQUARE.longest_cut(&euler, &mut reach(points)), 0.0);
    }
}
