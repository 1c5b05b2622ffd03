//! The engine's algorithms once more, as plainly as they can be written: lists
//! of springs, one particle at a time, no rows, no kernels.

use cloth_core::scene::{ConstraintScene, SpringScene};
use cloth_core::{BendNeighbours, Scalar, Spring, SpringKind, springs};

/// The forces of all springs of a `columns` × `rows` grid of particles of mass
/// 1 and spacing 1, from positions and velocities, added up spring by spring.
#[must_use]
pub fn spring_forces(
    (columns, rows): (usize, usize),
    scene: &SpringScene,
    x: &[[f64; 3]],
    v: &[[f64; 3]],
) -> Vec<[f64; 3]> {
    spring_forces_of((columns, rows), scene, x, v, |_| true)
}

/// As [`spring_forces`], of the springs whose ends `counts` accepts.
#[must_use]
pub fn spring_forces_of(
    (columns, rows): (usize, usize),
    scene: &SpringScene,
    x: &[[f64; 3]],
    v: &[[f64; 3]],
    counts: impl Fn([usize; 2]) -> bool,
) -> Vec<[f64; 3]> {
    let mut force = vec![[0.0; 3]; columns * rows];
    let springs = springs(columns, rows, scene.bend_neighbours);
    for spring in springs.filter(|spring| counts(spring.ends)) {
        let [a, b] = spring.ends;
        let k = match spring.kind {
            SpringKind::Structural => scene.structural,
            SpringKind::Shear => scene.shear,
            SpringKind::Bend => scene.bend,
        };
        let d: [f64; 3] = core::array::from_fn(|i| x[b][i] - x[a][i]);
        let u: [f64; 3] = core::array::from_fn(|i| v[b][i] - v[a][i]);
        let length = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
        let rate = (0..3).map(|i| u[i] * d[i] / length).sum::<f64>();
        let tension = k * (length - spring.rest) + scene.damping * rate;
        for i in 0..3 {
            force[a][i] += tension * d[i] / length;
            force[b][i] -= tension * d[i] / length;
        }
    }
    force
}

/// Positions and weights (inverse masses) for the solvers below.
#[derive(Clone, Debug)]
pub struct Particles<T> {
    /// Columns of the grid.
    pub columns: usize,
    /// Rows of the grid.
    pub rows: usize,
    /// Positions, row by row, in rest spacings.
    pub x: Vec<[T; 3]>,
    /// Inverse masses, row by row.
    pub weight: Vec<T>,
}

/// How one family of links is solved.
#[derive(Clone, Copy, Debug)]
struct Links<T> {
    rest: T,
    stiffness: T,
    /// Only shorten.
    limit: bool,
}

impl<T: Scalar> Particles<T> {
    /// Constraint mode: `iterations` passes, down the rows and up in turn.
    pub fn project(&mut self, scene: &ConstraintScene) {
        for iteration in 0..scene.iterations {
            for step in 0..self.rows {
                self.project_row(step, iteration % 2 == 0, scene);
            }
        }
    }

    /// One pass of the strain limit, down the rows and up again; over-long
    /// links are shortened to `target` of their rest length.
    pub fn limit(&mut self, target: f64) {
        let rest = T::from_f64(target);
        let links = |rest| Links {
            rest,
            stiffness: T::ONE,
            limit: true,
        };
        let straight = links(rest);
        let diagonal = links(rest * T::from_f64(core::f64::consts::SQRT_2));
        for down in [true, false] {
            for step in 0..self.rows {
                self.within(self.nth(step, down), 1, straight);
                self.between(step, down, (0, 1), straight);
                self.between(step, down, (1, 1), diagonal);
                self.between(step, down, (-1, 1), diagonal);
            }
        }
    }

    /// The row that a pass comes to after `step` others.
    const fn nth(&self, step: usize, down: bool) -> usize {
        if down { step } else { self.rows - 1 - step }
    }

    fn project_row(&mut self, step: usize, down: bool, scene: &ConstraintScene) {
        let links = |rest: f64, stiffness: f64| Links {
            rest: T::from_f64(rest),
            stiffness: T::from_f64(stiffness),
            limit: false,
        };
        let root = core::f64::consts::SQRT_2;
        let structural = links(1.0, scene.structural);
        let shear = links(root, scene.shear);
        let bend = links(2.0, scene.bend);
        self.within(self.nth(step, down), 1, structural);
        self.within(self.nth(step, down), 2, bend);
        self.between(step, down, (0, 1), structural);
        self.between(step, down, (1, 1), shear);
        self.between(step, down, (-1, 1), shear);
        self.between(step, down, (0, 2), bend);
        if scene.bend_neighbours == BendNeighbours::Eight {
            let diagonal = links(2.0 * root, scene.bend);
            self.between(step, down, (2, 2), diagonal);
            self.between(step, down, (-2, 2), diagonal);
        }
    }

