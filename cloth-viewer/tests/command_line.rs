//! What the program does with its arguments, run as a user runs it.

mod folder;

use folder::{Folder, failure, stdout};
use std::path::Path;
use std::process::Command;

fn starts_with(path: &Path, bytes: &[u8]) -> bool {
    std::fs::read(path).unwrap().starts_with(bytes)
}

#[test]
fn every_scene_of_the_list_runs_and_has_one_hash() {
    let folder = Folder::new("list");
    let list = stdout(&folder.run(&["--list"]));
    assert!(list.lines().count() >= 16);
    for name in list
        .lines()
        .map(|line| line.split_whitespace().next().unwrap())
    {
        let arguments = [name, "--headless", "--grid", "8", "--frames", "2", "--hash"];
        let text = stdout(&folder.run(&arguments));
        let hash = text
            .lines()
            .last()
            .unwrap()
            .strip_prefix("state-hash ")
            .unwrap();
        assert!(
            hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()),
            "{text}"
        );
        assert_eq!(
            stdout(&folder.run(&arguments)).lines().last(),
            text.lines().last()
        );
    }
}

#[test]
fn pictures_and_triangles_are_written() {
    let folder = Folder::new("pictures");
    let common = ["--grid", "8", "--frames", "4", "--size", "64x64"];
    for (out, start) in [("a.png", &b"\x89PNG"[..]), ("a.gif", b"GIF89a")] {
        stdout(&folder.run(&[&common[..], &["--out", out]].concat()));
        assert!(starts_with(&folder.0.join(out), start));
    }
    stdout(&folder.run(&[&common[..], &["--out", "frames/", "--export", "a.obj"]].concat()));
    assert_eq!(folder.names("frames").len(), 4);
    let obj = std::fs::read_to_string(folder.0.join("a.obj")).unwrap();
    let lines = |start: &str| obj.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((lines("v "), lines("vt "), lines("vn ")), (64, 64, 64));
    assert_eq!(lines("f "), 98);
}

#[test]
fn a_scene_file_runs_as_its_scene_of_the_library() {
    let folder = Folder::new("file");
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    let file = scenes.join("pinned2.toml");
    let arguments = ["--grid", "8", "--frames", "3", "--hash"];
    let from_file = folder.run(&[&[file.to_str().unwrap()], &arguments[..]].concat());
    let from_library = folder.run(&[&["pinned2"], &arguments[..]].concat());
    let hash = |output| stdout(output).lines().last().map(str::to_owned);
    assert_eq!(hash(&from_file), hash(&from_library));
}

/// Any grid, every method and number format: on the command line or in a scene file.
#[test]
fn grids_methods_and_formats_are_free_to_choose() {
    let folder = Folder::new("free");
    let text = stdout(&folder.run(&["--grid", "40x20", "--frames", "2", "--stats"]));
    assert!(text.contains("40×20 particles"), "{text}");
    assert!(text.contains("× real time"), "{text}");
    let mut hashes = std::collections::BTreeSet::new();
    for method in ["verlet", "rk4", "backward-euler", "imex"] {
        for scalar in ["f32", "f64", "fixed"] {
            let arguments = ["flag", "--grid", "9x5", "--frames", "2", "--hash"];
            let chosen = ["--method", method, "--scalar", scalar];
            let output = folder.run(&[&arguments[..], &chosen].concat());
            if !output.status.success() {
                // Not every method goes with fixed point.
                assert_eq!(scalar, "fixed", "{output:?}");
                continue;
            }
            hashes.insert(stdout(&output).lines().last().map(str::to_owned));
        }
    }
    assert!(hashes.len() >= 9, "{hashes:?}");
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    let flag = std::fs::read_to_string(scenes.join("flag.toml")).unwrap();
    let own = flag.replacen("columns = 48", "columns = 37", 1);
    let own = own.replacen("rows = 32", "rows = 11", 1);
    assert_ne!(own, flag);
    std::fs::write(folder.0.join("own.toml"), own).unwrap();
    let text = stdout(&folder.run(&["own.toml", "--frames", "2", "--stats"]));
    assert!(text.contains("37×11 particles"), "{text}");
    let own = flag.replacen("columns = 48", "columns = 9999", 1);
    std::fs::write(folder.0.join("own.toml"), own).unwrap();
    let (error, code) = failure(&folder.run(&["own.toml", "--hash"]));
    assert!(error.contains("9999") && error.contains("4096"), "{error}");
    assert_eq!(code, 1);
}

