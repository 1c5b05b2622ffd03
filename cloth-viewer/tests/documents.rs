//! The viewer's commands in README and docs, run as they stand there but for a grid of 8 and three
//! steps.

#[path = "../../tests/src/commands.rs"]
mod commands;

use commands::{commands, set};
use std::path::Path;
use std::process::Command;

/// What the documents' commands read: a scene of the reader's own, a recording, a board's log.
fn files(root: &Path, folder: &Path) {
    let copy = |from: &str, to: &str| {
        std::fs::copy(root.join(from), folder.join(to)).unwrap();
    };
    copy("scenes/flag.toml", "my-scene.toml");
    std::fs::create_dir(folder.join("scenes")).unwrap();
    copy("scenes/flag.toml", "scenes/NAME.toml");
    let recorded = "cloth-viewer/src/recording/board/recorded/m4f-recording-8.txt";
    copy(recorded, "board.log");
    let scene = std::fs::read_to_string(root.join("scenes/tear.toml")).unwrap();
    let tape = format!(
        "{{\"cloth-tape\":1}}\n\
         {{\"start\":{{\"grid\":[8,8],\"method\":\"verlet\",\"scene\":{scene:?}}}}}\n\
         {{\"steps\":3}}\n{{\"end\":{{\"steps\":3,\"hash\":null}}}}\n"
    );
    std::fs::create_dir(folder.join("cloth-out")).unwrap();
    std::fs::write(folder.join("cloth-out/tear-001.tape"), tape).unwrap();
}

#[test]
fn every_command_of_the_documents_does_what_it_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    files(&root, &folder);
    let mut run = 0;
    for told in commands(&root) {
        let Some(mut words) = (told.after("cargo run --release --"))
            .or_else(|| told.after("cargo run --release").filter(Vec::is_empty))
        else {
            continue;
        };
        let has = |option: &str| words.iter().any(|word| word == option);
        // All figures take a minute, and the gallery's own tests start each of them: what is tried here is
        // that the words are taken.
        if has("--gallery") {
            words.push("--help".into());
        } else if !has("--list") && !has("--replay") {
            set(&mut words, "--grid", "8");
            set(&mut words, "--frames", "3");
        }
        // Its folder is the reader's.
        if let Some(out) = words.iter_mut().find(|word| *word == "docs/cloth.png") {
            *out = "cloth.png".into();
        }
        let output = Command::new(env!("CARGO_BIN_EXE_cloth-viewer"))
            .args(&words)
            .current_dir(&folder)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}: {output:?}", told.place);
        run += 1;
    }
    assert!(run >= 12, "{run}");
}
