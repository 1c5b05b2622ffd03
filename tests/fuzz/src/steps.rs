//! Any settings that are accepted, any grid, any sequence of changes: finite, and refused whole.

use crate::files::{METHODS, WORDS};
use crate::{edit, one, up_to};
use arbitrary::Unstructured;
use cloth_core::host::{Format, GridSize, Method, start};
use cloth_core::{Const, Fixed, Mode, Scalar, Scene, Simulation, Verlet, WithAll, scenes};
use cloth_viewer::action::{Action, Setup};
use cloth_viewer::scene_file::{self, SceneFile};
use cloth_viewer::world::World;

/// Whether a step of a scene is short: a thousand substeps on the largest grid are allowed, too.
pub fn is_small(grid: GridSize, scene: &Scene) -> bool {
    let (columns, rows) = (grid.columns, grid.rows);
    let work = |substeps: u32, passes: u32| u64::from(substeps) * u64::from(passes);
    let most = work(scene.solver.substeps, 1)
        .max(work(
            scene.constraints.substeps,
            scene.constraints.iterations,
        ))
        .max(work(scene.pbd.substeps, scene.pbd.iterations))
        .max(work(scene.xpbd.substeps, scene.xpbd.iterations));
    columns * rows <= 400 && most * (columns * rows) as u64 <= 100_000
}

/// The same scene with so few substeps and passes that thousands of runs take seconds.
fn shorten(scene: &mut Scene) {
    for substeps in [
        &mut scene.solver.substeps,
        &mut scene.constraints.substeps,
        &mut scene.pbd.substeps,
        &mut scene.xpbd.substeps,
    ] {
        *substeps = 1 + *substeps % 4;
    }
    for passes in [
        &mut scene.constraints.iterations,
        &mut scene.pbd.iterations,
        &mut scene.xpbd.iterations,
    ] {
        *passes = 1 + *passes % 3;
    }
    scene.solver.courant = false;
    if let Some(limit) = &mut scene.limit {
        limit.passes = 1 + limit.passes % 16;
    }
}

/// A valid scene: one of the library with other numbers and words in it, if they are accepted.
fn scene(choices: &mut Unstructured<'_>) -> SceneFile {
    let named = one(choices, scenes::ALL);
    let mut text = scene_file::to_toml(&SceneFile::from(named));
    edit::values(&mut text, choices, &WORDS);
    let mut file = scene_file::parse(&text, "a").unwrap_or_else(|_| SceneFile::from(named));
    file.beside = None;
    file.scene.solver.mode = *one(
        choices,
        &[Mode::Hooke, Mode::Constraint, Mode::Pbd, Mode::Xpbd],
    );
    shorten(&mut file.scene);
    file
}

/// Positions and velocities are numbers after these changes.
pub fn is_finite(world: &World, done: &[Action]) {
    let simulation = world.simulation();
    for column in 0..simulation.columns() {
        for row in 0..simulation.rows() {
            for value in [
                simulation.position(column, row),
                simulation.velocity(column, row),
            ] {
                let value = value.expect("a particle of the grid");
                let fine = value.iter().all(|component| component.is_finite());
                assert!(
                    fine,
                    "({column}, {row}): {value:?} in\n{:#?}\nafter {done:#?}",
                    world.setup()
                );
            }
        }
    }
}

/// Starts a scene on any grid, method and format, and makes two steps.
pub fn run(mut file: SceneFile, choices: &mut Unstructured<'_>) {
    shorten(&mut file.scene);
    file.beside = None;
    if let Some(mut world) = begin(file, choices) {
        for _ in 0..2 {
            world.apply(&Action::Step).expect("a step is never refused");
            is_finite(&world, &[]);
        }
    }
}

/// A world, where the scene can run on the grid; it need not.
fn begin(file: SceneFile, choices: &mut Unstructured<'_>) -> Option<World> {
    let grid = GridSize {
        columns: 1 + up_to(choices, 12),
        rows: 1 + up_to(choices, 12),
    };
    let setup = Setup {
        file,
        grid,
        method: *one(choices, &METHODS),
        format: *one(choices, &Format::ALL),
    };
    World::new(setup).ok()
}

