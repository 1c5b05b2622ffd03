//! Recordings of pictures and shapes at a fixed rate, written by threads of their own.

use crate::background;
use cloth_draw::output::{GifWriter, OutputError, SequenceWriter, copy, save_obj, save_png};
use cloth_draw::picture::Picture;
use cloth_draw::raster::Framebuffer;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Pictures a second of what is recorded.
pub const RATE: u32 = 25;
/// Longer pauses than this are cut short: a window that was hidden draws nothing.
const LONGEST: Duration = Duration::from_secs(1);
/// Pictures that may wait to be written.
const QUEUE: usize = 8;

/// What pictures and shapes are written to.
#[derive(Debug)]
pub(crate) enum Sink {
    /// One picture.
    Png(PathBuf),
    /// An animation.
    Gif(Box<GifWriter>),
    /// A folder of pictures `frame-00000.png`, `frame-00001.png`, …
    Pngs(SequenceWriter),
    /// A folder of shapes `shape-00000.obj`, `shape-00001.obj`, …
    Objs {
        /// The folder.
        folder: PathBuf,
        /// Shapes so far.
        count: usize,
    },
}

impl Sink {
    /// An animation of so many pictures a second.
    pub(crate) fn gif(path: &Path, size: (usize, usize), rate: f32) -> Result<Self, OutputError> {
        Ok(Self::Gif(Box::new(GifWriter::create(path, size, rate)?)))
    }

    /// A folder of shapes, which must be new.
    fn objs(folder: &Path) -> Result<Self, OutputError> {
        fs::create_dir(folder).map_err(|error| OutputError::io(folder, error))?;
        Ok(Self::Objs {
            folder: folder.to_owned(),
            count: 0,
        })
    }

    /// Takes a picture.
    pub(crate) fn picture(&mut self, picture: &Framebuffer) -> Result<(), OutputError> {
        match self {
            Self::Png(path) => save_png(path, picture),
            Self::Gif(writer) => writer.push(picture),
            Self::Pngs(writer) => writer.push(picture),
            Self::Objs { .. } => Ok(()),
        }
    }

    /// Takes an item. If it comes late, the previous one is repeated first: it was still shown then. The
    /// first item is written once.
    fn take(&mut self, item: &Exported, times: u32) -> Result<(), OutputError> {
        for _ in 1..times {
            self.repeat()?;
        }
        match item {
            Exported::Picture(picture) => self.picture(picture),
            Exported::Shape {
                positions,
                normals,
                triangles,
                columns,
            } => self.shape(&Picture {
                positions,
                normals,
                triangles,
                columns: *columns,
                ..Picture::default()
            }),
        }
    }

    /// Takes a shape.
    fn shape(&mut self, cloth: &Picture<'_>) -> Result<(), OutputError> {
        if let Self::Objs { folder, count } = self {
            save_obj(shape_path(folder, *count), cloth)?;
            *count += 1;
        }
        Ok(())
    }

    /// Takes the last one again. Costs little, so that a thread that is behind can catch up.
    fn repeat(&mut self) -> Result<(), OutputError> {
        match self {
            Self::Png(_) => Ok(()),
            Self::Gif(writer) => writer.repeat(),
            Self::Pngs(writer) => writer.repeat(),
            Self::Objs { folder, count } => {
                if let Some(last) = count.checked_sub(1) {
                    copy(&shape_path(folder, last), &shape_path(folder, *count))?;
                    *count += 1;
                }
                Ok(())
            }
        }
    }

    /// Completes the output; returns the number of pictures or shapes.
    pub(crate) fn finish(self) -> Result<usize, OutputError> {
        match self {
            Self::Png(_) => Ok(1),
            Self::Gif(writer) => writer.finish(),
            Self::Pngs(writer) => writer.finish(),
            Self::Objs { count, .. } => Ok(count),
        }
    }
}

fn shape_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("shape-{number:05}.obj"))
}

