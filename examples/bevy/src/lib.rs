//! A cloth in Bevy: a component that steps with the fixed clock and moves the mesh of its entity.
//!
//! ```no_run
//! use bevy_app::{App, Startup};
//! use bevy_asset::Assets;
//! use bevy_ecs::prelude::*;
//! use bevy_mesh::{Mesh, Mesh3d};
//! use cloth_bevy::{Cloth, ClothPlugin};
//! use cloth_core::scenes;
//!
//! fn hang(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) -> Result {
//!     let cloth = Cloth::new(&scenes::PINNED2.scene, 32, 32)?;
//!     // With Bevy's renderer: a MeshMaterial3d beside it, two-sided.
//!     commands.spawn((Mesh3d(meshes.add(cloth.mesh())), cloth));
//!     Ok(())
//! }
//!
//! App::new().add_plugins(ClothPlugin).add_systems(Startup, hang); // and Bevy's own plugins
//! ```

use bevy_app::{App, FixedUpdate, Plugin, Update};
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_ecs::prelude::*;
use bevy_mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};
use cloth_core::{Dyn, Grid, OutOfMemory, Scene, SettingError, Simulation, Verlet};

type Running = Simulation<f32, Dyn, Verlet, Scene>;

/// Steps all cloths and shows them. The scene's steps a second should be those of Bevy's fixed clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClothPlugin;

impl Plugin for ClothPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedUpdate, step).add_systems(Update, show);
    }
}

/// A cloth, in metres, as its scene places it.
#[derive(Component, Debug)]
pub struct Cloth {
    simulation: Running,
    normals: Grid<f32, Dyn>,
    size: (usize, usize),
}

/// Why there is no cloth.
#[derive(Clone, Copy, Debug)]
pub enum ClothError {
    /// No memory for so many particles.
    Memory(OutOfMemory),
    /// A value of the scene is out of range.
    Setting(SettingError),
}

impl std::fmt::Display for ClothError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Memory(error) => error.fmt(f),
            Self::Setting(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClothError {}

impl Cloth {
    /// A cloth of so many particles at the start of a scene.
    ///
    /// # Errors
    /// If there is no memory, or a value of the scene is out of range.
    pub fn new(scene: &Scene, columns: usize, rows: usize) -> Result<Self, ClothError> {
        let extent = Dyn::new(columns, rows);
        let mut simulation = Running::with_size(extent).map_err(ClothError::Memory)?;
        simulation.reset(scene).map_err(ClothError::Setting)?;
        let mut normals = Grid::new(extent).map_err(ClothError::Memory)?;
        simulation.normals(&mut normals);
        Ok(Self {
            simulation,
            normals,
            size: (columns, rows),
        })
    }

    /// The simulation, to pin particles, to move colliders, to change settings.
    pub fn simulation(&mut self) -> &mut Running {
        &mut self.simulation
    }

    /// A mesh of the cloth as it is now, with normals and a texture's places.
    #[must_use]
    pub fn mesh(&self) -> Mesh {
        let (columns, rows) = self.size;
        let part = |i: usize, n: usize| i as f32 / (n.max(2) - 1) as f32;
        let places: Vec<[f32; 2]> = (0..columns * rows)
            .map(|i| [part(i % columns, columns), part(i / columns, rows)])
            .collect();
        let triangles = self.simulation.triangles().flatten().map(|i| i as u32);
        let mut mesh = Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::default(),
        )
        .with_inserted_indices(Indices::U32(triangles.collect()))
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places);
        self.put(&mut mesh);
        mesh
    }

    /// Positions and normals of now.
    fn put(&self, mesh: &mut Mesh) {
        let (columns, rows) = self.size;
        let all = || (0..columns * rows).map(|i| (i % columns, i / columns));
        let positions: Vec<[f32; 3]> = all()
            .filter_map(|(column, row)| self.simulation.position(column, row))
            .map(|place| place.map(|x| x as f32))
            .collect();
        let normals: Vec<[f32; 3]> = all()
            .map(|(column, row)| self.normals.get(column, row).unwrap_or_default())
            .collect();
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions);
        mesh.insert_attribute(Mesh::ATTRIBUTE_NORMAL, normals);
    }
}

fn step(mut cloths: Query<&mut Cloth>) {
    for mut cloth in &mut cloths {
        cloth.simulation.step();
    }
}

fn show(
    mut cloths: Query<(&mut Cloth, &Mesh3d), Changed<Cloth>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for (mut cloth, mesh) in &mut cloths {
        let Cloth {
            simulation,
            normals,
            ..
        } = cloth.bypass_change_detection();
        simulation.normals(normals);
        if let Some(mut mesh) = meshes.get_mut(&mesh.0) {
            cloth.put(&mut mesh);
        }
    }
}
