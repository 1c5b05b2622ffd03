//! The pipeline: forces, integration, constraints, limit, contacts.

#[cfg(all(feature = "std", not(target_os = "none")))]
mod boxed;
mod change;
mod contact;
mod follow;
mod pin;
mod query;
mod stability;
mod tear_up;

use crate::cloth::{Cloth, Rounding};
use crate::coefficients::Coefficients;
use crate::collide::{MovingCollider, Obstacles};
use crate::constraint::{LimitWork, LinkMemory, find_free_rows, largest_strain};
use crate::extent::{Blank, Extent, OutOfMemory};
use crate::extras::Extras;
use crate::fits::{fits, has_memory, is_solvable};
use crate::force::Forces;
use crate::integrate::{Method, State, Verlet};
use crate::motion::Motion;
use crate::observer::{Observer, Phase};
use crate::scalar::Scalar;
use crate::scene::{KeepScene, MAX_COLLIDERS, Scene, SettingError};
use crate::scratch::Scratch;
use crate::self_collide::{SelfContact, SelfContactLaw};
use crate::tear::{self, Tear};
use crate::units::Units;
use crate::vector::{each, from_f64};
use core::borrow::Borrow;
use heapless::Vec;

use contact::Around;
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
/// or, to save 0.8 KiB on a microcontroller, a `&'static Scene` in flash.
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
        scene.validate_used(K::USES)?;
        is_solvable::<T>(M::IS_IMPLICIT)?;
        fits::<T>(scene, columns, rows, (K::USES, M::HAS_PREVIOUS))?;
        has_memory(scene, M::HAS_PREVIOUS && self.links.has_room())?;
        tear::check(scene, self.tear.has_room())?;
        let units = Units::new(scene, columns, rows);
        let law = SelfContactLaw::of(scene, &units, self.self_contact.has_room())?;
        self.coefficients.set(scene, columns, rows, K::USES);
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
                let start = from_f64(each(start, |v| v / self.units.spacing));
                self.cloth.position.put(column, row, start);
                let at_rest = M::Motion::keep3(start, [T::ZERO; 3]);
                M::motion_mut(&mut self.state).put(column, row, at_rest);
                let pinned = scene.pins.holds(columns, rows, column, row);
                self.cloth.set_pinned(column, row, pinned);
            }
        }
        M::forget(&mut self.state);
        self.attachments.clear();
        self.time = 0.0;
        self.cloth.rounding = Rounding::START;
        self.limit = LimitWork::NONE;
        self.upwards = false;
        self.placed = None;
        self.set_colliders(scene);
        Ok(())
    }

    /// Advances by one step of the scene: `substeps` substeps of fixed length.
    pub fn step(&mut self) {
        self.step_observed(&mut |_: Phase| {});
    }

    /// As [`step`](Simulation::step); `observe` is told of every phase that
    /// has ended, so that a clock or a counter can be read, or the state looked
    /// at.
    pub fn step_observed(&mut self, observer: &mut impl Observer) {
        self.step_all(&mut (), observer);
    }

    /// As [`step`](Simulation::step), with shapes of one's own in the cloth's way,
    /// after the scene's colliders. They move on with every substep.
    ///
    /// ```
    /// use cloth_core::collide::{Obstacle, Shape};
    /// use cloth_core::{Const, Simulation, scenes};
    ///
    /// /// A ring about a vertical axis, in rest spacings.
    /// #[derive(Clone, Copy)]
    /// struct Torus {
    ///     ring: f32,
    ///     tube: f32,
    /// }
    ///
    /// impl Shape<f32> for Torus {
    ///     fn distance(&self, [x, y, z]: [f32; 3]) -> (f32, [f32; 3]) {
    ///         let flat = (x * x + z * z).sqrt().max(1e-6);
    ///         // From the nearest point of the circle inside of the tube.
    ///         let off = 1.0 - self.ring / flat;
    ///         let d = [x * off, y, z * off];
    ///         let length = (d[0] * d[0] + y * y + d[2] * d[2]).sqrt().max(1e-6);
    ///         (length - self.tube, d.map(|v| v / length))
    ///     }
    ///     // Faster particles are looked at along their path.
    ///     fn slow(&self) -> Option<f32> {
    ///         Some(0.25 * self.tube)
    ///     }
    /// }
    ///
    /// let mut sim = Simulation::<f32, Const<16, 16>>::EMPTY;
    /// sim.reset(&scenes::FOUR_CORNERS.scene)?;
    /// let spacings = 1.0 / sim.units().spacing as f32;
    /// let torus = Torus { ring: 0.5 * spacings, tube: 0.1 * spacings };
    /// let mut obstacle = Obstacle::fixed(torus, 0.3);
    /// obstacle.offset = sim.units().position([0.0, 1.0, 0.0]);
    /// for _ in 0..60 {
    ///     sim.step_with(&mut obstacle);
    /// }
    /// # Ok::<(), cloth_core::SettingError>(())
    /// ```
    pub fn step_with(&mut self, obstacles: &mut (impl Obstacles<T> + ?Sized)) {
        self.step_all(obstacles, &mut |_: Phase| {});
    }

    fn step_all(
        &mut self,
        obstacles: &mut (impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        if let Some(part) = self.placed.take() {
            part(self);
        }
        match &self.coefficients.limit {
            Some(limit) => self.limit.begin(limit),
            // Nothing is left of one that was there.
            None => self.limit = LimitWork::NONE,
        }
        for following in (0..self.substeps).rev() {
            self.substep(following, obstacles, observer);
        }
        self.follow(obstacles);
    }

    /// Advances by `steps` steps.
    pub fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.step();
        }
    }

    fn substep(
        &mut self,
        following: u32,
        obstacles: &mut (impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        if const { K::USES.positional_wind } {
            self.set_wind_phase();
        }
        // First: a method may ask where they will be.
        self.move_colliders();
        obstacles.advance();
        self.integrate(obstacles, observer);
        self.ended(Phase::Integrate, observer);

        if self.has_links() {
            self.solve(observer);
        }
        if const { K::USES.self_collision } && self.self_contact.is_on() {
            self.self_collide(observer);
        }
        self.collide(obstacles);
        self.ended(Phase::Collide, observer);
        if const { K::USES.limit } {
            self.limit(following, obstacles, observer);
        }
        if const { K::USES.tear } && E::Tear::<G>::HAS_MEMORY {
            self.tear_up(observer);
        }
        self.time += self.units.dt;
    }

    // What follows is kept out of the substep's own frame: a step then takes as
    // much stack as its deepest part, not as all of them.

    #[inline(never)]
    fn integrate(
        &mut self,
        obstacles: &(impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        let held = self.attached_positions();
        let gravity_alone = Forces {
            gravity: self.coefficients.forces.gravity,
            ..Forces::NONE
        };
        let forces = match const { K::USES.forces } {
            true => &self.coefficients.forces,
            false => &gravity_alone,
        };
        let mut damping = self.coefficients.damping;
        if M::HAS_PREVIOUS {
            damping.motion = T::dithered(damping.motion, self.cloth.rounding.next());
        }
        let mut ended = |phase| observer.ended(phase);
        let (state, cloth) = (&mut self.state, &mut self.cloth);
        let scratch = &mut self.scratch;
        let around = Around::<_, _, K> {
            colliders: &self.colliders,
            scene: &self.scene,
            units: &self.units,
            obstacles,
        };
        M::advance(
            state,
            cloth,
            &around,
            (forces, &self.tear),
            damping,
            scratch,
            &mut ended,
        );
        self.move_attachments(held);
    }

    /// Whether links are solved in this scene.
    fn has_links(&self) -> bool {
        let Coefficients {
            projection,
            position_based,
            ..
        } = &self.coefficients;
        (const { K::USES.constraints } && projection.iterations() > 0)
            || (const { K::USES.position_based } && position_based.iterations() > 0)
    }

    #[inline(never)]
    fn solve(&mut self, observer: &mut impl Observer) {
        M::before_corrections(&mut self.state, &self.cloth);
        if const { K::USES.constraints } {
            self.project(observer);
        }
        if const { K::USES.position_based } || const { K::USES.tethers } {
            self.solve_position_based();
        }
        M::after_corrections(&mut self.state, &self.cloth);
        self.ended(Phase::Constraints, observer);
    }

    /// Constraint mode. Where the cloth may touch itself, after each pass: many
    /// passes of rigid links between two contacts override these, and layers go
    /// through each other.
    fn project(&mut self, observer: &mut impl Observer) {
        let projection = self.coefficients.projection;
        let passes = projection.iterations();
        let part = match const { K::USES.self_collision } && self.self_contact.is_on() {
            true => 1,
            false => passes.max(1),
        };
        for first in (0..passes).step_by(part as usize) {
            if first > 0 {
                self.ended(Phase::Constraints, observer);
                M::after_corrections(&mut self.state, &self.cloth);
                self.self_collide(observer);
                M::before_corrections(&mut self.state, &self.cloth);
            }
            let (passes, cloth) = (first..first + part, &mut self.cloth);
            let (tear, scratch) = (&self.tear, &mut self.scratch);
            match const { K::USES.bend_diagonals } {
                true => projection.solve::<true, G>(passes, cloth, tear, scratch),
                false => projection.solve::<false, G>(passes, cloth, tear, scratch),
            }
        }
    }

    #[inline(never)]
    fn solve_position_based(&mut self) {
        let Coefficients {
            position_based: solver,
            tethers,
            ..
        } = &self.coefficients;
        let solves = const { K::USES.position_based } && solver.iterations() > 0;
        if !solves && tethers.is_none() {
            return;
        }
        let extent = self.cloth.extent();
        let mut parts = self.scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = extent.lend_flags(&mut local, core::mem::take(&mut parts.flags));
        find_free_rows(&self.cloth, free);
        if solves {
            let memory = match E::Links::<T, G>::HAS_MEMORY {
                true => M::previous(&self.state).map(|start| (start, &mut self.links)),
                false => None,
            };
            let (cloth, of, up) = (&mut self.cloth, (&*free, &self.tear), self.upwards);
            match const { K::USES.bend_diagonals } {
                true => solver.solve::<T, true, G>(cloth, memory, of, &mut parts, up),
                false => solver.solve::<T, false, G>(cloth, memory, of, &mut parts, up),
            }
        }
        let Some(tethers) = tethers.as_ref().filter(|_| const { K::USES.tethers }) else {
            return;
        };
        tethers.pull(&mut self.cloth, free, &mut parts);
        // A pull travels as far up as down. But a direction has an equilibrium of
        // its own: where nothing else holds the cloth near its pins, it would
        // swing between the two with every substep, and gain by it.
        self.upwards ^= solver.iterations() % 2 == 1;
    }

    /// Shortens over-long links, with contacts last in every pass, so that at the end both hold.
    #[inline(never)]
    fn limit(
        &mut self,
        following: u32,
        obstacles: &(impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        let Some(limit) = self.coefficients.limit else {
            return;
        };
        if !self.limit.looks(following) {
            return self.ended(Phase::Limit, observer);
        }
        let passes = self.limit.passes_of(&limit, following);
        let mut strain = largest_strain(&self.cloth, &self.tear);
        let mut made = 0;
        while limit.wants(strain, made, passes) {
            made += 1;
            M::before_corrections(&mut self.state, &self.cloth);
            limit.pass(&mut self.cloth, &self.tear, &mut self.scratch);
            M::after_corrections(&mut self.state, &self.cloth);
            self.ended(Phase::Limit, observer);
            self.collide(obstacles);
            self.ended(Phase::Collide, observer);
            if made >= passes[0] {
                strain = largest_strain(&self.cloth, &self.tear);
            }
        }
        self.limit.end(&limit, made, strain, self.substeps);
        self.ended(Phase::Limit, observer);
    }

    fn ended(&self, phase: Phase, observer: &mut impl Observer) {
        observer.ended(phase);
        observer.state(phase, || self.state_hash());
    }

    /// θ of S0's wind for this substep.
    #[inline(never)]
    fn set_wind_phase(&mut self) {
        let wind = &mut self.coefficients.forces.positional_wind;
        if let Some(wind) = wind {
            let turn = libm::fmod(
                self.coefficients.wind_rate * self.time,
                core::f64::consts::TAU,
            );
            wind.phase = T::from_f64(turn);
        }
    }
}
