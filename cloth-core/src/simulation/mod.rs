//! The pipeline: forces, integration, constraints, limit, contacts.

mod change;
mod contact;
mod pin;
mod query;
mod stability;
mod tear_up;

use crate::cloth::Cloth;
use crate::collide::{MovingCollider, Obstacles};
use crate::constraint::free_rows;
use crate::force::Forces;
use crate::integrate::Scheme;
use crate::motion::Motion;
use crate::observer::{Observer, Phase};
use crate::scalar::Scalar;
use crate::scene::{KeepScene, MAX_COLLIDERS, Scene, SettingError};
use crate::self_collide::{NoSelfCollision, SelfContact, SelfContactLaw};
use crate::tear::{self, NoTearing, Tear};
use crate::units::{Coefficients, Units, fits, has_memory};
use crate::vector::from_f64;
use core::borrow::Borrow;
use heapless::Vec;

use pin::Attachment;
pub use pin::{AttachError, MAX_ATTACHMENTS};
pub use tear_up::CutError;

/// A cloth, the scheme that moves it, and the scene it is in.
///
/// All memory is inside; nothing is allocated. The value is large, so it is
/// made where it stays, from [`EMPTY`](Simulation::EMPTY), and set up in place
/// by [`reset`](Simulation::reset).
///
/// K is how the scene is kept: a copy of it, which can be changed while running,
/// or, to save 0.8 KiB on a microcontroller, a `&'static Scene` in flash.
///
/// C is the memory for contacts of the cloth with itself: none, or
/// [`SelfCollision`](crate::SelfCollision). D is that for broken links: none, or
/// [`Tearing`](crate::Tearing).
#[derive(Clone, Debug)]
pub struct Simulation<
    T: Scalar,
    S,
    const W: usize,
    const H: usize,
    K = Scene,
    C = NoSelfCollision,
    D = NoTearing,
> {
    cloth: Cloth<T, W, H>,
    scheme: S,
    self_contact: C,
    tear: D,
    scene: Kept<K>,
    substeps: u32,
    units: Units,
    coefficients: Coefficients<T>,
    colliders: Vec<MovingCollider<T>, MAX_COLLIDERS>,
    attachments: Vec<Attachment<T>, MAX_ATTACHMENTS>,
    /// Simulated time since the scene began, s.
    time: f64,
    limit_passes: u32,
    /// The direction of the next substep's first pass in PBD and XPBD.
    upwards: bool,
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
    /// Largest strain l/l₀ − 1 of the structural and shear links that can
    /// move.
    pub largest_strain: f64,
    /// Passes of the strain limit in the last substep.
    pub limit_passes: u32,
}

