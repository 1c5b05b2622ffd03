//! The list of links, and what a link does to its two particles.

use super::particle::Particle;
use cloth_core::scene::{LimitScene, Scene};
use cloth_core::{BendNeighbours, Mode, SpringKind};

/// What a link names a particle by.
pub trait Index: Copy + core::fmt::Debug {
    /// The first particle.
    const FIRST: Self;
    /// Most particles that can be told apart.
    const PARTICLES: u64;

    /// The index of a particle below [`PARTICLES`](Index::PARTICLES).
    fn new(particle: usize) -> Self;

    /// The particle.
    fn get(self) -> usize;
}

macro_rules! index {
    ($integer:ty) => {
        impl Index for $integer {
            const FIRST: Self = 0;
            const PARTICLES: u64 = 1 << Self::BITS;

            #[inline(always)]
            fn new(particle: usize) -> Self {
                particle as Self
            }

            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }
        }
    };
}

index!(u16);
index!(u32);

/// A spring, or a constraint on a distance.
#[derive(Clone, Copy, Debug)]
pub struct Link<I> {
    ends: [I; 2],
    /// m.
    rest: f32,
    /// Springs: N/m. Constraints: the part of the error that a pass removes.
    stiffness: f32,
    kind: SpringKind,
}

/// Provot's limit on structural and shear links.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// Largest length over rest length.
    ratio: f32,
    /// What an over-long link is shortened to, over its rest length.
    target: f32,
    /// Most passes of a step.
    pub(super) passes: u32,
}

impl Limit {
    pub(super) fn new(scene: &LimitScene) -> Self {
        Self {
            ratio: scene.ratio as f32,
            // The engine's choice: a tenth of the allowed stretch below.
            target: (1.0 + (scene.ratio - 1.0) * 0.9) as f32,
            passes: scene.passes,
        }
    }
}

/// Columns and rows from a particle to the other end, and the kind of link.
const NEIGHBOURS: [(isize, usize, SpringKind); 8] = [
    (1, 0, SpringKind::Structural),
    (0, 1, SpringKind::Structural),
    (1, 1, SpringKind::Shear),
    (-1, 1, SpringKind::Shear),
    (2, 0, SpringKind::Bend),
    (0, 2, SpringKind::Bend),
    (2, 2, SpringKind::Bend),
    (-2, 2, SpringKind::Bend),
];

/// The links of a grid, particle by particle: the order in which they are
/// created, stored and solved.
pub(super) fn links_of<I: Index>(
    scene: &Scene,
    columns: usize,
    rows: usize,
) -> impl Iterator<Item = Link<I>> {
    let spacing = scene.cloth.spacing(columns, rows);
    let neighbours = scene.bend_neighbours();
    let count = match neighbours {
        BendNeighbours::Four => 6,
        BendNeighbours::Eight => 8,
    };
    (0..columns * rows).flat_map(move |i| {
        NEIGHBOURS
            .iter()
            .take(count)
            .filter_map(move |&(right, down, kind)| {
                let column = (i % columns).checked_add_signed(right)?;
                let row = i / columns + down;
                (column < columns && row < rows).then(|| {
                    let rest = libm::sqrt((right * right) as f64 + (down * down) as f64) * spacing;
                    Link {
                        ends: [I::new(i), I::new(row * columns + column)],
                        rest: rest as f32,
                        stiffness: stiffness(scene, kind, rest) as f32,
                        kind,
                    }
                })
            })
    })
}

fn stiffness(scene: &Scene, kind: SpringKind, rest: f64) -> f64 {
    let (springs, constraints) = (&scene.springs, &scene.constraints);
    if scene.solver.mode == Mode::Constraint {
        return match kind {
            SpringKind::Structural => constraints.structural,
            SpringKind::Shear => constraints.shear,
            SpringKind::Bend => constraints.bend,
        };
    }
    let stiffness = match kind {
        SpringKind::Structural => springs.structural,
        SpringKind::Shear => springs.shear,
        SpringKind::Bend => springs.bend,
    };
    stiffness / if springs.per_length { rest } else { 1.0 }
}

impl<I: Index> Link<I> {
    /// Room for a link. All bits are zero.
    pub const NONE: Self = Self {
        ends: [I::FIRST; 2],
        rest: 0.0,
        stiffness: 0.0,
        kind: SpringKind::Structural,
    };

    /// The vector between the ends, and its length squared.
    #[inline]
    fn squared(&self, particles: &[Particle]) -> ([f32; 3], f32) {
        let [a, b] = self.ends.map(|i| particles[i.get()].position);
        let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        (d, d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
    }

    /// The vector between the ends, and its length.
    #[inline]
    fn across(&self, particles: &[Particle]) -> ([f32; 3], f32) {
        let (d, squared) = self.squared(particles);
        (d, libm::sqrtf(squared))
    }

    /// Adds the spring's force to the accelerations of its ends.
    #[inline]
    pub(super) fn pull(&self, particles: &mut [Particle], inverse_mass: f32) {
        let (d, length) = self.across(particles);
        if length > 0.0 {
            let factor = self.stiffness * (length - self.rest) / length * inverse_mass;
            let [a, b] = self.ends.map(I::get);
            for i in 0..3 {
                particles[a].acceleration[i] += factor * d[i];
                particles[b].acceleration[i] -= factor * d[i];
            }
        }
    }

    /// Moves the ends towards the rest length.
    #[inline]
    pub(super) fn satisfy(&self, particles: &mut [Particle]) {
        let (d, length) = self.across(particles);
        self.correct(particles, d, length, self.rest, self.stiffness);
    }

    /// Moves the ends of an over-long link together.
    #[inline]
    pub(super) fn shorten(&self, limit: &Limit, particles: &mut [Particle]) {
        if self.kind == SpringKind::Bend {
            return;
        }
        let (d, length) = self.across(particles);
        let target = limit.target * self.rest;
        if length > target {
            self.correct(particles, d, length, target, 1.0);
        }
    }

    /// Moves each end by its share of the weights.
    #[inline]
    fn correct(
        &self,
        particles: &mut [Particle],
        d: [f32; 3],
        length: f32,
        target: f32,
        stiffness: f32,
    ) {
        let [a, b] = self.ends.map(I::get);
        let (wa, wb) = (particles[a].weight, particles[b].weight);
        let divisor = length * (wa + wb);
        if divisor > 0.0 {
            let factor = stiffness * (length - target) / divisor;
            for i in 0..3 {
                particles[a].position[i] += factor * wa * d[i];
                particles[b].position[i] -= factor * wb * d[i];
            }
        }
    }

    /// Whether the limit does not allow the link's length.
    pub(super) fn is_over(&self, limit: &Limit, particles: &[Particle]) -> bool {
        let longest = limit.ratio * self.rest;
        self.kind != SpringKind::Bend
            && self.can_move(particles)
            && self.squared(particles).1 > longest * longest
    }

    /// Strain of a structural or shear link that can move.
    pub(super) fn strain(&self, particles: &[Particle]) -> Option<f32> {
        let counts = self.kind != SpringKind::Bend && self.can_move(particles);
        counts.then(|| self.across(particles).1 / self.rest - 1.0)
    }

    fn can_move(&self, particles: &[Particle]) -> bool {
        self.ends.iter().any(|&i| particles[i.get()].weight > 0.0)
    }
}
