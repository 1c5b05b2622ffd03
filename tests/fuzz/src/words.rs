//! Command lines.

use crate::{Input, Pick};
use arbitrary::Arbitrary;
use clap::Parser;
use cloth_bench::cli::{Arguments, Command};
use cloth_core::host::{GridSize, MAX_SIDE};
use cloth_viewer::cli::Cli;

/// Arguments that there are, and values at which something may end. None that names a place which could
/// be written to.
const VIEWER: &str = "--list --grid --mode --method --scalar --view --texture --from --light --replay --headless \
    --frames --size --hash --stats flag drape tear no-scene no-file.toml 8 97x31 0 4096 4097 4096x4096 x 1x -1 1e9 \
    18446744073709551616 1000000 1000001 64x64 63x64 hooke xpbd rk4 fixed f64 phong none front é --";

/// As [`VIEWER`], of cloth-bench.
const BENCH: &str = "host threads emulate import compare stability quality precision sweep stiffness damping --grid \
    --json --only --time-limit --firmware --substeps --out --help --version a.log 8 40x20 40×20 4096x4097 0 -1 86401 \
    18446744073709551616 --";

/// Words, some of them with anything at their end.
type Line = Vec<(Pick, Option<String>)>;

/// A program's name and up to six words.
fn line(program: &str, known: &str, line: &Line) -> Vec<String> {
    let word = |(pick, tail): &(Pick, Option<String>)| {
        pick.word(known).to_owned() + tail.as_deref().unwrap_or_default()
    };
    let words = line.iter().take(6).map(word);
    [program.to_owned()].into_iter().chain(words).collect()
}

/// Arguments are refused with a reason, or make a plan; neither panics.
#[derive(Arbitrary, Debug)]
pub struct Viewer(Line);

impl Input for Viewer {
    fn check(&self) {
        let words = line("cloth-viewer", VIEWER, &self.0);
        let refused = match Cli::try_parse_from(&words) {
            Err(error) => error.to_string(),
            Ok(cli) => match cli.plan() {
                Err(error) => error.to_string(),
                Ok(_) => return,
            },
        };
        assert!(!refused.is_empty(), "{words:?}");
    }
}

/// Arguments of cloth-bench are refused with a reason, or name a grid that there is.
#[derive(Arbitrary, Debug)]
pub struct Bench(Line);

impl Input for Bench {
    fn check(&self) {
        let words = line("cloth-bench", BENCH, &self.0);
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
            let sides = 1..=MAX_SIDE;
            assert!(
                sides.contains(&columns) && sides.contains(&rows),
                "{words:?}"
            );
        }
    }
}
