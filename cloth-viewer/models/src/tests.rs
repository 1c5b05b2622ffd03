//! Tests of the simulations behind the trait.

use super::*;
use cloth_core::{Simulation, Verlet};

/// A small cloth in still air, far from everything, at rest in free fall.
fn falling() -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.cloth.columns = 8;
    scene.cloth.rows = 8;
    scene
}

fn model(scene: &Scene) -> Box<dyn Model> {
    start(scene, grid_for(scene, None).unwrap()).unwrap()
}

fn position(model: &dyn Model, column: usize, row: usize) -> [f32; 3] {
    let mut positions = Vec::new();
    model.positions(&mut positions);
    positions[row * model.columns() + column]
}

#[test]
fn runs_as_the_engine_itself() {
    let mut scene = falling();
    scene.pins.top_left = true;
    let mut engine = Simulation::<f32, Verlet<f32, 8, 8>, 8, 8>::EMPTY;
    engine.reset(&scene).unwrap();
    engine.run(5);
    let mut model = model(&scene);
    for _ in 0..4 {
        model.step();
    }
    let times = model.step_timed();
    assert_eq!(model.state_hash(), engine.state_hash());
    assert_eq!(model.time(), engine.time());
    assert!(times.total().as_nanos() > 0);
    assert!(model.is_pinned(0, 0) && !model.is_pinned(7, 7) && !model.is_pinned(8, 0));
    for (column, row) in [(0, 0), (7, 2), (3, 7)] {
        let expected = engine.position(column, row).unwrap();
        let got = position(&*model, column, row);
        for i in 0..3 {
            assert!((f64::from(got[i]) - expected[i]).abs() < 1e-6);
        }
    }
}

#[test]
fn normals_of_a_flat_cloth_point_one_way() {
    let mut normals = vec![[9.0; 3]; 3];
    model(&falling()).normals(&mut normals);
    assert_eq!(normals.len(), 64);
    for normal in normals {
        assert!((normal[1].abs() - 1.0).abs() < 1e-6, "{normal:?}");
        assert_eq!(normal[1].signum(), 1.0);
    }
}

#[test]
fn a_dragged_particle_arrives_after_one_step_and_moves_on_when_let_go() {
    let mut model = model(&falling());
    let from = position(&*model, 3, 4);
    let target = [from[0] + 0.2, from[1] + 0.1, from[2]];
    model.drag(3, 4, target);
    model.step();
    let there = position(&*model, 3, 4);
    assert!(
        (0..3).all(|i| (there[i] - target[i]).abs() < 1e-4),
        "{there:?}"
    );
    model.release(3, 4, false);
    assert!(!model.is_pinned(3, 4));
    model.step();
    assert!(position(&*model, 3, 4)[1] != there[1]);
}

#[test]
fn a_dragged_pin_stays_where_it_is_dropped() {
    let mut scene = falling();
    scene.pins.top_left = true;
    let mut model = model(&scene);
    let target = position(&*model, 0, 0).map(|v| v + 0.05);
    model.drag(0, 0, target);
    model.step();
    model.release(0, 0, true);
    let there = position(&*model, 0, 0);
    for _ in 0..10 {
        model.step();
    }
    assert_eq!(position(&*model, 0, 0), there);
    assert!(model.is_pinned(0, 0));
}

#[test]
fn a_hand_that_is_far_away_or_nowhere_does_no_harm() {
    let mut model = model(&falling());
    model.drag(1, 1, [1e6, 0.0, 0.0]);
    model.drag(2, 2, [f32::NAN, 0.0, 0.0]);
    model.drag(99, 0, [0.0; 3]);
    model.release(99, 0, true);
    model.step();
    let mut positions = Vec::new();
    model.positions(&mut positions);
    assert!(positions.iter().flatten().all(|v| v.abs() < 10.0));
}

#[test]
fn a_moved_sphere_is_where_it_was_put() {
    let mut scene = falling();
    let ball = ColliderScene::Sphere {
        center: [0.0, -9.0, 0.0],
        radius: 0.5,
        friction: 0.0,
        velocity: [0.0; 3],
        period: 0.0,
    };
    scene.colliders.push(ball).unwrap();
    let mut model = model(&scene);
    model.move_collider(0, [1.0, -5.0, 0.5], [0.0; 3]);
    model.step();
    let mut colliders = Vec::new();
    model.colliders(&mut colliders);
    let ColliderScene::Sphere { center, .. } = colliders[0] else {
        panic!("{colliders:?}");
    };
    for (got, expected) in center.into_iter().zip([1.0, -5.0, 0.5]) {
        assert!((got - expected).abs() < 1e-5);
    }
}

/// Would end the test with a stack overflow if the state went over the stack: test threads have
/// 2 MiB.
#[test]
fn the_largest_grid_fits_in_a_small_stack() {
    let scene = Scene::DEFAULT;
    let grid = grid_for(&scene, Some(256)).unwrap();
    assert_eq!(
        grid,
        Grid {
            columns: 256,
            rows: 256
        }
    );
    let model = start(&scene, grid).unwrap();
    let mut positions = Vec::new();
    model.positions(&mut positions);
    assert_eq!(positions.len(), 65_536);
}

#[test]
fn grids_keep_the_shape_of_the_cloth() {
    let grid = |columns, rows, size| {
        let mut scene = Scene::DEFAULT;
        (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
        grid_for(&scene, size).map(|grid| (grid.columns, grid.rows))
    };
    assert_eq!(grid(50, 50, None).unwrap(), (50, 50));
    assert_eq!(grid(48, 32, None).unwrap(), (48, 32));
    assert_eq!(grid(50, 50, Some(64)).unwrap(), (64, 64));
    assert_eq!(grid(50, 1, Some(64)).unwrap(), (64, 1));
    assert_eq!(grid(1, 50, Some(8)).unwrap(), (1, 8));
    assert_eq!(grid(48, 32, Some(32)).unwrap(), (32, 21));
    assert_eq!(grid(40, 39, Some(256)).unwrap(), (256, 256));
    for size in SIZES {
        assert_eq!(grid(50, 50, Some(size)).unwrap(), (size, size));
        assert_eq!(grid(50, 1, Some(size)).unwrap(), (size, 1));
    }
    let message = grid(7, 9, None).unwrap_err().to_string();
    assert!(
        message.contains("7×9") && message.contains("50×50"),
        "{message}"
    );
}

#[test]
fn a_scene_out_of_range_is_refused() {
    let mut scene = falling();
    scene.springs.structural = 1e9;
    scene.cloth.density = 1e-6;
    scene.solver.steps_per_second = 1.0;
    scene.solver.substeps = 1;
    let message = start(&scene, grid_for(&scene, None).unwrap())
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("8×8") && message.contains("springs.structural"),
        "{message}"
    );
}