#[test]
fn without_a_display_there_are_pictures() {
    let folder = Folder::new("no-display");
    let output = folder.run(&["four-corners", "--grid", "8", "--size", "96x64"]);
    let text = stdout(&output);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        error.lines().next().unwrap(),
        "no display (DISPLAY is not set): rendering four-corners to cloth-out/ instead"
    );
    assert_eq!(
        folder.names("cloth-out"),
        ["four-corners-001.gif", "four-corners-001.png"]
    );
    assert!(
        text.contains("four-corners-001.gif") && text.contains("four-corners-001.png"),
        "{text}"
    );
    assert!(text.contains("a step costs "), "{text}");
    // A second time leaves them alone.
    stdout(&folder.run(&["four-corners", "--grid", "8", "--size", "96x64"]));
    let expected = ["001.gif", "001.png", "002.gif", "002.png"];
    let expected = expected.map(|end| format!("four-corners-{end}"));
    assert_eq!(folder.names("cloth-out"), expected);
}

#[test]
fn places_that_cannot_be_written_to_are_refused_and_left_alone() {
    let folder = Folder::new("refused");
    let path = |name: &str| folder.0.join(name);
    std::fs::write(path("cloth-out"), "mine").unwrap();
    std::fs::write(path("file"), "mine").unwrap();
    std::fs::create_dir(path("folder.gif")).unwrap();
    std::fs::create_dir(path("notes")).unwrap();
    std::fs::write(path("notes/todo.txt"), "mine").unwrap();
    for arguments in [
        &["--grid", "8"][..],
        &["--out", "file/"],
        &["--out", "file"],
        &["--out", "file/a.png"],
        &["--out", "none/a.png"],
        &["--out", "notes/"],
        &["--export", "none/a.obj"],
    ] {
        let (text, code) = failure(&folder.run(arguments));
        assert_eq!(code, 1, "{arguments:?} {text}");
        let last = text.lines().last().unwrap();
        assert!(
            last.starts_with("error: cannot write ") && !last.contains("os error"),
            "{arguments:?} {text}"
        );
    }
    for mine in ["cloth-out", "file", "notes/todo.txt"] {
        assert_eq!(std::fs::read_to_string(path(mine)).unwrap(), "mine");
    }
    assert_eq!(
        folder.names("."),
        ["cloth-out", "file", "folder.gif", "notes"]
    );
}

#[test]
fn wrong_arguments_end_with_two_and_say_what_is_allowed() {
    let folder = Folder::new("usage");
    for (arguments, expected) in [
        (
            &["--grid", "5000"][..],
            "allowed are N and COLUMNSxROWS, as in 97 and 40x20, each 1 to 4096",
        ),
        (&["--frames", "-3"], "-3 is not in 0..=1000000"),
        (&["--frames", "many"], "--frames <N>"),
        (&["--size", "10x10"], "64x64 to 4096x4096"),
        (
            &["--mode", "x"],
            "allowed are hooke, constraint, pbd and xpbd",
        ),
        (
            &["curtain"],
            "SCENE curtain: no such scene; allowed are FILE.toml, four-corners",
        ),
        (
            &["--out", "a.mp4"],
            "--out a.mp4: allowed are FILE.png, FILE.gif and FOLDER/",
        ),
        (&["--scalar", "f16"], "allowed are f32, f64, fixed"),
        (&["--method", "xpbd"], "allowed are verlet, "),
        (&["--unknown"], "--unknown"),
    ] {
        let (text, code) = failure(&folder.run(arguments));
        assert_eq!(code, 2, "{text}");
        assert!(text.contains(expected), "{text}");
    }
    assert!(folder.names(".").is_empty());
}

#[test]
fn a_faulty_scene_file_is_named_with_line_and_key() {
    let folder = Folder::new("faulty");
    let text = "name = \"n\"\nsource = \"s\"\nsummary = \"u\"\n[springs]\nshear = -1\n";
    std::fs::write(folder.0.join("f.toml"), text).unwrap();
    let (error, code) = failure(&folder.run(&["f.toml", "--hash"]));
    let expected = "error: f.toml:5: springs.shear: -1 is out of range: allowed is 0 to 1e9 N/m\n";
    assert_eq!((error.as_str(), code), (expected, 1));
}

