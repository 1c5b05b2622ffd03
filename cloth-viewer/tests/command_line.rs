//! What the program does with its arguments, run as a user runs it.

mod folder;

use folder::{Folder, failure, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The text of a scene of the library.
fn scene(name: &str) -> String {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    fs::read_to_string(scenes.join(format!("{name}.toml"))).unwrap()
}

/// Runs a command line that succeeds, and returns what it prints.
fn run(folder: &Folder, line: &str) -> String {
    stdout(&folder.run(&line.split_whitespace().collect::<Vec<_>>()))
}

/// The same with `--hash`: the hash.
fn hash(folder: &Folder, line: &str) -> String {
    let text = run(folder, &format!("{line} --hash"));
    let hash = text.lines().last().unwrap().strip_prefix("state-hash ");
    let is_hash = |hash: &&str| hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit());
    hash.filter(is_hash).unwrap().to_owned()
}

fn starts_with(path: &Path, bytes: &[u8]) -> bool {
    fs::read(path).unwrap().starts_with(bytes)
}

#[test]
fn every_scene_of_the_list_runs_and_has_one_hash() {
    let folder = Folder::new("list");
    let list = run(&folder, "--list");
    assert!(list.lines().count() >= 16);
    for line in list.lines() {
        let name = line.split_whitespace().next().unwrap();
        let run = format!("{name} --headless --grid 8 --frames 2");
        assert_eq!(hash(&folder, &run), hash(&folder, &run));
    }
}

/// Any grid, method and number format: on the command line or in a scene file.
#[test]
fn grids_methods_and_formats_are_free_to_choose() {
    let folder = Folder::new("free");
    let file = scene("flag").replacen("columns = 48", "columns = 37", 1);
    fs::write(folder.0.join("own.toml"), file).unwrap();
    fs::write(folder.0.join("flag.toml"), scene("flag")).unwrap();
    for (scene, grid) in [("flag --grid 40x20", "40×20"), ("own.toml", "37×32")] {
        let text = run(&folder, &format!("{scene} --frames 2 --stats"));
        let title = format!("{grid} particles");
        assert!(
            text.contains(&title) && text.contains("× real time"),
            "{text}"
        );
    }
    let choices = [
        "",
        "--method rk4",
        "--method imex",
        "--scalar f64",
        "--scalar fixed",
    ];
    let hashes =
        choices.map(|chosen| hash(&folder, &format!("flag --grid 9x5 --frames 2 {chosen}")));
    assert_eq!(BTreeSet::from(hashes).len(), choices.len());
    let same =
        ["flag", "flag.toml"].map(|name| hash(&folder, &format!("{name} --grid 8 --frames 3")));
    assert_eq!(same[0], same[1]);
}

#[test]
fn without_a_display_there_are_pictures() {
    let folder = Folder::new("no-display");
    let arguments = ["four-corners", "--grid", "8", "--size", "96x64"];
    let output = folder.run(&arguments);
    let text = stdout(&output);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        error.lines().next().unwrap(),
        "no display (DISPLAY is not set): rendering four-corners to cloth-out/ instead"
    );
    for word in [
        "four-corners-001.gif",
        "four-corners-001.png",
        "a step costs ",
    ] {
        assert!(text.contains(word), "{text}");
    }
    // A second time leaves them alone. A missing X server is no display either.
    let mut again = folder.command(&arguments);
    stdout(&again.env("DISPLAY", ":987").output().unwrap());
    let expected = ["001.gif", "001.png", "002.gif", "002.png"];
    let expected = expected.map(|end| format!("four-corners-{end}"));
    assert_eq!(folder.names("cloth-out"), expected);
}

#[test]
fn places_that_cannot_be_written_to_are_refused_and_left_alone() {
    let folder = Folder::new("refused");
    let path = |name: &str| folder.0.join(name);
    fs::create_dir(path("folder.gif")).unwrap();
    fs::create_dir(path("notes")).unwrap();
    let mine = ["cloth-out", "file", "notes/todo.txt"];
    for name in mine {
        fs::write(path(name), "mine").unwrap();
    }
    for arguments in [
        ["--grid", "8"],
        ["--out", "file/"],
        ["--out", "file"],
        ["--out", "file/a.png"],
        ["--out", "none/a.png"],
        ["--out", "notes/"],
        ["--export", "none/a.obj"],
    ] {
        let (text, code) = failure(&folder.run(&arguments));
        assert_eq!(code, 1, "{arguments:?} {text}");
        let last = text.lines().last().unwrap();
        let said = last.starts_with("error: cannot write ") && !last.contains("os error");
        assert!(said, "{arguments:?} {text}");
    }
    for name in mine {
        assert_eq!(fs::read_to_string(path(name)).unwrap(), "mine");
    }
    let expected = ["cloth-out", "file", "folder.gif", "notes"];
    assert_eq!(folder.names("."), expected);
}

