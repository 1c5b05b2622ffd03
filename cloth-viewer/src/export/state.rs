//! What is being recorded, in words for the screen.

use super::Exporter;
use std::fmt::Write;
use std::time::Duration;

impl Exporter {
    /// What is being recorded, for example `recording GIF, 3.2 s`; empty if nothing is.
    #[must_use]
    pub fn state(&self) -> String {
        let mut text = String::new();
        let pictures = [("GIF", &self.gif), ("PNG", &self.pngs)];
        let timed = pictures
            .into_iter()
            .filter_map(|(name, pictures)| Some((name, pictures.as_ref()?.worker.state())))
            .chain(self.objs.as_ref().map(|objs| ("OBJ", objs.state())));
        for (name, (time, skipped)) in timed {
            add_timed(&mut text, name, time, skipped);
        }
        if let Some(recording) = &self.recording {
            begin(&mut text);
            let steps = recording.steps();
            let unit = if steps == 1 { "step" } else { "steps" };
            let _ = write!(text, "inputs, {steps} {unit}");
        }
        text
    }
}

fn add_timed(text: &mut String, name: &str, time: Duration, skipped: u32) {
    begin(text);
    // Writing to a string cannot fail.
    let _ = write!(text, "{name}, {:.1} s", time.as_secs_f64());
    if skipped > 0 {
        let _ = write!(text, ", {skipped} pictures skipped");
    }
}

fn begin(text: &mut String) {
    text.push_str(if text.is_empty() { "recording " } else { "; " });
}
