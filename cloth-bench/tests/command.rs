//! The program from outside, with scripts that stand in for the firmware's.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The scripts' folder. `run` calls the image, which is a script too.
fn firmware(machines: &str, build: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "machines", &format!("echo '{machines}'"));
    script(folder.path(), "build", build);
    script(folder.path(), "run", "exec bash \"$2\"");
    folder
}

fn script(folder: &Path, name: &str, body: &str) {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/usr/bin/env bash\n{body}\n")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// `build` for images that lie in the folder already.
const BUILD: &str = "shift; here=$(dirname \"$0\")\n\
    for image in \"$@\"; do echo \"$image $here/$image.sh 12345 678\"; done";

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cloth-bench"))
        .args(arguments)
        .output()
        .unwrap()
}

fn emulate(folder: &TempDir, arguments: &[&str]) -> Output {
    let path = folder.path().to_str().unwrap();
    run(&[&["emulate", "--firmware", path], arguments].concat())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The lines of a made-up run.
fn lines(target: &str, third_step: &str) -> String {
    let trace = |step: u32, hashes: &str| {
        format!(
            "{{\"target\":\"{target}\",\"scalar\":\"f32\",\"solver\":\"constraint\",\"grid\":\"8x8\",\"trace\":{step},\"hashes\":\"{hashes}\"}}\n"
        )
    };
    let same = "00000001 00000002 00000003 00000004 00000005";
    let line = |phase: &str| {
        format!(
            "{{\"target\":\"{target}\",\"implementation\":\"cloth-core\",\"scalar\":\"f32\",\"solver\":\"constraint\",\"grid\":\"8x8\",\"particles\":64,\"constraints\":306,\"iterations\":4,\"phase\":\"{phase}\",\"instructions\":70000}}\n"
        )
    };
    [
        trace(1, same),
        trace(2, same),
        trace(3, third_step),
        line("integrate"),
        line("step"),
        "{\"end\":true}\n".to_owned(),
    ]
    .concat()
}

const SAME: &str = "00000001 00000002 00000003 00000004 00000005";
/// One hash is another, that after the limit.
const FLIPPED: &str = "00000001 00000002 00000013 00000004 00000005";

fn file(folder: &TempDir, name: &str, content: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn image(folder: &TempDir, name: &str, lines: &str, then: &str) {
    let body = format!("cat <<'LINES'\n{lines}LINES\n{then}");
    script(folder.path(), &format!("{name}.sh"), &body);
}

#[test]
fn images_are_built_run_and_read() {
    let folder = firmware("m4f 25000000 f32-8 f32-16 minimal", BUILD);
    image(&folder, "f32-8", &lines("m4f", SAME), "");
    script(folder.path(), "minimal.sh", "echo 0123456789abcdef");
    script(
        folder.path(),
        "f32-16.sh",
        "echo this one is not asked for; exit 1",
    );
    let json = folder.path().join("out.json");
    let json = json.to_str().unwrap();
    let output = emulate(&folder, &["--only", "m4f", "--grid", "8", "--json", json]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let text = std::fs::read_to_string(json).unwrap();
    for part in [
        "\"flash_bytes\": 12345",
        "\"static_ram_bytes\": 678",
        "\"instructions\": 70000",
        "\"clock_hz\": 25000000",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let tables = printed(&output);
    assert!(tables.contains("Cost of a step: instructions"), "{tables}");

    // All images: one fails, the minimal one's size is shown all the same.
    let output = emulate(&folder, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("m4f f32-16: run failed with status 1"));
    let tables = printed(&output);
    assert!(
        tables.contains("minimal") && tables.contains("12345"),
        "{tables}"
    );

    let output = emulate(&folder, &["--only", "m5"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("--only m5: there are m4f"));
}

#[test]
fn an_image_that_does_not_end_is_killed_with_all_it_started() {
    let folder = firmware("m0 16000000 f32-8", BUILD);
    let alive = folder.path().join("alive");
    // A child of the script's own goes on after it, unless it is killed too.
    let then = format!("(sleep 4; touch '{}') & sleep 60", alive.display());
    image(&folder, "f32-8", &lines("m0", SAME), &then);
    let start = Instant::now();
    let output = emulate(&folder, &["--time-limit", "1"]);
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(output.status.code(), Some(1));
    let message = "m0 f32-8: killed after the time limit of 1 s";
    assert!(said(&output).contains(message), "{}", said(&output));
    // What it had printed is kept.
    assert!(printed(&output).contains("70000"));
    std::thread::sleep(Duration::from_secs(5).saturating_sub(start.elapsed()));
    assert!(!alive.exists());
}

#[test]
fn a_missing_tool_is_named_and_the_rest_goes_on() {
    let folder = firmware("m0 16000000 f32-8\nrv32 10000000 f32-8", BUILD);
    image(&folder, "f32-8", &lines("rv32", SAME), "");
    script(
        folder.path(),
        "run",
        "[ $1 = rv32 ] || { echo 'apt-get install qemu-system-arm' >&2; exit 3; }; exec bash \"$2\"",
    );
    let output = emulate(&folder, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let message = "m0: missing: apt-get install qemu-system-arm";
    assert!(said(&output).contains(message), "{}", said(&output));
    assert!(printed(&output).contains("rv32"));

    let folder = firmware("m0 1 f32-8", "echo 'rustup target add x' >&2; exit 3");
    let output = emulate(&folder, &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(said(&output).contains("m0: missing: rustup target add x"));
}

#[test]
fn panics_failed_builds_and_odd_lines_fail() {
    let panic = "{\"panic\":\"src/main.rs:7: too hot\"}\n";
    for (machines, build, message) in [
        (
            "m0 16000000 f32-8",
            BUILD,
            "panicked: src/main.rs:7: too hot",
        ),
        (
            "m0 16000000 f32-8",
            "echo 'error: no core' >&2; exit 101",
            "m0: build failed with status 101: error: no core",
        ),
        ("m0 fast", BUILD, "not a machine: \"m0 fast\""),
        (
            "m0 1 f32-8",
            "echo f32-8 12345",
            "build did not name the image f32-8",
        ),
    ] {
        let folder = firmware(machines, build);
        image(&folder, "f32-8", panic, "exit 1");
        let output = emulate(&folder, &[]);
        assert_eq!(output.status.code(), Some(1));
        assert!(said(&output).contains(message), "{}", said(&output));
    }
}

#[test]
fn logs_that_agree_and_logs_that_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let m0 = file(&folder, "m0.log", &lines("m0", SAME));
    let m3 = file(&folder, "m3.log", &lines("m3", SAME));
    let flipped = file(&folder, "flipped.log", &lines("m4f", FLIPPED));
    let output = run(&["import", &m0, &m3]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(printed(&output).contains("3 traced steps. All agree."));

    let output = run(&["import", &m0, &flipped]);
    assert_eq!(output.status.code(), Some(1));
    let message = format!(
        "the states of m0 ({m0}) and m4f ({flipped}) differ: cloth-core, constraint, f32, 8x8: first in step 3, phase limit"
    );
    assert!(said(&output).contains(&message), "{}", said(&output));
}

#[test]
fn a_log_that_is_cut_or_absent_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let text = lines("m0", SAME);
    let cut = file(&folder, "cut.log", &text[..text.len() - 40]);
    assert!(said(&run(&["import", &cut])).contains(&format!("{cut}: truncated")));
    let absent = folder.path().join("absent").display().to_string();
    let output = run(&["import", &absent]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains(&absent));
}

#[test]
fn all_targets_in_one_folder_of_tables() {
    let folder = firmware("m4f 25000000 f32-8", BUILD);
    image(&folder, "f32-8", &lines("m4f", SAME), "");
    let scripts = folder.path().to_str().unwrap();
    let board = lines("board", SAME).replace("instructions", "cycles_measured");
    let board = file(&folder, "board.log", &board);
    let out = folder.path().join("out");
    let arguments = ["compare", &board, "--firmware", scripts, "--only", "m4f"];
    let to = ["--grid", "8", "--out", out.to_str().unwrap()];
    let output = run(&[&arguments[..], &to].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let mut names: Vec<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["compare.csv", "compare.json", "compare.md"]);
    let table = std::fs::read_to_string(out.join("compare.csv")).unwrap();
    assert!(
        table.contains("\nm4f,f32,constraint,8x8,cloth-core,64,306,4,"),
        "{table}"
    );

    // The states of the made-up run are not this machine's.
    let host = [&arguments[..], &["--only", "host"], &to].concat();
    let output = run(&host);
    assert_eq!(output.status.code(), Some(1));
    let message = "the states of host (this run) and board (";
    assert!(said(&output).contains(message), "{}", said(&output));
    assert!(said(&output).contains("first in step 1, phase integrate"));
    let table = std::fs::read_to_string(out.join("compare.md")).unwrap();
    assert!(table.contains("| textbook / this |"), "{table}");
    assert!(table.contains("## What went wrong"));
}

#[test]
fn files_are_refused_before_anything_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let taken = file(&folder, "taken", "");
    let output = run(&["host", "--grid", "8", "--json", path]);
    assert!(!output.status.success() && printed(&output).is_empty());
    assert!(said(&output).contains("this is a folder"));
    let output = run(&["compare", "--only", "host", "--out", &taken]);
    assert!(!output.status.success() && printed(&output).is_empty());
    assert!(said(&output).contains(&format!("--out {taken}")));
}

#[test]
fn any_grid_is_measured_and_no_other_text_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("host.json");
    let output = run(&["host", "--grid", "7x3", "--json", json.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let text = std::fs::read_to_string(json).unwrap();
    assert!(text.contains("\"grid\": \"7x3\"") && text.contains("\"state_hash\""));

    let out = folder.path().join("out");
    let to = ["--out", out.to_str().unwrap()];
    let output = run(&[&["quality", "--grid", "5x4"], &to[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(out.join("quality.csv").is_file());

    for wrong in ["0", "5000x2", "40y20"] {
        let output = run(&["stability", "--grid", wrong]);
        assert!(!output.status.success() && printed(&output).is_empty());
        let message = format!("invalid value '{wrong}' for '--grid <GRID>': allowed is");
        assert!(said(&output).contains(&message), "{}", said(&output));
        assert!(said(&output).contains("each 1 to 4096"));
    }
}
