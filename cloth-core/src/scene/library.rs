//! The documents' scenes, as differences from a few bases.
//!
//! Firmware has no files and no parser: these are the scenes of `scenes/*.toml` as constants. A
//! test of the viewer compares both.
#![cfg_attr(rustfmt, rustfmt_skip)]

use super::ColliderScene::Box;
use super::Damping::{PerStep, Rate};
use super::Mode::Xpbd;
use super::*;
use crate::topology::BendNeighbours::Eight;

const fn named(
    name: &'static str, source: &'static str, summary: &'static str, scene: Scene,
) -> NamedScene {
    NamedScene { name, source, summary, beside: None, scene }
}

/// From row to row of a sheet that hangs.
const HANGING: [f64; 3] = [0.0, -1.0, 0.0];

/// A floor at y = 0.
const FLOOR: ColliderScene =
    ColliderScene::plane([0.0; 3], [0.0, 1.0, 0.0]).with_friction(0.5);

/// S0's cloth: 2 m wide, 200 g/m², horizontal, 1.2 m above the floor.
const S0: Scene = Scene {
    cloth: ClothScene {
        width: 2.0, density: 0.2, center: [0.0, 1.2, 0.0], particle_radius: 0.01,
        ..ClothScene::DEFAULT
    },
    solver: SolverScene { substeps: 48, courant: true, ..SolverScene::DEFAULT },
    springs: SpringScene { structural: 500.0, shear: 500.0, bend: 25.0, ..SpringScene::DEFAULT },
    limit: Some(LimitScene::DEFAULT),
    ..Scene::DEFAULT
};

/// S4's cloth: 1 m wide, 15 g/cm², 5,000 N/m, 90 frames a second.
const S4: Scene = Scene {
    cloth: ClothScene { density: 150.0, center: [0.5, 1.0, 0.5], ..ClothScene::DEFAULT },
    solver: SolverScene {
        steps_per_second: 90.0, substeps: 30, courant: true, damping: PerStep(0.002),
        ..SolverScene::DEFAULT
    },
    springs: SpringScene {
        structural: 5000.0, shear: 5000.0, bend: 1000.0, ..SpringScene::DEFAULT
    },
    constraints: ConstraintScene { bend: 0.2, ..ConstraintScene::DEFAULT },
    limit: Some(LimitScene::DEFAULT),
    ..Scene::DEFAULT
};

/// A cloth pinned at its four corners falls over a ball.
///
/// Source: S0 §8, figure 8.2
pub const FOUR_CORNERS_SPHERE: NamedScene = named("four-corners-sphere", "S0 §8, figure 8.2",
    "A cloth pinned at its four corners falls over a ball.", Scene {
        pins: Pins::CORNERS,
        colliders: List::of(&[ColliderScene::sphere([0.0, 0.68, 0.0], 0.5).with_friction(0.3)]),
        ..S0
    });

/// A cloth pinned at its four corners sags under its weight.
///
/// Source: S0 §8, figure 8.1
pub const FOUR_CORNERS: NamedScene = named("four-corners", "S0 §8, figure 8.1",
    "A cloth pinned at its four corners sags under its weight.", Scene {
        cloth: ClothScene { particle_radius: 0.0, ..S0.cloth },
        pins: Pins::CORNERS,
        ..S0
    });

/// A cloth pinned along one edge swings down and drapes over a ball.
///
/// Source: S0 §8, figure 8.3
pub const EDGE_SPHERE: NamedScene = named("edge-sphere", "S0 §8, figure 8.3",
    "A cloth pinned along one edge swings down and drapes over a ball.", Scene {
        pins: Pins::TOP_EDGE,
        colliders: List::of(&[ColliderScene::sphere([0.0, 0.55, -0.25], 0.5).with_friction(0.3)]),
        ..S0
    });

/// A free cloth falls on a ball and rests on it.
///
/// Source: S0 §8, figure 8.4
pub const DRAPE_SPHERE: NamedScene = named("drape-sphere", "S0 §8, figure 8.4",
    "A free cloth falls on a ball and rests on it.", Scene {
        self_collision: Some(SelfCollisionScene::DEFAULT),
        colliders: List::of(&[ColliderScene::sphere([0.0, 0.4, 0.0], 0.5).with_friction(0.6)]),
        ..S0
    });

