//! Recordings, run again without a window.

use super::{Run, print};
use crate::cli::Plan;
use crate::error::Error;
use crate::recording::{Cursor, Kind, Recording, board, open};
use crate::world::{Between, World};
use std::io::Write;
use std::path::Path;

/// A recording of inputs, and how far it has run.
pub(super) struct Script {
    recording: Recording,
    cursor: Cursor,
}

impl Script {
    /// Does what comes before the next step, or after the last.
    pub(super) fn prepare(&mut self, world: &mut World) -> Result<(), Error> {
        let prepared = self.cursor.step(&self.recording, &mut Between(world));
        prepared.map_err(|error| Error::Differs(error.to_string()))?;
        Ok(())
    }
}

/// Runs a recording again, says whether it came to the same, and what it is of; makes the pictures,
/// files and figures that the plan asks for.
///
/// # Errors
/// A file that is no recording, one that cannot be run again, one that comes to another state; an
/// output that cannot be written, or that is asked of a board's recording.
pub fn run(path: &Path, plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
    let (text, is_same) = match open(path)? {
        Kind::Inputs(recording) => inputs(path, *recording, plan, out)?,
        Kind::Board(recording) => {
            refuse_outputs(path, plan)?;
            let report = board::compare(&recording)?;
            (report.to_string(), report.is_same())
        }
    };
    match is_same {
        true => print(out, format_args!("{}: {text}", path.display())),
        false => Err(Error::Differs(format!("{}: {text}", path.display()))),
    }
}

/// What came of a recording of inputs, and whether it is the same as then.
fn inputs(
    path: &Path,
    recording: Recording,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(String, bool), Error> {
    let plan = Plan {
        setup: recording.setup().clone(),
        // Never more than fit.
        frames: u32::try_from(recording.end().steps).ok(),
        ..plan.clone()
    };
    let mut run = Run::new(&plan, plan.out.as_slice())?;
    let mut script = Script {
        recording,
        cursor: Cursor::default(),
    };
    let done = run.all_frames(Some(&mut script));
    done.map_err(|error| match error {
        Error::Differs(text) => Error::Differs(format!("{}: {text}", path.display())),
        error => error,
    })?;
    run.outputs(&plan, out)?;
    let verdict = (script.cursor).verdict(&script.recording, &run.world);
    // One that was broken off has no hash to compare with.
    let is_same = verdict.is_same() || verdict.expected.is_none();
    Ok((verdict.to_string(), is_same))
}

/// A board's recording holds states of a cloth that this machine does not draw.
fn refuse_outputs(path: &Path, plan: &Plan) -> Result<(), Error> {
    let asked = [
        ("--out", plan.out.is_some()),
        ("--export", plan.export.is_some()),
        ("--hash", plan.hash),
        ("--stats", plan.stats),
    ];
    match asked.iter().find(|(_, asked)| *asked) {
        Some((name, _)) => Err(Error::Usage(format!(
            "{name}: --replay {} is a board's recording, which is compared and not drawn",
            path.display()
        ))),
        None => Ok(()),
    }
}
