//! Which frames become pictures, and of what kind.

use cloth_draw::output::{GifWriter, OutputError, OutputKind, SequenceWriter, save_png};
use cloth_draw::raster::Framebuffer;
use std::path::{Path, PathBuf};

/// Pictures a simulated second in an animation.
const PICTURES_PER_SECOND: f64 = 30.0;

/// Takes pictures of frames 0 (the start) to `frames`.
#[derive(Debug)]
pub(crate) struct Recorder {
    writer: Writer,
    every: u32,
    frames: u32,
}

#[derive(Debug)]
enum Writer {
    Png(PathBuf),
    Gif(Box<GifWriter>),
    Sequence(SequenceWriter),
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
        let mut every = 1;
        let writer = match kind {
            OutputKind::Gif => {
                every = frames_per_picture(steps_per_second);
                let rate = steps_per_second / f64::from(every);
                Writer::Gif(Box::new(GifWriter::create(path, size, rate as f32)?))
            }
            OutputKind::Sequence => Writer::Sequence(SequenceWriter::create(path)?),
            OutputKind::Png | OutputKind::Obj => Writer::Png(path.to_owned()),
        };
        Ok(Self {
            writer,
            every,
            frames,
        })
    }

    /// Whether there is to be a picture after this many steps. A sequence has one for each step,
    /// an animation also shows the start, a single picture the end.
    pub(crate) fn wants(&self, frame: u32) -> bool {
        match self.writer {
            Writer::Png(_) => frame == self.frames,
            Writer::Gif(_) => frame.is_multiple_of(self.every),
            Writer::Sequence(_) => frame > 0 || self.frames == 0,
        }
    }

    /// Takes a picture.
    pub(crate) fn push(&mut self, picture: &Framebuffer) -> Result<(), OutputError> {
        match &mut self.writer {
            Writer::Png(path) => save_png(path, picture),
            Writer::Gif(writer) => writer.push(picture),
            Writer::Sequence(writer) => writer.push(picture),
        }
    }

    /// Completes the output; returns the number of pictures.
    pub(crate) fn finish(self) -> Result<usize, OutputError> {
        match self.writer {
            Writer::Png(_) => Ok(1),
            Writer::Gif(writer) => writer.finish(),
            Writer::Sequence(writer) => writer.finish(),
        }
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
    fn animations_run_at_about_thirty_pictures_a_second() {
        for (rate, every) in [
            (60.0, 2),
            (90.0, 3),
            (30.0, 1),
            (25.0, 1),
            (1.0, 1),
            (100.0, 3),
        ] {
            assert_eq!(frames_per_picture(rate), every, "{rate}");
        }
        assert_eq!(frames_per_picture(1e6), 33_333);
    }

    #[test]
    fn each_kind_wants_its_frames() {
        let wanted = |kind, frames| {
            let path = std::env::temp_dir().join(format!("cloth-recorder-{}", std::process::id()));
            let recorder = Recorder::create(&path, kind, (64, 64), frames, 60.0).unwrap();
            let list: Vec<_> = (0..=frames)
                .filter(|&frame| recorder.wants(frame))
                .collect();
            drop(recorder);
            let _ = std::fs::remove_dir(path);
            list
        };
        assert_eq!(wanted(OutputKind::Png, 4), [4]);
        assert_eq!(wanted(OutputKind::Gif, 5), [0, 2, 4]);
        assert_eq!(wanted(OutputKind::Sequence, 3), [1, 2, 3]);
        assert_eq!(wanted(OutputKind::Sequence, 0), [0]);
    }
}
