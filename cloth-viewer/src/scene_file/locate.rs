//! Where in the text a fault is: its line and its key.

use super::SceneFileError;
use cloth_core::Scene;
use cloth_core::SettingError;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A fault that the TOML reader found.
pub(super) fn fault(text: &str, file: &str, error: &toml::de::Error) -> SceneFileError {
    let document = DeTable::parse(text).ok();
    let table = document.as_ref().map(Spanned::get_ref);
    let span = error.span().unwrap_or(0..0);
    SceneFileError {
        file: file.to_owned(),
        line: line_of(text.as_bytes(), span.start),
        key: table
            .and_then(|table| key_at(table, &span))
            .unwrap_or_default(),
        problem: plain(error.message()),
    }
}

/// A value that [`Scene::validate`] refused.
pub(super) fn out_of_range(
    text: &str,
    file: &str,
    scene: &Scene,
    error: &SettingError,
) -> SceneFileError {
    let start = DeTable::parse(text).ok().and_then(|document| {
        let mut path = error.key.split('.');
        span_of(document.get_ref(), &mut path, &|list| guilty(scene, list))
    });
    SceneFileError {
        file: file.to_owned(),
        line: line_of(text.as_bytes(), start.unwrap_or(0)),
        key: error.key.to_owned(),
        problem: format!(
            "{} is out of range: allowed is {}",
            error.value, error.allowed
        ),
    }
}

/// A scene beside that there is not.
pub(super) fn unknown_scene(text: &str, file: &str, name: &str, names: &[&str]) -> SceneFileError {
    let start = DeTable::parse(text).ok().and_then(|document| {
        let mut path = ["beside"].into_iter();
        span_of(document.get_ref(), &mut path, &|_| 0)
    });
    SceneFileError {
        file: file.to_owned(),
        line: line_of(text.as_bytes(), start.unwrap_or(0)),
        key: "beside".to_owned(),
        problem: format!(
            "no scene of the library is named {name}: allowed are {}",
            names.join(", ")
        ),
    }
}

/// Bytes that are not UTF-8.
pub(super) fn not_utf8(file: &str, bytes: &[u8], error: std::str::Utf8Error) -> SceneFileError {
    SceneFileError {
        file: file.to_owned(),
        line: line_of(bytes, error.valid_up_to()),
        key: String::new(),
        problem: "not a text file: scene files are TOML in UTF-8".to_owned(),
    }
}

/// Line of a byte, counted from 1.
pub(super) fn line_of(text: &[u8], byte: usize) -> usize {
    let before = &text[..byte.min(text.len())];
    1 + before.iter().filter(|&&b| b == b'\n').count()
}

/// Rust's words in serde's messages, in plain English.
pub(crate) fn plain(message: &str) -> String {
    let mut message = message.replace('`', "");
    for (rust, words) in [
        ("floating point", "number"),
        ("expected f64", "expected a number"),
        ("expected usize", "expected a whole number of 0 or more"),
        (
            "expected u32",
            "expected a whole number from 0 to 4294967295",
        ),
        (
            "expected an array of length 3",
            "expected a list of 3 numbers",
        ),
        ("unknown field", "unknown key"),
        ("unexpected keys in table:", "unknown key"),
        ("available keys:", "expected one of"),
        ("missing field", "missing key"),
        ("unknown variant", "unknown value"),
    ] {
        message = message.replace(rust, words);
    }
    message
}

/// The keys down to the innermost value or key that covers a place.
fn key_at(table: &DeTable<'_>, place: &Range<usize>) -> Option<String> {
    table.iter().find_map(|(key, value)| {
        let name = key.get_ref();
        let covers = |span: Range<usize>| span.start <= place.start && place.end <= span.end;
        let inside = match value.get_ref() {
            DeValue::Table(inner) => key_at(inner, place),
            DeValue::Array(items) => items.iter().find_map(|item| match item.get_ref() {
                DeValue::Table(inner) => key_at(inner, place),
                _ => None,
            }),
            _ => None,
        };
        match inside {
            Some(rest) => Some(format!("{name}.{rest}")),
            None if place.end == 0 => None,
            None if covers(key.span()) || covers(value.span()) => Some(name.to_string()),
            None => None,
        }
    })
}

/// Where the value at a key path starts, or the innermost of its tables that is there. Of a list
/// of tables `choose` names the one that is meant.
fn span_of<'a>(
    table: &DeTable<'_>,
    path: &mut impl Iterator<Item = &'a str>,
    choose: &dyn Fn(&str) -> usize,
) -> Option<usize> {
    let name = path.next()?;
    let (key, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
    let inner = match value.get_ref() {
        DeValue::Table(inner) => span_of(inner, path, choose),
        DeValue::Array(items) => match items.get(choose(name)) {
            Some(item) => match item.get_ref() {
                DeValue::Table(inner) => span_of(inner, path, choose).or(Some(item.span().start)),
                _ => None,
            },
            None => None,
        },
        _ => None,
    };
    inner.or(Some(key.span().start))
}

/// Which collider or place of a scene is out of range, counted from 0.
fn guilty(scene: &Scene, list: &str) -> usize {
    let faulty = |alone: Scene| alone.validate().is_err();
    let found = match list {
        "colliders" => scene.colliders.iter().position(|&collider| {
            let mut alone = Scene::DEFAULT;
            alone.colliders.push(collider).is_ok() && faulty(alone)
        }),
        _ => scene.pins.places.iter().position(|&place| {
            let mut alone = Scene::DEFAULT;
            alone.pins.places.push(place).is_ok() && faulty(alone)
        }),
    };
    found.unwrap_or(0)
}