/// A picture or a cloth's surface, on its way to a thread.
#[derive(Debug)]
pub(super) enum Exported {
    Picture(Box<Framebuffer>),
    Shape {
        positions: Vec<[f32; 3]>,
        normals: Vec<[f32; 3]>,
        triangles: Vec<[u32; 3]>,
        columns: usize,
    },
}

impl From<&Picture<'_>> for Exported {
    fn from(cloth: &Picture<'_>) -> Self {
        Self::Shape {
            positions: cloth.positions.to_vec(),
            normals: cloth.normals.to_vec(),
            triangles: cloth.triangles.to_vec(),
            columns: cloth.columns,
        }
    }
}

/// What is recorded at a fixed rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An animation.
    Gif,
    /// A folder of pictures.
    Pngs,
    /// A folder of shapes.
    Objs,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Gif => "GIF",
            Self::Pngs => "PNG",
            Self::Objs => "OBJ",
        }
    }

    fn sink(self, path: &Path, size: (usize, usize)) -> Result<Sink, OutputError> {
        match self {
            Self::Gif => Sink::gif(path, size, RATE as f32),
            Self::Pngs => SequenceWriter::create(path).map(Sink::Pngs),
            Self::Objs => Sink::objs(path),
        }
    }
}

/// A recording that a thread of its own writes at a fixed rate, so that the window need not wait:
/// a picture of 1280 × 720 takes a GIF longer than the window has for one.
///
/// If the thread falls behind, pictures are skipped, and the one before stays longer: the recording
/// keeps its time. When it is dropped it is completed.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) kind: Kind,
    pub(super) size: (usize, usize),
    path: PathBuf,
    /// `None` once it is finished.
    way: Option<Way>,
    clock: Pace,
    /// Pictures that were due and found no room.
    owed: u32,
    skipped: u32,
}

/// How pictures are written.
#[derive(Debug)]
enum Way {
    Thread(
        SyncSender<(Exported, u32)>,
        JoinHandle<Result<usize, OutputError>>,
    ),
    /// At once, where there are no threads.
    Here(Sink),
}

impl Stream {
    /// Starts a file or a folder, and its thread.
    ///
    /// # Errors
    /// If the place cannot be written to, or the system has no thread.
    pub(super) fn start(
        kind: Kind,
        path: &Path,
        size: (usize, usize),
    ) -> Result<Self, OutputError> {
        let sink = kind.sink(path, size)?;
        let way = match background::THREADS {
            true => on_thread(path, sink)?,
            false => Way::Here(sink),
        };
        Ok(Self {
            kind,
            size,
            path: path.to_owned(),
            way: Some(way),
            clock: Pace::default(),
            owed: 0,
            skipped: 0,
        })
    }

    /// What is recorded, for the screen, for example `GIF, 3.2 s`.
    pub(super) fn state(&self) -> String {
        let (name, seconds) = (self.kind.name(), self.clock.now.as_secs_f64());
        match self.skipped {
            0 => format!("{name}, {seconds:.1} s"),
            skipped => format!("{name}, {seconds:.1} s, {skipped} pictures skipped"),
        }
    }

    /// Takes a picture or shape, `elapsed` after the one before. It is made only if it is needed.
    ///
    /// # Errors
    /// If an earlier one could not be written; the recording is then over.
    pub(super) fn push(
        &mut self,
        elapsed: Duration,
        item: impl FnOnce() -> Exported,
    ) -> Result<(), OutputError> {
        let due = self.clock.due(elapsed);
        let Some(way) = self.way.as_mut().filter(|_| due > 0) else {
            return Ok(());
        };
        let times = self.owed + due;
        let sender = match way {
            Way::Thread(sender, _) => sender,
            Way::Here(sink) => {
                let taken = sink.take(&item(), times);
                if taken.is_err() {
                    self.way = None;
                }
                return taken;
            }
        };
        match sender.try_send((item(), times)) {
            Ok(()) => self.owed = 0,
            Err(TrySendError::Full(_)) => {
                self.owed += due;
                self.skipped += 1;
            }
            // The thread ends early only with an error.
            Err(TrySendError::Disconnected(_)) => return self.join().map(drop),
        }
        Ok(())
    }

