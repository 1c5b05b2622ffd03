//! The cloth as a textbook has it, to compare the engine with.
//!
//! An array of particles, a list of links with indices and rest lengths, a loop
//! over the list. It is written as one would write it well, not slowed down:
//! indices are no wider than they need be, what a step needs of the scene is
//! computed once, square roots are `libm`'s. Rust checks the particles' indices in the link
//! list against the array's bounds, as it does in any code that follows such a
//! list.
//!
//! It takes from a scene what the workload has: the sheet, its pins, gravity,
//! damping, stiffnesses, the limit on lengths and one ball that stands still.
//! Wind, drag, damping along springs and substeps it does not know.

mod link;
mod particle;
mod run;

use cloth_core::scene::{ColliderScene, Scene};
use cloth_core::{Damping, Mode, Phase, StateHash};
use core::marker::PhantomData;
use link::{Limit, links_of};
use particle::Ball;

pub use link::{Index, Link};
pub use particle::Particle;
pub use run::{measure_textbook, run_textbook};

/// Links of a grid in the workload, with bend links to four neighbours: the
/// `L` of a [`Textbook`].
///
/// ```
/// assert_eq!(cloth_bench::textbook::link_count(32, 32), 5826);
/// ```
#[must_use]
pub const fn link_count(columns: usize, rows: usize) -> usize {
    crate::links(columns, rows, cloth_core::BendNeighbours::Four)
}

/// Why a cloth does not fit into a [`Textbook`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextbookError {
    /// The grid has another number of particles, or too many for an index.
    Particles,
    /// The grid has another number of links.
    Links,
}

impl core::fmt::Display for TextbookError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Particles => "the grid has another number of particles",
            Self::Links => "the grid has another number of links",
        })
    }
}

impl core::error::Error for TextbookError {}

/// A cloth of P particles and L links in arrays, for firmware: all memory is
/// known when a program is compiled.
///
/// Memory: 40 bytes a particle and 16 bytes a link.
pub type Textbook<const P: usize, const L: usize> = Listed<u16, [Particle; P], [Link<u16>; L]>;

/// A cloth in SI units whose links name particles by an `I`. Particles and links
/// are in arrays or, for grids too large for a stack, in vectors.
#[derive(Clone, Debug)]
pub struct Listed<I, P, L> {
    particles: P,
    links: L,
    ball: Option<Ball>,
    limit: Option<Limit>,
    gravity: [f32; 3],
    /// Part of its velocity that a particle keeps in a step.
    keep: f32,
    /// Square of the time step, s².
    dt_squared: f32,
    /// One over a particle's mass, 1/kg.
    inverse_mass: f32,
    /// Passes over the links; `None` for springs.
    iterations: Option<u32>,
    index: PhantomData<I>,
}

impl<const P: usize, const L: usize> Textbook<P, L> {
    /// Nothing, for a `static` or a box. All bits are zero, so a static takes no
    /// place in a program's file or in flash.
    pub const EMPTY: Self = Self::new([Particle::NONE; P], [Link::NONE; L]);
}

impl<I, P, L> Listed<I, P, L> {
    /// Nothing yet, with room for as many particles and links as are given.
    pub const fn new(particles: P, links: L) -> Self {
        Self {
            particles,
            links,
            ball: None,
            limit: None,
            gravity: [0.0; 3],
            keep: 0.0,
            dt_squared: 0.0,
            inverse_mass: 0.0,
            iterations: None,
            index: PhantomData,
        }
    }
}