impl<T, S, K, C, D, const W: usize, const H: usize> Simulation<T, S, W, H, K, C, D>
where
    T: Scalar,
    S: Scheme<T, W, H>,
    K: KeepScene,
    C: SelfContact<T, W, H>,
    D: Tear<W, H>,
{
    /// Memory of the whole simulation in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// A simulation in which nothing moves, for a `static` or a box. All its bits
    /// are zero: a `static` takes no room in flash.
    pub const EMPTY: Self = Self {
        cloth: Cloth::EMPTY,
        scheme: S::EMPTY,
        self_contact: C::EMPTY,
        tear: D::EMPTY,
        scene: Kept::Nothing,
        substeps: 0,
        units: Units {
            spacing: 0.0,
            dt: 0.0,
            mass: 0.0,
        },
        coefficients: Coefficients::NONE,
        colliders: Vec::new(),
        attachments: Vec::new(),
        time: 0.0,
        limit_passes: 0,
        upwards: false,
    };

    /// Puts the cloth where `scene` starts it, at rest, with this grid's
    /// particles: the scene's own columns and rows are not looked at.
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
        scene.validate_used(K::USES)?;
        fits::<T>(scene, W, H, K::USES)?;
        has_memory(scene, S::HAS_LINK_MEMORY)?;
        tear::check(scene, D::HAS_MEMORY)?;
        let units = Units::new(scene, W, H);
        let law = SelfContactLaw::of(scene, &units, C::HAS_MEMORY)?;
        self.set_coefficients(scene)?;
        self.units = units;
        self.self_contact.set_law(law);
        if let Some(links) = self.tear.links_mut() {
            links.mend();
        }
        self.substeps = scene.substeps(W, H);
        for row in 0..H {
            for column in 0..W {
                let start = scene.cloth.start(W, H, column, row);
                let start = from_f64(start.map(|v| v / self.units.spacing));
                self.cloth.position.rows[row].set(column, start);
                let at_rest = S::Motion::keep3(start, [T::ZERO; 3]);
                self.scheme.kept_mut().rows[row].set(column, at_rest);
                let pinned = scene.pins.holds(W, H, column, row);
                self.cloth.inverse_mass[row][column] = if pinned { T::ZERO } else { T::ONE };
            }
        }
        self.scheme.forget();
        self.attachments.clear();
        self.time = 0.0;
        self.limit_passes = 0;
        self.upwards = false;
        self.set_colliders(scene);
        Ok(())
    }

    #[inline(never)]
    fn set_coefficients(&mut self, scene: &Scene) -> Result<(), SettingError> {
        Coefficients::new(scene, W, H, K::USES).map(|new| self.coefficients = new)
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
    /// use cloth_core::{Simulation, Verlet, scenes};
    ///
    /// /// A ring about the vertical axis through the origin, in rest spacings.
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
    /// let mut sim = Simulation::<f32, Verlet<f32, 16, 16>, 16, 16>::EMPTY;
    /// sim.reset(&scenes::FOUR_CORNERS.scene)?;
    /// let spacings = 1.0 / sim.units().spacing as f32;
    /// let torus = Torus { ring: 0.5 * spacings, tube: 0.1 * spacings };
    /// let mut obstacle = Obstacle::fixed(torus, 0.3);
    /// obstacle.offset = [0.0, 1.0 * spacings, 0.0];
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
        for _ in 0..self.substeps {
            self.substep(obstacles, observer);
        }
    }

    /// Advances by `steps` steps.
    pub fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.step();
        }
    }

    fn substep(
        &mut self,
        obstacles: &mut (impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        if K::USES.positional_wind {
            self.set_wind_phase();
        }
        self.integrate(observer);
        self.move_colliders();
        obstacles.advance();
        self.ended(Phase::Integrate, observer);

        if self.has_links() {
            self.solve(observer);
        }
        if K::USES.self_collision && self.self_contact.is_on() {
            self.self_collide(observer);
        }
        self.collide(obstacles);
        self.ended(Phase::Collide, observer);
        if K::USES.limit {
            self.limit(obstacles, observer);
        }
        if K::USES.tear && D::HAS_MEMORY {
            self.tear_up(observer);
        }
        self.time += self.units.dt;
    }

    // What follows is kept out of the substep's own frame: a step then takes as
    // much stack as its deepest part, not as all of them.

    #[inline(never)]
    fn integrate(&mut self, observer: &mut impl Observer) {
        let held = self.attached_positions();
        let gravity_alone = Forces {
            gravity: self.coefficients.forces.gravity,
            ..Forces::NONE
        };
        let forces = match K::USES.forces {
            true => &self.coefficients.forces,
            false => &gravity_alone,
        };
        let damping = self.coefficients.damping;
        let mut ended = |phase| observer.ended(phase);
        self.scheme
            .advance(&mut self.cloth, forces, damping, &self.tear, &mut ended);
        self.move_attachments(held);
    }

    /// Whether links are solved in this scene.
    fn has_links(&self) -> bool {
        let Coefficients {
            projection,
            position_based,
            ..
        } = &self.coefficients;
        (K::USES.constraints && projection.iterations() > 0)
            || (K::USES.position_based && position_based.iterations() > 0)
    }

    #[inline(never)]
    fn solve(&mut self, observer: &mut impl Observer) {
        self.scheme.before_corrections(&self.cloth);
        if K::USES.constraints {
            self.project(observer);
        }
        if K::USES.position_based || K::USES.tethers {
            self.solve_position_based();
        }
        self.scheme.after_corrections(&self.cloth);
        self.ended(Phase::Constraints, observer);
    }

    /// Constraint mode. Where the cloth may touch itself, after each pass: many
    /// passes of rigid links between two contacts override these, and layers go
    /// through each other.
    fn project(&mut self, observer: &mut impl Observer) {
        let projection = self.coefficients.projection;
        let passes = projection.iterations();
        let part = match K::USES.self_collision && self.self_contact.is_on() {
            true => 1,
            false => passes.max(1),
        };
        for first in (0..passes).step_by(part as usize) {
            if first > 0 {
                self.ended(Phase::Constraints, observer);
                self.scheme.after_corrections(&self.cloth);
                self.self_collide(observer);
                self.scheme.before_corrections(&self.cloth);
            }
            let (passes, cloth) = (first..first + part, &mut self.cloth);
            match K::USES.bend_diagonals {
                true => projection.solve::<true, W, H>(passes, cloth, &self.tear),
                false => projection.solve::<false, W, H>(passes, cloth, &self.tear),
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
        let solves = K::USES.position_based && solver.iterations() > 0;
        if !solves && tethers.is_none() {
            return;
        }
        let free = free_rows(&self.cloth);
        if solves {
            let (cloth, memory) = (&mut self.cloth, self.scheme.link_memory());
            let (tear, up) = (&self.tear, self.upwards);
            match K::USES.bend_diagonals {
                true => solver.solve::<T, true, W, H>(cloth, memory, &free, tear, up),
                false => solver.solve::<T, false, W, H>(cloth, memory, &free, tear, up),
            }
        }
        let Some(tethers) = tethers.as_ref().filter(|_| K::USES.tethers) else {
            return;
        };
        tethers.pull(&mut self.cloth, &free);
        // A pull travels as far up as down. But a direction has an equilibrium of
        // its own: where nothing else holds the cloth near its pins, it would
        // swing between the two with every substep, and gain by it.
        self.upwards ^= solver.iterations() % 2 == 1;
    }

    /// Shortens over-long links until none is left or the passes are used up,
    /// with contacts last in every pass, so that at the end both hold.
    #[inline(never)]
    fn limit(&mut self, obstacles: &(impl Obstacles<T> + ?Sized), observer: &mut impl Observer) {
        self.limit_passes = 0;
        let Some(limit) = self.coefficients.limit else {
            return;
        };
        while self.limit_passes < limit.passes() && !limit.holds(&self.cloth, &self.tear) {
            self.scheme.before_corrections(&self.cloth);
            limit.pass(&mut self.cloth, &self.tear);
            self.scheme.after_corrections(&self.cloth);
            self.ended(Phase::Limit, observer);
            self.collide(obstacles);
            self.ended(Phase::Collide, observer);
            self.limit_passes += 1;
        }
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
