//! Replaying a recording without a window.

use super::{Run, print};
use crate::cli::Plan;
use crate::error::Error;
use crate::recording;
use std::io::Write;
use std::path::Path;

/// Replays a recording and says whether it came to the same state; makes the pictures, files and
/// figures that the plan asks for.
///
/// # Errors
/// A file that is no recording, one that cannot be replayed, one that comes to another state; an
/// output that cannot be written.
pub fn run(path: &Path, plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
    let recording = recording::read(path)?;
    let plan = Plan {
        setup: recording.setup().clone(),
        // A recording's limit is far below this type's.
        frames: u32::try_from(recording.end().steps).ok(),
        ..plan.clone()
    };
    let name = path.display();
    let differs = |text: String| Error::Failed(format!("{name}: {text}"));
    let mut run = Run::new(&plan, plan.out.as_slice())?;
    let mut cursor = recording::Cursor::default();
    run.all_frames(|world| {
        let played = cursor.until_step(&recording, |action| world.apply(action));
        played.map(drop).map_err(differs)
    })?;
    run.outputs(&plan, out)?;
    let text = recording
        .verdict(run.world.simulation().state_hash())
        .map_err(differs)?;
    print(out, format_args!("{name}: {text}"))
}