/// A cloth pinned at its four corners in a wind that varies in space and time.
///
/// Source: S0 §4 and figure 8.5
pub const FOUR_CORNERS_WIND: NamedScene = named("four-corners-wind", "S0 §4 and figure 8.5",
    "A cloth pinned at its four corners in a wind that varies in space and time.", Scene {
        pins: Pins::CORNERS,
        forces: ForceScene {
            positional_wind: Some(PositionalWindScene {
                coefficient: 12.0, wave_number: 1.0, rate: 2.0,
            }),
            ..ForceScene::DEFAULT
        },
        ..S0
    });

/// A curtain in a slight wind; a ball moves towards it and away again.
///
/// Source: S1, simulation and forces
pub const SPHERE_APPROACH: NamedScene = named("sphere-approach", "S1, simulation and forces",
    "A curtain in a slight wind; a ball moves towards it and away again.", Scene {
        cloth: ClothScene { down: HANGING, ..S0.cloth },
        pins: Pins::TOP_EDGE,
        forces: ForceScene {
            wind: Some(WindScene { velocity: [0.5, 0.0, 1.0], coefficient: 0.3 }),
            ..ForceScene::DEFAULT
        },
        colliders: List::of(&[
            ColliderScene::sphere([0.0, 1.0, 1.2], 0.4)
                .with_friction(0.2).swinging([0.0, 0.0, -1.5], 4.0),
        ]),
        ..S0
    });

/// A string held at one end falls and swings.
///
/// Source: S2 §5, the one-dimensional string
pub const STRING: NamedScene = named("string", "S2 §5, the one-dimensional string",
    "A string held at one end falls and swings.", Scene {
        cloth: ClothScene {
            rows: 1, density: 5.0, center: [1.0, 1.0, 0.0], particle_radius: 0.0, ..S0.cloth
        },
        pins: Pins { top_left: true, ..Pins::NONE },
        solver: SolverScene { damping: Rate(0.2), ..S0.solver },
        springs: SpringScene { structural: 2000.0, shear: 0.0, bend: 100.0, ..S0.springs },
        constraints: ConstraintScene {
            substeps: 16, iterations: 16, bend: 0.05, ..ConstraintScene::DEFAULT
        },
        ..S0
    });

/// Soft springs without a limit hang like rubber, beside the same springs with one.
///
/// Source: S2 §5.2, the super-elastic cloth
pub const SUPER_ELASTIC: NamedScene = NamedScene {
    beside: Some("super-elastic-limited"),
    ..named("super-elastic", "S2 §5.2, the super-elastic cloth",
        "Soft springs without a limit hang like rubber, beside the same springs with one.",
        Scene {
            cloth: ClothScene {
                center: [-1.25, 1.0, 0.0], ..SUPER_ELASTIC_LIMITED.scene.cloth
            },
            limit: None,
            ..SUPER_ELASTIC_LIMITED.scene
        })
};

/// The same springs with no spring longer than 110 %.
///
/// Source: S2 §5.2, the cloth with Provot's limit
pub const SUPER_ELASTIC_LIMITED: NamedScene = named(
    "super-elastic-limited", "S2 §5.2, the cloth with Provot's limit",
    "The same springs with no spring longer than 110 %.", Scene {
        cloth: ClothScene {
            center: [1.25, 1.0, 0.0], down: HANGING, particle_radius: 0.0, ..S0.cloth
        },
        pins: Pins::TOP_CORNERS,
        solver: SolverScene { substeps: 8, damping: Rate(0.0), ..S0.solver },
        springs: SpringScene {
            structural: 11.5, shear: 7.7, bend: 1.54, damping: 0.0063, bend_neighbours: Eight,
            ..S0.springs
        },
        constraints: ConstraintScene { bend_neighbours: Eight, ..ConstraintScene::DEFAULT },
        limit: Some(LimitScene { ratio: 1.1, passes: 600 }),
        ..S0
    });

/// A hanging cloth in a wind from the side.
///
/// Source: S2 §5, cross-wind
pub const CROSS_WIND: NamedScene = named("cross-wind", "S2 §5, cross-wind",
    "A hanging cloth in a wind from the side.", Scene {
        cloth: ClothScene {
            center: [0.0, 1.0, 0.0], down: HANGING, particle_radius: 0.0, ..S0.cloth
        },
        pins: Pins::TOP_CORNERS,
        forces: ForceScene {
            wind: Some(WindScene { velocity: [2.5, 0.0, 2.5], coefficient: 0.6 }),
            ..ForceScene::DEFAULT
        },
        ..S0
    });

