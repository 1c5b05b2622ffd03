//! Simulations that are chosen when a program runs: any grid, any method, any number
//! format.
//!
//! A board decides all of that when its program is compiled; a viewer learns it from a
//! file or a slider. [`start`] picks the type, and callers of [`AnySimulation`] do not see
//! it. All of them are compiled once, with this crate.
//!
//! ```
//! use cloth_core::host::{Format, GridSize, Method, start};
//! use cloth_core::scenes;
//!
//! let grid = GridSize { columns: 40, rows: 20 };
//! let mut cloth = start(&scenes::FLAG.scene, grid, Method::Verlet, Format::F32)?;
//! cloth.step();
//! let mut positions = Vec::new();
//! cloth.positions(&mut positions);
//! assert_eq!(positions.len(), 40 * 20);
//! # Ok::<(), cloth_core::host::StartError>(())
//! ```

extern crate alloc;

mod choice;
mod chosen;
mod fabric;

pub use choice::{Format, GridSize, MAX_SIDE, Method, StartError, grid_for};
pub use chosen::drag;
pub use fabric::Fabric;

use crate::integrate::{SolverReport, SolverSettings};
use crate::observer::{HashOfState, Phase};
use crate::scalar::Fixed;
use crate::scene::{ColliderScene, Scene, SettingError};
use crate::simulation::{ParticleError, Report};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::Debug;

/// A cloth that runs, in SI units. Particles are named by column and row; there are
/// `columns() * rows()` of them, row by row.
pub trait AnySimulation: Debug + Send {
    /// Particles in a row.
    fn columns(&self) -> usize;
    /// Rows of particles.
    fn rows(&self) -> usize;
    /// The integration method.
    fn method(&self) -> Method;
    /// The number format.
    fn format(&self) -> Format;
    /// The scene as it now applies.
    fn scene(&self) -> &Scene;
    /// The simulation itself, for generic functions: a
    /// [`Simulation<T, Dyn, M, Scene, WithAll>`](crate::Simulation).
    fn as_any(&self) -> &dyn Any;
    /// As [`as_any`](AnySimulation::as_any), to change it.
    fn as_any_mut(&mut self) -> &mut dyn Any;
    /// Simulated time since the scene began, s.
    fn time(&self) -> f64;
    /// Measures how well the last step kept the links: a look at every link.
    fn measure(&self) -> Report;
    /// The longest stable substep for the cloth as it is now, s; see
    /// [`Simulation::stable_dt`](crate::Simulation::stable_dt). Infinite where all are
    /// stable.
    fn stable_dt(&mut self) -> f64;
    /// Hash over the bits of the state.
    fn state_hash(&self) -> u64;

    /// Puts the cloth where `scene` starts it, at rest.
    ///
    /// # Errors
    /// A value out of range, or no memory; the simulation is then as it was before.
    fn reset(&mut self, scene: &Scene) -> Result<(), StartError>;
    /// Takes over the scene's values while the cloth moves on.
    ///
    /// # Errors
    /// A value out of range, or no memory; the simulation is then as it was before.
    fn change(&mut self, scene: &Scene) -> Result<(), StartError>;
    /// The same cloth in the same state, to move on with another method.
    ///
    /// # Errors
    /// If the scene is not for that method, or no memory.
    fn with_method(&self, method: Method) -> Result<Box<dyn AnySimulation>, StartError>;
    /// The same simulation in the same state: both go on with the same bits.
    fn boxed_clone(&self) -> Box<dyn AnySimulation>;

    /// Advances by one step of the scene.
    fn step(&mut self);
    /// As [`step`](AnySimulation::step); `observer` is told of every phase that has ended, so that a
    /// clock can be read, or the state's hash.
    fn step_observed(&mut self, observer: &mut dyn FnMut(Phase, HashOfState<'_>));

    /// How the linear solver of an implicit method fared in the last substep; `None` for
    /// an explicit one.
    fn solver_report(&self) -> Option<SolverReport>;
    /// Sets the linear solver of an implicit method. Nothing happens for an explicit one.
    ///
    /// # Errors
    /// A value out of range; the settings are then as before.
    fn set_solver(&mut self, settings: SolverSettings) -> Result<(), SettingError>;

    /// Position of a particle (m), as exact as the number format; `None` outside of the
    /// grid.
    fn position(&self, column: usize, row: usize) -> Option<[f64; 3]>;
    /// Velocity of a particle (m/s), likewise.
    fn velocity(&self, column: usize, row: usize) -> Option<[f64; 3]>;
    /// Sets a particle's position (m) and velocity (m/s); a pinned particle takes the
    /// position alone. Nothing happens outside of the grid.
    fn place(&mut self, column: usize, row: usize, position: [f64; 3], velocity: [f64; 3]);

    /// Replaces the contents of `positions` by all positions, m.
    fn positions(&self, positions: &mut Vec<[f32; 3]>);
    /// Replaces the contents of `velocities` by all velocities, m/s.
    fn velocities(&self, velocities: &mut Vec<[f32; 3]>);
    /// Replaces the contents of `normals` by the unit vertex normals; zero where the
    /// cloth has no surface.
    fn normals(&self, normals: &mut Vec<[f32; 3]>);
    /// Whether any link is broken.
    fn is_torn(&self) -> bool;
    /// Whether a link, by its ends as [`springs`](crate::springs) lists them, is whole.
    fn is_whole(&self, ends: [usize; 2]) -> bool;
    /// Replaces the contents of `triangles` by the corners of all triangles that are left.
    fn triangles(&self, triangles: &mut Vec<[u32; 3]>);
    /// Whether a particle is pinned; `false` outside of the grid.
    fn is_pinned(&self, column: usize, row: usize) -> bool;
    /// Replaces the contents of `colliders` by the colliders where they are now.
    fn colliders(&self, colliders: &mut Vec<ColliderScene>);

    /// Takes hold of a particle and pulls it towards `target` (m) over the next step, as a
    /// stiff and well damped spring would. To be called before each step. Nothing happens
    /// outside of the grid.
    fn drag(&mut self, column: usize, row: usize, target: [f32; 3]);
    /// Pins a particle where it is, or lets it go: a dragged one moves on with the hand's
    /// velocity. Nothing happens outside of the grid.
    fn set_pinned(&mut self, column: usize, row: usize, pinned: bool);
    /// Cuts all links of a particle.
    ///
    /// # Errors
    /// If the scene's cloth cannot be torn, or the grid has no such particle.
    fn cut(&mut self, column: usize, row: usize) -> Result<(), ParticleError>;
    /// Moves a collider of the scene, counted from 0, to `center` (m) with `velocity` (m/s)
    /// from there on: its centre, a capsule's start, a point of a plane.
    fn move_collider(&mut self, index: usize, center: [f64; 3], velocity: [f64; 3]);
}

impl Clone for Box<dyn AnySimulation> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// Starts `scene` on a grid. The memory for contacts of the cloth with itself, for
/// broken links and for multipliers is there as far as the scene asks for it.
///
/// # Errors
/// A grid that is too large, a value of the scene that is out of range on it, no memory.
pub fn start(
    scene: &Scene,
    grid: GridSize,
    method: Method,
    format: Format,
) -> Result<Box<dyn AnySimulation>, StartError> {
    let extent = grid.extent()?;
    match format {
        Format::F32 => chosen::start::<f32>(method, extent, scene, None),
        Format::F64 => chosen::start::<f64>(method, extent, scene, None),
        Format::Fixed => chosen::start::<Fixed>(method, extent, scene, None),
    }
}
