//! How a simulation keeps its scene.

use super::{ColliderScene, Mode, Scene, SettingError};
use crate::topology::BendNeighbours;
use core::borrow::Borrow;
use core::fmt::Debug;
use core::marker::PhantomData;

/// A scene as a simulation keeps it: a copy, a `&'static` reference, or one that is [`Known`] when
/// the program is compiled.
pub trait KeepScene: Clone + Debug {
    /// What the scene may use. What it cannot use is not compiled in.
    const USES: Uses = Uses::ALL;
    /// The scene.
    fn scene(&self) -> &Scene;
    /// Checks every value of a scene that is to be taken: [`Scene::validate`].
    ///
    /// # Errors
    /// The first value out of range.
    fn check(scene: &Scene) -> Result<(), SettingError> {
        scene.validate()
    }
}

impl KeepScene for Scene {
    fn scene(&self) -> &Scene {
        self
    }
}

impl KeepScene for &'static Scene {
    fn scene(&self) -> &Scene {
        self
    }
}

impl From<&Scene> for Scene {
    fn from(scene: &Scene) -> Self {
        *scene
    }
}

/// A scene that is known when the program is compiled.
///
/// ```
/// use cloth_core::scene::{Known, KnownScene};
/// use cloth_core::{Const, Scene, Simulation, Verlet, scenes};
///
/// #[derive(Clone, Debug)]
/// struct Demo;
/// impl KnownScene for Demo {
///     const SCENE: &'static Scene = &scenes::FOUR_CORNERS.scene;
/// }
///
/// // No memory for the scene, and no code for what it does not use.
/// let mut sim = Simulation::<f32, Const<8, 8>, Verlet, Known<Demo>>::EMPTY;
/// sim.reset(Known::new()).unwrap();
/// sim.step();
/// ```
pub trait KnownScene {
    /// The scene.
    const SCENE: &'static Scene;
}

/// Keeps a [`KnownScene`] without memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<S>(PhantomData<S>);

impl<S> Known<S> {
    /// The scene of S.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: KnownScene> Borrow<Scene> for Known<S> {
    fn borrow(&self) -> &Scene {
        S::SCENE
    }
}

impl<S: KnownScene + Clone + Debug> KeepScene for Known<S> {
    const USES: Uses = Uses::of(S::SCENE);
    fn scene(&self) -> &Scene {
        S::SCENE
    }
    /// The compiler has the answer: a board takes no flash for it.
    fn check(_scene: &Scene) -> Result<(), SettingError> {
        const { S::SCENE.validate() }
    }
}

/// The parts of the engine that a scene uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses {
    /// Springs, drag or wind.
    pub forces: bool,
    /// S0's wind, whose phase grows with time.
    pub positional_wind: bool,
    /// Constraint mode.
    pub constraints: bool,
    /// PBD or XPBD.
    pub position_based: bool,
    /// The bend links along the diagonals of these modes.
    pub bend_diagonals: bool,
    /// Tethers.
    pub tethers: bool,
    /// Provot's limit.
    pub limit: bool,
    /// Contacts of the cloth with itself.
    pub self_collision: bool,
    /// Links that break.
    pub tear: bool,
    /// Balls.
    pub spheres: bool,
    /// Colliders that swing to and fro.
    pub swings: bool,
    /// Half spaces.
    pub planes: bool,
    /// Capsules.
    pub capsules: bool,
    /// Boxes.
    pub boxes: bool,
}

impl Uses {
    /// Everything: for scenes that are not known before the program runs.
    pub const ALL: Self = Self {
        forces: true,
        positional_wind: true,
        constraints: true,
        position_based: true,
        bend_diagonals: true,
        tethers: true,
        limit: true,
        self_collision: true,
        tear: true,
        spheres: true,
        swings: true,
        planes: true,
        capsules: true,
        boxes: true,
    };

    /// What one scene uses.
    pub const fn of(scene: &Scene) -> Self {
        let forces = &scene.forces;
        let hooke = matches!(scene.solver.mode, Mode::Hooke);
        let mut uses = Self {
            forces: hooke
                || forces.air_drag != 0.0
                || forces.wind.is_some()
                || forces.positional_wind.is_some(),
            positional_wind: forces.positional_wind.is_some(),
            constraints: matches!(scene.solver.mode, Mode::Constraint),
            position_based: matches!(scene.solver.mode, Mode::Pbd | Mode::Xpbd),
            bend_diagonals: matches!(scene.bend_neighbours(), BendNeighbours::Eight),
            tethers: !hooke && scene.tethers.is_some(),
            limit: scene.limit.is_some(),
            self_collision: scene.self_collision.is_some(),
            tear: scene.tear.is_some(),
            spheres: false,
            swings: false,
            planes: false,
            capsules: false,
            boxes: false,
        };
        let mut i = 0;
        while i < scene.colliders.0.len() {
            if let Some(collider) = &scene.colliders.0[i] {
                match collider {
                    ColliderScene::Sphere { .. } => uses.spheres = true,
                    ColliderScene::Plane { .. } => uses.planes = true,
                    ColliderScene::Capsule { .. } => uses.capsules = true,
                    ColliderScene::Box { .. } => uses.boxes = true,
                }
                uses.swings |= collider.motion().2 > 0.0;
            }
            i += 1;
        }
        uses
    }
}
