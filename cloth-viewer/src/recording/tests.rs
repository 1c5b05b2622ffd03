//! What is written is read back, and runs to the same state.

use super::*;
use crate::scene_file::SceneFile;
use crate::test_files::{names_in, test_folder};
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use cloth_core::scenes;
use std::fs;

/// A simulation as the viewer has one, without anything to see.
#[derive(Default)]
struct World {
    simulation: Option<Box<dyn AnySimulation>>,
}

impl Player for World {
    type Error = String;

    fn apply(&mut self, action: &Action) -> Result<(), String> {
        if let Action::Start(setup) = action {
            let started = start(&setup.file.scene, setup.grid, setup.method, setup.format);
            self.simulation = Some(started.map_err(|error| error.to_string())?);
            return Ok(());
        }
        let simulation = self.simulation.as_mut().ok_or("not started")?;
        match *action {
            Action::Start(_) => {}
            Action::Reset => {
                let scene = *simulation.scene();
                simulation
                    .reset(&scene)
                    .map_err(|error| error.to_string())?;
            }
            Action::Change(ref scene) => simulation
                .change(scene)
                .map_err(|error| error.to_string())?,
            Action::Method(method) => {
                *simulation = simulation
                    .with_method(method)
                    .map_err(|error| error.to_string())?;
            }
            Action::Step => simulation.step(),
            Action::Pull {
                column,
                row,
                target,
            } => simulation.drag(column, row, target),
            Action::LetGo {
                column,
                row,
                pinned,
            } => simulation.release(column, row, pinned),
            Action::Pin {
                column,
                row,
                pinned,
            } => simulation.set_pinned(column, row, pinned),
            Action::Cut { column, row } => {
                simulation
                    .cut(column, row)
                    .map_err(|error| error.to_string())?;
            }
            Action::Push {
                collider,
                center,
                velocity,
            } => simulation.move_collider(collider, center, velocity),
        }
        Ok(())
    }

    fn state_hash(&self) -> u64 {
        self.simulation
            .as_ref()
            .map_or(0, |simulation| simulation.state_hash())
    }
}

fn setup(scene: &cloth_core::NamedScene) -> Setup {
    Setup {
        file: SceneFile::from(scene),
        grid: GridSize {
            columns: 8,
            rows: 8,
        },
        method: Method::Verlet,
        format: Format::F32,
    }
}

/// An evening's play: every kind of action, with numbers that have no short decimal form.
fn actions() -> Vec<Action> {
    let mut softer = scenes::TEAR.scene;
    softer.forces.gravity[1] *= 1.0 / 3.0;
    softer.forces.wind = Some(cloth_core::scene::WindScene {
        velocity: [0.1, 1e-7, -3.0],
        coefficient: 1.0 / 3.0,
    });
    softer.solver.mode = cloth_core::Mode::Constraint;
    let pull = |i: usize| Action::Pull {
        column: 3,
        row: 4,
        target: [0.1 * i as f32, 1.0 / 3.0, -f32::MIN_POSITIVE],
    };
    let mut actions = vec![Action::Change(Box::new(softer))];
    actions.extend(vec![Action::Step; 20]);
    actions.extend((0..30).flat_map(|i| [pull(i), Action::Step]));
    actions.extend([
        Action::LetGo {
            column: 3,
            row: 4,
            pinned: true,
        },
        Action::Cut { column: 2, row: 5 },
        Action::Step,
        Action::Pin {
            column: 0,
            row: 0,
            pinned: false,
        },
        Action::Push {
            collider: 0,
            center: [1.0 / 7.0, -0.0, 5e-324],
            velocity: [0.3, f64::MIN_POSITIVE, 1e300],
        },
        Action::Method(Method::SymplecticEuler),
        Action::Step,
        Action::Step,
        Action::Reset,
        Action::Step,
        Action::Start(Box::new(setup(&scenes::FOUR_CORNERS_SPHERE))),
    ]);
    actions.extend(vec![Action::Step; 25]);
    actions
}

/// Records actions that the world does; returns the state's hash.
fn play(writer: &mut Writer, world: &mut World, actions: &[Action]) -> u64 {
    for action in actions {
        world.apply(action).unwrap();
        writer.apply(action).unwrap();
    }
    world.state_hash()
}

fn begun(path: &Path) -> (Writer, World) {
    let setup = setup(&scenes::TEAR);
    let writer = Writer::create(path, &setup).unwrap();
    let mut world = World::default();
    world.apply(&Action::Start(Box::new(setup))).unwrap();
    (writer, world)
}

