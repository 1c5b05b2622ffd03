//! The documents' scenes.
//!
//! Made from `scenes/*.toml`; do not edit by hand. After a change there:
//! `cargo run -p cloth-viewer --example write_scene_library`
//!
//! If this file no longer compiles because the scene types have changed, put
//! `pub const ALL: &[NamedScene] = &[];` in place of the constants first.
#![cfg_attr(rustfmt, rustfmt_skip)]
// Which of the imports are needed, and which numbers look like known
// constants, depends on the files.
#![allow(unused_imports, clippy::approx_constant)]

use super::ColliderScene::*;
use super::Damping::*;
use super::Mode::*;
use super::*;
use crate::topology::BendNeighbours::*;

/// A cloth pinned at its four corners falls over a ball.
///
/// Source: S0 §8, figure 8.2
pub const FOUR_CORNERS_SPHERE: NamedScene = NamedScene {
    name: "four-corners-sphere",
    source: "S0 §8, figure 8.2",
    summary: "A cloth pinned at its four corners falls over a ball.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.2, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: true, bottom_right: true, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.0, 0.68, 0.0], radius: 0.5, friction: 0.3, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A cloth pinned at its four corners sags under its weight.
///
/// Source: S0 §8, figure 8.1
pub const FOUR_CORNERS: NamedScene = NamedScene {
    name: "four-corners",
    source: "S0 §8, figure 8.1",
    summary: "A cloth pinned at its four corners sags under its weight.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.2, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.0, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: true, bottom_right: true, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([None, None, None, None]),
    },
};

/// A cloth pinned along one edge swings down and drapes over a ball.
///
/// Source: S0 §8, figure 8.3
pub const EDGE_SPHERE: NamedScene = NamedScene {
    name: "edge-sphere",
    source: "S0 §8, figure 8.3",
    summary: "A cloth pinned along one edge swings down and drapes over a ball.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.2, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: true, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.0, 0.55, -0.25], radius: 0.5, friction: 0.3, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A free cloth falls on a ball and rests on it.
///
/// Source: S0 §8, figure 8.4
pub const DRAPE_SPHERE: NamedScene = NamedScene {
    name: "drape-sphere",
    source: "S0 §8, figure 8.4",
    summary: "A free cloth falls on a ball and rests on it.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.2, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.0, 0.4, 0.0], radius: 0.5, friction: 0.6, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A cloth pinned at its four corners in a wind that varies in space and time.
///
/// Source: S0 §4 and figure 8.5
pub const FOUR_CORNERS_WIND: NamedScene = NamedScene {
    name: "four-corners-wind",
    source: "S0 §4 and figure 8.5",
    summary: "A cloth pinned at its four corners in a wind that varies in space and time.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.2, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: true, bottom_right: true, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: Some(PositionalWindScene { coefficient: 12.0, wave_number: 1.0, rate: 2.0 }), wind: None },
        colliders: List([None, None, None, None]),
    },
};

/// A curtain in a slight wind; a ball moves towards it and away again.
///
/// Source: S1, simulation and forces
pub const SPHERE_APPROACH: NamedScene = NamedScene {
    name: "sphere-approach",
    source: "S1, simulation and forces",
    summary: "A curtain in a slight wind; a ball moves towards it and away again.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.2, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, -1.0, 0.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: true, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: Some(WindScene { velocity: [0.5, 0.0, 1.0], coefficient: 0.3 }) },
        colliders: List([Some(Sphere { center: [0.0, 1.0, 1.2], radius: 0.4, friction: 0.2, velocity: [0.0, 0.0, -1.5], period: 4.0 }), None, None, None]),
    },
};

/// A string held at one end falls and swings.
///
/// Source: S2 §5, the one-dimensional string
pub const STRING: NamedScene = NamedScene {
    name: "string",
    source: "S2 §5, the one-dimensional string",
    summary: "A string held at one end falls and swings.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 1, width: 2.0, density: 5.0, center: [1.0, 1.0, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.0, layers: 1 },
        pins: Pins { top_left: true, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.2) },
        springs: SpringScene { structural: 2000.0, shear: 0.0, bend: 100.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 16, iterations: 16, structural: 1.0, shear: 1.0, bend: 0.05, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([None, None, None, None]),
    },
};

/// Soft springs without a limit hang like rubber, beside the same springs with one.
///
/// Source: S2 §5.2, the super-elastic cloth
pub const SUPER_ELASTIC: NamedScene = NamedScene {
    name: "super-elastic",
    source: "S2 §5.2, the super-elastic cloth",
    summary: "Soft springs without a limit hang like rubber, beside the same springs with one.",
    beside: Some("super-elastic-limited"),
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [-1.25, 1.0, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, -1.0, 0.0], particle_radius: 0.0, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 8, courant: true, damping: Rate(0.0) },
        springs: SpringScene { structural: 11.5, shear: 7.7, bend: 1.54, damping: 0.0063, bend_neighbours: Eight, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Eight },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: None,
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([None, None, None, None]),
    },
};

