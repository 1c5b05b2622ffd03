//! The cloth as a textbook has it, to compare the engine with.
//!
//! An array of particles, a list of links with indices and rest lengths, a loop over the list. It is
//! written well, not slowed down: indices have 16 bits, a step's constants are computed once, square
//! roots are `libm`'s. Rust checks the indices in the list against the array's bounds.
//!
//! It takes from a scene what the workload has: the sheet, its pins, gravity, damping, stiffnesses,
//! the limit on lengths and one ball that stands still. It ignores wind, drag, damping along springs,
//! bend links to eight neighbours and substeps.

mod listed;

use crate::printed_line::PrintedLine;
use crate::run::{grid_name, hash_name, line_of};
use crate::step_cost::{Laps, StepCost, Target, publish};
use crate::workload::{MEASURED, WARM_UP, Workload, link_count};
use cloth_core::scene::{ColliderScene, Scene};
use cloth_core::{Damping, Mode, Phase, StateHash};
use listed::StillBall;

pub use listed::{ListedLink, Particle};

/// A cloth of P particles and L links in arrays, for firmware: 40 bytes a particle and 16 a link.
pub type Textbook<const P: usize, const L: usize> = Listed<[Particle; P], [ListedLink; L]>;

/// A cloth in SI units. Particles and links are in arrays or, on a host, in vectors.
#[derive(Clone, Debug)]
pub struct Listed<P, L> {
    particles: P,
    links: L,
    ball: Option<StillBall>,
    /// Provot's limit: the largest length over rest length, that to which a longer link is shortened, and
    /// the most passes of a step.
    limit: Option<([f32; 2], u32)>,
    gravity: [f32; 3],
    /// Fraction of its velocity that a particle keeps in a step.
    keep: f32,
    /// Square of the time step, s².
    dt_squared: f32,
    /// One over a particle's mass, 1/kg.
    inverse_mass: f32,
    /// Passes over the links; `None` for springs.
    iterations: Option<u32>,
}

impl<const P: usize, const L: usize> Textbook<P, L> {
    /// Not yet a cloth, for a `static` or a box. All bits are zero, so a static takes no flash.
    pub const EMPTY: Self = Self::new([Particle::NONE; P], [ListedLink::NONE; L]);
}

impl<P, L> Listed<P, L> {
    /// Not yet a cloth; room for as many particles and links as are given.
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
        }
    }
}

/// Columns and rows from a particle to the other end, by family: structural, shear, bend.
const NEIGHBOURS: [[(isize, usize); 2]; 3] =
    [[(1, 0), (0, 1)], [(1, 1), (-1, 1)], [(2, 0), (0, 2)]];

