//! The scenes of the repository, read from their files.

use cloth_core::Scene;
use std::path::PathBuf;

/// The names of all scene files, in alphabetical order.
///
/// # Panics
/// If the folder cannot be read.
#[must_use]
pub fn names() -> Vec<String> {
    let folder = std::fs::read_dir(folder()).expect("the folder of scenes");
    let files = folder.map(|entry| entry.expect("an entry").path());
    let scenes = files.filter(|path| path.extension().is_some_and(|e| e == "toml"));
    let stem = |path: PathBuf| path.file_stem().map(|s| s.to_string_lossy().into_owned());
    let mut names: Vec<_> = scenes.filter_map(stem).collect();
    names.sort();
    names
}

/// The scene of that name.
///
/// # Panics
/// If there is no such file, or it does not hold a valid scene.
#[must_use]
pub fn scene(name: &str) -> Scene {
    let path = folder().join(name).with_extension("toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut table: toml::Table = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
    for description in ["name", "source", "summary"] {
        assert!(table.remove(description).is_some(), "{name}: {description}");
    }
    let scene: Scene = table.try_into().unwrap_or_else(|e| panic!("{name}: {e}"));
    scene.validate().unwrap_or_else(|e| panic!("{name}: {e}"));
    scene
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenes")
}
