//! This program's commands in README and docs, run as they stand there but for a small grid.

#[path = "../../tests/src/commands.rs"]
mod commands;

use commands::{commands, set};
use std::path::Path;
use std::process::Command;

#[test]
fn every_command_of_the_documents_does_what_it_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let line = r#"{"target":"board","scalar":"f32","solver":"constraint","grid":"8x8","trace":1,"hashes":"00000001"}"#;
    std::fs::write(folder.join("board.log"), format!("{line}\n")).unwrap();
    let mut run = 0;
    for told in commands(&root) {
        let Some(mut words) = told.after("cargo run --release -p cloth-bench --") else {
            continue;
        };
        match words[0].as_str() {
            // Its own test has all of its cases, which take two minutes.
            "precision" => words.push("--help".into()),
            // It searches a limit many times.
            "stability" => set(&mut words, "--grid", "2"),
            _ => set(&mut words, "--grid", "8"),
        }
        // tests/firmware runs emulators: here the arguments are read, but there are no scripts.
        let status = i32::from(words[0] == "emulate");
        match words[0].as_str() {
            "emulate" => set(&mut words, "--firmware", "."),
            "compare" => set(&mut words, "--only", "host"),
            _ => {}
        }
        let output = Command::new(env!("CARGO_BIN_EXE_cloth-bench"))
            .args(&words)
            .current_dir(&folder)
            .output()
            .unwrap();
        let found = output.status.code();
        assert_eq!(found, Some(status), "{}: {output:?}", told.place);
        run += 1;
    }
    assert!(run >= 10, "{run}");
}
