//! A cloth whose method and number format are values, so that a law is a loop over cases. The engine
//! behind it is the one that [`cloth_core::host`] has compiled.

use crate::measure::{Sheet, Vector, length, sub};
use cloth_core::host::{AnySimulation, Format, GridSize, Method, StartError, start};
use cloth_core::integrate::{self, SolverSettings};
use cloth_core::scene::ColliderScene;
use cloth_core::{
    BackwardEuler, BendNeighbours, Fixed, ForwardEuler, Imex, Link, Mode, ParticleError, Rk2, Rk4,
    Scalar, Scene, SettingError, Spring, SpringKind, SymplecticEuler, Units, Verlet, springs,
};
use core::ops::{Deref, DerefMut};

use crate::SimWith;

/// Looks for the type among all that a host can choose.
macro_rules! find {
    ($any:ident, $get:ident) => {{
        find!($any, $get, Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4, BackwardEuler, Imex);
        panic!("a type that no host chooses")
    }};
    ($any:ident, $get:ident, $($method:ty),+) => { $(
        find!(@ $any, $get, SimWith<f32, $method>);
        find!(@ $any, $get, SimWith<f64, $method>);
        find!(@ $any, $get, SimWith<Fixed, $method>);
    )+ };
    (@ $any:ident, $get:ident, $one:ty) => {
        if $any.is::<$one>() {
            return $any.$get::<$one>().expect("it is that");
        }
    };
}

/// A running cloth. What this does not say itself is [`AnySimulation`]'s.
#[derive(Clone, Debug)]
pub struct Trial(Box<dyn AnySimulation>);

/// A cloth with Verlet's method on the scene's own grid.
///
/// # Panics
/// If the scene is refused.
#[must_use]
pub fn verlet(scene: &Scene, format: Format) -> Trial {
    Trial::new(scene, Method::Verlet, format)
}

/// A scene on a grid of another size, with as many substeps as it has there.
#[must_use]
pub fn sized(scene: &Scene, columns: usize, rows: usize) -> Scene {
    let (mut scene, mut springs) = (*scene, *scene);
    springs.solver.mode = Mode::Hooke;
    scene.solver.substeps = springs.substeps(columns, rows);
    scene.solver.courant = false;
    (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
    scene
}

/// Relative rounding of a float format.
#[must_use]
pub const fn epsilon(format: Format) -> f64 {
    match format {
        Format::F32 => f32::EPSILON as f64,
        _ => f64::EPSILON,
    }
}

fn setting(error: StartError) -> SettingError {
    match error {
        StartError::Setting(_, error) => error,
        other => panic!("{other}"),
    }
}

impl Trial {
    /// Starts a scene on its own grid.
    ///
    /// # Panics
    /// If the scene is refused.
    #[must_use]
    pub fn new(scene: &Scene, method: Method, format: Format) -> Self {
        Self::try_new(scene, method, format).unwrap_or_else(|e| panic!("{method} {format}: {e}"))
    }

    /// As [`Trial::new`], or why the scene is refused.
    ///
    /// # Errors
    /// The setting at fault.
    pub fn try_new(scene: &Scene, method: Method, format: Format) -> Result<Self, SettingError> {
        let started = start(scene, GridSize::of(scene), method, format);
        started.map(Self).map_err(setting)
    }

    /// Method and number format, for messages.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.0.method(), self.0.format())
    }

    /// Advances by so many steps.
    pub fn run(&mut self, steps: u32) {
        (0..steps).for_each(|_| self.0.step());
    }

    /// Takes the scene's values over.
    ///
    /// # Errors
    /// The setting at fault.
    pub fn change(&mut self, scene: &Scene) -> Result<(), SettingError> {
        self.0.change(scene).map_err(setting)
    }

    /// Starts again with a scene.
    ///
    /// # Errors
    /// The setting at fault.
    pub fn reset(&mut self, scene: &Scene) -> Result<(), SettingError> {
        self.0.reset(scene).map_err(setting)
    }

    /// The same state with another method.
    ///
    /// # Panics
    /// If the scene is not for that method.
    #[must_use]
    pub fn with_method(&self, method: Method) -> Self {
        Self(self.0.with_method(method).expect("it runs"))
    }

    /// Lets an implicit method solve to `tolerance`.
    ///
    /// # Panics
    /// If the tolerance is out of range.
    pub fn tighten(&mut self, tolerance: f64) {
        let mut settings = SolverSettings::DEFAULT;
        (settings.tolerance, settings.iterations) = (tolerance, 10_000);
        self.0.set_solver(settings).expect("in range");
    }

    /// Position of a particle of the grid, m.
    ///
    /// # Panics
    /// Outside of the grid; so do the next ones.
    #[must_use]
    pub fn position(&self, column: usize, row: usize) -> Vector {
        self.0.position(column, row).expect("in the grid")
    }

    /// Velocity of a particle of the grid, m/s.
    #[must_use]
    pub fn velocity(&self, column: usize, row: usize) -> Vector {
        self.0.velocity(column, row).expect("in the grid")
    }

    /// Puts a particle somewhere (m) with a velocity (m/s).
    pub fn place(&mut self, column: usize, row: usize, at: Vector, velocity: Vector) {
        let placed = self.any_mut().place(column, row, at, velocity);
        placed.expect("in the grid");
    }

    /// Pins a particle.
    pub fn pin(&mut self, column: usize, row: usize) {
        self.0.set_pinned(column, row, true);
    }

    /// Lets a particle go.
    pub fn unpin(&mut self, column: usize, row: usize) {
        self.0.set_pinned(column, row, false);
    }

    /// Attaches a particle to a hand that moves with a velocity, m/s.
    pub fn attach(&mut self, column: usize, row: usize, velocity: Vector) {
        let attached = self.any_mut().attach(column, row, velocity);
        attached.expect("there is a hand");
    }

    /// The colliders where they are now.
    #[must_use]
    pub fn colliders(&self) -> Vec<ColliderScene> {
        let mut all = Vec::new();
        self.0.colliders(&mut all);
        all
    }

    /// The first collider's place: a ball's or box's centre, a plane's point, a capsule's start.
    #[must_use]
    pub fn collider(&self) -> Vector {
        *self.colliders()[0].place_mut()
    }

    /// Largest strain of a link; there must be one.
    #[must_use]
    pub fn strain(&self) -> f64 {
        self.0.measure().largest_strain.expect("there are links")
    }

    /// Passes of the strain limit in the last step.
    #[must_use]
    pub fn limit_passes(&self) -> u32 {
        self.0.measure().limit_passes
    }

    /// Length over rest length of every spring of these kinds, by brute force.
    #[must_use]
    pub fn stretches(&self, kinds: &[SpringKind]) -> Vec<(Spring, f64)> {
        let (columns, rows) = self.size();
        let (x, spacing) = (self.positions(), self.units().spacing);
        let all = springs(columns, rows, BendNeighbours::Four).filter(|s| kinds.contains(&s.kind));
        let stretch = |s: Spring| length(sub(x[s.ends[1]], x[s.ends[0]])) / (s.rest * spacing);
        all.map(|s| (s, stretch(s))).collect()
    }

    /// The largest of them.
    #[must_use]
    pub fn largest_stretch(&self, kinds: &[SpringKind]) -> f64 {
        let all = self.stretches(kinds).into_iter();
        all.map(|(_, stretch)| stretch).fold(0.0, f64::max)
    }

    /// Corners of the triangles that are left.
    #[must_use]
    pub fn triangles(&self) -> Vec<[usize; 3]> {
        let mut all = Vec::new();
        self.0.triangles(&mut all);
        all.into_iter().map(|t| t.map(|i| i as usize)).collect()
    }

    /// The engine's units.
    #[must_use]
    pub fn units(&self) -> Units {
        self.any().units()
    }

    /// What tests may ask a simulation of any type.
    #[must_use]
    pub fn any(&self) -> &dyn Typed {
        let any = self.0.as_any();
        find!(any, downcast_ref)
    }

    /// What tests may do to a simulation of any type.
    #[must_use]
    pub fn any_mut(&mut self) -> &mut dyn Typed {
        let any = self.0.as_any_mut();
        find!(any, downcast_mut)
    }

    /// The simulation by its type.
    ///
    /// # Panics
    /// If it has another one.
    #[must_use]
    pub fn of<T: Scalar, M: integrate::Method>(&mut self) -> &mut SimWith<T, M> {
        let any = self.0.as_any_mut();
        any.downcast_mut().expect("a simulation of that type")
    }
}

