//! Whether all that a command names is there: packages, features, tests, examples, scripts, images.
//! The commands themselves are run by tests of the viewer and of `cloth-bench`, by `examples`, and by the
//! scripts in `tests`, or they take minutes to hours.

use crate::commands::Told;
use std::fs;
use std::path::Path;

/// Whether there is all that a command names.
pub fn is_known(root: &Path, told: &Told) -> bool {
    let all: Vec<_> = told.words.iter().map(String::as_str).collect();
    // Settings of the environment stand before it.
    let words = match all[..] {
        [first, ..] if first.contains('=') => {
            let cargo = all.iter().position(|word| *word == "cargo");
            &all[cargo.unwrap_or(all.len())..]
        }
        _ => &all[..],
    };
    match words {
        ["cargo", words @ ..] => Cargo::new(root, words).is_known(),
        _ => is_script(root, words),
    }
}

/// Where a package lies.
fn folder(package: &str) -> &str {
    match package {
        "cloth-tests" => "tests",
        "cloth-fuzz" => "tests/fuzz",
        "cloth-web" => "cloth-viewer/web",
        package => package,
    }
}

/// A command of Cargo's: what is its own and what stands behind `--`.
struct Cargo<'a> {
    root: &'a Path,
    command: &'a str,
    own: &'a [&'a str],
    others: &'a [&'a str],
    folder: &'a str,
}

impl<'a> Cargo<'a> {
    fn new(root: &'a Path, words: &'a [&'a str]) -> Self {
        let words = match words {
            [toolchain, words @ ..] if toolchain.starts_with('+') => words,
            _ => words,
        };
        let (command, words) = words.split_first().unwrap_or((&"", &[]));
        let end = words.iter().position(|word| *word == "--");
        let (own, others) = words.split_at(end.unwrap_or(words.len()));
        let package = own.iter().position(|word| *word == "-p");
        let package = package
            .and_then(|at| own.get(at + 1))
            .unwrap_or(&"cloth-viewer");
        Self {
            root,
            command,
            own,
            others,
            folder: folder(package),
        }
    }

    fn exists(&self, path: &str) -> bool {
        self.root.join(self.folder).join(path).exists()
    }

    fn is_known(&self) -> bool {
        match self.command {
            "generate" => {
                // Its name alone is no command.
                if self.own.is_empty() {
                    return true;
                }
                let board = self.own.get(2).copied().unwrap_or_default();
                return self.own.first() == Some(&"--path") && is_image(self.root, board, "f32-8");
            }
            "install" => return self.is_of_the_lock_file(),
            "run" | "build" | "rustc" | "test" | "bench" | "check" | "doc" | "update" => {}
            "mutants" | "llvm-lines" => {}
            "miri" => return self.own.first() == Some(&"test"),
            _ => return false,
        }
        let filters = match self.command {
            "test" => self.others.get(1..).unwrap_or_default(),
            _ => &[],
        };
        self.exists("Cargo.toml")
            && self.options_are_known()
            && (filters.iter().filter(|word| !word.starts_with('-')))
                .all(|word| self.has_test(word))
    }

    fn options_are_known(&self) -> bool {
        let mut words = self.own.iter();
        while let Some(&word) = words.next() {
            let mut value = || words.next().copied().unwrap_or_default();
            let known = match word {
                "--release" | "--lib" | "--workspace" | "--no-run" | "--open" | "--shuffle" => true,
                "--crate-type" => value() == "staticlib",
                "--target" => value().split('-').count() >= 3,
                "--profile" => has_line(
                    &self.root.join("Cargo.toml"),
                    &format!("[profile.{}]", value()),
                ),
                "--features" => value().split(',').all(|name| self.has_feature(name)),
                "-p" => self.root.join(folder(value())).exists(),
                "--manifest-path" => self.root.join(value()).exists(),
                "--test" => {
                    let name = value();
                    [format!("tests/{name}.rs"), format!("tests/{name}/main.rs")]
                        .iter()
                        .any(|path| self.exists(path))
                }
                "--bench" => self.exists(&format!("benches/{}.rs", value())),
                "--example" => self.has_example(value()),
                "--bin" => is_image(self.root, "pico", value()),
                "-f" => {
                    let folder = value().trim_matches('"').trim_end_matches("/**");
                    self.root.join(folder).exists()
                }
                // Of a program that cargo-mutants calls.
                word if word.starts_with("--cargo-arg=--") => true,
                word => self.command == "test" && self.has_test(word),
            };
            if !known {
                return false;
            }
        }
        true
    }

    /// An example of the engine or of the tests is one that `examples` runs, too.
    fn has_example(&self, name: &str) -> bool {
        let path = format!("{}/examples/{name}.rs", self.folder);
        let run = fs::read_to_string(self.root.join("tests/tests/examples.rs")).expect("text");
        let by_test = ["cloth-core", "tests"].contains(&self.folder);
        self.root.join(&path).exists() && (!by_test || run.contains(&format!("mod {name};")))
    }

    fn has_feature(&self, name: &str) -> bool {
        let (package, name) = name.split_once('/').unwrap_or((self.folder, name));
        let manifest = self.root.join(folder(package)).join("Cargo.toml");
        has_line(&manifest, &format!("{name} = "))
    }

    /// Whether a test or a file of tests has this name.
    fn has_test(&self, name: &str) -> bool {
        let folder = self.root.join(self.folder);
        let is_in = |part: &str| mentions(&folder.join(part), name);
        !name.starts_with('-') && (is_in("tests") || is_in("src"))
    }

    fn is_of_the_lock_file(&self) -> bool {
        let ["gungraun-runner", "--version", version] = self.own else {
            return false;
        };
        let lock = fs::read_to_string(self.root.join("Cargo.lock")).expect("text");
        lock.contains(&format!("name = \"gungraun\"\nversion = \"{version}\""))
    }
}

/// Whether a line of the file begins so.
fn has_line(path: &Path, start: &str) -> bool {
    let text = fs::read_to_string(path);
    text.is_ok_and(|text| text.lines().any(|line| line.starts_with(start)))
}

/// Whether a file of the folder has this name, or a function that does.
fn mentions(folder: &Path, name: &str) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| {
        if path.is_dir() {
            return mentions(&path, name);
        }
        path.file_stem().is_some_and(|stem| stem == name)
            || fs::read_to_string(&path).is_ok_and(|text| text.contains(&format!("fn {name}")))
    })
}

