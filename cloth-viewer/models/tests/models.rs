//! Tests of the simulations behind the trait.

use cloth_core::scene::ColliderScene;
use cloth_core::{Phase, Scene, Simulation, Verlet};
use cloth_models::{
    Grid, GridError, Method, Model, PhaseTimes, SIZES, grid_for, has, start, start_with,
};
use std::time::Duration;

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
fn a_dragged_particle_comes_to_the_hand_and_moves_on_when_let_go() {
    let mut model = model(&falling());
    let from = position(&*model, 3, 4);
    let target = [from[0] + 0.1, from[1] + 0.05, from[2]];
    model.drag(3, 4, target);
    model.step();
    // As the spring has it: exp(−40/s · 1/60 s) of the way is left.
    let left = (-40.0_f32 / 60.0).exp();
    let after = position(&*model, 3, 4);
    for i in 0..3 {
        let expected = target[i] + (from[i] - target[i]) * left;
        assert!((after[i] - expected).abs() < 1e-5, "{after:?}");
    }
    for _ in 0..40 {
        model.drag(3, 4, target);
        model.step();
    }
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

#[test]
fn every_phase_has_a_place_of_its_own() {
    let mut times = PhaseTimes::default();
    for (i, &phase) in Phase::ALL.iter().enumerate() {
        times.add(phase, Duration::from_micros(1 << i));
    }
    for (i, &phase) in Phase::ALL.iter().enumerate() {
        assert_eq!(times.of(phase), Duration::from_micros(1 << i));
    }
    let all = (1 << Phase::ALL.len()) - 1;
    assert_eq!(times.total(), Duration::from_micros(all));
}

#[test]
fn every_method_goes_on_from_the_state_of_another() {
    let mut scene = falling();
    scene.pins.top_left = true;
    let mut before = model(&scene);
    for _ in 0..20 {
        before.step();
    }
    let grid = Grid {
        columns: 8,
        rows: 8,
    };
    for method in Method::ALL {
        assert!(has(grid, method));
        let mut after = start_with(&scene, grid, method).unwrap();
        assert_eq!(after.method(), method);
        assert!(after.resume(&*before.suspend()));
        assert_eq!(after.time(), before.time());
        let state = |model: &dyn Model| {
            let (mut places, mut velocities) = (Vec::new(), Vec::new());
            model.positions(&mut places);
            model.velocities(&mut velocities);
            (places, velocities)
        };
        let (old, new) = (state(&*before), state(&*after));
        for i in 0..64 {
            for axis in 0..3 {
                assert!((old.0[i][axis] - new.0[i][axis]).abs() < 1e-6, "{method}");
                assert!((old.1[i][axis] - new.1[i][axis]).abs() < 1e-4, "{method}");
            }
        }
        after.step();
        assert!(after.time() > before.time());
    }
    // A state of another grid is refused.
    let other = start(&scene, grid_for(&scene, Some(16)).unwrap()).unwrap();
    assert!(!before.resume(&*other.suspend()));
}

#[test]
fn a_method_that_is_not_built_in_names_the_grids_that_are() {
    let scene = falling();
    let grid = grid_for(&scene, Some(256)).unwrap();
    assert!(has(grid, Method::Verlet) && !has(grid, Method::Rk4));
    let error = start_with(&scene, grid, Method::Rk4).unwrap_err();
    assert!(matches!(error, GridError::Method(..)));
    let text = error.to_string();
    assert!(
        text.starts_with("rk4 is not built in for 256×256 particles: it has 8×8,"),
        "{text}"
    );
}

#[test]
fn names_of_methods_lead_back_to_them() {
    for method in Method::ALL {
        assert_eq!(Method::of(method.name()), Some(method));
    }
    assert_eq!(Method::of("euler"), None);
}
