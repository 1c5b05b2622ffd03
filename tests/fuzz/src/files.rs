//! Files that nobody wrote with this program.

use crate::edit::Edits;
use crate::steps::{Setup, assert_finite, is_small, shorten};
use crate::{Input, Pick};
use arbitrary::Arbitrary;
use cloth_bench::log;
use cloth_core::host::GridSize;
use cloth_core::scenes;
use cloth_viewer::action::Action;
use cloth_viewer::recording;
use cloth_viewer::scene_file::{self, SceneFile};
use cloth_viewer::world::World;

/// Words of scene files, one of which may stand in place of another.
pub const WORDS: &str = "hooke constraint pbd xpbd sphere capsule box plane true false corners none silk denim pins \
    limit tear tethers self-collision center velocity radius";

/// A scene file is refused with its name, or read; then it is written and read the same, and runs.
#[derive(Arbitrary, Debug)]
pub struct SceneText {
    scene: Pick,
    edits: Edits,
    setup: Setup,
}

impl Input for SceneText {
    fn check(&self) {
        let mut text = scene_file::to_toml(&SceneFile::from(self.scene.of(scenes::ALL)));
        self.edits.anything(&mut text, WORDS);
        let mut file = match scene_file::parse(&text, "a.toml") {
            Err(error) => {
                assert!(error.to_string().starts_with("a.toml:"), "{error}");
                return;
            }
            Ok(file) => file,
        };
        let again = scene_file::to_toml(&file);
        let read = scene_file::parse(&again, "b.toml");
        assert_eq!(read.as_ref(), Ok(&file), "{again}");
        shorten(&mut file.scene);
        if let Some(mut sim) = self.setup.start(&file.scene) {
            for _ in 0..2 {
                sim.step();
                assert_finite(&*sim, "a step");
            }
        }
    }
}

/// Words of recordings, and lines of them.
const RECORDED: &str =
    "start reset change method steps pull let-go pin cut push end verlet rk4 imex fixed f64";
const LINES_OF_ACTS: [&str; 8] = [
    r#"{"steps":2}"#,
    r#"{"do":{"pull":{"column":3,"row":4,"target":[0.1,0.3,0.2]}}}"#,
    r#"{"do":{"let-go":{"column":3,"row":4,"pinned":false}}}"#,
    r#"{"do":{"pin":{"column":1,"row":2,"pinned":true}}}"#,
    r#"{"do":{"cut":{"column":5,"row":5}}}"#,
    r#"{"do":{"push":{"collider":0,"center":[0,0.1,0],"velocity":[0,0,1]}}}"#,
    r#"{"do":{"method":"rk4"}}"#,
    r#"{"do":"reset"}"#,
];

/// A recording is refused with a line, or read; then it runs, or an act of it is refused.
#[derive(Arbitrary, Debug)]
pub struct Recorded {
    scene: Pick,
    acts: Vec<Pick>,
    edits: Edits,
}

impl Input for Recorded {
    fn check(&self) {
        let scene = scene_file::to_toml(&SceneFile::from(self.scene.of(scenes::ALL)));
        let mut lines = vec![
            r#"{"cloth-tape":2}"#.to_owned(),
            format!(
                r#"{{"do":{{"start":{{"grid":[8,8],"method":"verlet","scalar":"f32","scene":{scene:?}}}}}}}"#
            ),
        ];
        let acts = self.acts.iter().take(10);
        lines.extend(acts.map(|pick| pick.of(&LINES_OF_ACTS).to_string()));
        lines.push("{\"end\":{\"steps\":2,\"hash\":null}}\n".to_owned());
        let mut text = lines.join("\n");
        self.edits.anything(&mut text, RECORDED);
        match recording::parse(&text, "a.tape") {
            Err(error) => assert!(error.to_string().starts_with("a.tape:"), "{error}"),
            Ok(recording) => replay(&recording),
        }
    }
}

fn replay(recording: &recording::Recording) {
    let setup = &recording.setup;
    if recording.end.steps > 20 || !is_small(setup.grid, &setup.file.scene) {
        return;
    }
    let Ok(mut world) = World::new(setup.clone()) else {
        return;
    };
    for action in recording.actions() {
        if let Action::Start(setup) = action
            && !is_small(setup.grid, &setup.file.scene)
        {
            return;
        }
        // What is refused leaves all as it was.
        let before = world.simulation().state_hash();
        if world.apply(action).is_err() {
            assert_eq!(world.simulation().state_hash(), before, "{action:?}");
        }
        let scene = world.simulation().scene();
        if !is_small(GridSize::of(scene), scene) {
            return;
        }
        assert_finite(world.simulation(), action);
    }
}

/// Lines that targets print, one of each kind.
const LINES: [&str; 5] = [
    r#"{"target":"m4f","clock_hz":25000000,"implementation":"cloth-core","scalar":"f32","solver":"constraint","grid":"8x8","particles":64,"constraints":306,"iterations":4,"phase":"step","instructions":70000,"steps":100,"state_hash":"0123456789abcdef"}"#,
    r#"{"target":"m4f","scalar":"f32","solver":"constraint","grid":"8x8","trace":1,"hashes":"00000001 00000002 00000003 00000004 00000005"}"#,
    r#"{"panic":"src/main.rs:7: too hot"}"#,
    r#"0.000012 INFO  {"end":true}"#,
    "\u{1b}[32m[12:00:01.5] Use {braces} freely\u{1b}[0m",
];

/// A log of measurements is read as far as it can be, what cannot is named with its line; what was
/// read is sound, and written as an array it is read again.
#[derive(Arbitrary, Debug)]
pub struct BenchLog {
    lines: [Pick; 4],
    edits: Edits,
    array: bool,
}

impl Input for BenchLog {
    fn check(&self) {
        let mut text = self.lines.map(|line| *line.of(&LINES)).join("\n");
        let known = "grid phase trace 8x8 64 hashes panic { } \" ,";
        self.edits.anything(&mut text, known);
        if self.array {
            text = format!("[{}]", text.replace('\n', ","));
        }
        let read = log::read("a.log", &text);
        for told in read.warnings.iter().chain(&read.errors) {
            assert!(told.starts_with("a.log: "), "{told}");
        }
        for record in &read.records {
            record.check().expect("what is kept is sound");
        }
        for trace in &read.traces {
            trace.check().expect("what is kept is sound");
        }
        let again = log::json(&read.records).expect("records are written");
        let again = log::read("a.log", &again);
        assert_eq!(again.records, read.records, "{text}");
        assert!(again.errors.is_empty() && again.complete, "{text}");
    }
}