impl<I, P, L> Listed<I, P, L>
where
    I: Index,
    P: AsRef<[Particle]> + AsMut<[Particle]>,
    L: AsRef<[Link<I>]> + AsMut<[Link<I>]>,
{
    /// Puts the cloth where `scene` starts it, at rest, with a grid of
    /// `columns` × `rows` particles.
    ///
    /// # Errors
    /// If the grid has another number of particles or links than there is room
    /// for, or more particles than an index can tell.
    pub fn reset(
        &mut self,
        scene: &Scene,
        columns: usize,
        rows: usize,
    ) -> Result<(), TextbookError> {
        let (particles, links) = (self.particles.as_mut(), self.links.as_mut());
        if columns * rows != particles.len() || particles.len() as u64 > I::PARTICLES {
            return Err(TextbookError::Particles);
        }
        let mut count = 0;
        for link in links_of(scene, columns, rows) {
            *links.get_mut(count).ok_or(TextbookError::Links)? = link;
            count += 1;
        }
        if count != links.len() {
            return Err(TextbookError::Links);
        }
        for row in 0..rows {
            for column in 0..columns {
                let start = scene.cloth.start(columns, rows, column, row);
                let pinned = scene.pins.holds(columns, rows, column, row);
                particles[row * columns + column] = Particle::new(start, pinned);
            }
        }
        self.take_settings(scene, columns, rows);
        Ok(())
    }

    fn take_settings(&mut self, scene: &Scene, columns: usize, rows: usize) {
        let dt = scene.dt(columns, rows);
        self.gravity = scene.forces.gravity.map(|g| g as f32);
        self.keep = match scene.solver.damping {
            Damping::Rate(rate) => libm::exp(-rate * dt) as f32,
            Damping::PerStep(part) => (1.0 - part) as f32,
        };
        self.dt_squared = (dt * dt) as f32;
        self.inverse_mass = (1.0 / scene.cloth.particle_mass(columns, rows)) as f32;
        let constraint = scene.solver.mode == Mode::Constraint;
        self.iterations = constraint.then_some(scene.constraints.iterations);
        self.limit = scene.limit.map(|limit| Limit::new(&limit));
        self.ball = scene.colliders.iter().find_map(|part| match *part {
            ColliderScene::Sphere {
                center,
                radius,
                friction,
                ..
            } => Some(Ball {
                center: center.map(|v| v as f32),
                radius: (radius + scene.cloth.particle_radius) as f32,
                friction: friction as f32,
            }),
            _ => None,
        });
    }

    /// Advances by one step; `ended` is told of every phase that has ended.
    pub fn step_observed(&mut self, ended: &mut impl FnMut(Phase)) {
        if self.iterations.is_none() {
            for link in self.links.as_ref() {
                link.pull(self.particles.as_mut(), self.inverse_mass);
            }
            ended(Phase::Springs);
        }
        for particle in self.particles.as_mut() {
            particle.integrate(self.gravity, self.keep, self.dt_squared);
        }
        ended(Phase::Integrate);
        if let Some(iterations) = self.iterations {
            for _ in 0..iterations {
                for link in self.links.as_ref() {
                    link.satisfy(self.particles.as_mut());
                }
            }
            ended(Phase::Constraints);
        }
        self.collide();
        ended(Phase::Collide);
        self.limit(ended);
    }

    /// Advances by `steps` steps.
    pub fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.step_observed(&mut |_| {});
        }
    }

    fn collide(&mut self) {
        if let Some(ball) = &self.ball {
            for particle in self.particles.as_mut() {
                particle.collide(ball);
            }
        }
    }

    /// Shortens over-long links, with contacts last, as the engine does: down
    /// the list and up again.
    fn limit(&mut self, ended: &mut impl FnMut(Phase)) {
        let Some(limit) = self.limit else {
            return;
        };
        for _ in 0..limit.passes {
            let (particles, links) = (self.particles.as_mut(), self.links.as_ref());
            if !links.iter().any(|l| l.is_over(&limit, particles)) {
                break;
            }
            for link in links {
                link.shorten(&limit, particles);
            }
            for link in links.iter().rev() {
                link.shorten(&limit, particles);
            }
            ended(Phase::Limit);
            self.collide();
            ended(Phase::Collide);
        }
        ended(Phase::Limit);
    }

    /// Position of a particle in m, `None` beyond the last.
    #[must_use]
    pub fn position(&self, particle: usize) -> Option<[f32; 3]> {
        Some(self.particles.as_ref().get(particle)?.position)
    }

    /// The largest strain l/l₀ − 1 of the structural and shear links that can
    /// move.
    #[must_use]
    pub fn largest_strain(&self) -> f32 {
        let (particles, links) = (self.particles.as_ref(), self.links.as_ref());
        let strains = links.iter().filter_map(|l| l.strain(particles));
        strains.fold(-1.0, f32::max)
    }

    /// Hash over the bits of all positions, previous positions and inverse
    /// masses: the same on every target.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::new();
        for particle in self.particles.as_ref() {
            for value in particle.position.into_iter().chain(particle.previous) {
                hash.number(value);
            }
            hash.number(particle.weight);
        }
        hash.value()
    }
}
