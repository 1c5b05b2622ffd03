//! The grids that the viewer can run, and the choice among them.

use super::running::Running;
use super::{Method, Model};
use cloth_core::{
    BackwardEuler, ForwardEuler, Imex, Rk2, Rk4, Scene, SettingError, SymplecticEuler, Verlet, Xpbd,
};
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
    /// The method is not built in for this grid.
    Method(Grid, Method),
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
                write_grids(f, GRIDS)?;
                write!(f, "; choose a size with --grid")
            }
            Self::Method(grid, method) => {
                write!(f, "{method} is not built in for {grid} particles: it has")?;
                write_grids(f, COMMON)
            }
            Self::Setting(grid, error) => write!(f, "on a grid of {grid} particles: {error}"),
            Self::Memory(grid, error) => write!(f, "a grid of {grid} particles: {error}"),
        }
    }
}

fn write_grids(f: &mut fmt::Formatter<'_>, grids: &[(usize, usize)]) -> fmt::Result {
    for (i, (columns, rows)) in grids.iter().enumerate() {
        write!(f, "{} {columns}×{rows}", if i == 0 { "" } else { "," })?;
    }
    Ok(())
}

impl std::error::Error for GridError {}

/// Starts `scene` on a grid, with Verlet.
///
/// # Errors
/// As [`start_with`].
pub fn start(scene: &Scene, grid: Grid) -> Result<Box<dyn Model>, GridError> {
    start_with(scene, grid, Method::Verlet)
}

/// Starts `scene` on a grid with a method, in `f32`.
///
/// # Errors
/// A grid that is not built in, at all or with this method, a value of the scene that is out of
/// range on it, no memory.
pub fn start_with(scene: &Scene, grid: Grid, method: Method) -> Result<Box<dyn Model>, GridError> {
    let missing = || match GRIDS.contains(&(grid.columns, grid.rows)) {
        true => GridError::Method(grid, method),
        false => GridError::Unknown(grid),
    };
    let mut model = empty(grid, method)
        .ok_or_else(missing)?
        .map_err(|error| GridError::Memory(grid, error))?;
    match model.reset(scene) {
        Ok(()) => Ok(model),
        Err(error) => Err(GridError::Setting(grid, error)),
    }
}

/// Whether a method is built in for a grid.
#[must_use]
pub fn has(grid: Grid, method: Method) -> bool {
    let grids = match method {
        Method::Verlet => GRIDS,
        _ => COMMON,
    };
    grids.contains(&(grid.columns, grid.rows))
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

type Empty = io::Result<Box<dyn Model>>;

fn boxed<S, const W: usize, const H: usize>(method: Method) -> Empty
where
    S: cloth_core::Scheme<f32, W, H> + Send + 'static,
{
    Running::<f32, S, W, H>::boxed(method).map(|model| model as Box<dyn Model>)
}

/// The lists of grids, and the matches from a grid to its type.
macro_rules! grids {
    (all: $(($w:literal, $h:literal)),*; common: $(($cw:literal, $ch:literal)),* $(,)?) => {
        /// Columns and rows of every grid that is built in.
        const GRIDS: &[(usize, usize)] = &[$(($w, $h)),*];
        /// Those that are built in with every method.
        const COMMON: &[(usize, usize)] = &[$(($cw, $ch)),*];

        fn empty(grid: Grid, method: Method) -> Option<Empty> {
            match (grid.columns, grid.rows, method) {
                $(($w, $h, Method::Verlet) => Some(boxed::<Verlet<f32, $w, $h>, $w, $h>(method)),)*
                $(($cw, $ch, _) => Some(with_method::<$cw, $ch>(method)),)*
                _ => None,
            }
        }
    };
}

fn with_method<const W: usize, const H: usize>(method: Method) -> Empty {
    match method {
        Method::Verlet => boxed::<Verlet<f32, W, H>, W, H>(method),
        Method::SymplecticEuler => boxed::<SymplecticEuler<f32, W, H>, W, H>(method),
        Method::ForwardEuler => boxed::<ForwardEuler<f32, W, H>, W, H>(method),
        Method::Rk2 => boxed::<Rk2<f32, W, H>, W, H>(method),
        Method::Rk4 => boxed::<Rk4<f32, W, H>, W, H>(method),
        Method::BackwardEuler => boxed::<BackwardEuler<f32, W, H>, W, H>(method),
        Method::Imex => boxed::<Imex<f32, W, H>, W, H>(method),
        Method::Xpbd => boxed::<Xpbd<f32, W, H>, W, H>(method),
    }
}

// Squares, the flag's 3:2, sheets to be folded in two and three, strings along a row and along a
// column. With every method only what the documents' experiments need: each pair of a grid and a
// method is compiled anew.
grids! {
    all:
    (8, 8), (16, 16), (24, 24), (32, 32), (50, 50), (64, 64), (128, 128), (256, 256),
    (48, 32), (64, 32), (96, 32),
    (8, 5), (16, 11), (24, 16), (32, 21), (50, 33), (64, 43), (128, 85), (256, 171),
    (8, 1), (16, 1), (24, 1), (32, 1), (50, 1), (64, 1), (128, 1), (256, 1),
    (1, 8), (1, 16), (1, 24), (1, 32), (1, 50), (1, 64), (1, 128), (1, 256);
    common:
    (8, 8), (32, 32), (50, 50), (50, 1),
}
