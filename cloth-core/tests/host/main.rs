//! Simulations that are chosen when a program runs. Not within the crate: all that `host` compiles
//! would be compiled once more.

mod fabrics;

use cloth_core::host::{
    AnySimulation, Format, GridSize, MAX_SIDE, Method, StartError, grid_for, start,
};
use cloth_core::integrate::SolverSettings;
use cloth_core::{Dyn, Mode, Scene, Simulation, Units, Verlet, WithAll, scenes};

fn grid(columns: usize, rows: usize) -> GridSize {
    GridSize { columns, rows }
}

fn started(scene: &Scene, columns: usize, rows: usize) -> Box<dyn AnySimulation> {
    let grid = GridSize { columns, rows };
    start(scene, grid, Method::Verlet, Format::F32).unwrap()
}

/// A small cloth in still air, far from everything, at rest in free fall.
fn falling() -> Box<dyn AnySimulation> {
    started(&Scene::DEFAULT, 8, 8)
}

fn position(cloth: &dyn AnySimulation, column: usize, row: usize) -> [f32; 3] {
    let mut positions = vec![[9.0; 3]; 3];
    cloth.positions(&mut positions);
    assert_eq!(positions.len(), cloth.columns() * cloth.rows());
    positions[row * cloth.columns() + column]
}

#[test]
fn runs_as_the_engine_itself() {
    let scene = scenes::SELF_COLLISION.scene;
    type Full = Simulation<f32, Dyn, Verlet, Scene, WithAll>;
    let mut engine = Full::with_size(Dyn::new(13, 9)).unwrap();
    engine.reset(scene).unwrap();
    engine.run(5);
    let mut cloth = started(&scene, 13, 9);
    let mut phases = 0;
    for _ in 0..4 {
        cloth.step();
    }
    cloth.step_observed(&mut |_, _| phases += 1);
    assert!(phases > 0);
    assert_eq!(cloth.state_hash(), engine.state_hash());
    assert_eq!(cloth.time(), engine.time());
    assert_eq!(cloth.measure(), engine.measure());
    for (column, row) in [(0, 0), (7, 2), (12, 8)] {
        let expected = engine.position(column, row).unwrap();
        let got = position(&*cloth, column, row);
        for i in 0..3 {
            assert!((f64::from(got[i]) - expected[i]).abs() < 1e-6);
        }
    }
}

/// Every scene with every method in every format, as far as the scene is for it.
#[test]
fn every_choice_starts_and_goes_on_with_every_method() {
    for named in scenes::ALL {
        for format in Format::ALL {
            let grid = grid(6, 5);
            let Ok(mut cloth) = start(&named.scene, grid, Method::Verlet, format) else {
                continue;
            };
            cloth.step();
            assert_eq!((cloth.format(), cloth.method()), (format, Method::Verlet));
            for method in Method::ALL {
                let Ok(mut next) = cloth.with_method(method) else {
                    continue;
                };
                assert_eq!((next.method(), next.time()), (method, cloth.time()));
                let [before, after] = [&cloth, &next].map(|cloth| position(&**cloth, 3, 2));
                assert_eq!(before, after, "{}", named.name);
                let (mut before, mut after) = (Vec::new(), Vec::new());
                cloth.velocities(&mut before);
                next.velocities(&mut after);
                // Only Verlet has more bits for them than fixed point has.
                let units = Units::new(&named.scene, 6, 5);
                let half = (0.5 / f64::from(1 << 20) * units.spacing / units.dt) as f32;
                let bound = if format == Format::Fixed {
                    1e-6 + half
                } else {
                    1e-4
                };
                for (a, b) in before.iter().zip(&after) {
                    assert!((0..3).all(|i| (a[i] - b[i]).abs() < bound), "{method}");
                }
                next.step();
                assert!(position(&*next, 3, 2).iter().all(|v| v.is_finite()));
            }
        }
    }
}

#[test]
fn memory_comes_with_the_scene_that_asks_for_it() {
    let plain = scenes::FOUR_CORNERS.scene;
    let mut cloth = started(&plain, 9, 7);
    for wanted in [scenes::TEAR.scene, scenes::SELF_COLLISION.scene] {
        cloth.change(&wanted).unwrap();
        cloth.step();
        cloth.reset(&wanted).unwrap();
        cloth.step();
        let mut other = started(&wanted, 9, 7);
        other.step();
        assert_eq!(cloth.state_hash(), other.state_hash());
    }
}

#[test]
fn no_grid_is_too_small_and_too_large_is_an_error() {
    for (columns, rows) in [(1, 1), (1, 2), (2, 1), (1, 97), (97, 1)] {
        let mut cloth = started(&scenes::FOUR_CORNERS.scene, columns, rows);
        cloth.step();
        assert_eq!((cloth.columns(), cloth.rows()), (columns, rows));
    }
    for (columns, rows) in [(0, 5), (5, 0), (MAX_SIDE + 1, 1)] {
        let grid = GridSize { columns, rows };
        let refused = start(&Scene::DEFAULT, grid, Method::Verlet, Format::F32);
        assert_eq!(refused.err(), Some(StartError::Size(grid)));
    }
}