/// The same springs with no spring longer than 110 %.
///
/// Source: S2 §5.2, the cloth with Provot's limit
pub const SUPER_ELASTIC_LIMITED: NamedScene = NamedScene {
    name: "super-elastic-limited",
    source: "S2 §5.2, the cloth with Provot's limit",
    summary: "The same springs with no spring longer than 110 %.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [1.25, 1.0, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, -1.0, 0.0], particle_radius: 0.0, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 8, courant: true, damping: Rate(0.0) },
        springs: SpringScene { structural: 11.5, shear: 7.7, bend: 1.54, damping: 0.0063, bend_neighbours: Eight, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Eight },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 600 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([None, None, None, None]),
    },
};

/// A hanging cloth in a wind from the side.
///
/// Source: S2 §5, cross-wind
pub const CROSS_WIND: NamedScene = NamedScene {
    name: "cross-wind",
    source: "S2 §5, cross-wind",
    summary: "A hanging cloth in a wind from the side.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.0, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, -1.0, 0.0], particle_radius: 0.0, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: Some(WindScene { velocity: [2.5, 0.0, 2.5], coefficient: 0.6 }) },
        colliders: List([None, None, None, None]),
    },
};

/// A cloth on a ball, in the wind.
///
/// Source: S2 §5, sphere with wind
pub const SPHERE_WIND: NamedScene = NamedScene {
    name: "sphere-wind",
    source: "S2 §5, sphere with wind",
    summary: "A cloth on a ball, in the wind.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.2, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: Some(WindScene { velocity: [0.0, 0.5, 3.0], coefficient: 0.5 }) },
        colliders: List([Some(Sphere { center: [0.0, 0.4, 0.1], radius: 0.5, friction: 0.3, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A free cloth falls on a ball, slides off and lands on the floor.
///
/// Source: S3, drape on a ball and fall to the floor
pub const BALL_AND_FLOOR: NamedScene = NamedScene {
    name: "ball-and-floor",
    source: "S3, drape on a ball and fall to the floor",
    summary: "A free cloth falls on a ball, slides off and lands on the floor.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.35, 1.7, 0.1], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.0, 0.9, 0.0], radius: 0.5, friction: 0.1, velocity: [0.0, 0.0, 0.0], period: 0.0 }), Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None]),
    },
};

/// A flag on its pole in the wind (2, 0, 0.1), three times as strong.
///
/// Source: S3, the flag
pub const FLAG: NamedScene = NamedScene {
    name: "flag",
    source: "S3, the flag",
    summary: "A flag on its pole in the wind (2, 0, 0.1), three times as strong.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 48, rows: 32, width: 1.5, density: 0.12, center: [0.75, 1.5, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, -1.0, 0.0], particle_radius: 0.0, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: true, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 80, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: Some(WindScene { velocity: [6.0, 0.0, 0.3], coefficient: 0.8 }) },
        colliders: List([None, None, None, None]),
    },
};

/// A heavy cloth hangs from two corners.
///
/// Source: S4, pinned2
pub const PINNED2: NamedScene = NamedScene {
    name: "pinned2",
    source: "S4, pinned2",
    summary: "A heavy cloth hangs from two corners.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 1.0, density: 150.0, center: [0.5, 1.0, 0.5], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.0, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 90.0, substeps: 30, courant: true, damping: PerStep(0.002) },
        springs: SpringScene { structural: 5000.0, shear: 5000.0, bend: 1000.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.2, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([None, None, None, None]),
    },
};

/// A heavy cloth hangs from four corners.
///
/// Source: S4, pinned4
pub const PINNED4: NamedScene = NamedScene {
    name: "pinned4",
    source: "S4, pinned4",
    summary: "A heavy cloth hangs from four corners.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 1.0, density: 150.0, center: [0.5, 1.0, 0.5], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.0, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: true, bottom_right: true, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 90.0, substeps: 30, courant: true, damping: PerStep(0.002) },
        springs: SpringScene { structural: 5000.0, shear: 5000.0, bend: 1000.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.2, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([None, None, None, None]),
    },
};

/// A heavy cloth falls on a small ball.
///
/// Source: S4, sphere
pub const SPHERE: NamedScene = NamedScene {
    name: "sphere",
    source: "S4, sphere",
    summary: "A heavy cloth falls on a small ball.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 1.0, density: 150.0, center: [0.5, 0.6, 0.5], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.005, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 90.0, substeps: 30, courant: true, damping: PerStep(0.002) },
        springs: SpringScene { structural: 5000.0, shear: 5000.0, bend: 1000.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.2, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.5, 0.2, 0.5], radius: 0.2, friction: 0.3, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A heavy cloth falls aslant on the floor.
///
/// Source: S4, plane
pub const PLANE: NamedScene = NamedScene {
    name: "plane",
    source: "S4, plane",
    summary: "A heavy cloth falls aslant on the floor.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 1.0, density: 150.0, center: [0.5, 0.7, 0.5], across: [1.0, 0.0, 0.0], down: [0.0, -0.8, 0.6], particle_radius: 0.005, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 90.0, substeps: 30, courant: true, damping: PerStep(0.002) },
        springs: SpringScene { structural: 5000.0, shear: 5000.0, bend: 1000.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.2, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A cloth dropped upright on the floor folds on itself.
///
/// Source: S4, self-collision
pub const SELF_COLLISION: NamedScene = NamedScene {
    name: "self-collision",
    source: "S4, self-collision",
    summary: "A cloth dropped upright on the floor folds on itself.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 1.0, density: 150.0, center: [0.5, 0.6, 0.5], across: [1.0, 0.0, 0.0], down: [0.0, -0.9994, 0.0349], particle_radius: 0.005, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 90.0, substeps: 30, courant: true, damping: PerStep(0.002) },
        springs: SpringScene { structural: 5000.0, shear: 5000.0, bend: 1000.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.2, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.001, compression: 0.0, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A cloth folded once falls on a table and lies in two layers.
///
/// Source: no document: a cloth folded over itself
pub const FOLD: NamedScene = NamedScene {
    name: "fold",
    source: "no document: a cloth folded over itself",
    summary: "A cloth folded once falls on a table and lies in two layers.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 64, rows: 32, width: 2.0, density: 0.2, center: [0.0, 0.35, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, -0.2588, 0.9659], particle_radius: 0.01, layers: 2 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Xpbd, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.2, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.4 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A cloth folded in three layers falls on a ball.
///
/// Source: no document: three layers on a ball
pub const THREE_LAYERS: NamedScene = NamedScene {
    name: "three-layers",
    source: "no document: three layers on a ball",
    summary: "A cloth folded in three layers falls on a ball.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 96, rows: 32, width: 3.0, density: 0.2, center: [0.0, 1.2, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 3 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Xpbd, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.2, compression: 0.005, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.4 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.0, 0.5, 0.0], radius: 0.5, friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None]),
    },
};

/// A ball at 20 m/s hits a curtain that hangs from two corners.
///
/// Source: Contacts that hold: fast objects
pub const BULLET: NamedScene = NamedScene {
    name: "bullet",
    source: "Contacts that hold: fast objects",
    summary: "A ball at 20 m/s hits a curtain that hangs from two corners.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 2.0, density: 0.2, center: [0.0, 1.0, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, -1.0, 0.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: true, top_right: true, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 480.0, substeps: 6, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 1, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 50 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.1, 0.7, 2.0], radius: 0.25, friction: 0.2, velocity: [0.0, 0.0, -20.0], period: 0.0 }), None, None, None]),
    },
};

/// A box presses a cloth of four layers on the floor and rises again.
///
/// Source: Contacts that hold: between two colliders
pub const SQUEEZE: NamedScene = NamedScene {
    name: "squeeze",
    source: "Contacts that hold: between two colliders",
    summary: "A box presses a cloth of four layers on the floor and rises again.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 64, rows: 32, width: 1.26, density: 0.2, center: [0.0, 0.06, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 4 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 120.0, shear: 120.0, bend: 6.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), Some(Box { center: [0.0, 1.35, 0.0], size: [1.2, 0.3, 1.2], turn: [0.0, 0.0, 0.0], friction: 0.3, velocity: [0.0, -1.1938, 0.0], period: 6.0 }), None, None]),
    },
};

/// A cloth falls on a box tilted by 25 degrees and stays there by friction.
///
/// Source: Contacts that hold: friction
pub const INCLINE: NamedScene = NamedScene {
    name: "incline",
    source: "Contacts that hold: friction",
    summary: "A cloth falls on a box tilted by 25 degrees and stays there by friction.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 1.0, density: 0.2, center: [0.0, 0.75, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 120.0, shear: 120.0, bend: 6.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: None,
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Box { center: [0.0, 0.4, 0.0], size: [1.5, 0.2, 1.3], turn: [0.0, 0.0, 25.0], friction: 0.6, velocity: [0.0, 0.0, 0.0], period: 0.0 }), Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None]),
    },
};

/// A cloth falls over a rail and hangs from it on both sides.
///
/// Source: Contacts that hold: capsules
pub const CAPSULE: NamedScene = NamedScene {
    name: "capsule",
    source: "Contacts that hold: capsules",
    summary: "A cloth falls over a rail and hangs from it on both sides.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 1.5, density: 0.2, center: [0.1, 1.3, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Hooke, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 250.0, shear: 250.0, bend: 12.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Capsule { start: [0.0, 1.0, -1.0], end: [0.0, 1.0, 1.0], radius: 0.1, friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None]),
    },
};

/// A heavy ball comes down through a cloth that is held along all four edges, and tears it.
///
/// Source: Links that break
pub const TEAR: NamedScene = NamedScene {
    name: "tear",
    source: "Links that break",
    summary: "A heavy ball comes down through a cloth that is held along all four edges, and tears it.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 50, rows: 50, width: 1.0, density: 0.2, center: [0.0, 0.0, 0.0], across: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: true, bottom_edge: true, left_edge: true, right_edge: true, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Xpbd, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(1.0) },
        springs: SpringScene { structural: 100.0, shear: 100.0, bend: 5.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 4, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.1, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: None,
        self_collision: None,
        tear: Some(TearScene { strain: Some(0.2) }),
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.0, 0.3, 0.0], radius: 0.15, friction: 0.3, velocity: [0.0, -1.0, 0.0], period: 0.0 }), None, None, None]),
    },
};