#[test]
fn a_missing_x_server_is_no_display() {
    let folder = Folder::new("no-server");
    let output = Command::new(env!("CARGO_BIN_EXE_cloth-viewer"))
        .args(["four-corners", "--grid", "8", "--size", "64x64"])
        .current_dir(&folder.0)
        .env("DISPLAY", ":987")
        .output()
        .unwrap();
    assert!(stdout(&output).contains("four-corners-001.gif"));
}

/// A cloth that was started, ran some steps and was let go of.
fn recording(folder: &Folder) -> String {
    let hash = |steps: &str| {
        let arguments = ["four-corners", "--grid", "8", "--frames", steps, "--hash"];
        let text = stdout(&folder.run(&arguments));
        let line = text.lines().last().unwrap().to_owned();
        line.strip_prefix("state-hash ").unwrap().to_owned()
    };
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    let scene = std::fs::read_to_string(scenes.join("four-corners.toml")).unwrap();
    let scene = format!("{scene:?}");
    let lines = [
        r#"{"cloth-tape":2}"#.to_owned(),
        format!(
            r#"{{"do":{{"start":{{"grid":[8,8],"method":"verlet","scalar":"f32","scene":{scene}}}}}}}"#
        ),
        "{\"steps\":6}".to_owned(),
        format!("{{\"end\":{{\"steps\":6,\"hash\":\"{}\"}}}}", hash("6")),
    ];
    std::fs::write(folder.0.join("a.tape"), lines.join("\n") + "\n").unwrap();
    "a.tape".to_owned()
}

#[test]
fn a_recording_is_drawn_exported_and_measured() {
    let folder = Folder::new("replay");
    let tape = recording(&folder);
    for (out, start) in [("b.png", &b"\x89PNG"[..]), ("b.gif", b"GIF89a")] {
        let common = ["--replay", &tape, "--size", "64x64", "--out", out];
        let text = stdout(&folder.run(&[&common[..], &["--export", "b.obj", "--hash"]].concat()));
        assert!(starts_with(&folder.0.join(out), start));
        assert!(text.contains("the same after 6 steps"), "{text}");
    }
    // As the scene itself makes them.
    let same = [
        "four-corners",
        "--grid",
        "8",
        "--frames",
        "6",
        "--size",
        "64x64",
    ];
    stdout(&folder.run(&[&same[..], &["--out", "c.png", "--export", "c.obj"]].concat()));
    for ending in ["png", "obj"] {
        let read = |name: &str| std::fs::read(folder.0.join(format!("{name}.{ending}"))).unwrap();
        assert_eq!(read("b"), read("c"), "{ending}");
    }
    stdout(&folder.run(&["--replay", &tape, "--size", "64x64", "--out", "frames/"]));
    assert_eq!(folder.names("frames").len(), 6);
    let text = stdout(&folder.run(&["--replay", &tape, "--headless", "--stats"]));
    assert!(text.contains("step"), "{text}");
    let (text, code) = failure(&folder.run(&["--replay", &tape, "--frames", "3"]));
    assert!(code == 2 && text.contains("--frames"), "{text}");
}

#[test]
fn a_cloth_that_blew_up_is_a_failure() {
    let folder = Folder::new("unstable");
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    let scene = std::fs::read_to_string(scenes.join("pinned2.toml")).unwrap();
    let wild = scene
        .replace("[limit]", "[unlimited]")
        .replace("structural = 5000.0", "structural = 5e7");
    let wild: Vec<_> = wild
        .lines()
        .take_while(|line| *line != "[unlimited]")
        .collect();
    std::fs::write(folder.0.join("wild.toml"), wild.join("\n")).unwrap();
    let output = folder.run(&[
        "wild.toml",
        "--mode",
        "hooke",
        "--grid",
        "12",
        "--frames",
        "90",
    ]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("unstable: the time step of "), "{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_list_that_cannot_be_written_is_a_failure() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_cloth-viewer"))
        .arg("--list")
        .stdout(full)
        .stderr(std::process::Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(1));
}
