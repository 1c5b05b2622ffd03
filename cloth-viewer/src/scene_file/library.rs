//! The engine's own copy of the documents' scenes, made from the scene files.
//!
//! Firmware has no parser and no files: it takes the scenes as constants. Rust's `Debug` of plain
//! data is Rust again, so the constants are what `{:?}` prints.

use super::{SceneFile, SceneFileError, parse_among, text_of};
use std::fmt::Write;
use std::path::Path;

/// The order of the library: as the documents present the scenes. Others follow by name.
pub const ORDER: [&str; 26] = [
    "four-corners-sphere",
    "four-corners",
    "edge-sphere",
    "drape-sphere",
    "four-corners-wind",
    "sphere-approach",
    "string",
    "super-elastic",
    "super-elastic-limited",
    "cross-wind",
    "sphere-wind",
    "ball-and-floor",
    "flag",
    "pinned2",
    "pinned4",
    "sphere",
    "plane",
    "self-collision",
    "fold",
    "three-layers",
    "bullet",
    "squeeze",
    "incline",
    "capsule",
    "tear",
    "drape",
];

const HEADER: &str = "\
//! The documents' scenes.
//!
//! Made from `scenes/*.toml`; do not edit by hand. After a change there:
//! `cargo run -p cloth-viewer --example write_scene_library`
//!
//! If this file no longer compiles because the scene types have changed, put
//! `pub const ALL: &[NamedScene] = &[];` in place of the constants first.
#![cfg_attr(rustfmt, rustfmt_skip)]
// Which of the imports are needed, and which numbers look like known
// constants, depends on the files.
#![allow(unused_imports, clippy::approx_constant)]

use super::ColliderScene::*;
use super::Damping::*;
use super::Mode::*;
use super::*;
use crate::topology::BendNeighbours::*;
";

/// Reads every `.toml` file of a folder, in the library's order.
///
/// # Errors
/// A folder or file that cannot be read, the first fault in a file, a scene whose name is not its
/// file's name.
pub fn read_folder(folder: &Path) -> Result<Vec<SceneFile>, SceneFileError> {
    let name = folder.display().to_string();
    let unreadable = |error| SceneFileError::unreadable(&name, &error);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            paths.push(path);
        }
    }
    // The library in this program may be older than the folder, so the folder's names count.
    let names = paths.iter().filter_map(|path| path.file_stem()?.to_str());
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    let mut scenes = Vec::new();
    for path in &paths {
        let file = path.display().to_string();
        let scene = parse_among(&text_of(path, &file)?, &file, &names)?;
        if path
            .file_stem()
            .is_none_or(|stem| stem != scene.name.as_str())
        {
            return Err(SceneFileError {
                file,
                line: 1,
                key: "name".to_owned(),
                problem: format!("\"{}\" is not the file's name", scene.name),
            });
        }
        scenes.push(scene);
    }
    let place = |name: &str| ORDER.iter().position(|n| *n == name).unwrap_or(ORDER.len());
    scenes.sort_by(|a, b| (place(&a.name), &a.name).cmp(&(place(&b.name), &b.name)));
    Ok(scenes)
}

/// The text of `cloth-core/src/scene/library.rs` for these scenes.
#[must_use]
pub fn library_source(scenes: &[SceneFile]) -> String {
    let mut text = HEADER.to_owned();
    for file in scenes {
        // Writing to a string cannot fail.
        let _ = write_scene(&mut text, file);
    }
    text.push_str("\n/// Every scene of the library.\npub const ALL: &[NamedScene] = &[\n");
    for file in scenes {
        let _ = writeln!(text, "    {},", constant(&file.name));
    }
    text.push_str("];\n");
    text
}

/// One constant, a line for each table.
fn write_scene(text: &mut String, file: &SceneFile) -> std::fmt::Result {
    let scene = &file.scene;
    writeln!(
        text,
        "\n/// {}",
        file.summary.trim().replace('\n', "\n/// ")
    )?;
    writeln!(
        text,
        "///\n/// Source: {}",
        file.source.trim().replace('\n', "\n/// ")
    )?;
    writeln!(
        text,
        "pub const {}: NamedScene = NamedScene {{",
        constant(&file.name)
    )?;
    writeln!(text, "    name: {:?},", file.name)?;
    writeln!(text, "    source: {:?},", file.source)?;
    writeln!(text, "    summary: {:?},", file.summary)?;
    writeln!(text, "    beside: {:?},", file.beside)?;
    writeln!(text, "    scene: Scene {{")?;
    for (key, value) in [
        ("cloth", format!("{:?}", scene.cloth)),
        ("pins", format!("{:?}", scene.pins)),
        ("solver", format!("{:?}", scene.solver)),
        ("springs", format!("{:?}", scene.springs)),
        ("constraints", format!("{:?}", scene.constraints)),
        ("pbd", format!("{:?}", scene.pbd)),
        ("xpbd", format!("{:?}", scene.xpbd)),
        ("tethers", format!("{:?}", scene.tethers)),
        ("limit", format!("{:?}", scene.limit)),
        ("self_collision", format!("{:?}", scene.self_collision)),
        ("tear", format!("{:?}", scene.tear)),
        ("forces", format!("{:?}", scene.forces)),
        ("colliders", format!("{:?}", scene.colliders)),
    ] {
        // Debug's name for infinity is not Rust's.
        let value = value.replace(": inf", ": f64::INFINITY");
        writeln!(text, "        {key}: {value},")?;
    }
    writeln!(text, "    }},\n}};")
}

/// `four-corners` as `FOUR_CORNERS`.
fn constant(name: &str) -> String {
    name.to_uppercase()
        .replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn the_engine_has_what_the_files_say() {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        let scenes = read_folder(&root.join("scenes")).unwrap();
        let library = root.join("cloth-core/src/scene/library.rs");
        let checked_in = std::fs::read_to_string(library).unwrap();
        assert!(
            checked_in == library_source(&scenes),
            "cloth-core/src/scene/library.rs is not what scenes/*.toml give; write it anew with \
             cargo run -p cloth-viewer --example write_scene_library"
        );
    }

    #[test]
    fn names_become_constants() {
        assert_eq!(constant("four-corners"), "FOUR_CORNERS");
        assert_eq!(constant("pinned2"), "PINNED2");
    }
}
