//! Tests of what the arguments come to; `tests/command_line.rs` has those that are refused.

use super::*;
use crate::tests::plan;

#[test]
fn arguments_come_to_a_plan() {
    let window = plan(&[]);
    assert_eq!(window.setup.file.name, DEFAULT_SCENE);
    assert!(!window.headless && window.out.is_none() && window.frames.is_none());
    assert!(!plan(&["--stats", "--size", "64x4096"]).headless);
    let implied = "--hash --headless --frames=3 --out=a.png --export=a.obj";
    for option in implied.split(' ') {
        assert!(plan(&[option]).headless, "{option}");
    }
    for (scene, text, expected) in [
        ("flag", "97", "97×65"),
        ("flag", "40x20", "40×20"),
        ("flag", "1×7", "1×7"),
        ("string", "24", "24×1"),
    ] {
        let plan = plan(&[scene, "--grid", text, "--scalar", "fixed", "--mode", "pbd"]);
        assert_eq!(plan.setup.grid.to_string(), expected);
        assert_eq!(plan.setup.format, Format::Fixed);
        assert_eq!(plan.setup.file.scene.solver.mode, Mode::Pbd);
    }
}

#[test]
fn outputs_are_told_apart_by_their_ending() {
    for (path, kind) in [
        ("a.PNG", Some(OutputKind::Png)),
        ("b/a.gif", Some(OutputKind::Gif)),
        ("frames/", Some(OutputKind::Sequence)),
        ("frames.png/", Some(OutputKind::Sequence)),
        ("frames", Some(OutputKind::Sequence)),
        ("a.mp4", None),
    ] {
        let found = output_kind(path.into()).map(|(_, kind)| kind);
        assert_eq!(found.ok(), kind, "{path}");
    }
}
