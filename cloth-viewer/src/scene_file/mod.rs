//! Scene files: TOML text to a checked scene, and back.
//!
//! A file is read whole, then checked whole; only a scene without fault is handed out. Every
//! fault names the file, the line, the key and what is allowed there.

mod error;
mod fabric;
mod library;
mod locate;

pub use error::SceneFileError;
pub use library::{ORDER, library_source, read_folder};
pub(crate) use locate::plain;

use cloth_core::host::{Fabric, GridSize};
use cloth_core::scene::{
    ClothScene, Colliders, ConstraintScene, ForceScene, LimitScene, PbdScene, Pins,
    SelfCollisionScene, SolverScene, SpringScene, TearScene, TetherScene, XpbdScene,
};
use cloth_core::{NamedScene, Scene, scenes};
use serde::{Deserialize, Deserializer, Serialize};
use std::io::{self, Read};
use std::path::Path;
use toml::de::DeTable;

/// Most bytes of a scene file. The library's have a thousand.
const LARGEST: u64 = 1 << 20;

/// A scene with its name and origin, as a file holds them.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFile {
    /// The name it is chosen by, for example `four-corners`.
    pub name: String,
    /// The document, section or figure it comes from.
    pub source: String,
    /// What one sees, in a sentence.
    pub summary: String,
    /// A scene of the library to be shown beside it, to compare.
    pub beside: Option<String>,
    /// The fabric that the file names. Its values are in the scene.
    pub fabric: Option<&'static Fabric>,
    /// The scene, checked.
    pub scene: Scene,
}

impl SceneFile {
    /// Goes over from one grid to another, and what is the fabric's with it.
    pub fn change_grid(&mut self, from: GridSize, to: GridSize) {
        Fabric::change_grid(&mut self.scene, self.fabric, from, to);
    }
}

impl From<&NamedScene> for SceneFile {
    fn from(named: &NamedScene) -> Self {
        Self {
            name: named.name.to_owned(),
            source: named.source.to_owned(),
            summary: named.summary.to_owned(),
            beside: named.beside.map(str::to_owned),
            fabric: None,
            scene: named.scene,
        }
    }
}

/// A file as it is laid out. The scene's tables stand at the top level; they are listed here
/// because serde's `flatten` would lose the check for unknown keys, and their lines.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Layout {
    name: String,
    source: String,
    summary: String,
    beside: Option<String>,
    #[serde(default)]
    cloth: Sheet,
    #[serde(default)]
    pins: Pins,
    #[serde(default)]
    solver: SolverScene,
    #[serde(default)]
    springs: SpringScene,
    #[serde(default)]
    constraints: ConstraintScene,
    #[serde(default)]
    pbd: PbdScene,
    #[serde(default)]
    xpbd: XpbdScene,
    tethers: Option<TetherScene>,
    limit: Option<LimitScene>,
    self_collision: Option<SelfCollisionScene>,
    tear: Option<TearScene>,
    #[serde(default)]
    forces: ForceScene,
    #[serde(default)]
    colliders: Colliders,
}

/// The table `[cloth]`. The fabric is only written: it is taken out before the rest is read.
#[derive(Default, Serialize)]
struct Sheet {
    #[serde(skip_serializing_if = "Option::is_none")]
    fabric: Option<&'static str>,
    #[serde(flatten)]
    cloth: ClothScene,
}

impl<'de> Deserialize<'de> for Sheet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self {
            fabric: None,
            cloth: ClothScene::deserialize(deserializer)?,
        })
    }
}

impl From<Layout> for SceneFile {
    fn from(file: Layout) -> Self {
        Self {
            name: file.name,
            source: file.source,
            summary: file.summary,
            beside: file.beside,
            fabric: None,
            scene: Scene {
                cloth: file.cloth.cloth,
                pins: file.pins,
                solver: file.solver,
                springs: file.springs,
                constraints: file.constraints,
                pbd: file.pbd,
                xpbd: file.xpbd,
                tethers: file.tethers,
                limit: file.limit,
                self_collision: file.self_collision,
                tear: file.tear,
                forces: file.forces,
                colliders: file.colliders,
            },
        }
    }
}

