//! Scenes by their names, from the library or from files.

use super::outputs::has_extension;
use crate::error::Error;
use crate::scene_file::{self, SceneFile};
use cloth_core::scenes;
use std::path::{Path, PathBuf, is_separator};

/// A scene of the library by its name, or a scene file by its path.
pub fn find_scene(name: &str) -> Result<SceneFile, Error> {
    if let Some(path) = file_of(name) {
        return Ok(scene_file::read(&path)?);
    }
    let found = library().into_iter().find(|scene| scene.name == name);
    found.ok_or_else(|| {
        let names: Vec<_> = scenes::ALL.iter().map(|scene| scene.name).collect();
        let names = names.join(", ");
        Error::Usage(format!(
            "SCENE {name}: no such scene; allowed are FILE.toml, {names}"
        ))
    })
}

/// The file that a scene's name names, if it does not name one of the library.
pub(super) fn file_of(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_file = has_extension(path, "toml") || name.contains(is_separator);
    is_file.then(|| path.to_owned())
}

/// Every scene of the library.
#[must_use]
pub fn library() -> Vec<SceneFile> {
    scenes::ALL.iter().map(SceneFile::from).collect()
}

/// The library as a table: name, document of origin, summary.
#[must_use]
pub fn list() -> String {
    let name_width = scenes::ALL.iter().map(|s| s.name.chars().count()).max();
    let source_width = scenes::ALL.iter().map(|s| s.source.chars().count()).max();
    let (n, s) = (name_width.unwrap_or(0), source_width.unwrap_or(0));
    let line = |scene: &cloth_core::NamedScene| {
        let (name, source, summary) = (scene.name, scene.source, scene.summary);
        format!("{name:n$}  {source:s$}  {summary}\n")
    };
    scenes::ALL.iter().map(line).collect()
}
