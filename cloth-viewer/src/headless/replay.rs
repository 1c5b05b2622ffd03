//! Recordings, run again without a window.

use super::print;
use crate::error::Error;
use crate::recording::{Kind, board, open, replay};
use crate::world::World;
use std::io::Write;
use std::path::Path;

/// Runs a recording again, says whether it came to the same, and what it is of.
///
/// # Errors
/// A file that is no recording, one that cannot be run again, one that comes to another state.
pub fn run(path: &Path, out: &mut dyn Write) -> Result<(), Error> {
    let (text, is_same) = match open(path)? {
        Kind::Inputs(recording) => {
            let mut world = World::new(recording.setup().clone())?;
            let verdict = replay(&recording, &mut world).map_err(|error| {
                let path = path.display();
                Error::Differs(format!("{path}: {error}"))
            })?;
            // One that was broken off has no hash to compare with.
            let is_same = verdict.is_same() || verdict.expected.is_none();
            (verdict.to_string(), is_same)
        }
        Kind::Board(recording) => {
            let report = board::compare(&recording)?;
            (report.to_string(), report.is_same())
        }
    };
    match is_same {
        true => print(out, format_args!("{}: {text}", path.display())),
        false => Err(Error::Differs(format!("{}: {text}", path.display()))),
    }
}
