//! How a simulation keeps its scene.

use super::Scene;

/// A copy of a scene, or a reference to one that never goes away.
pub trait KeepScene: Clone + core::fmt::Debug {
    /// The scene of a simulation that has not been reset.
    const DEFAULT: Self;
    /// The scene.
    fn scene(&self) -> &Scene;
}

impl KeepScene for Scene {
    const DEFAULT: Self = Self::DEFAULT;
    fn scene(&self) -> &Scene {
        self
    }
}

impl KeepScene for &'static Scene {
    const DEFAULT: Self = &Scene::DEFAULT;
    fn scene(&self) -> &Scene {
        self
    }
}

impl From<&Scene> for Scene {
    fn from(scene: &Scene) -> Self {
        *scene
    }
}
