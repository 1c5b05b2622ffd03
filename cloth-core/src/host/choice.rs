//! What can be chosen: grid, method, number format.

use crate::extent::{Dyn, OutOfMemory};
use crate::scene::{Scene, SettingError};
use core::fmt;

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
    #[must_use]
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
#[must_use]
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
    #[must_use]
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
    #[must_use]
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
    /// Fixed point: [`Fixed`](crate::Fixed).
    Fixed,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::F32, Self::F64, Self::Fixed];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Fixed => "fixed",
        }
    }

    /// The format of a name.
    #[must_use]
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
            Self::Memory(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for StartError {}

impl From<OutOfMemory> for StartError {
    fn from(error: OutOfMemory) -> Self {
        Self::Memory(error)
    }
}