/// A cloth on a ball, in the wind.
///
/// Source: S2 §5, sphere with wind
pub const SPHERE_WIND: NamedScene = named("sphere-wind", "S2 §5, sphere with wind",
    "A cloth on a ball, in the wind.", Scene {
        pins: Pins::TOP_CORNERS,
        forces: ForceScene {
            wind: Some(WindScene { velocity: [0.0, 0.5, 3.0], coefficient: 0.5 }),
            ..ForceScene::DEFAULT
        },
        colliders: List::of(&[ColliderScene::sphere([0.0, 0.4, 0.1], 0.5).with_friction(0.3)]),
        ..S0
    });

/// A free cloth falls on a ball, slides off and lands on the floor.
///
/// Source: S3, drape on a ball and fall to the floor
pub const BALL_AND_FLOOR: NamedScene = named(
    "ball-and-floor", "S3, drape on a ball and fall to the floor",
    "A free cloth falls on a ball, slides off and lands on the floor.", Scene {
        cloth: ClothScene { center: [0.35, 1.7, 0.1], ..S0.cloth },
        self_collision: Some(SelfCollisionScene::DEFAULT),
        colliders: List::of(&[
            ColliderScene::sphere([0.0, 0.9, 0.0], 0.5).with_friction(0.1),
            FLOOR,
        ]),
        ..S0
    });

/// A flag on its pole in the wind (2, 0, 0.1), three times as strong.
///
/// Source: S3, the flag
pub const FLAG: NamedScene = named("flag", "S3, the flag",
    "A flag on its pole in the wind (2, 0, 0.1), three times as strong.", Scene {
        cloth: ClothScene {
            columns: 48, rows: 32, width: 1.5, density: 0.12, center: [0.75, 1.5, 0.0],
            down: HANGING, particle_radius: 0.0, ..S0.cloth
        },
        pins: Pins { left_edge: true, ..Pins::NONE },
        solver: SolverScene { substeps: 80, ..S0.solver },
        forces: ForceScene {
            wind: Some(WindScene { velocity: [6.0, 0.0, 0.3], coefficient: 0.8 }),
            ..ForceScene::DEFAULT
        },
        self_collision: Some(SelfCollisionScene::DEFAULT),
        ..S0
    });

/// A heavy cloth hangs from two corners.
///
/// Source: S4, pinned2
pub const PINNED2: NamedScene = named("pinned2", "S4, pinned2",
    "A heavy cloth hangs from two corners.", Scene {
        pins: Pins::TOP_CORNERS,
        ..S4
    });

/// A heavy cloth hangs from four corners.
///
/// Source: S4, pinned4
pub const PINNED4: NamedScene = named("pinned4", "S4, pinned4",
    "A heavy cloth hangs from four corners.", Scene {
        pins: Pins::CORNERS,
        ..S4
    });

/// A heavy cloth falls on a small ball.
///
/// Source: S4, sphere
pub const SPHERE: NamedScene = named("sphere", "S4, sphere",
    "A heavy cloth falls on a small ball.", Scene {
        cloth: ClothScene { center: [0.5, 0.6, 0.5], particle_radius: 0.005, ..S4.cloth },
        self_collision: Some(SelfCollisionScene::DEFAULT),
        colliders: List::of(&[ColliderScene::sphere([0.5, 0.2, 0.5], 0.2).with_friction(0.3)]),
        ..S4
    });

/// A heavy cloth falls aslant on the floor.
///
/// Source: S4, plane
pub const PLANE: NamedScene = named("plane", "S4, plane",
    "A heavy cloth falls aslant on the floor.", Scene {
        cloth: ClothScene {
            center: [0.5, 0.7, 0.5], down: [0.0, -0.8, 0.6], particle_radius: 0.005, ..S4.cloth
        },
        colliders: List::of(&[FLOOR]),
        ..S4
    });

