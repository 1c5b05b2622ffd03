//! What a user saves: pictures, animations, shapes, scenes, recordings.
//!
//! The application owns an [`Exporter`], feeds it with what it draws and does, and asks it to begin
//! and to end. Every file gets a new name, such as `flag-003.gif`. Animations
//! and sequences are written by threads of their own at [`RATE`] pictures a second: real time,
//! by the `elapsed` that comes with each picture. All pictures of an animation have one size: if
//! the window's size changes, the animation and the sequence of pictures end there, complete.

mod names;
mod stream;

pub(crate) use stream::Sink;
pub use stream::{Kind, RATE};

use crate::action::{Action, Setup};
use crate::recording;
use crate::scene_file::{self, SceneFile};
use cloth_draw::output::{OutputError, save_obj, save_png, save_text};
use cloth_draw::picture::Picture;
use cloth_draw::raster::Framebuffer;
use names::Claim;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use stream::{Exported, Stream};

/// Saves files in a folder.
#[derive(Debug)]
pub struct Exporter {
    folder: PathBuf,
    scene: String,
    /// At most one of each kind.
    streams: Vec<Stream>,
    recording: Option<recording::Writer>,
}

impl Exporter {
    /// Saves files in `folder`, which is made when it is needed.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            scene: String::new(),
            streams: Vec::new(),
            recording: None,
        }
    }

    /// The scene whose name new files have.
    pub fn set_scene(&mut self, name: &str) {
        name.clone_into(&mut self.scene);
    }

    /// Saves a picture as PNG.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn screenshot(&self, frame: &Framebuffer) -> Result<PathBuf, OutputError> {
        let claim = self.claim()?;
        let path = claim.path("png");
        save_png(&path, frame)?;
        Ok(path)
    }

    /// Saves a cloth's surface as OBJ.
    ///
    /// # Errors
    /// As [`save_obj()`], and as [`Exporter::screenshot`].
    pub fn save_obj(&self, cloth: &Picture<'_>) -> Result<PathBuf, OutputError> {
        let claim = self.claim()?;
        let path = claim.path("obj");
        save_obj(&path, cloth)?;
        Ok(path)
    }

    /// Saves a scene with its values as they are.
    ///
    /// # Errors
    /// As [`Exporter::screenshot`].
    pub fn save_scene(&self, file: &SceneFile) -> Result<PathBuf, OutputError> {
        let claim = self.claim()?;
        let path = claim.path("toml");
        save_text(&path, &scene_file::to_toml(file))?;
        Ok(path)
    }

    /// Begins to record an animation, or a folder of numbered pictures or shapes, or ends it;
    /// pictures have `size` pixels. Returns what to tell the user.
    ///
    /// # Errors
    /// The file or folder cannot be written.
    pub fn toggle(&mut self, kind: Kind, size: (usize, usize)) -> Result<String, OutputError> {
        if let Some(i) = self.find(kind) {
            let ended = self.streams.remove(i).finish()?;
            return Ok(ended.map_or("nothing was recorded".to_owned(), in_file));
        }
        let claim = self.claim()?;
        let path = match kind {
            Kind::Gif => claim.path("gif"),
            Kind::Pngs | Kind::Objs => claim.stem().to_owned(),
        };
        self.streams.push(Stream::start(kind, &path, size)?);
        Ok(format!("recording to {}", path.display()))
    }

    fn find(&self, kind: Kind) -> Option<usize> {
        self.streams.iter().position(|stream| stream.kind == kind)
    }

    /// Whether pictures are wanted.
    #[must_use]
    pub fn wants_pictures(&self) -> bool {
        self.streams.iter().any(|stream| stream.kind != Kind::Objs)
    }

    /// Whether shapes are wanted.
    #[must_use]
    pub fn wants_shapes(&self) -> bool {
        self.find(Kind::Objs).is_some()
    }

    /// Takes a picture, `elapsed` after the one before. Returns the recordings that end with it,
    /// because it has another size.
    ///
    /// # Errors
    /// What could not be written; that recording is then over.
    pub fn picture(
        &mut self,
        frame: &Framebuffer,
        elapsed: Duration,
    ) -> Result<Vec<PathBuf>, OutputError> {
        let mut ended = Vec::new();
        let mut outcome = Ok(());
        for kind in [Kind::Gif, Kind::Pngs] {
            let other = |i: &usize| self.streams[*i].size != frame.size();
            let fed = match self.find(kind).filter(other) {
                Some(i) => (self.streams.remove(i).finish()).map(|path| ended.extend(path)),
                None => self.feed(kind, elapsed, || Exported::Picture(Box::new(frame.clone()))),
            };
            outcome = outcome.and(fed);
        }
        outcome.map(|()| ended)
    }

    /// Takes a cloth's surface, `elapsed` after the one before.
    ///
    /// # Errors
    /// What could not be written; the recording is then over.
    pub fn shape(&mut self, cloth: &Picture<'_>, elapsed: Duration) -> Result<(), OutputError> {
        self.feed(Kind::Objs, elapsed, || Exported::from(cloth))
    }

    fn feed(
        &mut self,
        kind: Kind,
        elapsed: Duration,
        item: impl FnOnce() -> Exported,
    ) -> Result<(), OutputError> {
        let Some(i) = self.find(kind) else {
            return Ok(());
        };
        let fed = self.streams[i].push(elapsed, item);
        if fed.is_err() {
            self.streams.remove(i);
        }
        fed
    }

    /// Begins a recording of inputs, or ends it; `hash` is the state's, for the end.
    ///
    /// A state cannot be rebuilt from its middle, so a recording begins with a start: the application has just
    /// done [`Action::Start`] with the same setup. Returns what to tell the user.
    ///
    /// # Errors
    /// As [`Exporter::toggle`], and a setup that could not be read back.
    pub fn toggle_inputs(&mut self, setup: &Setup, hash: u64) -> Result<String, OutputError> {
        if let Some(recording) = self.recording.take() {
            return recording.finish(hash).map(in_file);
        }
        let claim = self.claim()?;
        let path = claim.path("tape");
        self.recording = Some(recording::Writer::create(&path, setup)?);
        Ok(format!("recording to {}", path.display()))
    }

    /// Whether actions are recorded.
    #[must_use]
    pub fn is_recording_inputs(&self) -> bool {
        self.recording.is_some()
    }

    /// Takes an action that the simulation has done.
    ///
    /// # Errors
    /// An action that could not be read back, or a full disk. The recording is then over and ends
    /// before this action, complete but for its hash.
    pub fn apply(&mut self, action: &Action) -> Result<(), OutputError> {
        let Some(recording) = &mut self.recording else {
            return Ok(());
        };
        let taken = recording.apply(action);
        if taken.is_err() {
            self.recording = None;
        }
        taken
    }

    /// What is being recorded, for example `recording GIF, 3.2 s`; empty if nothing is.
    #[must_use]
    pub fn state(&self) -> String {
        let mut all: Vec<_> = self.streams.iter().map(Stream::state).collect();
        if let Some(recording) = &self.recording {
            let steps = recording.steps();
            let unit = if steps == 1 { "step" } else { "steps" };
            all.push(format!("inputs, {steps} {unit}"));
        }
        match all.is_empty() {
            true => String::new(),
            false => format!("recording {}", all.join("; ")),
        }
    }

    /// Ends and completes all recordings; `hash` is the state's, for that of the inputs. Returns
    /// where they are. One without any picture leaves nothing.
    ///
    /// # Errors
    /// The first that could not be completed; the others are.
    pub fn finish(&mut self, hash: u64) -> Result<Vec<PathBuf>, OutputError> {
        let streams = self.streams.drain(..).map(Stream::finish);
        let recording = self.recording.take();
        let recording = recording.map(|recording| recording.finish(hash).map(Some));
        // Each is completed before the first error is returned.
        let all: Vec<_> = streams.chain(recording).collect();
        all.into_iter().filter_map(Result::transpose).collect()
    }

    /// Reserves the name of the next file until the claim is dropped.
    pub(crate) fn claim(&self) -> Result<Claim, OutputError> {
        fs::create_dir_all(&self.folder).map_err(|error| match self.folder.is_file() {
            true => OutputError::refused(&self.folder, "it is a file, a folder is needed"),
            false => OutputError::io(&self.folder, error),
        })?;
        names::next(&self.folder, &self.scene)
    }
}

/// Says where something has been saved.
pub(crate) fn in_file(path: PathBuf) -> String {
    format!("in {}", path.display())
}

#[cfg(test)]
mod tests;
