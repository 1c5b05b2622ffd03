//! `fabric = "denim"` in `[cloth]`: values for what the file itself does not say.

use super::SceneFileError;
use super::locate::line_of;
use cloth_core::Scene;
use cloth_core::host::{Fabric, GridSize};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The key, with its table.
const KEY: &str = "cloth.fabric";

/// A fabric that a file names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) fabric: &'static Fabric,
    /// Which of the values that fabrics set the file says itself.
    said: [bool; 8],
}

/// Takes the name of a fabric out of a document, in which the rest is a scene's.
pub(super) fn take(
    document: &mut DeTable<'_>,
    text: &str,
    file: &str,
) -> Result<Option<Named>, SceneFileError> {
    let Some(value) = table(document, "cloth").and_then(|cloth| cloth.remove("fabric")) else {
        return Ok(None);
    };
    let refused = |problem: String| SceneFileError {
        file: file.to_owned(),
        line: line_of(text.as_bytes(), value.span().start),
        key: KEY.to_owned(),
        problem: format!("{problem}: allowed are {}", names()),
    };
    let DeValue::String(name) = value.get_ref() else {
        return Err(refused("a fabric is named by a string".to_owned()));
    };
    let fabric = Fabric::named(name);
    let fabric = fabric.ok_or_else(|| refused(format!("no fabric is named {name}")))?;
    let said = Fabric::values(&mut Scene::DEFAULT.clone()).map(|(key, _)| {
        let (of, key) = key.split_once('.').unwrap_or_default();
        table(document, of).is_some_and(|values| values.contains_key(key))
    });
    Ok(Some(Named { fabric, said }))
}

/// A table of a document.
fn table<'a, 'i>(document: &'a mut DeTable<'i>, name: &str) -> Option<&'a mut DeTable<'i>> {
    match document.get_mut(name).map(Spanned::get_mut) {
        Some(DeValue::Table(table)) => Some(table),
        _ => None,
    }
}

/// The names that are allowed.
fn names() -> String {
    let names: Vec<_> = Fabric::all().iter().map(|fabric| fabric.name).collect();
    names.join(", ")
}

impl Named {
    /// Sets what the file does not say, on the scene's own grid.
    pub(super) fn set(&self, scene: &mut Scene) {
        let mut made = *scene;
        self.fabric.apply(&mut made, GridSize::of(scene));
        let made = Fabric::values(&mut made);
        for (i, (_, value)) in Fabric::values(scene).into_iter().enumerate() {
            if !self.said[i] {
                *value = *made[i].1;
            }
        }
    }
}

/// Adds the key to those that are allowed where an unknown one is in `[cloth]`: the engine's cloth
/// has no such value.
pub(super) fn add_key(mut error: SceneFileError) -> SceneFileError {
    if error.key.starts_with("cloth.") && error.problem.starts_with("unknown key") {
        error.problem = error
            .problem
            .replace("expected one of ", "expected one of fabric, ");
    }
    error
}
