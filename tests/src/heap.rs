//! The scene of a heap: a metre of cloth falls into a funnel and lies there in folds.

use cloth_core::scene::{ColliderScene, SelfCollisionScene};
use cloth_core::{Mode, Scene};

/// Falls into a funnel of four planes. So many substeps of one pass each; of springs four times as
/// many.
#[must_use]
pub fn heap(mode: Mode, substeps: u32) -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.solver.mode = mode;
    [
        scene.constraints.substeps,
        scene.pbd.substeps,
        scene.xpbd.substeps,
    ] = [substeps; 3];
    [scene.constraints.iterations, scene.solver.substeps] = [1, 4 * substeps];
    scene.self_collision = Some(SelfCollisionScene::DEFAULT);
    for [x, z] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
        let _ = scene.colliders.push(ColliderScene::Plane {
            point: [0.0, -1.0, 0.0],
            normal: [0.8 * x, 0.6, 0.8 * z],
            friction: 0.1,
            velocity: [0.0; 3],
            period: 0.0,
        });
    }
    scene
}
