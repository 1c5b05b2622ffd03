//! Command lines.

use crate::{one, up_to};
use arbitrary::Unstructured;
use clap::Parser;
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

/// Arguments are refused with a reason, or make a plan; neither panics.
pub fn command_line(choices: &mut Unstructured<'_>) {
    let mut words = vec!["cloth-viewer".to_owned()];
    for _ in 0..up_to(choices, 6) {
        let mut word = (*one(choices, &WORDS)).to_owned();
        if up_to(choices, 7) == 0 {
            let count = up_to(choices, 4);
            let bytes = choices.bytes(count).unwrap_or_default();
            word.push_str(&String::from_utf8_lossy(bytes));
        }
        words.push(word);
    }
    match Cli::try_parse_from(&words) {
        Err(error) => assert!(!error.to_string().is_empty(), "{words:?}"),
        Ok(cli) => {
            if let Err(error) = cli.plan() {
                assert!(!error.to_string().is_empty(), "{words:?}");
            }
        }
    }
}
