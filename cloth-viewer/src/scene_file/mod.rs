//! Scene files: TOML text to a checked scene, and back.
//!
//! A file is read whole, then checked whole; only a scene without fault is handed out. Every
//! fault names the file, the line, the key and what is allowed there.

mod locate;

pub(crate) use locate::plain;

use crate::error::{FileError, read_text};
use cloth_core::host::{Fabric, GridSize};
use cloth_core::{NamedScene, Scene, scenes};
use locate::Text;
use serde::{Deserialize, Serialize};
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Most bytes of a scene file. The library's have a thousand.
const LARGEST: u64 = 1 << 20;

/// A scene with its name and origin, as a file holds them.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
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
    #[serde(skip)]
    pub fabric: Option<&'static Fabric>,
    /// The scene, checked.
    #[serde(skip)]
    pub scene: Scene,
}

/// The keys of a file that are not the scene's.
const HEAD: [&str; 4] = ["name", "source", "summary", "beside"];

impl SceneFile {
    /// Moves to another grid, with the fabric's values for it.
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

/// Reads a scene from TOML text. `file` is what errors call it.
///
/// # Errors
/// Text that is not TOML, an unknown or missing key, a wrong type, a value out of range, a scene
/// beside that is not in the library.
pub fn parse(text: &str, file: &str) -> Result<SceneFile, FileError> {
    let text = Text { text, file };
    let mut scene_file: SceneFile = toml::from_str(text.text).map_err(|e| text.fault(&e))?;
    let mut document = DeTable::parse(text.text).map_err(|e| text.fault(&e))?;
    for key in HEAD {
        document.get_mut().remove(key);
    }
    let fabric = take_fabric(document.get_mut(), text)?;
    // Whether the file itself has a value that fabrics set.
    let mut values = Scene::DEFAULT;
    let said = Fabric::values(&mut values).map(|(key, _)| {
        let (table, key) = key.split_once('.').unwrap_or_default();
        table_of(document.get_mut(), table).is_some_and(|values| values.contains_key(key))
    });
    let scene = Scene::deserialize(toml::Deserializer::from(document));
    let mut scene = scene.map_err(|e| text.fault(&e))?;
    if let Some(fabric) = fabric {
        let mut made = scene;
        fabric.apply(&mut made, GridSize::of(&scene));
        let pairs = Fabric::values(&mut scene)
            .into_iter()
            .zip(Fabric::values(&mut made));
        for (((_, value), (_, made)), said) in pairs.zip(said) {
            if !said {
                *value = *made;
            }
        }
    }
    scene
        .validate()
        .map_err(|e| text.out_of_range(&scene, &e))?;
    if let Some(beside) = &scene_file.beside
        && !scenes::ALL.iter().any(|scene| scene.name == beside)
    {
        let names: Vec<_> = scenes::ALL.iter().map(|scene| scene.name).collect();
        let problem = format!("no scene of the library is named {beside}: allowed are ");
        return Err(text.wrong("beside", problem + &names.join(", ")));
    }
    (scene_file.fabric, scene_file.scene) = (fabric, scene);
    Ok(scene_file)
}

/// Takes the name of a fabric out of `[cloth]`, in which the rest is the scene's.
fn take_fabric(
    document: &mut DeTable<'_>,
    text: Text<'_>,
) -> Result<Option<&'static Fabric>, FileError> {
    let Some(value) = table_of(document, "cloth").and_then(|cloth| cloth.remove("fabric")) else {
        return Ok(None);
    };
    let problem = match value.get_ref() {
        DeValue::String(name) => match Fabric::named(name) {
            Some(fabric) => return Ok(Some(fabric)),
            None => format!("no fabric is named {name}"),
        },
        _ => "a fabric is named by a string".to_owned(),
    };
    let names: Vec<_> = Fabric::all().iter().map(|fabric| fabric.name).collect();
    let problem = format!("{problem}: allowed are {}", names.join(", "));
    Err(text.wrong("cloth.fabric", problem))
}

/// A table of a document.
fn table_of<'a, 'i>(document: &'a mut DeTable<'i>, name: &str) -> Option<&'a mut DeTable<'i>> {
    match document.get_mut(name).map(Spanned::get_mut) {
        Some(DeValue::Table(table)) => Some(table),
        _ => None,
    }
}

/// Reads a scene file.
///
/// # Errors
/// As [`parse`], and a file that is missing, unreadable or not UTF-8.
pub fn read(path: &Path) -> Result<SceneFile, FileError> {
    let text = read_text(path, LARGEST, "scene files are TOML")?;
    parse(&text, &path.display().to_string())
}

/// The scene as TOML text, every value written out; [`parse`] reads it back the same.
#[must_use]
pub fn to_toml(file: &SceneFile) -> String {
    // Tables of numbers, strings and lists have no value that TOML cannot write.
    let head = toml::to_string(file).expect("a scene's name can be written as TOML");
    let mut scene = toml::to_string(&file.scene).expect("a scene can be written as TOML");
    if let Some(fabric) = file.fabric {
        let cloth = format!("[cloth]\nfabric = \"{}\"\n", fabric.name);
        scene = scene.replacen("[cloth]\n", &cloth, 1);
    }
    format!("{head}\n{scene}")
}

#[cfg(test)]
mod tests;
