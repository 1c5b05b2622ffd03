//! Without a window: the mesh has the places of the same cloth without Bevy.

use bevy_app::{App, FixedUpdate, Update};
use bevy_asset::Assets;
use bevy_mesh::{Mesh, Mesh3d, VertexAttributeValues};
use cloth_bevy::{Cloth, ClothPlugin};
use cloth_core::{Const, Simulation, scenes};

#[test]
fn a_mesh_follows_its_cloth() {
    let mut app = App::new();
    app.add_plugins(ClothPlugin)
        .insert_resource(Assets::<Mesh>::default());
    let cloth = Cloth::new(&scenes::PINNED2.scene, 16, 12).unwrap();
    let mesh = app
        .world_mut()
        .resource_mut::<Assets<Mesh>>()
        .add(cloth.mesh());
    app.world_mut().spawn((Mesh3d(mesh.clone()), cloth));

    let mut alone = Simulation::<f32, Const<16, 12>>::EMPTY;
    alone.reset(&scenes::PINNED2.scene).unwrap();
    for _ in 0..30 {
        app.world_mut().run_schedule(FixedUpdate);
        app.world_mut().run_schedule(Update);
        alone.step();
    }

    let meshes = app.world().resource::<Assets<Mesh>>();
    let shown = meshes.get(&mesh).unwrap();
    let Some(VertexAttributeValues::Float32x3(places)) = shown.attribute(Mesh::ATTRIBUTE_POSITION)
    else {
        panic!("no positions");
    };
    assert_eq!(places.len(), 16 * 12);
    for (i, place) in places.iter().enumerate() {
        let expected = alone.position(i % 16, i / 16).unwrap().map(|x| x as f32);
        assert_eq!(*place, expected, "particle {i}");
    }
    let triangles = shown.indices().unwrap();
    assert_eq!(triangles.len(), 3 * 2 * 15 * 11);
    let Some(VertexAttributeValues::Float32x3(normals)) = shown.attribute(Mesh::ATTRIBUTE_NORMAL)
    else {
        panic!("no normals");
    };
    for normal in normals {
        let length = normal.iter().map(|x| x * x).sum::<f32>().sqrt();
        assert!((length - 1.0).abs() < 1e-5, "{normal:?}");
    }
}
