//! Any settings that are accepted, any grid, any sequence of changes: finite, and refused whole.

use crate::act::{self, Act};
use crate::files::{METHODS, WORDS};
use crate::{edit, one, up_to};
use arbitrary::Unstructured;
use cloth_core::host::{Format, GridSize};
use cloth_core::{Mode, Scene, scenes};
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
pub fn scene(choices: &mut Unstructured<'_>) -> SceneFile {
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
pub fn is_finite(world: &World, done: &[Act]) {
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

/// A grid: mostly small, sometimes a string or of 40 columns.
fn grid(choices: &mut Unstructured<'_>) -> GridSize {
    let [columns, rows] = match up_to(choices, 15) {
        13 => [1, 1 + up_to(choices, 39)],
        14 => [1 + up_to(choices, 39), 1],
        15 => [(); 2].map(|()| 1 + up_to(choices, 39)),
        _ => [(); 2].map(|()| 1 + up_to(choices, 12)),
    };
    GridSize { columns, rows }
}

/// A world, where the scene can run on the grid; it need not.
fn begin(file: SceneFile, choices: &mut Unstructured<'_>) -> Option<World> {
    let setup = Setup {
        file,
        grid: grid(choices),
        method: *one(choices, &METHODS),
        format: *one(choices, &Format::ALL),
    };
    World::new(setup).ok()
}

/// Any start, any changes between steps: what is refused changes nothing, and all stays finite.
pub fn changes(choices: &mut Unstructured<'_>) {
    let Some(mut world) = begin(scene(choices), choices) else {
        return;
    };
    let mut done = Vec::new();
    let particles = world.simulation().columns() * world.simulation().rows();
    // Or large grids would take most of the time.
    let most = if particles > 200 { 2 } else { 12 };
    for number in 0..4 + up_to(choices, most) {
        let act = match number == 0 && up_to(choices, 3) == 3 {
            true => Act::Place(act::all_placed(world.simulation(), choices)),
            false => act::any(world.simulation(), choices),
        };
        let before = world.simulation().state_hash();
        if !act::apply_to_world(&mut world, &act) {
            assert_eq!(world.simulation().state_hash(), before, "{act:?}");
        }
        done.push(act);
        is_finite(&world, &done);
    }
    look(world, choices);
}

/// Nothing that is looked at may fail either.
fn look(mut world: World, choices: &mut Unstructured<'_>) {
    let measured = world.simulation().measure();
    let strain = measured.largest_strain;
    assert!(strain.is_none_or(|strain| !strain.is_nan()), "{measured:?}");
    assert!(!world.stable_dt().is_nan());
    let mut seen = Vec::new();
    let mut simulation = world.simulation().boxed_clone();
    simulation.normals(&mut seen);
    assert!(seen.iter().flatten().all(|v| v.is_finite()), "{seen:?}");
    let mut triangles = Vec::new();
    simulation.triangles(&mut triangles);
    let particles = simulation.columns() * simulation.rows();
    assert!(
        triangles
            .iter()
            .flatten()
            .all(|&i| (i as usize) < particles)
    );
    // For a picture a cloth is run ahead, which takes as long as hundreds of other runs. An odd number, so that
    // one byte repeated, as libFuzzer likes to, does not do it.
    if up_to(choices, 255) == 0xa5 {
        world.update();
    }
}
