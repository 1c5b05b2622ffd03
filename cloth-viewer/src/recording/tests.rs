//! What is written is read back and replays to the same state; what is damaged is refused.

use super::*;
use crate::tests::{names_in, setup, test_folder};
use crate::world::World;
use cloth_core::host::Format;
use cloth_core::scenes;
use std::fs;

fn pull(column: usize, target: [f32; 3]) -> Action {
    Action::Pull {
        column,
        row: 4,
        target,
    }
}

fn push(collider: usize, center: [f64; 3], velocity: [f64; 3]) -> Action {
    Action::Push {
        collider,
        center,
        velocity,
    }
}

/// Every action without a scene, with numbers that have no short decimal form.
const ACTIONS: &str = r#"{"steps":20}
{"do":{"pull":{"column":3,"row":4,"target":[0.1,0.33333334,-1.1754944e-38]}}}
{"steps":9}
{"do":{"let-go":{"column":3,"row":4,"pinned":true}}}
{"do":{"cut":{"column":2,"row":5}}}
{"steps":1}
{"do":{"pin":{"column":0,"row":0,"pinned":false}}}
{"do":{"push":{"collider":0,"center":[0.14285714285714285,-0.0,5e-324],"velocity":[0.3,2e-308,1e+300]}}}
{"do":{"method":"symplectic-euler"}}
{"steps":2}
{"do":"reset"}
{"do":{"pull":{"column":3,"row":4,"target":[0.1,0.5,-0.25]}}}
{"steps":1}
"#;

/// Replays a recording; the verdict, and the state's hash.
fn replay(recording: &Recording) -> Result<(String, u64), String> {
    let mut world = World::new(recording.setup.clone()).unwrap();
    let mut cursor = Cursor::default();
    while cursor.until_step(recording, |action| world.apply(action))? {
        world.apply(&Action::Step).unwrap();
    }
    let hash = world.simulation().state_hash();
    Ok((recording.verdict(hash)?, hash))
}

#[test]
fn every_action_is_read_back_and_replays_to_the_same_state() {
    let mut softer = scenes::TEAR.scene;
    softer.forces.gravity[1] *= 1.0 / 3.0;
    softer.solver.mode = cloth_core::Mode::Constraint;
    let end = "{\"end\":{\"steps\":33,\"hash\":null}}\n";
    let text = format!("{}{ACTIONS}{end}", head());
    let parsed = parse(&text, "a").unwrap();
    let change = Action::Change(Box::new(softer));
    let actions: Vec<_> = [&change]
        .into_iter()
        .chain(parsed.actions().skip(1))
        .collect();
    for format in Format::ALL {
        let folder = test_folder("recording");
        let path = folder.join("a.tape");
        let mut setup = setup("tear");
        setup.format = format;
        let write = || {
            let mut writer = Writer::create(&path, &setup).unwrap();
            for action in &actions {
                writer.apply(action).unwrap();
            }
            writer
        };
        // Without an end, it is complete but for its hash.
        drop(write());
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.ends_with(&format!("}}\n{ACTIONS}{end}")), "{text}");
        let recording = read(&path).unwrap();
        assert_eq!(recording.setup, setup);
        assert!(recording.actions().skip(1).eq(actions.iter().copied()));
        let (verdict, hash) = replay(&recording).unwrap();
        assert!(verdict.ends_with("the recording has no hash to compare with"));

        assert_eq!(write().finish(hash).unwrap(), path);
        assert_eq!(names_in(&folder), ["a.tape"]);
        let same = format!("the same after 33 steps: {hash:016x}");
        assert_eq!(replay(&read(&path).unwrap()), Ok((same, hash)));
        let text = fs::read_to_string(&path).unwrap();
        let other = text.replace("[0.1,0.5,", "[0.1,0.6,");
        let verdict = replay(&parse(&other, "a").unwrap()).unwrap_err();
        let expected = format!("differs after 33 steps: expected {hash:016x}, got ");
        assert!(verdict.starts_with(&expected), "{verdict}");
    }
}

