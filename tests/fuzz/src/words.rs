//! Command lines.

use crate::{one, up_to};
use arbitrary::Unstructured;
use clap::Parser;
use cloth_bench::cli::{Arguments, Command};
use cloth_core::host::{GridSize, MAX_SIDE};
use cloth_viewer::cli::Cli;

/// Arguments that there are, and values at which something may end. None that names a place which could
/// be written to.
const WORDS: [&str; 46] = [
    "--list",
    "--grid",
    "--mode",
    "--method",
    "--scalar",
    "--view",
    "--texture",
    "--from",
    "--light",
    "--replay",
    "--headless",
    "--frames",
    "--size",
    "--hash",
    "--stats",
    "flag",
    "drape",
    "tear",
    "no-scene",
    "no-file.toml",
    "8",
    "97x31",
    "0",
    "4096",
    "4097",
    "4096x4096",
    "x",
    "1x",
    "-1",
    "1e9",
    "18446744073709551616",
    "1000000",
    "1000001",
    "64x64",
    "63x64",
    "hooke",
    "xpbd",
    "rk4",
    "fixed",
    "f64",
    "phong",
    "none",
    "front",
    "",
    "é\u{0}x",
    "--",
];

/// As [`WORDS`], of cloth-bench.
const BENCH: [&str; 30] = [
    "host",
    "threads",
    "emulate",
    "import",
    "compare",
    "stability",
    "quality",
    "precision",
    "sweep",
    "stiffness",
    "damping",
    "--grid",
    "--json",
    "--only",
    "--time-limit",
    "--firmware",
    "--substeps",
    "--out",
    "--help",
    "--version",
    "a.log",
    "8",
    "40x20",
    "40×20",
    "4096x4097",
    "0",
    "-1",
    "86401",
    "18446744073709551616",
    "--",
];

/// A program's name and up to six words, some of them with anything at their end.
fn line(program: &str, words: &[&str], choices: &mut Unstructured<'_>) -> Vec<String> {
    let mut line = vec![program.to_owned()];
    for _ in 0..up_to(choices, 6) {
        let mut word = (*one(choices, words)).to_owned();
        if up_to(choices, 7) == 0 {
            let count = up_to(choices, 4);
            let bytes = choices.bytes(count).unwrap_or_default();
            word.push_str(&String::from_utf8_lossy(bytes));
        }
        line.push(word);
    }
    line
}

/// Arguments are refused with a reason, or make a plan; neither panics.
pub fn command_line(choices: &mut Unstructured<'_>) {
    let words = line("cloth-viewer", &WORDS, choices);
    match Cli::try_parse_from(&words) {
        Err(error) => assert!(!error.to_string().is_empty(), "{words:?}"),
        Ok(cli) => {
            if let Err(error) = cli.plan() {
                assert!(!error.to_string().is_empty(), "{words:?}");
            }
        }
    }
}

/// Arguments of cloth-bench are refused with a reason, or name a grid that there is.
pub fn bench_line(choices: &mut Unstructured<'_>) {
    let words = line("cloth-bench", &BENCH, choices);
    let grid = match Arguments::try_parse_from(&words) {
        Err(error) => {
            assert!(!error.to_string().is_empty(), "{words:?}");
            return;
        }
        Ok(arguments) => match arguments.command {
            Command::Host { grid, .. } | Command::Threads { grid } => grid,
            Command::Emulate { emulation, .. } | Command::Compare { emulation, .. } => {
                assert!((1..=86_400).contains(&emulation.time_limit), "{words:?}");
                emulation.grid
            }
            Command::Sweep { run, .. } | Command::Quality(run) => run.grid,
            _ => None,
        },
    };
    if let Some(GridSize { columns, rows }) = grid {
        assert!((1..=MAX_SIDE).contains(&columns), "{words:?}");
        assert!((1..=MAX_SIDE).contains(&rows), "{words:?}");
    }
}
