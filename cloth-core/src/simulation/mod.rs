//! The pipeline: forces, integration, constraints, limit, contacts.

#[cfg(all(feature = "std", not(target_os = "none")))]
mod boxed;
mod change;
mod contact;
mod follow;
mod pin;
mod query;
mod stability;
mod step;
mod tear_up;

use crate::cloth::{Cloth, Rounding};
use crate::coefficients::Coefficients;
use crate::collide::MovingCollider;
use crate::constraint::{LimitWork, LinkMemory};
use crate::extent::{Blank, Extent, OutOfMemory};
use crate::extras::Extras;
use crate::fits::{fits, has_memory, is_solvable};
use crate::integrate::{Method, State, Verlet};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::scene::{KeepScene, MAX_COLLIDERS, Scene, SettingError};
use crate::scratch::Scratch;
use crate::self_collide::{SelfContact, SelfContactLaw};
use crate::tear::{self, Tear};
use crate::units::Units;
use core::borrow::Borrow;
use heapless::Vec;

use pin::Attachment;
pub use pin::{AttachError, MAX_ATTACHMENTS, PlaceError};
pub use tear_up::CutError;

/// A cloth, the method that moves it, and the scene it is in.
///
/// G is its size: [`Const`](crate::Const), whose memory is all inside, or with the feature
/// `alloc` [`Dyn`](crate::Dyn). A step never allocates. With `Const` the value is large,
/// so it is
/// made where it stays, from [`EMPTY`](Simulation::EMPTY), and set up in place
/// by [`reset`](Simulation::reset).
///
/// K is how the scene is kept: a copy of it, which can be changed while running,
/// or, to save 1.2 KiB on a microcontroller, a `&'static Scene` in flash.
///
/// E is the memory for what only some scenes need: see [`Extras`].
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
    /// What is to be done since particles were placed: a pointer, so that a program that places
    /// none does not hold the code.
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

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
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

    /// A simulation of this size in which nothing moves.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn with_size(extent: G) -> Result<Self, OutOfMemory> {
        let mut simulation = Self::without_extras(extent)?;
        simulation.self_contact.allocate(extent)?;
        simulation.tear.allocate(extent)?;
        simulation.links.allocate(extent)?;
        Ok(simulation)
    }

    /// As [`with_size`](Simulation::with_size), with only as much of the memory of
    /// [`Extras`] as a scene asks for. Others can then be refused: see
    /// [`make_room`](Simulation::make_room).
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn for_scene(extent: G, scene: &Scene) -> Result<Self, OutOfMemory> {
        let mut simulation = Self::without_extras(extent)?;
        simulation.make_room(scene)?;
        Ok(simulation)
    }

    /// Makes room for what another scene asks for, where there is none yet: contacts
    /// of the cloth with itself, broken links, multipliers.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn make_room(&mut self, scene: &Scene) -> Result<(), OutOfMemory> {
        let extent = self.cloth.extent();
        if scene.self_collision.is_some() && !self.self_contact.has_room() {
            self.self_contact.allocate(extent)?;
        }
        if scene.tear.is_some() && !self.tear.has_room() {
            self.tear.allocate(extent)?;
        }
        if has_memory(scene, false).is_err() && !self.links.has_room() {
            self.links.allocate(extent)?;
        }
        Ok(())
    }

    fn without_extras(extent: G) -> Result<Self, OutOfMemory> {
        let mut simulation = Self::EMPTY;
        simulation.cloth.allocate(extent)?;
        simulation.state.allocate(extent)?;
        simulation.scratch.allocate(extent)?;
        Ok(simulation)
    }

    /// Columns and rows of the grid.
    #[inline(always)]
    fn size(&self) -> (usize, usize) {
        let extent = self.cloth.extent();
        (extent.columns(), extent.rows())
    }

    /// Puts the cloth where `scene` starts it, at rest, with this grid's
    /// particles: the scene's own columns and rows are not looked at, unless it says
    /// [`courant`](crate::scene::SolverScene::courant). Springs with too long a time step
    /// explode: [`check_stable`](Simulation::check_stable) says so.
    ///
    /// # Errors
    /// A value of the scene that is out of range. The simulation is then as it
    /// was before.
    pub fn reset(&mut self, scene: impl Borrow<Scene> + Into<K>) -> Result<(), SettingError> {
        self.start(scene.borrow())?;
        self.keep(scene);
        Ok(())
    }

    // A scene is large: the stack of its copies and that of the start are not
    // needed at once.

    #[inline(never)]
    fn keep(&mut self, scene: impl Into<K>) {
        self.scene = Kept::Scene(scene.into());
    }

    #[inline(never)]
    fn start(&mut self, scene: &Scene) -> Result<(), SettingError> {
        let (columns, rows) = self.size();
        K::check(scene)?;
        is_solvable::<T>(M::IS_IMPLICIT)?;
        fits::<T>(scene, columns, rows, (K::USES, M::HAS_PREVIOUS))?;
        has_memory(scene, M::HAS_PREVIOUS && self.links.has_room())?;
        tear::check(scene, self.tear.has_room())?;
        let units = Units::new(scene, columns, rows);
        let law = SelfContactLaw::of(scene, &units, self.self_contact.has_room())?;
        match T::FOR_SMALL_CORES {
            true => self.coefficients.set_here(scene, columns, rows, K::USES),
            false => self.coefficients.set(scene, columns, rows, K::USES),
        }
        self.units = units;
        self.self_contact.set_law(law);
        if let Some(links) = self.tear.links_mut() {
            links.mend();
        }
        self.substeps = scene.substeps(columns, rows);
        self.cloth.unit = T::remainder_unit(columns.max(rows) as f64);
        for row in 0..rows {
            for column in 0..columns {
                let start = scene.cloth.offset(columns, rows, column, row);
                let start = self.units.spacings(start);
                self.cloth.position.put(column, row, start);
                let at_rest = M::Motion::keep3(start, [T::ZERO; 3]);
                self.state.motion_mut().put(column, row, at_rest);
                let pinned = scene.pins.holds(columns, rows, column, row);
                self.cloth.set_pinned(column, row, pinned);
            }
        }
        self.state.forget();
        self.attachments.clear();
        self.time = 0.0;
        self.cloth.rounding = Rounding::START;
        self.limit = LimitWork::NONE;
        self.upwards = false;
        self.placed = None;
        self.set_colliders(scene);
        Ok(())
    }
}
