//! A running simulation of any grid, behind one trait.
//!
//! The engine's grids are types, so that memory is known when a program is compiled. A viewer
//! learns the grid when it runs. [`start`] picks the type; behind [`Model`] nobody sees it any
//! more.

mod grids;
mod method;
mod running;
mod timing;

pub use grids::{Grid, GridError, SIZES, grid_for, has, start, start_with};
pub use method::Method;
pub use timing::PhaseTimes;

use cloth_core::scene::ColliderScene;
use cloth_core::{CutError, Mode, Report, Scene, SettingError};
use std::any::Any;
use std::fmt::Debug;

/// A cloth that runs, in SI units. Particles are named by column and row; there are
/// `columns() * rows()` of them, row by row.
pub trait Model: Debug + Send {
    /// Particles in a row.
    fn columns(&self) -> usize;
    /// Rows of particles.
    fn rows(&self) -> usize;
    /// The scheme.
    fn method(&self) -> Method;
    /// The scene as it now applies.
    fn scene(&self) -> &Scene;
    /// Simulated time since the scene began, s.
    fn time(&self) -> f64;
    /// How well the last step kept the links.
    fn report(&self) -> Report;
    /// The longest stable substep for the cloth as it is now, s; see
    /// [`cloth_core::Simulation::stable_dt`]. Infinite where all are stable.
    fn stable_dt(&mut self) -> f64;
    /// Hash over the bits of the state.
    fn state_hash(&self) -> u64;

    /// Puts the cloth where `scene` starts it, at rest.
    ///
    /// # Errors
    /// A value out of range; the simulation is then as it was before.
    fn reset(&mut self, scene: &Scene) -> Result<(), SettingError>;
    /// Takes over the scene's values while the cloth moves on.
    ///
    /// # Errors
    /// A value out of range; the simulation is then as it was before.
    fn change(&mut self, scene: &Scene) -> Result<(), SettingError>;
    /// Switches between springs and constraints while the cloth moves on.
    ///
    /// # Errors
    /// The other model's values are out of range for this time step.
    fn set_mode(&mut self, mode: Mode) -> Result<(), SettingError>;

    /// Advances by one step of the scene.
    fn step(&mut self);
    /// As [`step`](Model::step), and measures the time of each phase. The clock costs time itself:
    /// some 20 ns a reading, two readings a row and substep.
    fn step_timed(&mut self) -> PhaseTimes;

    /// Replaces the contents of `positions` by all positions, m.
    fn positions(&self, positions: &mut Vec<[f32; 3]>);
    /// Replaces the contents of `velocities` by all velocities, m/s.
    fn velocities(&self, velocities: &mut Vec<[f32; 3]>);
    /// Replaces the contents of `normals` by the unit vertex normals; zero where the cloth has no
    /// surface.
    fn normals(&mut self, normals: &mut Vec<[f32; 3]>);
    /// Whether any link is broken.
    fn is_torn(&self) -> bool;
    /// Whether a link, by its ends as [`cloth_core::springs`] lists them, is whole.
    fn is_whole(&self, ends: [usize; 2]) -> bool;
    /// Replaces the contents of `triangles` by the corners of all triangles that are left.
    fn triangles(&self, triangles: &mut Vec<[u32; 3]>);
    /// Whether a particle is pinned; `false` outside of the grid.
    fn is_pinned(&self, column: usize, row: usize) -> bool;
    /// Replaces the contents of `colliders` by the colliders where they are now.
    fn colliders(&self, colliders: &mut Vec<ColliderScene>);

    /// Takes hold of a particle and pulls it towards `target` (m) over the next step, as a stiff
    /// and well damped spring would. To be called before each step. Nothing happens outside of the
    /// grid.
    fn drag(&mut self, column: usize, row: usize, target: [f32; 3]);
    /// Lets go of a dragged particle: it moves on with the hand's velocity, or, `pinned`, stays
    /// where it is.
    fn release(&mut self, column: usize, row: usize, pinned: bool);
    /// Pins a particle where it is, or lets it go. Nothing happens outside of the grid.
    fn set_pinned(&mut self, column: usize, row: usize, pinned: bool);
    /// Cuts all links of a particle.
    ///
    /// # Errors
    /// If the scene's cloth cannot be torn, or the grid has no such particle.
    fn cut(&mut self, column: usize, row: usize) -> Result<(), CutError>;
    /// Moves a collider of the scene, counted from 0, to `center` (m) with `velocity` (m/s) from
    /// there on: its centre, a capsule's start, a point of a plane.
    fn move_collider(&mut self, index: usize, center: [f64; 3], velocity: [f64; 3]);

    /// The state as another method of the same grid can go on from it: see [`Model::resume`].
    fn suspend(&self) -> Box<dyn Any + Send>;
    /// Goes on from a state that [`Model::suspend`] gave; `false` if that was on another grid.
    fn resume(&mut self, state: &dyn Any) -> bool;
}
