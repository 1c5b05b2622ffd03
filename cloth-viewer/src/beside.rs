//! The scene that another wants beside it, to be compared with.

use crate::act::Setup;
use crate::model::{Grid, GridError, Method, grid_for, has};
use cloth_core::{Scene, scenes};

/// A scene of the library that is shown beside another.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The scene, in the mode of the other.
    pub scene: Scene,
    /// Its grid.
    pub grid: Grid,
    /// Its scheme: that of the other if its grid has it.
    pub method: Method,
}

impl Beside {
    /// The scene that a set-up wants beside it, on a grid of its size.
    ///
    /// # Errors
    /// A grid that is not built in.
    pub fn of(setup: &Setup) -> Result<Option<Self>, GridError> {
        let file = &setup.file;
        let name = file.beside.as_deref();
        let Some(named) = scenes::ALL.iter().find(|scene| Some(scene.name) == name) else {
            return Ok(None);
        };
        let mut scene = named.scene;
        scene.solver.mode = file.scene.solver.mode;
        let own = (file.scene.cloth.columns, file.scene.cloth.rows);
        let size = setup.grid.columns.max(setup.grid.rows);
        let asked = (own != (setup.grid.columns, setup.grid.rows)).then_some(size);
        let grid = grid_for(&scene, asked)?;
        let method = match has(grid, setup.method) {
            true => setup.method,
            false => Method::Verlet,
        };
        Ok(Some(Self {
            scene,
            grid,
            method,
        }))
    }
}