/// A place: mostly near the cloth, sometimes anywhere.
fn place(choices: &mut Unstructured<'_>) -> [f64; 3] {
    let far = [0.1, 1.0, 1.0, 10.0, 1e4, 1e12, 1e30, 3e38];
    let scale = *one(choices, &far);
    [(); 3].map(|()| scale * (up_to(choices, 2000) as f64 * 1e-3 - 1.0))
}

fn act(world: &World, choices: &mut Unstructured<'_>) -> Action {
    let simulation = world.simulation();
    let column = up_to(choices, simulation.columns() - 1);
    let row = up_to(choices, simulation.rows() - 1);
    let pinned = up_to(choices, 1) == 1;
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    match up_to(choices, 12) {
        0 => Action::Reset,
        1 => Action::Change(Box::new(scene(choices).scene)),
        2 => Action::Method(*one(choices, &METHODS)),
        3 => Action::Pull {
            column,
            row,
            target: place(choices).map(|x| x as f32),
        },
        4 => Action::LetGo {
            column,
            row,
            pinned,
        },
        5 => Action::Pin {
            column,
            row,
            pinned,
        },
        6 => Action::Cut { column, row },
        7 if !colliders.is_empty() => Action::Push {
            collider: up_to(choices, colliders.len() - 1),
            center: place(choices),
            velocity: place(choices),
        },
        _ => Action::Step,
    }
}

/// Any changes between steps: what is refused changes nothing, and all stays finite.
pub fn changes(choices: &mut Unstructured<'_>) {
    let Some(mut world) = begin(scene(choices), choices) else {
        return;
    };
    let mut done = Vec::new();
    for _ in 0..4 + up_to(choices, 12) {
        let action = act(&world, choices);
        let before = world.simulation().state_hash();
        if world.apply(&action).is_err() {
            assert_eq!(world.simulation().state_hash(), before, "{action:?}");
        }
        done.push(action);
        is_finite(&world, &done);
    }
    // Nothing that is looked at may fail either.
    world.update();
    let measured = world.simulation().measure();
    assert!(
        measured
            .largest_strain
            .is_none_or(|strain| !strain.is_nan()),
        "{measured:?}"
    );
    assert!(!world.stable_dt().is_nan());
}

/// A grid known to the compiler and one that is a value: the same bits.
pub fn storages(choices: &mut Unstructured<'_>) {
    let scene = scene(choices).scene;
    match up_to(choices, 3) {
        0 => same::<f32, 8, 8>(&scene, Format::F32, choices),
        1 => same::<f32, 11, 5>(&scene, Format::F32, choices),
        2 => same::<Fixed, 8, 8>(&scene, Format::Fixed, choices),
        _ => same::<Fixed, 11, 5>(&scene, Format::Fixed, choices),
    }
}

fn same<T: Scalar, const W: usize, const H: usize>(
    scene: &Scene,
    format: Format,
    choices: &mut Unstructured<'_>,
) {
    let grid = GridSize {
        columns: W,
        rows: H,
    };
    let mut known = Simulation::<T, Const<W, H>, Verlet, Scene, WithAll>::boxed();
    let started = known.reset(scene);
    let mut any = match start(scene, grid, Method::Verlet, format) {
        Ok(any) => any,
        Err(error) => {
            assert!(started.is_err(), "{error}");
            return;
        }
    };
    started.expect("what one storage takes the other takes");
    for step in 1..2 + up_to(choices, 6) {
        known.step();
        any.step();
        if known.state_hash() != any.state_hash() {
            let differ = (0..W * H)
                .map(|i| [i % W, i / W])
                .find_map(|[column, row]| {
                    // In bits: a zero has a sign.
                    let state = |[x, v]: [Option<[f64; 3]>; 2]| [x.unwrap(), v.unwrap()];
                    let a = state([known.position(column, row), known.velocity(column, row)]);
                    let b = state([any.position(column, row), any.velocity(column, row)]);
                    let bits = |s: [[f64; 3]; 2]| s.map(|v| v.map(f64::to_bits));
                    (bits(a) != bits(b)).then_some((column, row, a, b))
                });
            panic!("step {step} of {W} x {H} in {format}: {differ:?}\n{scene:#?}");
        }
    }
}