/// Whether a board has this image.
fn is_image(root: &Path, board: &str, name: &str) -> bool {
    let folder = root.join("cloth-bench/boards").join(board).join("src");
    match name {
        "demo" => folder.join("bin/demo.rs").exists(),
        name => folder.join("main.rs").exists() && is_cloth(name),
    }
}

/// Whether it is the name of an image that measures a cloth: `fixed-16`.
fn is_cloth(name: &str) -> bool {
    name.split_once('-').is_some_and(|(kind, side)| {
        ["f32", "fixed", "folded", "textbook"].contains(&kind) && side.parse::<usize>().is_ok()
    })
}

/// Whether what is no command of Cargo's is there, with the machines, images and targets that it names.
fn is_script(root: &Path, words: &[&str]) -> bool {
    let exists = |path: &str| root.join(path).exists();
    let machine = |name: &str| {
        let machines = fs::read_to_string(root.join("cloth-bench/firmware/machines.txt"));
        let machines = machines.expect("text");
        machines
            .lines()
            .any(|line| line.starts_with(&format!("{name} ")))
    };
    let image = |name: &&str| {
        is_cloth(name) || exists(&format!("cloth-bench/firmware/emulated/src/bin/{name}.rs"))
    };
    match *words {
        ["cd", folder] => exists(folder),
        ["tests/run"] | ["tests/run", "quick" | "all"] => true,
        ["cloth-bench/firmware/build", name, ref images @ ..] => {
            machine(name) && !images.is_empty() && images.iter().all(image)
        }
        ["cloth-bench/firmware/run", name, ..] => machine(name),
        // Run by tests/web and tests/firmware.
        [program @ ("cloth-viewer/web/build" | "cloth-viewer/web/serve" | "cloth-bench/c/run")] => {
            exists(program)
        }
        // Run by tests/boards and tests/templates.
        ["cloth-bench/boards/build", board, name] => is_image(root, board, name),
        ["cloth-bench/firmware/unicorn/run", board, _] => is_image(root, board, "f32-8"),
        [
            "cloth-bench/firmware/unicorn/run",
            board,
            _,
            "--display",
            _,
            _,
            _,
        ] => is_image(root, board, "demo"),
        ["cloth-bench/boards/dist", ref images @ ..] => images.iter().all(|one| {
            one.split_once('/')
                .is_some_and(|(board, name)| is_image(root, board, name))
        }),
        [program @ "cloth-bench/firmware/rp2040js/run", ..] => exists(program),
        ["tests/fuzz/run", target, "keep" | "600"] => {
            exists(&format!("tests/fuzz/corpus/{target}"))
        }
        [program @ "tests/publish", "--semver", _] => exists(program),
        ["rustup", "target", "add", target] => target.starts_with("thumb"),
        _ => false,
    }
}