impl From<&SceneFile> for Layout {
    fn from(file: &SceneFile) -> Self {
        let scene = file.scene;
        Self {
            name: file.name.clone(),
            source: file.source.clone(),
            summary: file.summary.clone(),
            beside: file.beside.clone(),
            cloth: Sheet {
                fabric: file.fabric.map(|fabric| fabric.name),
                cloth: scene.cloth,
            },
            pins: scene.pins,
            solver: scene.solver,
            springs: scene.springs,
            constraints: scene.constraints,
            pbd: scene.pbd,
            xpbd: scene.xpbd,
            tethers: scene.tethers,
            limit: scene.limit,
            self_collision: scene.self_collision,
            tear: scene.tear,
            forces: scene.forces,
            colliders: scene.colliders,
        }
    }
}

/// Reads a scene from TOML text. `file` is what errors call it.
///
/// # Errors
/// Text that is not TOML, an unknown or missing key, a wrong type, a value out of range, a scene
/// beside that is not in the library.
pub fn parse(text: &str, file: &str) -> Result<SceneFile, SceneFileError> {
    let names: Vec<_> = scenes::ALL.iter().map(|scene| scene.name).collect();
    parse_among(text, file, &names)
}

/// As [`parse`], with the names of the scenes that may be shown beside it.
fn parse_among(text: &str, file: &str, names: &[&str]) -> Result<SceneFile, SceneFileError> {
    let fault = |error| locate::fault(text, file, &error);
    let mut document = DeTable::parse(text).map_err(fault)?;
    let named = fabric::take(document.get_mut(), text, file)?;
    let layout = Layout::deserialize(toml::Deserializer::from(document));
    let layout = layout.map_err(|error| fabric::add_key(fault(error)))?;
    let mut scene_file = SceneFile::from(layout);
    if let Some(named) = named {
        named.set(&mut scene_file.scene);
        scene_file.fabric = Some(named.fabric);
    }
    if let Some(beside) = &scene_file.beside
        && !names.contains(&beside.as_str())
    {
        return Err(locate::unknown_scene(text, file, beside, names));
    }
    match scene_file.scene.validate() {
        Ok(()) => Ok(scene_file),
        Err(error) => Err(locate::out_of_range(text, file, &scene_file.scene, &error)),
    }
}

/// Reads a scene file.
///
/// # Errors
/// As [`parse`], and a file that is missing, unreadable or not UTF-8.
pub fn read(path: &Path) -> Result<SceneFile, SceneFileError> {
    let file = path.display().to_string();
    parse(&text_of(path, &file)?, &file)
}

/// The text of a file that errors call `file`.
fn text_of(path: &Path, file: &str) -> Result<String, SceneFileError> {
    let unreadable = |error| SceneFileError::unreadable(file, &error);
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).map_err(unreadable)?;
    // One byte more tells that there is more.
    let size = read.take(LARGEST + 1).read_to_end(&mut bytes);
    if size.map_err(unreadable)? as u64 > LARGEST {
        let large = format!("larger than the {LARGEST} bytes that a scene file may have");
        return Err(unreadable(io::Error::other(large)));
    }
    String::from_utf8(bytes)
        .map_err(|error| locate::not_utf8(file, error.as_bytes(), error.utf8_error()))
}

/// The scene as TOML text, every value written out; [`parse`] reads it back the same.
#[must_use]
pub fn to_toml(file: &SceneFile) -> String {
    // A table of numbers, strings and lists has no value that TOML cannot write.
    toml::to_string(&Layout::from(file)).expect("a scene can be written as TOML")
}

#[cfg(test)]
mod tests;
