//! A simulation: a cloth, the method that moves it, and the scene it is in. Values are read in SI
//! units where there is a unit.

mod colliders;
mod particles;
mod stable_step;
mod start;
mod step;

use crate::base::{Blank, Cloth, Extent, Grid, Motion, Scalar, each, from_f64, sub, to_f64};
use crate::coefficients::Coefficients;
use crate::collide::MovingCollider;
use crate::constraint::{LimitWork, largest_strain};
use crate::extras::{Extras, Optional};
use crate::integrate::{Method, State, Verlet};
use crate::mesh::vertex_normals;
use crate::scene::{KeepScene, MAX_COLLIDERS, Scene};
use crate::scratch::Scratch;
use crate::state_hash::StateHash;
use crate::tear::Tear;
use crate::topology::{BendNeighbours, SpringKind, springs};
use crate::units::Units;
use heapless::Vec;
use particles::Attachment;
pub use particles::{MAX_ATTACHMENTS, ParticleError};

/// A cloth, the method that moves it, and the scene it is in.
///
/// G is its size: [`Const`](crate::Const), whose memory is all inside, or with the feature
/// `alloc` [`Dyn`](crate::Dyn). A step never allocates. With `Const` the value is large,
/// so it is made where it stays, from [`EMPTY`](Simulation::EMPTY), and set up in place
/// by [`reset`](Simulation::reset).
///
/// K is how the scene is kept: a copy of it, which can be changed while running,
/// or, to save 1.2 KiB on a microcontroller, a `&'static Scene` in flash.
///
/// E is the memory that only some scenes need: see [`Extras`].
#[derive(Clone, Debug)]
pub struct Simulation<T: Scalar, G: Extent, M: Method = Verlet, K = Scene, E: Extras = ()> {
    cloth: Cloth<T, G>,
    state: M::State<T, G>,
    self_contact: E::SelfContact<T, G>,
    tear: E::Tear<G>,
    links: E::Links<T, G>,
    scratch: Scratch<T, G>,
    scene: Kept<K>,
    substeps: u32,
    units: Units,
    coefficients: Coefficients<T>,
    colliders: Vec<MovingCollider<T>, MAX_COLLIDERS>,
    attachments: Vec<Attachment<T>, MAX_ATTACHMENTS>,
    /// Simulated time since the scene began, s.
    time: f64,
    limit: LimitWork<T>,
    /// The direction of the next substep's first pass in PBD and XPBD.
    upwards: bool,
    /// What the next step does first because particles were placed: a pointer, so that a program
    /// that places none does not hold the code.
    placed: Option<fn(&mut Self)>,
}

/// The scene, once there is one.
///
/// Not an `Option`: that would mark its emptiness in a byte of the scene, as a
/// value other than zero, and an empty simulation would take as much flash as
/// memory.
#[derive(Clone, Debug)]
#[repr(u8)]
enum Kept<K> {
    Nothing = 0,
    Scene(K),
}

/// What the last step left behind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Largest strain l/l₀ − 1 of the whole structural and shear links that can move: below
    /// zero where all are compressed, none where there are no such links.
    pub largest_strain: Option<f64>,
    /// Passes of the strain limit in the last step.
    pub limit_passes: u32,
}

impl<T: Scalar, G: Extent, M: Method, K: KeepScene, E: Extras> Simulation<T, G, M, K, E> {
    /// Memory of the whole simulation in bytes.
    ///
    /// ```
    /// use cloth_core::{Const, Scene, Simulation, Verlet, WithSelfCollision};
    ///
    /// type Own<E> = Simulation<f32, Const<40, 20>, Verlet, &'static Scene, E>;
    /// let plain = Own::<()>::BYTES;
    /// assert!((28 * 800..28 * 800 + 1024).contains(&plain));
    /// let contacts = Own::<WithSelfCollision>::BYTES - plain;
    /// assert!((36 * 800..36 * 800 + 24 * 40 + 256).contains(&contacts), "{contacts}");
    /// ```
    pub const BYTES: usize = size_of::<Self>();

    /// A simulation in which nothing moves, for a `static` or a box. All its bits
    /// are zero: a `static` takes no room in flash. Where the size is a value it has no
    /// particles yet: see [`with_size`](Simulation::with_size).
    pub const EMPTY: Self = Self {
        cloth: Cloth::EMPTY,
        state: Blank::BLANK,
        self_contact: Blank::BLANK,
        tear: Blank::BLANK,
        links: Blank::BLANK,
        scratch: Scratch::EMPTY,
        scene: Kept::Nothing,
        substeps: 0,
        units: Units {
            spacing: 0.0,
            dt: 0.0,
            mass: 0.0,
            origin: [0.0; 3],
        },
        coefficients: Coefficients::NONE,
        colliders: Vec::new(),
        attachments: Vec::new(),
        time: 0.0,
        limit: LimitWork::NONE,
        upwards: false,
        placed: None,
    };

    /// Columns and rows of the grid.
    #[inline(always)]
    fn size(&self) -> (usize, usize) {
        let extent = self.cloth.extent();
        (extent.columns(), extent.rows())
    }

    /// The particles, in the engine's units.
    pub const fn cloth(&self) -> &Cloth<T, G> {
        &self.cloth
    }