#[test]
fn every_act_is_read_back_as_it_was_and_runs_to_the_same_state() {
    let folder = test_folder("recording");
    let path = folder.join("a.tape");
    let (mut writer, mut world) = begun(&path);
    let actions = actions();
    let hash = play(&mut writer, &mut world, &actions);
    assert!(!path.exists());
    assert_eq!(writer.finish(hash).unwrap(), path);
    assert_eq!(names_in(&folder), ["a.tape"]);

    let recording = read(&path).unwrap();
    assert_eq!(*recording.setup(), setup(&scenes::TEAR));
    let found: Vec<Action> = recording.actions().skip(1).cloned().collect();
    assert!(found == actions);
    let steps = actions
        .iter()
        .filter(|action| **action == Action::Step)
        .count() as u64;
    assert_eq!(
        recording.end(),
        End {
            steps,
            hash: Some(hash)
        }
    );
    // Equality does not tell -0 from 0.
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("[0.14285714285714285,-0.0,5e-324]"), "{text}");

    let verdict = replay(&recording, &mut World::default()).unwrap();
    assert!(verdict.is_same(), "{verdict}");
    assert_eq!(
        verdict.to_string(),
        format!("the same after {steps} steps: {hash:016x}")
    );
}

#[test]
fn a_change_in_any_act_shows() {
    let path = test_folder("recording-change").join("a.tape");
    let (mut writer, mut world) = begun(&path);
    let mut actions = actions();
    actions.truncate(60);
    let hash = play(&mut writer, &mut world, &actions);
    writer.finish(hash).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let other = text.replace("[0.1,0.33333334,", "[0.1,0.3334,");
    assert_ne!(other, text);
    let recording = parse(&other, "a").unwrap();
    let verdict = replay(&recording, &mut World::default()).unwrap();
    assert!(!verdict.is_same());
    assert_eq!(
        verdict.to_string(),
        format!(
            "differs after {} steps: expected {hash:016x}, got {:016x}",
            verdict.steps, verdict.got
        )
    );
}

/// Whatever bits a number has, they come back.
#[test]
fn numbers_come_back_bit_by_bit() {
    let path = test_folder("recording-bits").join("a.tape");
    let (mut writer, _) = begun(&path);
    // Fibonacci hashing walks through all exponents.
    let bits = (1..2_000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let numbers: Vec<(f32, f64)> = bits
        .map(|bits| (f32::from_bits((bits >> 32) as u32), f64::from_bits(bits)))
        .filter(|(a, b)| a.is_finite() && b.is_finite())
        .collect();
    assert!(numbers.len() > 1_900);
    for &(a, b) in &numbers {
        let pull = Action::Pull {
            column: 7,
            row: 0,
            target: [a, 0.0, -a],
        };
        let push = Action::Push {
            collider: 0,
            center: [b, -b, 0.0],
            velocity: [0.0, b, f64::MAX],
        };
        writer.apply(&pull).unwrap();
        writer.apply(&push).unwrap();
    }
    drop(writer);
    let recording = read(&path).unwrap();
    let mut found = recording.actions().skip(1);
    for (a, b) in numbers {
        let Some(Action::Pull { target, .. }) = found.next() else {
            panic!("no pull")
        };
        assert_eq!(target.map(f32::to_bits), [a, 0.0, -a].map(f32::to_bits));
        let Some(Action::Push { center, .. }) = found.next() else {
            panic!("no push")
        };
        assert_eq!(center.map(f64::to_bits), [b, -b, 0.0].map(f64::to_bits));
    }
}

#[test]
fn a_recording_that_is_given_up_is_complete_but_for_its_hash() {
    let folder = test_folder("recording-drop");
    let path = folder.join("a.tape");
    let (mut writer, mut world) = begun(&path);
    let hash = play(&mut writer, &mut world, &actions()[..33]);
    drop(writer);
    assert_eq!(names_in(&folder), ["a.tape"]);
    let recording = read(&path).unwrap();
    assert_eq!(recording.end().hash, None);
    let verdict = replay(&recording, &mut World::default()).unwrap();
    assert_eq!((verdict.got, verdict.is_same()), (hash, false));
    assert!(verdict.to_string().contains("no hash to compare with"));
}

/// A recording from before there was a choice of formats has none, and names a method that is
/// now part of Verlet's.
#[test]
fn the_number_format_is_recorded_and_old_files_are_read() {
    let folder = test_folder("recording-format");
    let path = folder.join("a.tape");
    for format in Format::ALL {
        let setup = Setup {
            format,
            ..setup(&scenes::TEAR)
        };
        drop(Writer::create(&path, &setup).unwrap());
        assert_eq!(*read(&path).unwrap().setup(), setup);
        let text = fs::read_to_string(&path).unwrap();
        let named = text.contains(&format!("\"scalar\":\"{format}\""));
        assert_eq!(named, format != Format::F32);
    }
    drop(begun(&path));
    let text = fs::read_to_string(&path).unwrap();
    let old = text.replacen("\"method\":\"verlet\"", "\"method\":\"xpbd\"", 1);
    let old = old.replacen("{\"end\"", "{\"method\":\"xpbd\"}\n{\"end\"", 1);
    assert_ne!(old, text);
    let recording = parse(&old, "a").unwrap();
    assert_eq!(*recording.setup(), setup(&scenes::TEAR));
    assert_eq!(
        recording.actions().nth(1),
        Some(&Action::Method(Method::Verlet))
    );
}

#[test]
fn steps_are_counted_not_listed() {
    let path = test_folder("recording-steps").join("a.tape");
    let (mut writer, _) = begun(&path);
    for _ in 0..12 {
        writer.apply(&Action::Step).unwrap();
    }
    writer.apply(&Action::Reset).unwrap();
    writer.apply(&Action::Step).unwrap();
    assert_eq!(writer.steps(), 13);
    writer.finish(0xab).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = text.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "{\"steps\":12}",
            "{\"reset\":{}}",
            "{\"steps\":1}",
            "{\"end\":{\"steps\":13,\"hash\":\"00000000000000ab\"}}"
        ]
    );
}