#[test]
fn an_action_that_could_not_be_read_back_is_not_recorded() {
    let folder = test_folder("recording-refuse");
    let path = folder.join("a.tape");
    let mut writer = Writer::create(&path, &setup("tear")).unwrap();
    let mut broken = scenes::TEAR.scene;
    broken.cloth.density = -1.0;
    for (action, expected) in [
        (pull(0, [f32::NAN, 0.0, 0.0]), "target: NaN"),
        (pull(8, [0.0; 3]), "columns 0 to 7"),
        (push(1, [0.0; 3], [0.0; 3]), "the scene has 1"),
        (Action::Change(Box::new(broken)), "density"),
    ] {
        let error = writer.apply(&action).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    drop(writer);
    assert_eq!(read(&path).unwrap().actions().count(), 1);
}

#[test]
fn an_action_that_fails_in_a_replay_names_its_line() {
    let path = test_folder("recording-fail").join("a.tape");
    // Links of this scene's cloth cannot be cut.
    let mut writer = Writer::create(&path, &setup("four-corners")).unwrap();
    writer.apply(&Action::Step).unwrap();
    writer.apply(&Action::Cut { column: 1, row: 1 }).unwrap();
    drop(writer);
    let error = replay(&read(&path).unwrap()).unwrap_err();
    assert!(error.starts_with("line 4 of the recording: "), "{error}");
}

/// The first two lines of a recording.
fn head() -> String {
    let path = test_folder("recording-head").join("a.tape");
    drop(Writer::create(&path, &setup("tear")).unwrap());
    let text = fs::read_to_string(&path).unwrap();
    text.split_inclusive('\n').take(2).collect()
}

const END: &str = "{\"end\":{\"steps\":0,\"hash\":null}}\n";

#[track_caller]
fn refused(text: &str, line: usize, words: &str) {
    let error = parse(text, "evil.tape").unwrap_err().to_string();
    assert!(error.starts_with(&format!("evil.tape:{line}: ")), "{error}");
    assert!(error.contains(words), "{error}");
}

#[test]
fn what_is_no_recording_is_refused() {
    let none = "its first line must be {\"cloth-tape\":2}";
    for (text, words) in [
        ("", none),
        ("name = \"tear\"\n", none),
        ("{}", none),
        ("{\"cloth-tape\"", none),
        (
            r#"{"cloth-tape":1}"#,
            "version 1 of the format is of an earlier release",
        ),
        (
            r#"{"cloth-tape":3,"new":0}"#,
            "version 3 of the format is not known",
        ),
        (r#"{"cloth-tape":2,"colour":3}"#, "unknown key colour"),
    ] {
        refused(text, 1, words);
    }
    let first = r#"{"cloth-tape":2}"#;
    refused(first, 2, "breaks off before its second line");
    refused(&format!("{first}\n{{\"steps\":1}}"), 2, "{\"start\":…}");
    let head = head();
    for (rest, line, words) in [
        ("", 2, "breaks off: its last line must be {\"end\":…}"),
        ("{\"steps\":3}\n", 3, "breaks off"),
        ("{\"ste", 3, "column"),
        (&END.repeat(2), 4, "nothing may follow"),
        (
            "{\"steps\":999999999}\n{\"steps\":2}\n",
            4,
            "1000000000 in all",
        ),
        // The depth of JSON is bounded.
        (&"[".repeat(100_000), 3, "column"),
    ] {
        refused(&format!("{head}{rest}"), line, words);
    }
    // Line ends of another system, and empty lines.
    let least = head.replace('\n', "\r\n\r\n") + END + "\n";
    assert_eq!(parse(&least, "a").unwrap().actions().count(), 1);
}

/// Lines that no recording has, and words of what is said about them.
const DAMAGED: &str = r#"
{"steps":0} => 0 steps after 0 are too few or too many: allowed are 1 or more
{"steps":18446744073709551615} => 1000000000 in all
{"steps":-1} => -1
{"steps":1e99} => (column
{"steps":1,"do":"reset"} => (column
{"steps":1} {} => (column
{"do":"jump"} => unknown value jump, expected one of start, reset
{"do":{"method":"rk5"}} => no method "rk5": allowed are verlet
{"do":{"pull":{"column":3,"row":4,"target":[1,2,NaN]}}} => (column
{"do":{"pull":{"column":3,"row":8,"target":[1,2,3]}}} => no particle (3, 8): allowed are columns 0 to 7
{"do":{"pull":{"column":3,"row":4}}} => missing key target
{"do":{"cut":{"column":0,"row":0,"now":1}}} => unknown key now
{"do":{"push":{"collider":1,"center":[0,0,0],"velocity":[0,0,0]}}} => no collider 1: the scene has 1
{"do":{"change":"[cloth]"}} => of the scene: missing key name
{"end":{"steps":1,"hash":null}} => the end is after 1 steps, the lines have 0
{"end":{"steps":0,"hash":"+23456789abcdef0"}} => 16 hexadecimal
{"end":{"steps":0,"hash":"0"}} => 16 hexadecimal
"#;

#[test]
fn damaged_lines_are_refused() {
    let head = head();
    for (from, to, words) in [
        ("[8,8]", "[8,4097]", "8×4097"),
        ("[8,8]", "[0,0]", "0×0"),
        ("[8,8]", "[8,-8]", "-8"),
        ("verlet", "magic", "no method \"magic\": allowed are verlet"),
        ("f32", "f16", "no number format \"f16\": allowed are f32"),
        ("width = 1.0", "width = -1.0", "the scene: cloth.width: -1"),
        ("width = 1.0", "size = 1.0", "unknown key"),
        ("\"scene\"", "\"scent\"", "unknown key scent"),
    ] {
        let text = head.replacen(from, to, 1) + END;
        assert!(!text.starts_with(&head), "{from}");
        refused(&text, 2, words);
    }
    for case in DAMAGED.lines().skip(1) {
        let (line, words) = case.split_once(" => ").unwrap();
        refused(&format!("{head}{line}\n{END}"), 3, words);
    }
}
