//! The documents' form: the README's length, links, tables, commands.

#[path = "../../src/commands.rs"]
mod commands;
mod known;

use commands::{Told, commands};
use known::is_known;
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

/// A document's lines with their numbers, without blocks of code: a `#` or a bracket there is neither a
/// heading nor a link.
fn prose(path: &Path) -> Vec<(usize, String)> {
    let mut code = false;
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    });
    lines.map(|(i, line)| (i + 1, line.into())).collect()
}

/// The anchor that GitHub makes of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    kept.collect()
}

/// Whether a link of a document leads somewhere. Addresses of other machines are not asked for.
fn leads(from: &Path, link: &str) -> bool {
    let link = link.split_whitespace().next().unwrap_or_default();
    if link.contains("://") {
        return true;
    }
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
    target.exists() && (wanted.is_empty() || has_heading())
}

fn all() -> Vec<PathBuf> {
    let mut found = Vec::new();
    documents(&root(), &mut found);
    assert!(found.len() >= 10, "{found:?}");
    found
}

/// Words as `wc -w` counts them.
#[test]
fn the_readme_takes_two_minutes() {
    let text = fs::read_to_string(root().join("README.md")).expect("text");
    let words = text.split_whitespace().count();
    assert!(words < 800, "{words} words");
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let (mut links, mut faults) = (0, Vec::new());
    for path in all() {
        // A link's text may go on in the next line, its target does not.
        for (number, line) in prose(&path) {
            for (_, rest) in line.match_indices("](").map(|(i, _)| line.split_at(i + 2)) {
                links += 1;
                let link = rest.split(')').next().unwrap_or_default();
                if !leads(&path, link) {
                    faults.push(format!("{}:{number}: {link}", path.display()));
                }
            }
        }
    }
    assert!(links >= 30, "{links}");
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_table_row_has_as_many_cells_as_its_header() {
    let mut faults = Vec::new();
    for path in all() {
        let (mut columns, mut last) = (None, 0);
        for (number, line) in prose(&path) {
            // A bar behind a backslash is text.
            let cells = line.trim().replace("\\|", "").matches('|').count();
            let in_table = line.trim().starts_with('|');
            columns = columns.filter(|_| in_table && number == last + 1);
            if in_table && *columns.get_or_insert(cells) != cells {
                faults.push(format!("{}:{number}", path.display()));
            }
            last = number;
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Each is run by another test, or names nothing that is not there.
#[test]
fn every_command_can_be_typed() {
    let all = commands(&root());
    assert!(all.len() >= 60, "{}", all.len());
    let unknown: Vec<_> = all.iter().filter(|told| !is_known(&root(), told)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// What is not there is told from what is.
#[test]
fn a_command_that_names_what_is_not_there_is_found() {
    for line in [
        "cargo run --release -p cloth-core --example smalest",
        "cargo run --release -p cloth-cores -- host",
        "cargo run --relase",
        "cargo test --profile cheked -p cloth-core --lib",
        "cargo test --release -p cloth-core --test soaks",
        "cargo test --release -p cloth-tests --test golden v23_every_scene",
        "cargo test -p cloth-core --features micromat --lib",
        "cargo bench -p cloth-bench --bench times",
        "cargo mutants -p cloth-core -f \"cloth-core/src/constraints/**\"",
        "cloth-bench/firmware/build m5f f32-32",
        "tests/runs quick",
    ] {
        assert!(
            !is_known(&root(), &Told::new(String::new(), line)),
            "{line}"
        );
    }
}
