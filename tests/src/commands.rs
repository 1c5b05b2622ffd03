//! The commands that the documents tell their readers to type.
//!
//! Each program's own tests run those that are its own, on small grids and for a few steps; a test of
//! the documents holds that none is left over.

// Each test that includes this file uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// A command, and where it stands.
#[derive(Clone, Debug)]
pub struct Told {
    /// File and line.
    pub place: String,
    /// Its words, without a comment behind it.
    pub words: Vec<String>,
}

impl Told {
    fn new(place: String, line: &str) -> Self {
        let line = line.split(" #").next().unwrap_or_default();
        let words = line.split_whitespace().map(Into::into).collect();
        Self { place, words }
    }

    /// The words after those of `start`, if it begins with them.
    pub fn after(&self, start: &str) -> Option<Vec<String>> {
        let start: Vec<_> = start.split_whitespace().collect();
        let rest = self.words.get(start.len()..)?;
        (self.words[..start.len()] == start[..]).then(|| rest.to_vec())
    }
}

/// Gives an option a value in place of the one that it has, or at the end.
pub fn set(words: &mut Vec<String>, option: &str, value: &str) {
    match words.iter().position(|word| word == option) {
        Some(at) => words[at + 1] = value.into(),
        None => words.extend([option.into(), value.into()]),
    }
}

/// README.md and the documents of docs/.
pub fn documents(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join("docs")).expect("docs/").flatten();
    let mut all: Vec<_> = entries.map(|entry| entry.path()).collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    all.extend([root.join("README.md"), root.join("docs/gallery/README.md")]);
    all.sort();
    all
}

/// All commands: lines of blocks marked `sh`, and what begins with `cargo` within a line.
pub fn commands(root: &Path) -> Vec<Told> {
    let mut found = Vec::new();
    for path in documents(root) {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut block = None;
        for (i, line) in text.lines().enumerate() {
            let place = || format!("{}:{}", path.display(), i + 1);
            if let Some(language) = line.strip_prefix("```") {
                block = block.is_none().then_some(language == "sh");
            } else if block == Some(true) && !line.trim().is_empty() {
                let parts = line.split(" #").next().unwrap_or_default().split("&&");
                found.extend(parts.map(|part| Told::new(place(), part)));
            } else if block.is_none() {
                let spans = line.split('`').skip(1).step_by(2);
                let spans = spans.filter(|span| span.starts_with("cargo "));
                found.extend(spans.map(|span| Told::new(place(), span)));
            }
        }
    }
    found
}
