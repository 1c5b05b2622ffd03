//! What can be wrong with a scene file, and where in its text that is.

use crate::error::{FileError, line_of};
use cloth_core::{Scene, SettingError};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text of a file, and the file's name.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    pub(super) file: &'a str,
}

impl Text<'_> {
    /// A fault that the TOML reader found.
    pub(super) fn fault(self, error: &toml::de::Error) -> FileError {
        let document = DeTable::parse(self.text).ok();
        let table = document.as_ref().map(Spanned::get_ref);
        let span = error.span().unwrap_or(0..0);
        let key = table.and_then(|table| key_at(table, &span));
        let mut problem = plain(error.message());
        // The engine's scene knows nothing of these keys.
        for (first, others) in [
            ("columns, ", "fabric, "),
            ("cloth, ", "name, source, summary, beside, "),
        ] {
            let expected = format!("expected one of {first}");
            let all = format!("expected one of {others}{first}");
            problem = problem.replace(&expected, &all);
        }
        self.at(span.start, key.unwrap_or_default(), problem)
    }

    /// A value that [`Scene::validate`] refused.
    pub(super) fn out_of_range(self, scene: &Scene, error: &SettingError) -> FileError {
        let (value, allowed) = (error.value, error.allowed);
        let problem = format!("{value} is out of range: allowed is {allowed}");
        let start = self.start(error.key, &|list| guilty(scene, list));
        self.at(start, error.key.to_owned(), problem)
    }

    /// A value that the viewer itself refused.
    pub(super) fn wrong(self, key: &str, problem: String) -> FileError {
        self.at(self.start(key, &|_| 0), key.to_owned(), problem)
    }

    fn at(self, start: usize, key: String, problem: String) -> FileError {
        FileError {
            file: self.file.to_owned(),
            line: line_of(self.text.as_bytes(), start),
            key,
            problem,
        }
    }

    fn start(self, key: &str, choose: &dyn Fn(&str) -> usize) -> usize {
        let document = DeTable::parse(self.text).ok();
        let start = document.and_then(|document| {
            let mut path = key.split('.');
            start_of(document.get_ref(), &mut path, choose)
        });
        start.unwrap_or(0)
    }
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
fn start_of<'a>(
    table: &DeTable<'_>,
    path: &mut impl Iterator<Item = &'a str>,
    choose: &dyn Fn(&str) -> usize,
) -> Option<usize> {
    let name = path.next()?;
    let (key, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
    let inner = match value.get_ref() {
        DeValue::Table(inner) => start_of(inner, path, choose),
        DeValue::Array(items) => match items.get(choose(name)) {
            Some(item) => match item.get_ref() {
                DeValue::Table(inner) => start_of(inner, path, choose).or(Some(item.span().start)),
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