/// A cloth falls over a light ball that stands on the floor, and its corners fold.
///
/// Source: no document: what the viewer opens with
pub const DRAPE: NamedScene = NamedScene {
    name: "drape",
    source: "no document: what the viewer opens with",
    summary: "A cloth falls over a light ball that stands on the floor, and its corners fold.",
    beside: None,
    scene: Scene {
        cloth: ClothScene { columns: 64, rows: 64, width: 1.5, density: 0.2, center: [0.15, 1.2, -0.15], across: [0.8, 0.0, 0.6], down: [-0.6, 0.0, 0.8], particle_radius: 0.01, layers: 1 },
        pins: Pins { top_left: false, top_right: false, bottom_left: false, bottom_right: false, top_edge: false, bottom_edge: false, left_edge: false, right_edge: false, places: List([None, None, None, None, None, None, None, None]) },
        solver: SolverScene { mode: Xpbd, steps_per_second: 60.0, substeps: 48, courant: true, damping: Rate(0.5) },
        springs: SpringScene { structural: 200.0, shear: 200.0, bend: 10.0, damping: 0.0, bend_neighbours: Four, per_length: false },
        constraints: ConstraintScene { substeps: 8, iterations: 8, structural: 1.0, shear: 1.0, bend: 0.1, bend_neighbours: Four },
        pbd: PbdScene { substeps: 15, iterations: 1, structural: 1.0, shear: 1.0, bend: 0.1, compression: 0.1, bend_neighbours: Four },
        xpbd: XpbdScene { substeps: 15, iterations: 1, structural: 0.0, shear: 0.0, bend: 0.02, compression: 0.05, damping: 0.0, bend_neighbours: Four },
        tethers: None,
        limit: Some(LimitScene { ratio: 1.1, passes: 128 }),
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.3 }),
        tear: None,
        forces: ForceScene { gravity: [0.0, -9.8, 0.0], air_drag: 0.0, positional_wind: None, wind: None },
        colliders: List([Some(Sphere { center: [0.0, 0.45, 0.0], radius: 0.45, friction: 0.7, velocity: [0.0, 0.0, 0.0], period: 0.0 }), Some(Plane { point: [0.0, 0.0, 0.0], normal: [0.0, 1.0, 0.0], friction: 0.5, velocity: [0.0, 0.0, 0.0], period: 0.0 }), None, None]),
    },
};

/// Every scene of the library.
pub const ALL: &[NamedScene] = &[
    FOUR_CORNERS_SPHERE,
    FOUR_CORNERS,
    EDGE_SPHERE,
    DRAPE_SPHERE,
    FOUR_CORNERS_WIND,
    SPHERE_APPROACH,
    STRING,
    SUPER_ELASTIC,
    SUPER_ELASTIC_LIMITED,
    CROSS_WIND,
    SPHERE_WIND,
    BALL_AND_FLOOR,
    FLAG,
    PINNED2,
    PINNED4,
    SPHERE,
    PLANE,
    SELF_COLLISION,
    FOLD,
    THREE_LAYERS,
    BULLET,
    SQUEEZE,
    INCLINE,
    CAPSULE,
    TEAR,
    DRAPE,
];
