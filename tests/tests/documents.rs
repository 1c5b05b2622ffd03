//! The documents' form: the README's length, links, tables, commands.

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

/// Whether all of a command that is not run elsewhere is there: folders, scripts, examples, images.
fn is_known(told: &Told) -> bool {
    let exists = |path: &str| root().join(path).exists();
    let words: Vec<_> = told.words.iter().map(String::as_str).collect();
    let machine = |name: &str| {
        let machines = root().join("cloth-bench/firmware/machines.txt");
        let machines = fs::read_to_string(machines).expect("text");
        machines
            .lines()
            .any(|line| line.starts_with(&format!("{name} ")))
    };
    let image = |name: &str| exists(&format!("cloth-bench/firmware/emulated/src/bin/{name}.rs"));
    let board_image =
        |board: &str, name: &str| exists(&format!("cloth-bench/boards/{board}/src/bin/{name}.rs"));
    match words[..] {
        // Run by the tests of the viewer and of cloth-bench.
        ["cargo", "run", "--release"] | ["cargo", "run", "--release", "--", ..] => true,
        ["cargo", "run", "--release", "-p", "cloth-bench", "--", ..] => true,
        [
            "cargo",
            "run",
            "--release",
            "-p",
            package,
            "--example",
            name,
        ] => exists(&format!("{package}/examples/{name}.rs")),
        // In a board's folder.
        ["cargo", "run", "--release", "--bin", name] => {
            exists(&format!("cloth-bench/boards/pico/src/bin/{name}.rs"))
        }
        ["cd", folder] | [folder @ "tests/run"] => exists(folder),
        ["cloth-bench/firmware/build", name, ref images @ ..] => {
            machine(name) && !images.is_empty() && images.iter().all(|name| image(name))
        }
        ["cloth-bench/firmware/run", name, ..] => machine(name),
        // Run by tests/web.
        [program @ ("cloth-viewer/web/build" | "cloth-viewer/web/serve")] => exists(program),
        // Run by tests/boards and tests/templates.
        ["cloth-bench/boards/build", board, name] => board_image(board, name),
        ["cloth-bench/firmware/unicorn/run", board, _] => board_image(board, "f32-8"),
        ["cloth-bench/boards/dist", ref images @ ..] => images.iter().all(|one| {
            one.split_once('/')
                .is_some_and(|(board, name)| board_image(board, name))
        }),
        [
            "cargo",
            "generate",
            "--path",
            "CHECKOUT/cloth-bench/boards",
            board,
            "--name",
            _,
        ] => board_image(board, "f32-8"),
        [program @ "cloth-bench/firmware/rp2040js/run", ..] => exists(program),
        // What docs/trust.md has takes minutes to hours.
        ["tests/fuzz/run", target, "keep" | "600"] => {
            exists(&format!("tests/fuzz/corpus/{target}"))
        }
        ["valgrind", ..] => true,
        [program @ "tests/publish", "--semver", _] => exists(program),
        [
            "CLOTH_SOAK=10000000",
            "cargo",
            "test",
            "--release",
            "-p",
            package,
            "--test",
            name,
            ..,
        ] => exists(&format!("{package}/tests/{name}.rs")),
        [
            "RUSTFLAGS=-Zsanitizer=address",
            "cargo",
            "+nightly",
            "test",
            ..,
        ] => true,
        ["cargo", "mutants", "-p", package, ..] => exists(package),
        ["cargo", "test", "--profile", "checked", "-p", package, ..] => {
            exists(package) || package == "cloth-fuzz"
        }
        ["cargo", "miri", "test", "-p", package, "--lib"] => exists(package),
        ["cargo", "bench", "-p", "cloth-bench", ..] => true,
        ["cargo", "install", "gungraun-runner", "--version", version] => {
            let lock = fs::read_to_string(root().join("Cargo.lock")).expect("text");
            lock.contains(&format!("name = \"gungraun\"\nversion = \"{version}\""))
        }
        _ => false,
    }
}

#[test]
fn every_command_can_be_typed() {
    let all = commands(&root());
    assert!(all.len() >= 40, "{}", all.len());
    let unknown: Vec<_> = all.iter().filter(|told| !is_known(told)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}