    /// What the method carries from substep to substep.
    pub const fn state(&self) -> &M::State<T, G> {
        &self.state
    }

    /// What the method carries from substep to substep, for its settings.
    pub const fn state_mut(&mut self) -> &mut M::State<T, G> {
        &mut self.state
    }

    /// What the method keeps of motion: see [`Motion`].
    pub fn motion(&self) -> &Grid<T, G> {
        self.state.motion()
    }

    /// The scene as it now applies.
    pub fn scene(&self) -> &Scene {
        match &self.scene {
            Kept::Nothing => &Scene::DEFAULT,
            Kept::Scene(kept) => kept.scene(),
        }
    }

    /// Whether a scene has begun.
    const fn has_begun(&self) -> bool {
        matches!(self.scene, Kept::Scene(_))
    }

    /// The engine's units in SI.
    pub const fn units(&self) -> &Units {
        &self.units
    }

    /// Simulated time since the scene began, s.
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// Position of a particle in m, `None` outside of the grid.
    pub fn position(&self, column: usize, row: usize) -> Option<[f64; 3]> {
        let position = self.cloth.position.get(column, row)?;
        Some(self.units.place(position))
    }

    /// Velocity of a particle in m/s, `None` outside of the grid; zero before
    /// a scene has begun. Its last bit is that of a position in a substep: at rest it reads up to
    /// some tens of them in `f32` and some hundreds in fixed point (0.5 and 3 cm/s at 2,000
    /// substeps a second), while the particle strays by less than 0.1 mm.
    pub fn velocity(&self, column: usize, row: usize) -> Option<[f64; 3]> {
        let velocity = self.velocity_of(column, row)?;
        let scale = match self.has_begun() {
            true => self.units.spacing / self.units.dt,
            false => 0.0,
        };
        Some(each(velocity, |v| v * scale))
    }

    /// Velocity of a particle in rest spacings a substep, with what rounding left of it.
    fn velocity_of(&self, column: usize, row: usize) -> Option<[f64; 3]> {
        let position = self.cloth.position.get(column, row)?;
        let kept = self.motion().get(column, row)?;
        let mut velocity = to_f64(M::Motion::velocity3(position, kept));
        if M::Motion::HAS_PREVIOUS && !self.cloth.is_pinned(column, row) {
            let remainders = self.cloth.remainders(column, row);
            for (v, remainder) in velocity.iter_mut().zip(remainders) {
                *v += T::remainder(remainder, self.cloth.unit);
            }
        }
        Some(velocity)
    }

    /// Sets the velocity (rest spacings a substep) of a particle that must be in the grid, and
    /// of a pinned one to zero.
    fn set_velocity(&mut self, column: usize, row: usize, velocity: [f64; 3]) {
        let is_pinned = self.cloth.is_pinned(column, row);
        let velocity = if is_pinned { [0.0; 3] } else { velocity };
        // In the grid: asked so that a step holds no path to a panic.
        let Some(position) = self.cloth.position.get(column, row) else {
            return;
        };
        let kept = M::Motion::keep3(position, from_f64(velocity));
        self.state.motion_mut().put(column, row, kept);
        let lacks = sub(velocity, to_f64(M::Motion::velocity3(position, kept)));
        let left = each(lacks, |v| match M::Motion::HAS_PREVIOUS && !is_pinned {
            true => T::nearest_remainder(v, self.cloth.unit),
            false => 0,
        });
        self.cloth.set_remainders(column, row, left);
    }

    /// Writes the unit vertex normals into memory of the caller.
    pub fn normals(&self, normals: &mut Grid<T, G>) {
        vertex_normals(&self.cloth, &self.tear, normals);
    }

    /// Measures how well the last step kept the links: a look at every link.
    pub fn measure(&self) -> Report {
        let strain = largest_strain(&self.cloth, &self.tear, &mut []);
        // −1 is the strain of links without length, and the answer where there are no links.
        let exists = strain > -T::ONE || self.has_link_that_moves();
        Report {
            largest_strain: exists.then(|| strain.to_f64()),
            limit_passes: self.limit.passes,
        }
    }

    #[cold]
    fn has_link_that_moves(&self) -> bool {
        let (columns, rows) = self.size();
        let is_pinned = |i: usize| self.cloth.is_pinned(i % columns, i / columns);
        springs(columns, rows, BendNeighbours::Four)
            .filter(|link| link.kind != SpringKind::Bend && self.is_whole(link.ends))
            .any(|link| !link.ends.into_iter().all(is_pinned))
    }

    /// The largest strain that the limit left in a substep of the last step; above what the scene
    /// states, that could not be held with its passes. 0 where nothing is stretched, and in scenes
    /// without a limit.
    pub fn limit_strain(&self) -> f64 {
        self.limit.strain.to_f64()
    }

    /// Hash over the bits of all positions, of what the method keeps of motion, of which particles
    /// are free, and of links that are broken. The same scene, scalar, method and grid give the
    /// same hash after the same steps on every machine.
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::START;
        hash.grid(&self.cloth.position);
        hash.grid(self.motion());
        hash.marks(&self.cloth.marks, M::Motion::HAS_PREVIOUS);
        if let Some(links) = self.tear.get()
            && self.tear.is_torn()
        {
            links.hash(&mut hash);
        }
        hash.value()
    }
}