    /// Links within a row, `apart` columns long: first those whose left end is
    /// in an even block of `apart` columns, then those in an odd block.
    fn within(&mut self, row: usize, apart: usize, links: Links<T>) {
        for colour in 0..2 {
            for left in 0..self.columns.saturating_sub(apart) {
                if (left / apart) % 2 == colour {
                    let a = row * self.columns + left;
                    self.solve(a, a + apart, links);
                }
            }
        }
    }

    /// Links between a row and the one that the pass was at `apart` steps before;
    /// from the upper to the lower they lead `across` columns to the right.
    fn between(
        &mut self,
        step: usize,
        down: bool,
        (across, apart): (isize, usize),
        links: Links<T>,
    ) {
        let Some(before) = step.checked_sub(apart) else {
            return;
        };
        let row = self.nth(step, down).min(self.nth(before, down));
        for column in 0..self.columns {
            let other = column.checked_add_signed(across);
            if let Some(other) = other.filter(|&c| c < self.columns) {
                let a = row * self.columns + column;
                self.solve(a, (row + apart) * self.columns + other, links);
            }
        }
    }

    /// Moves the ends of one link by their shares of the inverse masses.
    fn solve(&mut self, a: usize, b: usize, links: Links<T>) {
        let d: [T; 3] = core::array::from_fn(|i| self.x[b][i] - self.x[a][i]);
        let (wa, wb) = (self.weight[a], self.weight[b]);
        let length = T::norm(d[0], d[1], d[2]);
        if length * (wa + wb) <= T::ZERO || (links.limit && length <= links.rest) {
            return;
        }
        let error = (length - links.rest) / (length * (wa + wb));
        let factor = links.stiffness * error;
        for (i, along) in d.into_iter().enumerate() {
            self.x[a][i] += factor * wa * along;
            self.x[b][i] -= factor * wb * along;
        }
    }
}

/// Positions and velocities of the particles of a string in rest, hung up at
/// two points, found without simulating: see [`hanging_string`].
#[derive(Clone, Copy, Debug)]
pub struct HungString {
    /// Horizontal part of the tension, N.
    pub horizontal: f64,
    /// Depth of the lowest particle below the ends, m.
    pub sag: f64,
}

/// The equilibrium of a string of `links` equal springs (an even number) that
/// carry a weight (N) at each inner joint, with its ends `span` apart.
///
/// In equilibrium the horizontal tension H is the same in all links, and the
/// vertical one of link i of n is (i + ½ − n/2)·weight. A link's length is its
/// rest length plus tension over stiffness. H follows from the span by
/// bisection: the span grows with H.
#[must_use]
pub fn hanging_string(
    links: usize,
    rest: f64,
    weight: f64,
    stiffness: f64,
    span: f64,
) -> HungString {
    let shape = |horizontal: f64| {
        let mut extent = [0.0, 0.0];
        for i in links / 2..links {
            let vertical = (i as f64 + 0.5 - links as f64 / 2.0) * weight;
            let tension = horizontal.hypot(vertical);
            let length = rest + tension / stiffness;
            extent[0] += 2.0 * length * horizontal / tension;
            extent[1] += length * vertical / tension;
        }
        extent
    };
    let (mut low, mut high) = (0.0, 1e3 * weight * links as f64);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if shape(middle)[0] < span {
            low = middle;
        } else {
            high = middle;
        }
    }
    HungString {
        horizontal: low,
        sag: shape(low)[1],
    }
}

/// Length over rest length of every spring of these kinds, brute force.
#[must_use]
pub fn stretches(
    (columns, rows): (usize, usize),
    kinds: &[SpringKind],
    x: &[[f64; 3]],
) -> Vec<(Spring, f64)> {
    let of_kind = |s: &Spring| kinds.contains(&s.kind);
    let measure = |s: Spring| {
        let [a, b] = s.ends;
        let squared: f64 = (0..3).map(|i| (x[b][i] - x[a][i]).powi(2)).sum();
        (s, squared.sqrt() / s.rest)
    };
    springs(columns, rows, BendNeighbours::Four)
        .filter(of_kind)
        .map(measure)
        .collect()
}