impl<P, L> Listed<P, L>
where
    P: AsRef<[Particle]> + AsMut<[Particle]>,
    L: AsRef<[ListedLink]> + AsMut<[ListedLink]>,
{
    /// Puts the cloth where `scene` starts it, at rest, with a grid of
    /// `columns` × `rows` particles.
    ///
    /// # Errors
    /// If the grid has another number of particles or links than there is room
    /// for, or more than 65,536 particles.
    pub fn reset(
        &mut self,
        scene: &Scene,
        columns: usize,
        rows: usize,
    ) -> Result<(), &'static str> {
        let (particles, links) = (self.particles.as_mut(), self.links.as_mut());
        if columns * rows != particles.len() {
            return Err("the grid has another number of particles");
        }
        if link_count(columns, rows) != links.len() {
            return Err("the grid has another number of links");
        }
        let constraint = scene.solver.mode == Mode::Constraint;
        let (springs, constraints) = (&scene.springs, &scene.constraints);
        let stiffness = match constraint {
            true => [constraints.structural, constraints.shear, constraints.bend],
            false => [springs.structural, springs.shear, springs.bend],
        };
        let spacing = scene.cloth.spacing(columns, rows);
        let index = |i| u16::try_from(i).map_err(|_| "more than 65,536 particles");
        // Links are created, stored and solved particle by particle.
        let mut places = links.iter_mut();
        for (i, particle) in particles.iter_mut().enumerate() {
            let (column, row) = (i % columns, i / columns);
            let start = scene
                .cloth
                .start(columns, rows, column, row)
                .map(|v| v as f32);
            let pinned = scene.pins.holds(columns, rows, column, row);
            *particle = Particle {
                position: start,
                previous: start,
                weight: if pinned { 0.0 } else { 1.0 },
                ..Particle::NONE
            };
            for (family, &[one, other]) in NEIGHBOURS.iter().enumerate() {
                for (right, down) in [one, other] {
                    let end = column
                        .checked_add_signed(right)
                        .filter(|&end| end < columns);
                    let (Some(end), true) = (end, row + down < rows) else {
                        continue;
                    };
                    let length = libm::sqrt((right * right) as f64 + (down * down) as f64);
                    *places
                        .next()
                        .ok_or("the grid has another number of links")? = ListedLink {
                        ends: [index(i)?, index((row + down) * columns + end)?],
                        rest: (length * spacing) as f32,
                        stiffness: stiffness[family] as f32,
                        limited: family < 2,
                    };
                }
            }
        }
        let dt = scene.dt(columns, rows);
        self.gravity = scene.forces.gravity.map(|g| g as f32);
        self.keep = match scene.solver.damping {
            Damping::Rate(rate) => libm::exp(-rate * dt) as f32,
            Damping::PerStep(part) => (1.0 - part) as f32,
        };
        self.dt_squared = (dt * dt) as f32;
        self.inverse_mass = (1.0 / scene.cloth.particle_mass(columns, rows)) as f32;
        self.iterations = constraint.then_some(constraints.iterations);
        self.limit = scene.limit.map(|limit| {
            // Shorter than allowed by a tenth of the stretch.
            let target = 1.0 + (limit.ratio - 1.0) * 0.9;
            (
                [limit.ratio, target].map(|ratio| ratio as f32),
                limit.passes,
            )
        });
        self.ball = scene.colliders.iter().find_map(|collider| match *collider {
            ColliderScene::Sphere {
                center,
                radius,
                friction,
                ..
            } => Some(StillBall {
                center: center.map(|v| v as f32),
                radius: (radius + scene.cloth.particle_radius) as f32,
                friction: friction as f32,
            }),
            _ => None,
        });
        Ok(())
    }

    /// Advances by one step; `ended` is told of every phase that has ended.
    pub fn step_observed(&mut self, ended: &mut impl FnMut(Phase)) {
        let (particles, links) = (self.particles.as_mut(), self.links.as_ref());
        if self.iterations.is_none() {
            for link in links {
                link.pull(particles, self.inverse_mass);
            }
            ended(Phase::Springs);
        }
        for particle in particles.iter_mut() {
            particle.integrate(self.gravity, self.keep, self.dt_squared);
        }
        ended(Phase::Integrate);
        if let Some(iterations) = self.iterations {
            for _ in 0..iterations {
                for link in links {
                    link.satisfy(particles);
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

    /// Shortens links beyond the limit, down the list and up again, with contacts last.
    fn limit(&mut self, ended: &mut impl FnMut(Phase)) {
        let Some(([ratio, target], passes)) = self.limit else {
            return;
        };
        for _ in 0..passes {
            let (particles, links) = (self.particles.as_mut(), self.links.as_ref());
            if !links.iter().any(|link| link.is_over(particles, ratio)) {
                break;
            }
            for link in links {
                link.shorten(particles, target);
            }
            for link in links.iter().rev() {
                link.shorten(particles, target);
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

    /// Hash over the bits of all positions, previous positions and inverse
    /// masses: the same on every target.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::START;
        for particle in self.particles.as_ref() {
            for value in particle.position.into_iter().chain(particle.previous) {
                hash.number(value);
            }
            hash.number(particle.weight);
        }
        hash.value()
    }
}

/// Runs the workload with a textbook's cloth of `columns` × `rows` particles: prints a [`PrintedLine`] for
/// every phase and for the whole step, under the implementation `textbook`.
///
/// # Errors
/// If the grid does not have PARTICLES particles and LINKS links.
pub fn run_textbook<P: Target, const PARTICLES: usize, const LINKS: usize>(
    target: &mut P,
    textbook: &mut Textbook<PARTICLES, LINKS>,
    columns: usize,
    rows: usize,
    mode: Mode,
) -> Result<(), &'static str> {
    let workload = match mode {
        Mode::Hooke => Workload::HOOKE,
        _ => Workload::CONSTRAINT,
    };
    let scene = (workload.scene)(columns, rows);
    let grid = grid_name((columns, rows));
    let mut line = PrintedLine {
        implementation: "textbook",
        scalar: "f32",
        ram_bytes: Some(size_of_val(textbook) as u32),
        ..line_of::<P>(&workload, &grid, (columns, rows))
    };

    textbook.reset(&scene, columns, rows)?;
    textbook.run(P::STEPS);
    let hash = hash_name(textbook.state_hash());

    textbook.reset(&scene, columns, rows)?;
    textbook.run(WARM_UP);
    let mut costs = [StepCost::default(); MEASURED as usize];
    target.paint_stack();
    count_all(target, textbook, &mut costs);
    line.stack_bytes = target.stack_used();
    publish(target, line, &costs, &hash);
    Ok(())
}

/// Measures a step for each cost. Not inlined, so that its stack is measured too.
#[inline(never)]
fn count_all<T: Target, const P: usize, const L: usize>(
    target: &mut T,
    textbook: &mut Textbook<P, L>,
    costs: &mut [StepCost],
) {
    for cost in costs {
        *cost = measure_textbook(textbook, &mut || target.count());
    }
}

/// Runs one step and reads `clock` (a counter that only grows) after each phase.
pub fn measure_textbook<P, L>(
    textbook: &mut Listed<P, L>,
    clock: &mut impl FnMut() -> u64,
) -> StepCost
where
    P: AsRef<[Particle]> + AsMut<[Particle]>,
    L: AsRef<[ListedLink]> + AsMut<[ListedLink]>,
{
    let mut laps = Laps::new(clock);
    textbook.step_observed(&mut |phase| laps.ended(phase));
    laps.cost
}
