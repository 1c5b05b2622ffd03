//! The viewer's commands in README and docs, run as they stand there but for a grid of 8 and three
//! steps; and the pictures of the gallery.

#[path = "../../tests/src/commands.rs"]
mod commands;
mod folder;
#[path = "../examples/gallery.rs"]
#[allow(dead_code)]
mod gallery;

use commands::{commands, set};
use folder::{Folder, names};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Writes what the documents' commands read: scenes of the reader's own.
fn prepare(folder: &Path) {
    let flag = root().join("scenes/flag.toml");
    std::fs::create_dir(folder.join("scenes")).unwrap();
    for name in ["my-scene.toml", "scenes/NAME.toml"] {
        std::fs::copy(&flag, folder.join(name)).unwrap();
    }
    let scene = std::fs::read_to_string(root().join("scenes/tear.toml")).unwrap();
    let start = format!(r#""grid":[8,8],"method":"verlet","scalar":"f32","scene":{scene:?}"#);
    let lines = [
        r#"{"cloth-tape":2}"#,
        &format!(r#"{{"do":{{"start":{{{start}}}}}}}"#),
        r#"{"steps":3}"#,
        r#"{"end":{"steps":3,"hash":null}}"#,
    ];
    std::fs::create_dir(folder.join("cloth-out")).unwrap();
    std::fs::write(folder.join("cloth-out/tear-001.tape"), lines.join("\n")).unwrap();
}

#[test]
fn every_command_of_the_documents_does_what_it_is_told() {
    let folder = Folder::new("documents");
    prepare(&folder.0);
    let mut run = 0;
    for told in commands(&root()) {
        let Some(mut words) = (told.after("cargo run --release --"))
            .or_else(|| told.after("cargo run --release").filter(Vec::is_empty))
        else {
            continue;
        };
        let has = |option: &str| words.iter().any(|word| word == option);
        if !has("--list") && !has("--replay") {
            set(&mut words, "--grid", "8");
            set(&mut words, "--frames", "3");
        }
        // Its folder is the reader's.
        if let Some(out) = words.iter_mut().find(|word| *word == "docs/cloth.png") {
            *out = "cloth.png".into();
        }
        let words: Vec<_> = words.iter().map(|word| &**word).collect();
        let output = folder.run(&words);
        assert!(output.status.success(), "{}: {output:?}", told.place);
        run += 1;
    }
    assert!(run >= 10, "{run}");
}

/// Drawn on small grids, the gallery has the files that its page shows.
#[test]
fn the_gallery_draws_what_its_page_shows() {
    let stored = root().join("docs/gallery");
    let mut kept = names(&stored);
    kept.retain(|name| name != "README.md");
    let drawn = Folder::new("gallery");
    gallery::draw_all(&drawn.0, &["--grid", "8"]).unwrap();
    assert_eq!(names(&drawn.0), kept);
    let page = std::fs::read_to_string(stored.join("README.md")).unwrap();
    let links = page.split("](").skip(1);
    let links = links.filter_map(|link| link.split(')').next());
    let mut shown: Vec<_> = links.filter(|link| !link.starts_with("..")).collect();
    shown.sort_unstable();
    assert_eq!(shown, kept);
}