/// The application may pass on the start that it makes when a recording begins.
#[test]
fn the_first_start_is_written_once() {
    let path = test_folder("recording-start").join("a.tape");
    let (mut writer, _) = begun(&path);
    let start = Action::Start(Box::new(setup(&scenes::TEAR)));
    writer.apply(&start).unwrap();
    writer.apply(&start).unwrap();
    writer.apply(&Action::Step).unwrap();
    writer.apply(&start).unwrap();
    drop(writer);
    let starts = |action: &&Action| matches!(action, Action::Start(_));
    assert_eq!(read(&path).unwrap().actions().filter(starts).count(), 3);
}

#[test]
fn an_act_that_could_not_be_read_back_is_refused() {
    let folder = test_folder("recording-refuse");
    let path = folder.join("a.tape");
    let (mut writer, _) = begun(&path);
    let refused =
        |writer: &mut Writer, action: Action| writer.apply(&action).unwrap_err().to_string();
    let pull = |column, x| Action::Pull {
        column,
        row: 0,
        target: [x, 0.0, 0.0],
    };
    assert!(refused(&mut writer, pull(0, f32::NAN)).contains("to: NaN"));
    assert!(refused(&mut writer, pull(8, 0.0)).contains("columns 0 to 7"));
    let push = Action::Push {
        collider: 1,
        center: [0.0; 3],
        velocity: [0.0; 3],
    };
    assert!(refused(&mut writer, push).contains("the scene has 1"));
    let mut broken = scenes::TEAR.scene;
    broken.cloth.density = -1.0;
    assert!(refused(&mut writer, Action::Change(Box::new(broken))).contains("density"));
    drop(writer);
    assert_eq!(read(&path).unwrap().actions().count(), 1);

    let mut unknown = setup(&scenes::TEAR);
    unknown.grid.rows = 0;
    let message = Writer::create(folder.join("b.tape"), &unknown).unwrap_err();
    assert!(message.to_string().contains("8×0"), "{message}");
    assert_eq!(names_in(&folder), ["a.tape"]);
}

#[test]
fn an_act_that_fails_when_replayed_names_its_line() {
    let path = test_folder("recording-fail").join("a.tape");
    // Links of this scene's cloth cannot be cut.
    let setup = setup(&scenes::FOUR_CORNERS);
    let mut writer = Writer::create(&path, &setup).unwrap();
    writer.apply(&Action::Step).unwrap();
    writer.apply(&Action::Cut { column: 1, row: 1 }).unwrap();
    drop(writer);
    let error = replay(&read(&path).unwrap(), &mut World::default()).unwrap_err();
    assert_eq!(error.line, 4);
    assert!(error.to_string().starts_with("line 4 of the recording: "));
}

#[test]
fn a_file_tells_what_it_is_a_recording_of() {
    let folder = test_folder("recording-open");
    let path = folder.join("a.tape");
    drop(begun(&path));
    let recording = read(&path).unwrap();
    assert_eq!(open(&path).unwrap(), Kind::Inputs(Box::new(recording)));
    let path = folder.join("m4f.log");
    fs::write(&path, include_str!("board/recorded/m4f-recording-8.txt")).unwrap();
    let recording = board::read(&path).unwrap();
    assert_eq!(open(&path).unwrap(), Kind::Board(Box::new(recording)));
}
