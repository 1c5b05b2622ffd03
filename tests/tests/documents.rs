//! The documents: links lead somewhere, and what a command names is there.

#[path = "../src/commands.rs"]
mod commands;

use commands::{Told, commands};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Markdown files of the repository, without what others wrote.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let foreign = name.starts_with('.') || name == "target" || name == "node_modules";
        if path.is_dir() && !foreign {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// Whether a link of a document leads to a file. Addresses of other machines are not requested; `cargo doc` checks
/// those of items.
fn leads(from: &Path, link: &str) -> bool {
    let file = link.split(['#', ' ']).next().unwrap_or_default();
    let elsewhere = link.contains("://") || link.starts_with("crate");
    elsewhere || from.with_file_name("").join(file).exists()
}

#[test]
fn every_link_leads_somewhere() {
    let (mut all, mut links, mut faults) = (Vec::new(), 0, Vec::new());
    documents(&root(), &mut all);
    for path in all {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for (at, _) in text.match_indices("](") {
            links += 1;
            let link = text[at + 2..].split(')').next().unwrap_or_default();
            if !leads(&path, link) {
                faults.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(links >= 30 && faults.is_empty(), "{links}: {faults:#?}");
}

/// Whether the packages, targets, profiles and features that a command of Cargo's names are there; `known` is what
/// `cargo metadata` says.
fn cargo_knows(known: &str, words: &[String]) -> bool {
    let option = |name: &str| {
        let at = words.iter().position(|word| word == name);
        at.map(|at| &*words[at + 1])
    };
    let named = |name: &str| known.contains(&format!("\"name\":\"{name}\""));
    let feature = |name: &str| {
        let name = name.rsplit('/').next().unwrap_or(name);
        known.contains(&format!("\"{name}\":["))
    };
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("text");
    let profile = |name: &str| manifest.contains(&format!("[profile.{name}]"));
    let targets = ["-p", "--test", "--bench", "--example"];
    targets.into_iter().filter_map(option).all(named)
        && option("--manifest-path").is_none_or(|path| root().join(path).exists())
        && option("--profile").is_none_or(profile)
        && option("--features").is_none_or(|names| names.split(',').all(feature))
}

/// Whether what a command names is there. The commands themselves are run by tests of the viewer and of
/// `cloth-bench`, by `examples`, and by the scripts in `tests`, or they take minutes to hours.
fn is_known(known: &str, told: &Told) -> bool {
    // Settings of the environment stand before it, some of several words.
    let cargo = told.words.iter().position(|word| word == "cargo");
    let is_set = told.words.first().is_some_and(|word| word.contains('='));
    match &told.words[cargo.filter(|_| is_set).unwrap_or(0)..] {
        [] => true,
        [program, words @ ..] if program == "cargo" => cargo_knows(known, words),
        [program, ..] if program == "rustup" => true,
        [program, path, ..] if program == "cd" => root().join(path).exists(),
        [program, ..] => program.contains('/') && root().join(program).exists(),
    }
}

#[test]
fn what_every_command_names_is_there() {
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.args(["metadata", "--offline", "--no-deps", "--format-version=1"]);
    let output = cargo.current_dir(root()).output().expect("cargo runs");
    let known = String::from_utf8(output.stdout).expect("text");
    let all = commands(&root());
    assert!(all.len() >= 40, "{}", all.len());
    let unknown: Vec<_> = all.iter().filter(|told| !is_known(&known, told)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    for line in [
        "cargo run --release -p cloth-core --example smalest",
        "cargo run --release -p cloth-cores -- host",
        "cargo test --profile cheked -p cloth-core --lib",
        "cargo test -p cloth-core --features micromat --lib",
        "cargo bench -p cloth-bench --bench times",
        "tests/runs quick",
    ] {
        assert!(!is_known(&known, &Told::new(String::new(), line)), "{line}");
    }
}
