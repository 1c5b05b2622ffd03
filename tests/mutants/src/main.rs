//! All of cargo-mutants' changes to the engine's kernels, contacts and integrators, tried in hours instead
//! of days: they are built once, all of them, and `CLOTH_MUTANT` switches one on.
//!
//! What survives the engine's own tests meets the kept bits of all scenes and methods, then the soak. The laws
//! take minutes each time: `--stages` says which of them. Those that cannot be switched, in constants for
//! example, are named at the end: cargo-mutants itself tries them.
//!
//! ```sh
//! cargo run --release --manifest-path tests/mutants/Cargo.toml -- [--every N] [--stages 'NAME[=FILTER,…] …'] [REGEX]
//! ```
//!
//! `--every N`: of N mutants one. `--stages`: instead of `lib golden methods soak`, for example
//! `laws=schemes_,momentum`, the laws whose names have one of these words. REGEX: the mutants whose name it
//! matches. Needs cargo-mutants.

mod switch;
mod trial;

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

const FILES: [&str; 4] = ["constraint", "collide", "self_collide", "integrate"];

/// As `cargo mutants --list --json` prints it.
#[derive(Debug, Deserialize)]
pub struct Mutant {
    file: PathBuf,
    name: String,
    genre: String,
    replacement: String,
    span: Span,
}

#[derive(Debug, Deserialize)]
struct Span {
    start: Place,
}

#[derive(Debug, Deserialize)]
struct Place {
    line: usize,
    column: usize,
}

/// What is asked for.
struct Asked {
    every: usize,
    stages: String,
    regex: Option<String>,
}

fn asked() -> io::Result<Asked> {
    let mut asked = Asked {
        every: 1,
        stages: "lib golden methods soak".to_owned(),
        regex: None,
    };
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--stages" => {
                let stages = arguments.next().filter(|it| !it.trim().is_empty());
                asked.stages = stages.ok_or_else(|| io::Error::other("--stages: which?"))?;
            }
            "--every" => {
                let n = arguments
                    .next()
                    .and_then(|n| n.parse().ok())
                    .filter(|n| *n > 0);
                asked.every =
                    n.ok_or_else(|| io::Error::other("--every: a whole number from 1 on"))?;
            }
            _ => asked.regex = Some(argument),
        }
    }
    Ok(asked)
}

fn main() -> io::Result<()> {
    let asked = asked()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let tree = root.join("target/mutants/tree");
    let mutants = list(&root, asked.regex)?;
    copy(&root, &tree)?;
    let (switched, refused) = put_in(&root, &tree, &mutants)?;
    eprintln!(
        "{} mutants, {} can be switched, {} do not compile",
        mutants.len(),
        switched.len(),
        refused.len()
    );
    let stages = trial::build(&tree, &asked.stages)?;
    let tried: Numbers = switched
        .iter()
        .copied()
        .filter(|n| n % asked.every == 0)
        .collect();
    let survivors = trial::run(&stages, &tried)?;
    println!(
        "{} of {} caught; survivors:",
        tried.len() - survivors.len(),
        tried.len()
    );
    for n in &survivors {
        println!("  {n} {}", mutants[n - 1].name);
    }
    println!("not switched, for cargo-mutants:");
    for (i, mutant) in mutants.iter().enumerate() {
        if !switched.contains(&(i + 1)) && !refused.contains(&(i + 1)) {
            println!("  {}", mutant.name);
        }
    }
    println!("not taken by the compiler:");
    for n in &refused {
        println!("  {}", mutants[n - 1].name);
    }
    Ok(())
}

fn list(root: &Path, regex: Option<String>) -> io::Result<Vec<Mutant>> {
    let mut command = Command::new("cargo");
    command.current_dir(root).args([
        "mutants",
        "--list",
        "--json",
        "-p",
        "cloth-core",
        "-e",
        "**/tests.rs",
    ]);
    for folder in FILES {
        command.args(["-f", &format!("cloth-core/src/{folder}/**")]);
    }
    if let Some(regex) = regex {
        command.args(["--re", &regex]);
    }
    let out = command.stderr(Stdio::inherit()).output()?;
    serde_json::from_slice(&out.stdout)
        .map_err(|e| io::Error::other(format!("cargo mutants --list: {e}")))
}

