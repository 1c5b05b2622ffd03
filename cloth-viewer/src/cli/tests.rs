//! Tests of what may be said.

use super::outputs::output_kind;
use super::*;
use crate::error::Error;
use cloth_core::scenes;
use cloth_draw::output::OutputKind;

fn plan(arguments: &[&str]) -> Result<Plan, Error> {
    let all = ["cloth-viewer"].iter().chain(arguments);
    Cli::try_parse_from(all).unwrap().plan()
}

#[test]
fn the_default_is_a_window_with_the_default_scene() {
    let plan = plan(&[]).unwrap();
    assert_eq!(plan.setup.file.name, DEFAULT_SCENE);
    assert!(!plan.headless && plan.out.is_none() && plan.frames.is_none());
}

#[test]
fn outputs_are_told_apart_by_their_ending() {
    let kind = |path: &str| output_kind(path.into()).map(|(_, kind)| kind).ok();
    assert_eq!(kind("a.PNG"), Some(OutputKind::Png));
    assert_eq!(kind("b/a.gif"), Some(OutputKind::Gif));
    assert_eq!(kind("frames/"), Some(OutputKind::Sequence));
    assert_eq!(kind("frames.png/"), Some(OutputKind::Sequence));
    assert_eq!(kind("frames"), Some(OutputKind::Sequence));
    assert_eq!(kind("a.mp4"), None);
}

#[test]
fn what_only_makes_sense_headless_implies_it() {
    for arguments in [
        &["--hash"][..],
        &["--frames", "3"],
        &["--out", "a.png"],
        &["--export", "a.obj"],
        &["--headless"],
    ] {
        assert!(plan(arguments).unwrap().headless, "{arguments:?}");
    }
    assert!(!plan(&["--stats", "--size", "64x4096"]).unwrap().headless);
}

#[test]
fn grids_are_one_number_or_two() {
    for (text, expected) in [("97", "97×65"), ("40x20", "40×20"), ("1×7", "1×7")] {
        let plan = plan(&["flag", "--grid", text, "--scalar", "fixed"]).unwrap();
        assert_eq!(plan.setup.grid.to_string(), expected);
        assert_eq!(plan.setup.format, Format::Fixed);
    }
}

#[test]
fn mode_and_grid_apply_to_the_scene() {
    let plan = plan(&["string", "--mode", "constraint", "--grid", "24"]).unwrap();
    assert_eq!(plan.setup.file.scene.solver.mode, Mode::Constraint);
    assert_eq!(plan.setup.grid.to_string(), "24×1");
}

#[test]
fn wrong_arguments_name_what_is_allowed() {
    for (arguments, expected) in [
        (["--grid", "0"], "as in 97 and 40x20, each 1 to 4096"),
        (["--grid", "40x"], "as in 97 and 40x20, each 1 to 4096"),
        (["--grid", "4097x2"], "as in 97 and 40x20, each 1 to 4096"),
        (["--scalar", "f16"], "allowed are f32, f64, fixed"),
        (
            ["--mode", "spring"],
            "allowed are hooke, constraint, pbd and xpbd",
        ),
        (["--size", "12"], "64x64 to 4096x4096"),
        (["--size", "63x100"], "64x64 to 4096x4096"),
        (["--frames", "-1"], "--frames"),
        (["--frames", "2000000"], "0..=1000000"),
    ] {
        let all = ["cloth-viewer"].iter().chain(&arguments);
        let message = Cli::try_parse_from(all).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
        assert!(message.contains(arguments[0]), "{message}");
    }
    for (arguments, expected) in [
        (
            &["no-such"][..],
            "SCENE no-such: no such scene; allowed are FILE.toml, four-corners",
        ),
        (
            &["--out", "a.mp4"],
            "--out a.mp4: allowed are FILE.png, FILE.gif and FOLDER/",
        ),
        (
            &["--export", "a.stl"],
            "--export a.stl: allowed is FILE.obj",
        ),
    ] {
        let error = plan(arguments).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
    let error = plan(&["none.toml"]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("none.toml: cannot read the file")
    );
    assert_eq!(error.exit_code(), 1);
}

#[test]
fn the_list_has_every_scene() {
    let list = list();
    assert_eq!(list.lines().count(), scenes::ALL.len());
    for scene in scenes::ALL {
        assert!(list.contains(scene.name) && list.contains(scene.summary));
    }
}
