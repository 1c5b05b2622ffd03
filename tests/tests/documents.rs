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

/// The lines of a document with where they stand, without blocks of code: a `#` or a bracket there is
/// neither a heading nor a link.
fn prose(path: &Path) -> Vec<(String, String)> {
    let mut code = false;
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    });
    let place = |i| format!("{}:{}", path.display(), i + 1);
    lines.map(|(i, line)| (place(i), line.into())).collect()
}

/// The anchor that GitHub makes of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase().replace(' ', "-");
    kept.chars()
        .filter(|c| c.is_alphanumeric() || "-_".contains(*c))
        .collect()
}

/// Whether a link of a document leads somewhere. Addresses of other machines are not requested; `cargo doc`
/// checks those of items.
fn leads(from: &Path, link: &str) -> bool {
    let link = link.split_whitespace().next().unwrap_or_default();
    let (file, wanted) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => from.to_path_buf(),
        file => from.with_file_name("").join(file),
    };
    let has_heading = || {
        let lines = prose(&target);
        let mut headings = lines.iter().filter(|(_, line)| line.starts_with('#'));
        headings.any(|(_, line)| anchor(line.trim_start_matches('#')) == wanted)
    };
    let elsewhere = link.contains("://") || link.starts_with("crate");
    elsewhere || target.exists() && (wanted.is_empty() || has_heading())
}

#[test]
fn every_link_leads_somewhere() {
    let (mut all, mut links, mut faults) = (Vec::new(), 0, Vec::new());
    documents(&root(), &mut all);
    for path in all {
        for (place, line) in prose(&path) {
            // A link's text may go on in the next line, its target does not.
            for (at, _) in line.match_indices("](") {
                links += 1;
                let link = line[at + 2..].split(')').next().unwrap_or_default();
                if !leads(&path, link) {
                    faults.push(format!("{place}: {link}"));
                }
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
    let mut names = ["-p", "--test", "--bench", "--example"]
        .into_iter()
        .filter_map(option);
    names.all(named)
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
    let said = cargo
        .current_dir(root())
        .output()
        .expect("cargo runs")
        .stdout;
    let known = String::from_utf8(said).expect("text");
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