impl Deref for Trial {
    type Target = dyn AnySimulation;
    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Trial {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl Sheet for Trial {
    fn size(&self) -> (usize, usize) {
        (self.0.columns(), self.0.rows())
    }
    fn positions(&self) -> Vec<Vector> {
        self.any().positions()
    }
    fn velocities(&self) -> Vec<Vector> {
        self.any().velocities()
    }
    fn put(&mut self, column: usize, row: usize, at: Vector, velocity: Vector) {
        self.place(column, row, at, velocity);
    }
    fn mass(&self) -> f64 {
        self.units().mass
    }
}

/// What [`AnySimulation`] does not have, of a simulation of any type; see `Simulation`'s functions.
// Each function has the name and the errors of the engine's.
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait Typed: Sheet {
    fn units(&self) -> Units;
    fn normals(&self) -> Vec<Vector>;
    fn limit_strain(&self) -> f64;
    fn stable_dt_bound(&self) -> f64;
    fn attach(&mut self, column: usize, row: usize, v: Vector) -> Result<(), ParticleError>;
    fn place(&mut self, c: usize, r: usize, x: Vector, v: Vector) -> Result<(), ParticleError>;
    fn break_link(&mut self, column: usize, row: usize, link: Link) -> Result<(), ParticleError>;
    fn move_collider(&mut self, i: usize, x: Vector, v: Vector) -> Result<(), SettingError>;
}

impl<T: Scalar, M: integrate::Method> Typed for SimWith<T, M> {
    fn units(&self) -> Units {
        *self.units()
    }
    fn normals(&self) -> Vec<Vector> {
        let mut normals = crate::blank(self);
        // What is in the memory before must not matter.
        crate::put(&mut normals, 0, 0, [T::ONE, T::ZERO, T::ZERO]);
        self.normals(&mut normals);
        let at = |(c, r)| normals.get(c, r).expect("in the grid").map(T::to_f64);
        crate::all(self).map(at).collect()
    }
    fn limit_strain(&self) -> f64 {
        self.limit_strain()
    }
    fn stable_dt_bound(&self) -> f64 {
        self.stable_dt_bound()
    }
    fn attach(&mut self, column: usize, row: usize, v: Vector) -> Result<(), ParticleError> {
        self.attach(column, row, v)
    }
    fn place(&mut self, c: usize, r: usize, x: Vector, v: Vector) -> Result<(), ParticleError> {
        self.place(c, r, x, v)
    }
    fn break_link(&mut self, column: usize, row: usize, link: Link) -> Result<(), ParticleError> {
        self.break_link(column, row, link)
    }
    fn move_collider(&mut self, i: usize, x: Vector, v: Vector) -> Result<(), SettingError> {
        self.move_collider(i, x, v)
    }
}