/// What git knows of, as it is in the folder, and nothing else.
fn copy(root: &Path, tree: &Path) -> io::Result<()> {
    let out = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "-z"])
        .output()?;
    let names = String::from_utf8_lossy(&out.stdout);
    let names = names.split('\0').filter(|name| !name.is_empty());
    let known: BTreeSet<PathBuf> = names.map(|name| tree.join(name)).collect();
    for to in &known {
        fs::create_dir_all(to.parent().expect("a folder"))?;
        // A file that has not changed keeps its time, and what was built of it is built.
        let text = fs::read(root.join(to.strip_prefix(tree).expect("within it")))?;
        if fs::read(to).ok().as_ref() != Some(&text) {
            fs::write(to, text)?;
        }
    }
    remove_others(tree, &known)
}

/// A test that has since been moved would be there twice.
fn remove_others(folder: &Path, known: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, known)?;
        } else if !known.contains(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

type Numbers = BTreeSet<usize>;

/// Edits the copy until it compiles; which mutants it has, and which the compiler did not take.
fn put_in(root: &Path, tree: &Path, mutants: &[Mutant]) -> io::Result<(Numbers, Numbers)> {
    let lib = "cloth-core/src/lib.rs";
    fs::write(
        tree.join(lib),
        fs::read_to_string(root.join(lib))? + switch::SWITCH,
    )?;
    let mut files: BTreeMap<&Path, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (i, mutant) in mutants.iter().enumerate() {
        files.entry(&mutant.file).or_default().push((i + 1, mutant));
    }
    let mut refused = Numbers::new();
    loop {
        let mut switched = Numbers::new();
        for (file, mutants) in &files {
            let mutants: Vec<_> = mutants
                .iter()
                .filter(|(n, _)| !refused.contains(n))
                .copied()
                .collect();
            let text = fs::read_to_string(root.join(file))?;
            let (text, numbers) = switch::switched(&text, &mutants).map_err(io::Error::other)?;
            fs::write(tree.join(file), text)?;
            switched.extend(numbers);
        }
        let wrong = not_taken(tree)?;
        if wrong.is_empty() {
            return Ok((switched, refused));
        }
        eprintln!("{} mutants do not compile", wrong.len());
        refused.extend(wrong);
    }
}

#[derive(Deserialize)]
struct Line {
    message: Option<Message>,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    rendered: Option<String>,
    spans: Vec<Where>,
}

#[derive(Deserialize)]
struct Where {
    file_name: PathBuf,
    byte_start: usize,
    is_primary: bool,
}

/// The mutants in which the compiler finds errors.
fn not_taken(tree: &Path) -> io::Result<Numbers> {
    let out = cargo(tree)
        .args([
            "check",
            "--message-format=json",
            "-p",
            "cloth-core",
            "--features",
            "micromath,host",
        ])
        .output()?;
    let mut numbers = Numbers::new();
    let mut errors = String::new();
    for line in String::from_utf8_lossy(&out.stdout).lines() {
        let Ok(Line {
            message: Some(message),
        }) = serde_json::from_str(line)
        else {
            continue;
        };
        if message.level != "error" {
            continue;
        }
        errors += &message.rendered.unwrap_or_default();
        for place in message.spans.iter().filter(|place| place.is_primary) {
            let text = fs::read(tree.join(&place.file_name))?;
            numbers.extend(at(&String::from_utf8_lossy(&text), place.byte_start));
        }
    }
    if !out.status.success() && numbers.is_empty() {
        return Err(io::Error::other(format!(
            "no mutant is to blame:\n{errors}{}",
            String::from_utf8_lossy(&out.stderr)
        )));
    }
    Ok(numbers)
}

/// The mutant of this line, or all of the innermost place around it.
fn at(text: &str, byte: usize) -> Vec<usize> {
    let line = text[..byte].rfind('\n').map_or(0, |i| i + 1);
    if let Some(rest) = text[line..].strip_prefix("/*")
        && let Ok(n) = rest.split("*/").next().unwrap_or("").parse()
    {
        return vec![n];
    }
    let mut open = Vec::new();
    let mut i = 0;
    while let Some(found) = text[i..byte].find("/*") {
        i += found + 2;
        match text.as_bytes()[i] {
            b'<' => open.push(i + 1),
            b'>' => drop(open.pop()),
            _ => {}
        }
    }
    let numbers = open
        .last()
        .map_or("", |&i| text[i..].split("*/").next().unwrap_or(""));
    numbers
        .split_whitespace()
        .filter_map(|n| n.parse().ok())
        .collect()
}

/// What is denied elsewhere is not looked at here.
pub fn cargo(tree: &Path) -> Command {
    let mut command = Command::new("cargo");
    command
        .current_dir(tree)
        .env("RUSTFLAGS", "--cap-lints=allow")
        .env("CARGO_TARGET_DIR", tree.join("../build"));
    command
}
