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

mod chosen;
mod fabric;

use crate::base::OutOfMemory;
use crate::extent::Dyn;
use crate::integrate::{SolverReport, SolverSettings};
use crate::observer::{HashOfState, Phase};
use crate::scalar::Fixed;
use crate::scene::{ColliderScene, Scene, SettingError};
use crate::simulation::{ParticleError, Report};
use alloc::boxed::Box;
use alloc::vec::Vec;
pub use chosen::drag;
use core::any::Any;
use core::fmt::{self, Debug};
pub use fabric::Fabric;

/// A cloth that runs, in SI units. Particles are named by column and row; there are
/// `columns() * rows()` of them, row by row.
pub trait AnySimulation: Debug + Send {
    /// Particles in a row.
    fn columns(&self) -> usize;
    /// Rows of particles.
    fn rows(&self) -> usize;
    /// The integration method; [`Method::Verlet`] for one that is not in the list.
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
    /// stable. Takes memory for two grids meanwhile; without it, the result is a lower bound.
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
    /// cloth has no surface. Takes memory for a grid meanwhile; without it, there are none.
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

/// The most columns and the most rows.
pub const MAX_SIDE: usize = 4096;

/// Columns and rows of a cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Particles in a row, 1 to [`MAX_SIDE`].
    pub columns: usize,
    /// Rows of particles, 1 to [`MAX_SIDE`].
    pub rows: usize,
}

impl GridSize {
    /// The scene's own.
    pub const fn of(scene: &Scene) -> Self {
        Self {
            columns: scene.cloth.columns,
            rows: scene.cloth.rows,
        }
    }

    pub(super) fn extent(self) -> Result<Dyn, StartError> {
        let side = 1..=MAX_SIDE;
        match side.contains(&self.columns) && side.contains(&self.rows) {
            true => Ok(Dyn::new(self.columns, self.rows)),
            false => Err(StartError::Size(self)),
        }
    }
}

impl fmt::Display for GridSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.columns, self.rows)
    }
}

/// The grid for a scene: its own, or one of its shape with `longer` particles along the
/// longer side. A string stays a string.
pub fn grid_for(scene: &Scene, longer: Option<usize>) -> GridSize {
    let own = GridSize::of(scene);
    let Some(longer) = longer else {
        return own;
    };
    let side = |n: usize| match own.columns.max(own.rows) {
        most if n == most => longer,
        _ if n <= 1 => n,
        // As many particles as keep the shape; an edge that is one stays one.
        // `libm`'s: without `std` there is no other rounding.
        most => libm::rint((n * longer) as f64 / most as f64).max(2.0) as usize,
    };
    GridSize {
        columns: side(own.columns),
        rows: side(own.rows),
    }
}

/// How a cloth is advanced in time: one of [`integrate`](crate::integrate)'s methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Størmer and Verlet's, in positions.
    #[default]
    Verlet,
    /// Symplectic (forward-backward) Euler.
    SymplecticEuler,
    /// Forward Euler.
    ForwardEuler,
    /// The midpoint rule.
    Rk2,
    /// Runge and Kutta's of fourth order.
    Rk4,
    /// Backward Euler, linearised, by conjugate gradient.
    BackwardEuler,
    /// Desbrun, Schröder and Barr's of 1999.
    Imex,
}

impl Method {
    /// All methods, in the order of a list to choose from.
    pub const ALL: [Self; 7] = [
        Self::Verlet,
        Self::SymplecticEuler,
        Self::ForwardEuler,
        Self::Rk2,
        Self::Rk4,
        Self::BackwardEuler,
        Self::Imex,
    ];

    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verlet => "verlet",
            Self::SymplecticEuler => "symplectic-euler",
            Self::ForwardEuler => "forward-euler",
            Self::Rk2 => "rk2",
            Self::Rk4 => "rk4",
            Self::BackwardEuler => "backward-euler",
            Self::Imex => "imex",
        }
    }

    /// The method of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The number format of positions and velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// 32 bits of floating point.
    #[default]
    F32,
    /// 64 bits of floating point.
    F64,
    /// Fixed point: [`Fixed`].
    Fixed,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::F32, Self::F64, Self::Fixed];

    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        ["f32", "f64", "fixed"][self as usize]
    }

    /// The format of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why no simulation could be started, or changed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum StartError {
    /// No cloth is that large, or that small.
    Size(GridSize),
    /// A value of the scene is out of range on this grid.
    Setting(GridSize, SettingError),
    /// The system has no memory for it.
    Memory(OutOfMemory),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(grid) => write!(
                f,
                "a grid of {grid} particles: columns and rows are 1 to {MAX_SIDE}"
            ),
            Self::Setting(grid, error) => write!(f, "on a grid of {grid} particles: {error}"),
            Self::Memory(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for StartError {}

impl From<OutOfMemory> for StartError {
    fn from(error: OutOfMemory) -> Self {
        Self::Memory(error)
    }
}
