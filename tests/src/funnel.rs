//! The scene of a heap: a metre of cloth falls into a funnel and lies there in folds.

use crate::{in_mode, set_substeps};
use cloth_core::scene::{ColliderScene, SelfCollisionScene};
use cloth_core::{Mode, Scene};

/// Falls into a funnel of four planes. So many substeps of one pass each; of springs four times as
/// many.
#[must_use]
pub fn heap(mode: Mode, substeps: u32) -> Scene {
    let mut scene = in_mode(Scene::DEFAULT, mode);
    set_substeps(&mut scene, substeps);
    (scene.constraints.iterations, scene.solver.substeps) = (1, 4 * substeps);
    scene.self_collision = Some(SelfCollisionScene::DEFAULT);
    for [x, z] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
        let plane = ColliderScene::plane([0.0, -1.0, 0.0], [0.8 * x, 0.6, 0.8 * z]);
        let _ = scene.colliders.push(plane.with_friction(0.1));
    }
    scene
}
