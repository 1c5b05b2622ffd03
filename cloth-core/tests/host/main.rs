//! Simulations that are chosen when a program runs. Not within the crate: all that `host` compiles
//! would be compiled once more.

mod fabrics;

use cloth_core::host::Format::{F32, Fixed};
use cloth_core::host::{AnySimulation, Format, GridSize, Method, grid_for, start};
use cloth_core::integrate::SolverSettings;
use cloth_core::{Dyn, Mode, Scene, Simulation, Units, Verlet, WithAll, scenes};

fn started(scene: &Scene, columns: usize, rows: usize) -> Box<dyn AnySimulation> {
    start(scene, GridSize { columns, rows }, Method::Verlet, F32).unwrap()
}

fn position(cloth: &dyn AnySimulation, column: usize, row: usize) -> [f32; 3] {
    let mut positions = vec![[9.0; 3]; 3];
    cloth.positions(&mut positions);
    assert_eq!(positions.len(), cloth.columns() * cloth.rows());
    positions[row * cloth.columns() + column]
}

#[test]
fn runs_as_the_engine_itself_and_tells_of_each_phase() {
    let scene = scenes::SELF_COLLISION.scene;
    type Full = Simulation<f32, Dyn, Verlet, Scene, WithAll>;
    let mut engine = Full::with_size(Dyn::new(13, 9)).unwrap();
    engine.reset(scene).unwrap();
    engine.run(5);
    let mut cloth = started(&scene, 13, 9);
    (0..4).for_each(|_| cloth.step());
    let (mut ended, mut last) = (0, 0);
    cloth.step_observed(&mut |_, hash| {
        ended += 1;
        last = hash.map_or(last, |hash| hash());
    });
    assert!(ended > 0);
    assert_eq!([last, cloth.state_hash()], [engine.state_hash(); 2]);
    assert_eq!(cloth.time(), engine.time());
    assert_eq!(cloth.measure(), engine.measure());
    for (column, row) in [(0, 0), (7, 2), (12, 8)] {
        let expected = engine.position(column, row).unwrap();
        let got = position(&*cloth, column, row).map(f64::from);
        assert!((0..3).all(|i| (got[i] - expected[i]).abs() < 1e-6));
    }
}

/// Every scene with every method in every format, as far as the scene is for it.
#[test]
fn every_choice_starts_and_goes_on_with_every_method() {
    let (columns, rows) = (6, 5);
    for (named, format) in (scenes::ALL.iter()).flat_map(|one| Format::ALL.map(|f| (one, f))) {
        let grid = GridSize { columns, rows };
        let Ok(mut cloth) = start(&named.scene, grid, Method::Verlet, format) else {
            continue;
        };
        cloth.step();
        // Only Verlet has more bits for velocities than fixed point has.
        let units = Units::new(&named.scene, columns, rows);
        let half = 0.5 / f64::from(1 << 20) * units.spacing / units.dt;
        let bound = if format == Fixed { 1e-6 + half } else { 1e-4 };
        for mut next in Method::ALL
            .into_iter()
            .filter_map(|m| cloth.with_method(m).ok())
        {
            let what = format!("{} {format} {}", named.name, next.method());
            assert_eq!((next.format(), next.time()), (format, cloth.time()));
            for (column, row) in [(3, 2), (5, 4)] {
                assert_eq!(next.position(column, row), cloth.position(column, row));
                let [a, b] = [&next, &cloth].map(|one| one.velocity(column, row).unwrap());
                assert!((0..3).all(|i| (a[i] - b[i]).abs() < bound), "{what}");
            }
            next.step();
            let after = position(&*next, 3, 2);
            assert!(after.iter().all(|v| v.is_finite()), "{what}");
        }
    }
}

#[test]
fn memory_comes_with_the_scene_that_asks_for_it() {
    let mut cloth = started(&scenes::FOUR_CORNERS.scene, 9, 7);
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
    let mut cloth = started(&Scene::DEFAULT, 8, 8);
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
    // A pin stays where it is dropped.
    cloth.set_pinned(0, 0, true);
    cloth.drag(0, 0, position(&*cloth, 0, 0).map(|v| v + 0.05));
    cloth.step();
    cloth.set_pinned(0, 0, true);
    let there = position(&*cloth, 0, 0);
    (0..10).for_each(|_| cloth.step());
    assert_eq!(position(&*cloth, 0, 0), there);
    assert!(cloth.is_pinned(0, 0));
}

#[test]
fn a_hand_that_is_far_away_or_nowhere_does_no_harm() {
    let mut cloth = started(&Scene::DEFAULT, 8, 8);
    cloth.drag(1, 1, [1e6, 0.0, 0.0]);
    cloth.drag(2, 2, [f32::NAN, 0.0, 0.0]);
    cloth.drag(99, 0, [0.0; 3]);
    cloth.set_pinned(99, 0, true);
    cloth.set_pinned(0, 99, true);
    cloth.place(8, 1, [0.5; 3], [1.0; 3]);
    assert_eq!((cloth.position(8, 1), cloth.velocity(0, 8)), (None, None));
    cloth.step();
    let mut positions = Vec::new();
    cloth.positions(&mut positions);
    assert!(positions.iter().flatten().all(|v| v.abs() < 10.0));
}

#[test]
fn a_scene_out_of_range_is_refused_with_grid_and_key() {
    let mut scene = Scene::DEFAULT;
    (scene.springs.structural, scene.cloth.density) = (1e9, 1e-6);
    (scene.solver.steps_per_second, scene.solver.substeps) = (1.0, 1);
    let mut cloth = started(&Scene::DEFAULT, 8, 8);
    let before = (cloth.state_hash(), *cloth.scene());
    for refused in [cloth.change(&scene), cloth.reset(&scene)] {
        let message = refused.unwrap_err().to_string();
        let said = ["8×8", "springs.structural"].map(|word| message.contains(word));
        assert_eq!(said, [true; 2], "{message}");
    }
    assert_eq!((cloth.state_hash(), *cloth.scene()), before);
}

#[test]
fn implicit_methods_have_a_solver_that_can_be_set() {
    for method in Method::ALL {
        let scene = scenes::PINNED2.scene;
        let mut cloth = start(&scene, GridSize::of(&scene), method, F32).unwrap();
        let mut settings = SolverSettings::DEFAULT;
        settings.iterations = 1;
        cloth.set_solver(settings).unwrap();
        cloth.step();
        let implicit = matches!(method, Method::BackwardEuler | Method::Imex);
        let iterations = cloth.solver_report().map(|report| report.iterations);
        assert_eq!(iterations, implicit.then_some(1));
        settings.iterations = 0;
        assert_eq!(cloth.set_solver(settings).is_err(), implicit);
    }
}

/// `step` goes into the pool, where grids from 128 rows on are done in parts; with somebody who looks on, who may
/// be in this thread alone, they are not.
#[test]
fn a_step_in_the_pool_has_the_bits_of_one_outside() {
    for (rows, mode) in [127, 128, 150, 300]
        .map(|rows| Mode::ALL.map(|m| (rows, m)))
        .concat()
    {
        let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
        scene.solver.mode = mode;
        let [mut inside, mut outside] = [(); 2].map(|()| started(&scene, 21, rows));
        for step in 0..3 {
            inside.step();
            outside.step_observed(&mut |_, _| {});
            let what = format!("{mode:?}, {rows} rows, step {step}");
            assert_eq!(inside.state_hash(), outside.state_hash(), "{what}");
        }
    }
}
