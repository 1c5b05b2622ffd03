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
    /// The command of a line.
    pub fn new(place: String, line: &str) -> Self {
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

/// The documents of docs/, and others.
const OTHERS: &str = "README.md ARCHITECTURE.md CONTRIBUTING.md cloth-core/README.md \
    cloth-bench/c/README.md docs/gallery/README.md";

/// All documents whose commands are tried.
pub fn documents(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join("docs")).expect("docs/").flatten();
    let mut all: Vec<_> = entries.map(|entry| entry.path()).collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    all.extend(OTHERS.split(' ').map(|name| root.join(name)));
    all.sort();
    all
}

/// All commands: lines of blocks marked `sh`, and of what is marked within a paragraph that which begins
/// with `cargo` or a setting before it. It may go on in the next line.
pub fn commands(root: &Path) -> Vec<Told> {
    let mut found = Vec::new();
    for path in documents(root) {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let (mut block, mut paragraph) = (None, String::new());
        for (i, line) in text.lines().chain([""]).enumerate() {
            let place = || format!("{}:{}", path.display(), i + 1);
            let fence = line.strip_prefix("```");
            if block.is_none() && (fence.is_some() || line.is_empty()) {
                let spans = paragraph.split('`').skip(1).step_by(2);
                found.extend(spans.map(|span| Told::new(place(), span)).filter(is_cargo));
                paragraph.clear();
            }
            if let Some(language) = fence {
                block = block.is_none().then_some(language == "sh");
            } else if block == Some(true) && !line.trim().is_empty() {
                let parts = line.split(" #").next().unwrap_or_default().split("&&");
                found.extend(parts.map(|part| Told::new(place(), part)));
            } else if block.is_none() {
                paragraph += &format!("{line} ");
            }
        }
    }
    found
}

/// Whether a command is one of Cargo's, and not its name alone.
fn is_cargo(told: &Told) -> bool {
    let mut words = told.words.iter().skip_while(|word| word.contains('='));
    words.next().is_some_and(|word| word == "cargo") && words.next().is_some()
}