    /// Waits until all is written, and says where; `None` if there was no picture, and nothing is
    /// left then.
    ///
    /// # Errors
    /// What the thread could not write.
    pub(super) fn finish(mut self) -> Result<Option<PathBuf>, OutputError> {
        let count = self.join()?;
        Ok((count > 0).then(|| self.path.clone()))
    }

    fn join(&mut self) -> Result<usize, OutputError> {
        let done = match self.way.take() {
            None => return Ok(0),
            Some(Way::Here(sink)) => sink.finish(),
            Some(Way::Thread(sender, thread)) => {
                drop(sender);
                let failed = "the thread that writes it has failed";
                let refused = |_| Err(OutputError::refused(&self.path, failed));
                thread.join().unwrap_or_else(refused)
            }
        };
        if self.clock.count == 0 {
            // An empty folder; a file that was not finished is gone by itself.
            let _ = fs::remove_dir(&self.path);
            return Ok(0);
        }
        done
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = self.join();
    }
}

/// A thread that writes what comes.
fn on_thread(path: &Path, mut sink: Sink) -> Result<Way, OutputError> {
    let (sender, receiver): (_, Receiver<(Exported, u32)>) = sync_channel(QUEUE);
    let write = move || {
        while let Ok((item, times)) = receiver.recv() {
            sink.take(&item, times)?;
        }
        sink.finish()
    };
    let named = thread::Builder::new().name("recording".to_owned());
    match named.spawn(write) {
        Ok(thread) => Ok(Way::Thread(sender, thread)),
        Err(error) => Err(OutputError::io(path, error)),
    }
}

/// Turns pictures at any rate into pictures at [`RATE`].
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    /// Time since the first picture.
    now: Duration,
    /// Pictures so far.
    count: u64,
}

impl Pace {
    /// How many pictures are due, `elapsed` after the picture before: 0 if this one comes too
    /// early, several if it comes late. The first is always due.
    fn due(&mut self, elapsed: Duration) -> u32 {
        if self.count > 0 {
            self.now += elapsed.min(LONGEST);
        }
        // A picture is due at the start and then each 1 / RATE.
        let due = 1 + self.now.as_nanos() * u128::from(RATE) / 1_000_000_000;
        let due = u64::try_from(due).unwrap_or(u64::MAX);
        let new = due.saturating_sub(self.count);
        self.count += new;
        // LONGEST bounds it.
        new as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever feeds it never waits, and the recording still keeps its time.
    #[test]
    fn what_finds_no_room_is_made_up_for() {
        let (sender, receiver) = sync_channel(QUEUE);
        let mut stream = Stream {
            kind: Kind::Gif,
            size: (4, 4),
            path: PathBuf::from("nowhere"),
            // A thread that takes nothing.
            way: Some(Way::Thread(sender, thread::spawn(|| Ok(7)))),
            clock: Pace::default(),
            owed: 0,
            skipped: 0,
        };
        let tick = Duration::from_millis(40);
        let picture = || Exported::Picture(Box::new(Framebuffer::new(4, 4)));
        for _ in 0..30 {
            stream.push(tick, picture).unwrap();
        }
        let expected = format!("GIF, 1.2 s, {} pictures skipped", 30 - QUEUE);
        assert_eq!(stream.state(), expected);
        // The next one that finds room stands for those skipped, too.
        let taken = (0..QUEUE).map(|_| receiver.recv().unwrap().1);
        assert_eq!(taken.sum::<u32>(), QUEUE as u32);
        stream.push(tick, picture).unwrap();
        assert_eq!(receiver.recv().unwrap().1, 31 - QUEUE as u32);
        assert_eq!(stream.finish().unwrap(), Some(PathBuf::from("nowhere")));
    }
}
