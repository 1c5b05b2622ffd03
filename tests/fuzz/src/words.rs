//! Command lines.

use crate::{Input, Pick};
use arbitrary::Arbitrary;
use clap::Parser;
use cloth_viewer::cli::Cli;

/// Arguments that there are, and values at which something may end. None that names a place which could
/// be written to.
const VIEWER: &str = "--list --grid --mode --method --scalar --view --texture --from --light --replay --headless \
    --frames --size --hash --stats flag drape tear no-scene no-file.toml 8 97x31 0 4096 4097 4096x4096 x 1x -1 1e9 \
    18446744073709551616 1000000 1000001 64x64 63x64 hooke xpbd rk4 fixed f64 phong none front é --";

/// Arguments are refused with a reason, or make a plan; neither panics. Some have anything at their end.
#[derive(Arbitrary, Debug)]
pub struct CommandLine(Vec<(Pick, Option<String>)>);

impl Input for CommandLine {
    fn check(&self) {
        let word = |(pick, tail): &(Pick, Option<String>)| {
            pick.word(VIEWER).to_owned() + tail.as_deref().unwrap_or_default()
        };
        let mut words = vec!["cloth-viewer".to_owned()];
        words.extend(self.0.iter().take(6).map(word));
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