#[test]
fn wrong_arguments_end_with_two_and_say_what_is_allowed() {
    let folder = Folder::new("usage");
    let grid = "allowed are N and COLUMNSxROWS, as in 97 and 40x20, each 1 to 4096";
    for (line, expected) in [
        ("--grid 5000", grid),
        ("--grid 0", grid),
        ("--grid 40x", grid),
        ("--grid 4097x2", grid),
        ("--frames -3", "-3 is not in 0..=1000000"),
        ("--frames 2000000", "2000000 is not in 0..=1000000"),
        ("--frames many", "--frames <N>"),
        ("--size 10x10", "64x64 to 4096x4096"),
        ("--size 12", "64x64 to 4096x4096"),
        ("--mode x", "allowed are hooke, constraint, pbd, xpbd"),
        ("--scalar f16", "allowed are f32, f64, fixed"),
        ("--method xpbd", "allowed are verlet, "),
        (
            "curtain",
            "SCENE curtain: no such scene; allowed are FILE.toml, four-corners",
        ),
        (
            "--out a.mp4",
            "--out a.mp4: allowed are FILE.png, FILE.gif and FOLDER/",
        ),
        ("--export a.stl", "--export a.stl: allowed is FILE.obj"),
        ("--replay a.tape --frames 3", "--frames"),
        ("--unknown", "--unknown"),
    ] {
        let words: Vec<_> = line.split_whitespace().collect();
        let (text, code) = failure(&folder.run(&words));
        assert_eq!(code, 2, "{text}");
        assert!(text.contains(expected), "{text}");
    }
    assert!(folder.names(".").is_empty());
}

#[test]
fn what_is_wrong_with_a_file_or_its_cloth_is_named() {
    let folder = Folder::new("faulty");
    let head = "name = \"n\"\nsource = \"s\"\nsummary = \"u\"\n";
    let large = scene("flag").replacen("columns = 48", "columns = 9999", 1);
    let stiff = scene("pinned2").replace("structural = 5000.0", "structural = 5e7");
    let wild = stiff.split_once("[limit]").unwrap().0;
    for (text, expected) in [
        (
            format!("{head}[springs]\nshear = -1\n"),
            "error: f.toml:5: springs.shear: -1 is out of range: allowed is 0 to 1e9 N/m\n",
        ),
        (large, "9999"),
        // A cloth that has blown up is an error, too.
        (wild.to_owned(), "unstable: the time step of "),
    ] {
        fs::write(folder.0.join("f.toml"), text).unwrap();
        let output = folder.run(&["f.toml", "--grid", "12", "--frames", "90"]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(expected), "{text}");
    }
    let (text, code) = failure(&folder.run(&["none.toml", "--hash"]));
    assert!(text.starts_with("error: none.toml: cannot read the file"));
    assert_eq!(code, 1);
}

#[test]
fn a_recording_is_drawn_exported_and_measured() {
    let folder = Folder::new("replay");
    let same = "four-corners --grid 8 --frames 6 --size 64x64";
    let start = format!(
        r#""grid":[8,8],"method":"verlet","scalar":"f32","scene":{:?}"#,
        scene("four-corners")
    );
    let lines = [
        r#"{"cloth-tape":2}"#.to_owned(),
        format!(r#"{{"do":{{"start":{{{start}}}}}}}"#),
        r#"{"steps":6}"#.to_owned(),
        format!(
            r#"{{"end":{{"steps":6,"hash":"{}"}}}}"#,
            hash(&folder, same)
        ),
    ];
    fs::write(folder.0.join("a.tape"), lines.join("\n")).unwrap();
    // As the scene itself makes them.
    let (same, replay) = (same, "--replay a.tape --headless --size 64x64");
    for (name, line) in [("b", replay), ("c", same)] {
        run(
            &folder,
            &format!("{line} --out {name}.png --export {name}.obj"),
        );
    }
    for ending in ["png", "obj"] {
        let read = |name: &str| fs::read(folder.0.join(format!("{name}.{ending}"))).unwrap();
        assert_eq!(read("b"), read("c"), "{ending}");
    }
    let text = run(&folder, &format!("{replay} --out b.gif --stats"));
    assert!(starts_with(&folder.0.join("b.gif"), b"GIF89a"));
    for said in ["the same after 6 steps", "× real time"] {
        assert!(text.contains(said), "{text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_list_that_cannot_be_written_is_a_failure() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let folder = Folder::new("full-list");
    let output = folder.command(&["--list"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}