#[test]
fn a_grid_keeps_the_scenes_shape() {
    let mut scene = Scene::DEFAULT;
    for ((columns, rows), longer, expected) in [
        ((48, 32), Some(96), (96, 64)),
        ((32, 48), Some(24), (16, 24)),
        ((1, 50), Some(8), (1, 8)),
        ((50, 1), Some(8), (8, 1)),
        ((50, 2), Some(8), (8, 2)),
        ((37, 11), None, (37, 11)),
    ] {
        (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
        let grid = grid_for(&scene, longer);
        assert_eq!((grid.columns, grid.rows), expected);
    }
}

#[test]
fn a_dragged_particle_comes_to_the_hand_and_moves_on_when_let_go() {
    let mut cloth = falling();
    let from = position(&*cloth, 3, 4);
    let target = [from[0] + 0.1, from[1] + 0.05, from[2]];
    cloth.drag(3, 4, target);
    cloth.step();
    // As the spring has it: exp(−40/s · 1/60 s) of the way is left.
    let left = libm::expf(-40.0 / 60.0);
    let after = position(&*cloth, 3, 4);
    for i in 0..3 {
        let expected = target[i] + (from[i] - target[i]) * left;
        assert!((after[i] - expected).abs() < 1e-5, "{after:?}");
    }
    cloth.set_pinned(3, 4, false);
    assert!(!cloth.is_pinned(3, 4));
    cloth.step();
    assert!(position(&*cloth, 3, 4)[1] != after[1]);
}

#[test]
fn a_hand_that_is_far_away_or_nowhere_does_no_harm() {
    let mut cloth = falling();
    cloth.drag(1, 1, [1e6, 0.0, 0.0]);
    cloth.drag(2, 2, [f32::NAN, 0.0, 0.0]);
    cloth.drag(99, 0, [0.0; 3]);
    cloth.set_pinned(99, 0, true);
    cloth.set_pinned(0, 99, true);
    cloth.step();
    let mut positions = Vec::new();
    cloth.positions(&mut positions);
    assert!(positions.iter().flatten().all(|v| v.abs() < 10.0));
}

#[test]
fn a_dragged_pin_stays_where_it_is_dropped() {
    let mut scene = Scene::DEFAULT;
    scene.pins.top_left = true;
    let mut cloth = started(&scene, 8, 8);
    let target = position(&*cloth, 0, 0).map(|v| v + 0.05);
    cloth.drag(0, 0, target);
    cloth.step();
    cloth.set_pinned(0, 0, true);
    let there = position(&*cloth, 0, 0);
    for _ in 0..10 {
        cloth.step();
    }
    assert_eq!(position(&*cloth, 0, 0), there);
    assert!(cloth.is_pinned(0, 0));
}

#[test]
fn a_scene_out_of_range_is_refused_with_grid_and_key() {
    let mut scene = Scene::DEFAULT;
    scene.springs.structural = 1e9;
    scene.cloth.density = 1e-6;
    scene.solver.steps_per_second = 1.0;
    scene.solver.substeps = 1;
    let grid = grid(8, 8);
    let refused = start(&scene, grid, Method::Verlet, Format::F32);
    let message = format!("{}", refused.unwrap_err());
    assert!(message.contains("8×8"), "{message}");
    assert!(message.contains("springs.structural"), "{message}");
    // What runs stays as it was.
    let mut cloth = falling();
    let before = (cloth.state_hash(), *cloth.scene());
    assert!(cloth.change(&scene).is_err() && cloth.reset(&scene).is_err());
    assert_eq!((cloth.state_hash(), *cloth.scene()), before);
}

#[test]
fn a_traced_step_ends_with_the_hash_of_its_state() {
    let mut cloth = started(&scenes::SELF_COLLISION.scene, 9, 7);
    let (mut ended, mut last) = (0, 0);
    cloth.step_observed(&mut |_, hash| {
        ended += 1;
        last = hash.map_or(last, |hash| hash());
    });
    assert!(ended > 0);
    assert_eq!(last, cloth.state_hash());
}

#[test]
fn implicit_methods_have_a_solver_that_can_be_set() {
    for method in Method::ALL {
        let grid = grid(8, 8);
        let mut cloth = start(&scenes::PINNED2.scene, grid, method, Format::F32).unwrap();
        let once = SolverSettings {
            iterations: 1,
            ..SolverSettings::DEFAULT
        };
        cloth.set_solver(once).unwrap();
        cloth.step();
        let report = cloth.solver_report();
        let implicit = matches!(method, Method::BackwardEuler | Method::Imex);
        assert_eq!(
            report.map(|report| report.iterations),
            implicit.then_some(1)
        );
        let never = SolverSettings {
            iterations: 0,
            ..once
        };
        assert_eq!(cloth.set_solver(never).is_err(), implicit);
    }
}

/// `step` goes into the pool, where grids from 128 rows on are done in parts; with somebody who looks on, who may
/// be in this thread alone, they are not.
#[test]
fn a_step_in_the_pool_has_the_bits_of_one_outside() {
    for rows in [127, 128, 150, 300] {
        for mode in Mode::ALL {
            let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
            scene.solver.mode = mode;
            let grid = GridSize { columns: 21, rows };
            let begin = || start(&scene, grid, Method::Verlet, Format::F32).unwrap();
            let (mut inside, mut outside) = (begin(), begin());
            for step in 0..3 {
                inside.step();
                outside.step_observed(&mut |_, _| {});
                let what = format!("{mode:?}, {rows} rows, step {step}");
                assert_eq!(inside.state_hash(), outside.state_hash(), "{what}");
            }
        }
    }
}
