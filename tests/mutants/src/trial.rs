//! One mutant after another against the tests.

use crate::{Numbers, cargo};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{available_parallelism, scope, sleep};
use std::time::{Duration, Instant};

/// A test program, and how long it takes when nothing is wrong.
pub struct Stage {
    name: &'static str,
    program: PathBuf,
    folder: PathBuf,
    run: Vec<String>,
    time: Duration,
}

/// From the quickest to the slowest: name, what is built, what of it is run.
const STAGES: [(&str, &str, &str); 5] = [
    (
        "lib",
        "-p cloth-core --no-default-features --features alloc,micromath --lib",
        "",
    ),
    (
        "golden",
        "-p cloth-tests --features cloth-core/micromath --test golden",
        "",
    ),
    (
        "methods",
        "-p cloth-tests --features cloth-core/micromath --test methods",
        "",
    ),
    (
        "soak",
        "-p cloth-core --features micromath --test soak",
        "f32",
    ),
    (
        "laws",
        "-p cloth-tests --features cloth-core/micromath --test laws",
        "",
    ),
];

/// Builds the stages that are asked for, `NAME` or `NAME=FILTER,FILTER`, and sees that they pass.
pub fn build(tree: &Path, asked: &str) -> io::Result<Vec<Stage>> {
    let asked = asked.split_whitespace();
    asked
        .map(|asked| {
            let (name, filters) = asked.split_once('=').unwrap_or((asked, ""));
            let Some(&(name, what, run)) = STAGES.iter().find(|stage| stage.0 == name) else {
                return Err(io::Error::other(format!("--stages: {name} is none")));
            };
            let run = if filters.is_empty() { run } else { filters };
            let run = run.split(',').filter(|filter| !filter.is_empty());
            stage(tree, name, what, run.map(str::to_owned).collect())
        })
        .collect()
}

fn stage(tree: &Path, name: &'static str, what: &str, run: Vec<String>) -> io::Result<Stage> {
    let began = Instant::now();
    let mut command = cargo(tree);
    command
        .args(["test", "--profile", "checked", "--no-run"])
        .args(what.split(' '));
    let out = command.output()?;
    let text = String::from_utf8_lossy(&out.stderr);
    let program = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Executable "))
        .next();
    let program = program.and_then(|line| line.rsplit_once('(')?.1.strip_suffix(')'));
    let program =
        program.ok_or_else(|| io::Error::other(format!("{name} does not build:\n{text}")))?;
    // Tests run in their package's folder.
    let package = what.split(' ').nth(1).unwrap_or("");
    let folder = tree.join(if package == "cloth-tests" {
        "tests"
    } else {
        package
    });
    let program = tree.join(program);
    let mut stage = Stage {
        name,
        program,
        folder,
        run,
        time: Duration::from_secs(3600),
    };
    eprintln!("{name}: built in {:.0} s", began.elapsed().as_secs_f32());
    let began = Instant::now();
    if stage.catches(0)? {
        return Err(io::Error::other(format!("{name} fails without a mutant")));
    }
    stage.time = began.elapsed();
    eprintln!("{name}: {:.1} s", stage.time.as_secs_f32());
    Ok(stage)
}

impl Stage {
    /// Whether a test fails with this mutant, or it all takes five times as long.
    fn catches(&self, mutant: usize) -> io::Result<bool> {
        let mut child = Command::new(&self.program)
            .current_dir(&self.folder)
            .args(&self.run)
            .env("CLOTH_MUTANT", mutant.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let child = Mutex::new(child);
        let limit = self.time * 5 + Duration::from_secs(20);
        scope(|s| {
            s.spawn(|| kill_late(&child, limit));
            // The first failure is enough.
            if lines
                .map_while(Result::ok)
                .any(|line| line.ends_with("FAILED"))
            {
                let _ = child.lock().expect("lock").kill();
            }
        });
        Ok(!child.into_inner().expect("lock").wait()?.success())
    }
}

fn kill_late(child: &Mutex<Child>, limit: Duration) {
    let end = Instant::now() + limit;
    while Instant::now() < end {
        if !matches!(child.lock().expect("lock").try_wait(), Ok(None)) {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    let _ = child.lock().expect("lock").kill();
}

/// Those that no stage catches; each stage sees those that are left.
pub fn run(stages: &[Stage], mutants: &Numbers) -> io::Result<Vec<usize>> {
    let mut left: Vec<usize> = mutants.iter().copied().collect();
    for stage in stages {
        let began = Instant::now();
        let (next, survivors) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        scope(|s| {
            for _ in 0..available_parallelism().map_or(1, usize::from) {
                s.spawn(|| {
                    while let Some(&n) = left.get(next.fetch_add(1, Relaxed)) {
                        // What cannot be started catches nothing.
                        if !stage.catches(n).unwrap_or(false) {
                            survivors.lock().expect("lock").push(n);
                        }
                    }
                });
            }
        });
        let mut after = survivors.into_inner().expect("lock");
        after.sort_unstable();
        eprintln!(
            "{}: caught {} of {} in {:.0} s",
            stage.name,
            left.len() - after.len(),
            left.len(),
            began.elapsed().as_secs_f32()
        );
        left = after;
        eprintln!("left: {left:?}");
    }
    Ok(left)
}