/// A cloth dropped upright on the floor folds on itself.
///
/// Source: S4, self-collision
pub const SELF_COLLISION: NamedScene = named("self-collision", "S4, self-collision",
    "A cloth dropped upright on the floor folds on itself.", Scene {
        cloth: ClothScene {
            center: [0.5, 0.6, 0.5], down: [0.0, -0.9994, 0.0349], particle_radius: 0.005,
            ..S4.cloth
        },
        xpbd: XpbdScene { bend: 0.001, compression: 0.0, ..XpbdScene::DEFAULT },
        self_collision: Some(SelfCollisionScene::DEFAULT),
        colliders: List::of(&[FLOOR]),
        ..S4
    });

/// A cloth folded once falls on a table and lies in two layers.
///
/// Source: no document: a cloth folded over itself
pub const FOLD: NamedScene = named("fold", "no document: a cloth folded over itself",
    "A cloth folded once falls on a table and lies in two layers.", Scene {
        cloth: ClothScene {
            columns: 64, rows: 32, center: [0.0, 0.35, 0.0], down: [0.0, -0.2588, 0.9659],
            layers: 2, ..S0.cloth
        },
        solver: SolverScene { mode: Xpbd, ..S0.solver },
        xpbd: XpbdScene { bend: 0.2, ..XpbdScene::DEFAULT },
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.4 }),
        colliders: List::of(&[FLOOR]),
        ..S0
    });

/// A cloth folded in three layers falls on a ball.
///
/// Source: no document: three layers on a ball
pub const THREE_LAYERS: NamedScene = named("three-layers", "no document: three layers on a ball",
    "A cloth folded in three layers falls on a ball.", Scene {
        cloth: ClothScene { columns: 96, rows: 32, width: 3.0, layers: 3, ..S0.cloth },
        solver: SolverScene { mode: Xpbd, ..S0.solver },
        xpbd: XpbdScene { bend: 0.2, compression: 0.005, ..XpbdScene::DEFAULT },
        self_collision: Some(SelfCollisionScene { thickness: None, friction: 0.4 }),
        colliders: List::of(&[
            ColliderScene::sphere([0.0, 0.5, 0.0], 0.5).with_friction(0.5),
            FLOOR,
        ]),
        ..S0
    });

/// A ball at 20 m/s hits a curtain that hangs from two corners.
///
/// Source: Contacts that hold: fast objects
pub const BULLET: NamedScene = named("bullet", "Contacts that hold: fast objects",
    "A ball at 20 m/s hits a curtain that hangs from two corners.", Scene {
        cloth: ClothScene { center: [0.0, 1.0, 0.0], down: HANGING, ..S0.cloth },
        pins: Pins::TOP_CORNERS,
        solver: SolverScene { steps_per_second: 480.0, substeps: 6, ..S0.solver },
        constraints: ConstraintScene { substeps: 1, ..ConstraintScene::DEFAULT },
        limit: Some(LimitScene { ratio: 1.1, passes: 50 }),
        self_collision: Some(SelfCollisionScene::DEFAULT),
        colliders: List::of(&[
            ColliderScene::sphere([0.1, 0.7, 2.0], 0.25)
                .with_friction(0.2).moving([0.0, 0.0, -20.0]),
        ]),
        ..S0
    });

/// A box presses a cloth of four layers on the floor and rises again.
///
/// Source: Contacts that hold: between two colliders
pub const SQUEEZE: NamedScene = named("squeeze", "Contacts that hold: between two colliders",
    "A box presses a cloth of four layers on the floor and rises again.", Scene {
        cloth: ClothScene {
            columns: 64, rows: 32, width: 1.26, center: [0.0, 0.06, 0.0], layers: 4, ..S0.cloth
        },
        springs: SpringScene { structural: 120.0, shear: 120.0, bend: 6.0, ..S0.springs },
        self_collision: Some(SelfCollisionScene::DEFAULT),
        colliders: List::of(&[
            FLOOR,
            ColliderScene::cuboid([0.0, 1.35, 0.0], [1.2, 0.3, 1.2])
                .with_friction(0.3).swinging([0.0, -1.1938, 0.0], 6.0),
        ]),
        ..S0
    });

