//! Which frames become pictures, and of what kind.

use crate::export::Sink;
use cloth_draw::output::{OutputError, OutputKind, SequenceWriter};
use cloth_draw::raster::Framebuffer;
use std::path::Path;

/// Pictures a simulated second in an animation.
const PICTURES_PER_SECOND: f64 = 30.0;

/// Takes pictures of frames 0 (the start) to `frames`.
#[derive(Debug)]
pub(crate) struct Recorder {
    sink: Sink,
    every: u32,
    frames: u32,
}

impl Recorder {
    /// Starts a file or folder with pictures of `size` pixels.
    ///
    /// # Errors
    /// If the place cannot be written to.
    pub(crate) fn create(
        path: &Path,
        kind: OutputKind,
        size: (usize, usize),
        frames: u32,
        steps_per_second: f64,
    ) -> Result<Self, OutputError> {
        let every = frames_per_picture(steps_per_second);
        let rate = steps_per_second / f64::from(every);
        let sink = match kind {
            OutputKind::Gif => Sink::gif(path, size, rate as f32)?,
            OutputKind::Sequence => Sink::Pngs(SequenceWriter::create(path)?),
            OutputKind::Png | OutputKind::Obj => Sink::Png(path.to_owned()),
        };
        Ok(Self {
            sink,
            every,
            frames,
        })
    }

    /// Whether there is to be a picture after this many steps. A sequence has one for each step,
    /// an animation also shows the start, a single picture the end.
    pub(crate) fn wants(&self, frame: u32) -> bool {
        match self.sink {
            Sink::Gif(_) => frame.is_multiple_of(self.every),
            Sink::Pngs(_) => frame > 0 || self.frames == 0,
            Sink::Png(_) | Sink::Objs { .. } => frame == self.frames,
        }
    }

    /// Takes a picture.
    pub(crate) fn push(&mut self, picture: &Framebuffer) -> Result<(), OutputError> {
        self.sink.picture(picture)
    }

    /// Completes the output; returns the number of pictures.
    pub(crate) fn finish(self) -> Result<usize, OutputError> {
        self.sink.finish()
    }
}

/// Steps from one picture of an animation to the next.
fn frames_per_picture(steps_per_second: f64) -> u32 {
    // The cast limits what is out of range, infinity too.
    ((steps_per_second / PICTURES_PER_SECOND).round() as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_wants_its_frames() {
        let path = std::env::temp_dir().join(format!("cloth-recorder-{}", std::process::id()));
        for (kind, frames, rate, expected) in [
            (OutputKind::Png, 4, 60.0, &[4][..]),
            // About thirty pictures a second.
            (OutputKind::Gif, 5, 60.0, &[0, 2, 4]),
            (OutputKind::Gif, 6, 90.0, &[0, 3, 6]),
            (OutputKind::Gif, 2, 25.0, &[0, 1, 2]),
            (OutputKind::Sequence, 3, 60.0, &[1, 2, 3]),
            (OutputKind::Sequence, 0, 60.0, &[0]),
        ] {
            let recorder = Recorder::create(&path, kind, (64, 64), frames, rate).unwrap();
            let wanted = (0..=frames).filter(|&frame| recorder.wants(frame));
            assert_eq!(wanted.collect::<Vec<_>>(), expected, "{kind:?}");
            drop(recorder);
            let _ = std::fs::remove_dir(&path);
        }
    }
}
