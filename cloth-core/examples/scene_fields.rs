//! Prints the numbers of a scene file, a line of a Markdown table for each: key and what is allowed.
//!
//! `cargo run -p cloth-core --example scene_fields`

use cloth_core::Scene;
use cloth_core::scene::{
    ColliderScene, Field, LimitScene, Place, SelfCollisionScene, TearScene, TetherScene,
};

fn print<const N: usize>(fields: [Field<'_>; N]) {
    // A ball and a plane have two numbers of their shape, a box three.
    let is_there = |field: &&Field<'_>| {
        field.key.matches('.').count() > 1 || !field.key.starts_with("colliders")
    };
    for field in fields.iter().filter(is_there) {
        println!("| `{}` | {} |", field.key, field.allowed.words);
    }
}

fn main() {
    let mut scene = Scene::DEFAULT;
    println!("| key | allowed |\n| --- | --- |");
    print(scene.cloth.fields());
    let (across, down) = (0.5, 0.5);
    print(Place { across, down }.fields());
    print(scene.solver.fields());
    print(scene.springs.fields());
    print(scene.constraints.fields());
    print(scene.pbd.fields());
    print(scene.xpbd.fields());
    print(TetherScene::default().fields());
    print(LimitScene::default().fields());
    print(SelfCollisionScene::default().fields());
    print(TearScene::default().fields());
    print(scene.forces.fields());
    for mut collider in [
        ColliderScene::sphere([0.0; 3], 1.0),
        ColliderScene::plane([0.0; 3], [0.0, 1.0, 0.0]),
        ColliderScene::capsule([0.0; 3], [1.0; 3], 1.0),
        ColliderScene::cuboid([0.0; 3], [1.0; 3]),
    ] {
        print(collider.shape_fields());
        print(collider.motion_fields());
    }
}
