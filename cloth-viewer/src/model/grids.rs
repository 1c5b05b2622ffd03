//! The grids that the viewer can run, and the choice among them.

use super::Model;
use super::running::Running;
use cloth_core::{Scene, SettingError, Verlet};
use std::{fmt, io};

/// The sizes that can be asked for: particles along the longer side of a cloth.
pub const SIZES: [usize; 8] = [8, 16, 24, 32, 50, 64, 128, 256];

/// Columns and rows of a cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Particles in a row.
    pub columns: usize,
    /// Rows of particles.
    pub rows: usize,
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.columns, self.rows)
    }
}

/// Why no simulation could be started.
#[derive(Debug)]
#[non_exhaustive]
pub enum GridError {
    /// The viewer was built without this grid.
    Unknown(Grid),
    /// A value of the scene is out of range on this grid.
    Setting(Grid, SettingError),
    /// There is not enough memory.
    Memory(Grid, io::Error),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(grid) => {
                write!(f, "a grid of {grid} particles is not built in: allowed are")?;
                for (i, (columns, rows)) in GRIDS.iter().enumerate() {
                    write!(f, "{} {columns}×{rows}", if i == 0 { "" } else { "," })?;
                }
                write!(f, "; choose a size with --grid")
            }
            Self::Setting(grid, error) => write!(f, "on a grid of {grid} particles: {error}"),
            Self::Memory(grid, error) => write!(f, "a grid of {grid} particles: {error}"),
        }
    }
}

impl std::error::Error for GridError {}

/// Starts `scene` on a grid: f32 and Verlet. A further number format or scheme is a further
/// argument here, and nothing else outside of this folder.
///
/// # Errors
/// A grid that is not built in, a value of the scene that is out of range on it, no memory.
pub fn start(scene: &Scene, grid: Grid) -> Result<Box<dyn Model>, GridError> {
    let mut model = empty(grid)
        .ok_or(GridError::Unknown(grid))?
        .map_err(|error| GridError::Memory(grid, error))?;
    match model.reset(scene) {
        Ok(()) => Ok(model),
        Err(error) => Err(GridError::Setting(grid, error)),
    }
}

/// The grid for a scene: its own, or one with `size` particles along its longer side and about
/// its shape. A string stays a string.
///
/// # Errors
/// A grid of the scene's own that is not built in.
pub fn grid_for(scene: &Scene, size: Option<usize>) -> Result<Grid, GridError> {
    let own = Grid {
        columns: scene.cloth.columns,
        rows: scene.cloth.rows,
    };
    let Some(size) = size else {
        let known = GRIDS.contains(&(own.columns, own.rows));
        return known.then_some(own).ok_or(GridError::Unknown(own));
    };
    let scale = size as f64 / own.columns.max(own.rows) as f64;
    let wanted = |n: usize| (n as f64 * scale).max(1.0);
    let distance = |&(columns, rows): &(usize, usize)| {
        let part = |n: usize, own: usize| (n as f64 / wanted(own)).ln().abs();
        part(columns, own.columns) + part(rows, own.rows)
    };
    let is_string = own.columns == 1 || own.rows == 1;
    let candidates = GRIDS.iter().filter(|&&(columns, rows)| {
        columns.max(rows) == size && (columns == 1 || rows == 1) == is_string
    });
    candidates
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        .map(|&(columns, rows)| Grid { columns, rows })
        .ok_or(GridError::Unknown(Grid {
            columns: size,
            rows: size,
        }))
}

/// The list of grids, and the match from a grid to its type.
macro_rules! grids {
    ($(($w:literal, $h:literal)),* $(,)?) => {
        /// Columns and rows of every grid that is built in.
        const GRIDS: &[(usize, usize)] = &[$(($w, $h)),*];

        fn empty(grid: Grid) -> Option<io::Result<Box<dyn Model>>> {
            match (grid.columns, grid.rows) {
                $(($w, $h) => Some(
                    Running::<f32, Verlet<f32, $w, $h>, $w, $h>::boxed()
                        .map(|model| model as Box<dyn Model>),
                ),)*
                _ => None,
            }
        }
    };
}

// Squares, the flag's 3:2, sheets to be folded in two and three, strings along a row and along a column.
grids! {
    (8, 8), (16, 16), (24, 24), (32, 32), (50, 50), (64, 64), (128, 128), (256, 256),
    (48, 32), (64, 32), (96, 32),
    (8, 5), (16, 11), (24, 16), (32, 21), (50, 33), (64, 43), (128, 85), (256, 171),
    (8, 1), (16, 1), (24, 1), (32, 1), (50, 1), (64, 1), (128, 1), (256, 1),
    (1, 8), (1, 16), (1, 24), (1, 32), (1, 50), (1, 64), (1, 128), (1, 256),
}
