//! The scene that another wants beside it, to be compared with.

use crate::action::Setup;
use cloth_core::host::{GridSize, grid_for};
use cloth_core::{Scene, scenes};

/// A scene of the library that is shown beside another.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The scene, in the mode of the other.
    pub scene: Scene,
    /// Its grid.
    pub grid: GridSize,
}

impl Beside {
    /// The scene that a set-up wants beside it, on a grid of its size.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Self> {
        let file = &setup.file;
        let name = file.beside.as_deref()?;
        let named = scenes::ALL.iter().find(|scene| scene.name == name)?;
        let mut scene = named.scene;
        scene.solver.mode = file.scene.solver.mode;
        let own = GridSize::of(&file.scene);
        let longer = setup.grid.columns.max(setup.grid.rows);
        let grid = match GridSize::of(&scene) == own {
            true => setup.grid,
            false => grid_for(&scene, (own != setup.grid).then_some(longer)),
        };
        Some(Self { scene, grid })
    }
}