/// A cloth falls on a box tilted by 25 degrees and stays there by friction.
///
/// Source: Contacts that hold: friction
pub const INCLINE: NamedScene = named("incline", "Contacts that hold: friction",
    "A cloth falls on a box tilted by 25 degrees and stays there by friction.", Scene {
        cloth: ClothScene { width: 1.0, center: [0.0, 0.75, 0.0], ..S0.cloth },
        springs: SpringScene { structural: 120.0, shear: 120.0, bend: 6.0, ..S0.springs },
        colliders: List::of(&[
            Box {
                center: [0.0, 0.4, 0.0], size: [1.5, 0.2, 1.3], turn: [0.0, 0.0, 25.0],
                friction: 0.6, velocity: [0.0, 0.0, 0.0], period: 0.0,
            },
            FLOOR,
        ]),
        ..S0
    });

/// A cloth falls over a rail and hangs from it on both sides.
///
/// Source: Contacts that hold: capsules
pub const CAPSULE: NamedScene = named("capsule", "Contacts that hold: capsules",
    "A cloth falls over a rail and hangs from it on both sides.", Scene {
        cloth: ClothScene { width: 1.5, center: [0.1, 1.3, 0.0], ..S0.cloth },
        springs: SpringScene { structural: 250.0, shear: 250.0, bend: 12.0, ..S0.springs },
        self_collision: Some(SelfCollisionScene::DEFAULT),
        colliders: List::of(&[
            ColliderScene::capsule([0.0, 1.0, -1.0], [0.0, 1.0, 1.0], 0.1).with_friction(0.5),
            FLOOR,
        ]),
        ..S0
    });

/// A heavy ball comes down through a cloth that is held along all four edges, and tears it.
///
/// Source: Links that break
pub const TEAR: NamedScene = named("tear", "Links that break",
    "A heavy ball comes down through a cloth that is held along all four edges, and tears it.",
    Scene {
        cloth: ClothScene { width: 1.0, center: [0.0, 0.0, 0.0], ..S0.cloth },
        pins: Pins {
            top_edge: true, bottom_edge: true, left_edge: true, right_edge: true, ..Pins::NONE
        },
        solver: SolverScene { mode: Xpbd, damping: Rate(1.0), ..S0.solver },
        springs: SpringScene { structural: 100.0, shear: 100.0, bend: 5.0, ..S0.springs },
        constraints: ConstraintScene { iterations: 4, ..ConstraintScene::DEFAULT },
        limit: None,
        tear: Some(TearScene { strain: Some(0.2) }),
        colliders: List::of(&[
            ColliderScene::sphere([0.0, 0.3, 0.0], 0.15)
                .with_friction(0.3).moving([0.0, -1.0, 0.0]),
        ]),
        ..S0
    });

/// A cloth falls over a light ball that stands on the floor, and its corners fold.
///
/// Source: no document: what the viewer opens with
pub const DRAPE: NamedScene = named("drape", "no document: what the viewer opens with",
    "A cloth falls over a light ball that stands on the floor, and its corners fold.", Scene {
        cloth: ClothScene {
            columns: 64, rows: 64, width: 1.5, center: [0.15, 1.2, -0.15], across: [0.8, 0.0, 0.6],
            down: [-0.6, 0.0, 0.8], ..S0.cloth
        },
        solver: SolverScene { mode: Xpbd, ..S0.solver },
        springs: SpringScene { structural: 200.0, shear: 200.0, bend: 10.0, ..S0.springs },
        xpbd: XpbdScene { bend: 0.02, ..XpbdScene::DEFAULT },
        self_collision: Some(SelfCollisionScene::DEFAULT),
        colliders: List::of(&[
            ColliderScene::sphere([0.0, 0.45, 0.0], 0.45).with_friction(0.7),
            FLOOR,
        ]),
        ..S0
    });

/// Every scene of the library.
pub const ALL: &[NamedScene] = &[
    FOUR_CORNERS_SPHERE, FOUR_CORNERS, EDGE_SPHERE, DRAPE_SPHERE, FOUR_CORNERS_WIND,
    SPHERE_APPROACH, STRING, SUPER_ELASTIC, SUPER_ELASTIC_LIMITED, CROSS_WIND, SPHERE_WIND,
    BALL_AND_FLOOR, FLAG, PINNED2, PINNED4, SPHERE, PLANE, SELF_COLLISION, FOLD, THREE_LAYERS,
    BULLET, SQUEEZE, INCLINE, CAPSULE, TEAR, DRAPE,
];
