//! The program from outside, with scripts in place of the firmware's.

use std::path::Path;
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

/// Runs the program; it ends with this status and has printed these parts.
#[track_caller]
fn run(arguments: &[&str], status: i32, parts: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cloth-bench"));
    let output = command.args(arguments).output().unwrap();
    let texts = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let text = texts.concat();
    assert_eq!(output.status.code(), Some(status), "{text}");
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
    output
}

#[track_caller]
fn emulate(folder: &TempDir, arguments: &[&str], status: i32, parts: &[&str]) -> Output {
    let path = folder.path().to_str().unwrap();
    let arguments = [&["emulate", "--firmware", path], arguments].concat();
    run(&arguments, status, parts)
}

const SAME: &str = "00000001 00000002 00000003 00000004 00000005";

/// The lines of a made-up run.
fn lines(target: &str, third_step: &str) -> String {
    let run = format!(r#"{{"target":"{target}","scalar":"f32","solver":"constraint","grid":"8x8""#);
    let trace = |step, hashes| format!("{run},\"trace\":{step},\"hashes\":\"{hashes}\"}}\n");
    let cost = format!(
        r#"{run},"implementation":"cloth-core","particles":64,"constraints":306,"iterations":4,"phase":"step","instructions":70000}}"#
    );
    let traces = [trace(1, SAME), trace(2, SAME), trace(3, third_step)].concat();
    format!("{traces}{cost}\n{{\"end\":true}}\n")
}

fn file(folder: &TempDir, name: &str, content: &str) -> String {
    let path = folder.path().join(name);
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
    script(folder.path(), "f32-16.sh", "exit 1");
    let json = folder.path().join("out.json");
    let arguments = [
        "--only",
        "m4f",
        "--grid",
        "8",
        "--json",
        json.to_str().unwrap(),
    ];
    emulate(&folder, &arguments, 0, &["Cost of a step: instructions"]);
    let text = std::fs::read_to_string(json).unwrap();
    for part in [
        "\"flash_bytes\": 12345",
        "\"static_ram_bytes\": 678",
        "\"instructions\": 70000",
        "\"clock_hz\": 25000000",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // All images: one fails, the size of the minimal one is shown all the same.
    let failed = "m4f f32-16: run failed with status 1";
    emulate(&folder, &[], 1, &[failed, "minimal", "12345"]);
    emulate(&folder, &["--only", "m5"], 1, &["--only m5: there are m4f"]);
}

#[test]
fn an_image_that_does_not_end_is_killed_with_all_it_started() {
    let folder = firmware("m0 16000000 f32-8", BUILD);
    let alive = folder.path().join("alive");
    // A child of the script survives it, unless it is killed too.
    let then = format!("(sleep 4; touch '{}') & sleep 60", alive.display());
    image(&folder, "f32-8", &lines("m0", SAME), &then);
    let start = Instant::now();
    let killed = "m0 f32-8: killed after the time limit of 1 s";
    // The lines printed before are kept.
    emulate(&folder, &["--time-limit", "1"], 1, &[killed, "70000"]);
    assert!(start.elapsed() < Duration::from_secs(30));
    std::thread::sleep(Duration::from_secs(5).saturating_sub(start.elapsed()));
    assert!(!alive.exists());
}

#[test]
fn a_missing_tool_is_named_and_the_rest_goes_on() {
    let folder = firmware("m0 16000000 f32-8\nrv32 10000000 f32-8", BUILD);
    image(&folder, "f32-8", &lines("rv32", SAME), "");
    let body = "[ $1 = rv32 ] || { echo 'apt-get install qemu' >&2; exit 3; }; exec bash \"$2\"";
    script(folder.path(), "run", body);
    emulate(
        &folder,
        &[],
        3,
        &["m0: missing: apt-get install qemu", "rv32"],
    );
}

#[test]
fn panics_failed_builds_and_odd_lines_are_errors() {
    let panic = "{\"panic\":\"src/main.rs:7: too hot\"}\n";
    let no_core = "echo 'error: no core' >&2; exit 101";
    let failed = "m0: build failed with status 101: error: no core";
    let unnamed = "build did not name the image f32-8";
    for (machines, build, message) in [
        ("m0 1 f32-8", BUILD, "panicked: src/main.rs:7: too hot"),
        ("m0 1 f32-8", no_core, failed),
        ("m0 fast", BUILD, "not a machine: \"m0 fast\""),
        ("m0 1 f32-8", "echo f32-8 12345", unnamed),
    ] {
        let folder = firmware(machines, build);
        image(&folder, "f32-8", panic, "exit 1");
        emulate(&folder, &[], 1, &[message]);
    }
}

#[test]
fn logs_that_agree_differ_are_cut_or_absent() {
    let folder = tempfile::tempdir().unwrap();
    let text = lines("m0", SAME);
    let m0 = file(&folder, "m0.log", &text);
    let m3 = file(&folder, "m3.log", &lines("m3", SAME));
    let cut = file(&folder, "cut.log", &text[..text.len() - 5]);
    let absent = folder.path().join("absent").display().to_string();
    // The hash after the limit differs.
    let flipped = SAME.replace("03", "13");
    let flipped = file(&folder, "flipped.log", &lines("m4f", &flipped));
    let differ = format!(
        "the states of m0 ({m0}) and m4f ({flipped}) differ: cloth-core, constraint, f32, 8x8: first in step 3, phase limit"
    );
    run(&["import", &m0, &m3], 0, &["3 traced steps. All agree."]);
    run(&["import", &m0, &flipped], 1, &[&differ]);
    run(&["import", &cut], 0, &[&format!("{cut}: truncated")]);
    run(&["import", &absent], 1, &[&absent]);
}

#[test]
fn all_targets_in_one_folder_of_tables() {
    let folder = firmware("m4f 25000000 f32-8", BUILD);
    image(&folder, "f32-8", &lines("m4f", SAME), "");
    let scripts = folder.path().to_str().unwrap();
    let board = lines("board", SAME).replace("instructions", "cycles_measured");
    let board = file(&folder, "board.log", &board);
    let out = folder.path().join("out");
    let to = ["--grid", "8", "--out", out.to_str().unwrap()];
    let arguments = [
        &["compare", &board, "--firmware", scripts, "--only", "m4f"],
        &to[..],
    ]
    .concat();
    run(&arguments, 0, &["textbook / this"]);
    let table = std::fs::read_to_string(out.join("compare.csv")).unwrap();
    let row = "\nm4f,f32,constraint,8x8,cloth-core,64,306,4,";
    assert!(
        table.contains(row) && out.join("compare.json").is_file(),
        "{table}"
    );
    // The states of the made-up run are not this machine's.
    let differ = "the states of host (this run) and board (";
    let first = "first in step 1, phase integrate";
    run(
        &[&arguments[..], &["--only", "host"]].concat(),
        1,
        &[differ, first],
    );
}

#[test]
fn any_grid_is_measured_and_wrong_arguments_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let json = folder.path().join("host.json");
    run(
        &["host", "--grid", "7x3", "--json", json.to_str().unwrap()],
        0,
        &["7x3"],
    );
    let text = std::fs::read_to_string(json).unwrap();
    assert!(text.contains("\"grid\": \"7x3\"") && text.contains("\"state_hash\""));
    let taken = file(&folder, "taken", "");
    let wrong = |grid| format!("invalid value '{grid}' for '--grid <GRID>': allowed is");
    for (arguments, status, message) in [
        (["stability", "--grid", "0"], 2, wrong("0")),
        (["stability", "--grid", "5000x2"], 2, wrong("5000x2")),
        (["stability", "--grid", "40y20"], 2, wrong("40y20")),
        (["host", "--json", path], 2, "this is a folder".to_owned()),
        (["quality", "--out", &taken], 1, format!("--out {taken}")),
    ] {
        assert!(run(&arguments, status, &[&message]).stdout.is_empty());
    }
}
