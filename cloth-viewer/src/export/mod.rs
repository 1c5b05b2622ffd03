//! What a user saves of what is seen: pictures, animations, shapes, scenes, recordings.
//!
//! The application owns a [`Exporter`], feeds it with what it draws and does, and asks it to begin
//! and to end. Every file gets a name that none had before, such as `flag-003.gif`. Animations
//! and sequences are written by threads of their own at [`RATE`] pictures a second: real time,
//! by the `elapsed` that comes with each picture. A picture that finds no room in the queue is
//! left out, and the one before it stays longer. All pictures of an animation have one size: if
//! the window's size changes, the animation and the sequence of pictures end there, complete.

mod clock;
mod inputs;
mod left_over;
mod names;
mod sinks;
mod state;
mod worker;

pub use clock::RATE;

use crate::recording;
use crate::scene_file::{self, SceneFile};
use cloth_draw::output::{
    GifWriter, Mesh, OutputError, SequenceWriter, save_obj, save_png, save_text,
};
use cloth_draw::raster::Framebuffer;
use names::Claim;
use sinks::{Shape, ShapeWriter};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use worker::Worker;

/// What a request to begin or to end a recording has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Toggled {
    /// It has begun and will be here.
    Begun(PathBuf),
    /// It is complete and here.
    Ended(PathBuf),
    /// It has ended before there was a picture; nothing is left of it.
    Empty,
}

impl Toggled {
    fn ended(path: Option<PathBuf>) -> Self {
        path.map_or(Self::Empty, Self::Ended)
    }
}

/// Saves files in a folder.
#[derive(Debug)]
pub struct Exporter {
    folder: PathBuf,
    scene: String,
    gif: Option<Pictures>,
    pngs: Option<Pictures>,
    objs: Option<Worker<Shape>>,
    recording: Option<recording::Writer>,
}

/// A recording of pictures of one size.
#[derive(Debug)]
struct Pictures {
    worker: Worker<Framebuffer>,
    size: (usize, usize),
}

impl Exporter {
    /// Saves files in `folder`, which is made when it is needed.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            scene: String::new(),
            gif: None,
            pngs: None,
            objs: None,
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
    pub fn save_obj(&self, mesh: &Mesh<'_>) -> Result<PathBuf, OutputError> {
        let claim = self.claim()?;
        let path = claim.path("obj");
        save_obj(&path, mesh)?;
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

    /// Begins an animation of pictures of `size` pixels, or ends the one that is being recorded.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn toggle_gif(&mut self, size: (usize, usize)) -> Result<Toggled, OutputError> {
        if let Some(gif) = self.gif.take() {
            return gif.worker.finish().map(Toggled::ended);
        }
        let claim = self.claim()?;
        let path = claim.path("gif");
        let writer = GifWriter::create(&path, size, RATE as f32)?;
        let worker = Worker::start(path.clone(), writer)?;
        self.gif = Some(Pictures { worker, size });
        Ok(Toggled::Begun(path))
    }

    /// Begins a folder of numbered pictures of `size` pixels, or ends it.
    ///
    /// # Errors
    /// As [`Exporter::toggle_gif`].
    pub fn toggle_pngs(&mut self, size: (usize, usize)) -> Result<Toggled, OutputError> {
        if let Some(pngs) = self.pngs.take() {
            return pngs.worker.finish().map(Toggled::ended);
        }
        let claim = self.claim()?;
        let path = claim.stem().to_owned();
        let worker = Worker::start(path.clone(), SequenceWriter::create(&path)?)?;
        self.pngs = Some(Pictures { worker, size });
        Ok(Toggled::Begun(path))
    }

    /// Begins a folder of numbered shapes, or ends it.
    ///
    /// # Errors
    /// As [`Exporter::toggle_gif`].
    pub fn toggle_objs(&mut self) -> Result<Toggled, OutputError> {
        if let Some(objs) = self.objs.take() {
            return objs.finish().map(Toggled::ended);
        }
        let claim = self.claim()?;
        let path = claim.stem().to_owned();
        let worker = Worker::start(path.clone(), ShapeWriter::create(path.clone())?)?;
        self.objs = Some(worker);
        Ok(Toggled::Begun(path))
    }

    /// Whether pictures are wanted.
    #[must_use]
    pub fn wants_pictures(&self) -> bool {
        self.gif.is_some() || self.pngs.is_some()
    }

    /// Whether shapes are wanted.
    #[must_use]
    pub fn wants_shapes(&self) -> bool {
        self.objs.is_some()
    }

    /// Takes a picture, `elapsed` after the one before. The recordings that this picture has
    /// ended, because it has another size, are returned.
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
        for place in [&mut self.gif, &mut self.pngs] {
            match feed(place, frame, elapsed) {
                Ok(path) => ended.extend(path),
                Err(error) => outcome = Err(error),
            }
        }
        outcome.map(|()| ended)
    }

    /// Takes a cloth's surface, `elapsed` after the one before.
    ///
    /// # Errors
    /// What could not be written; the recording is then over.
    pub fn shape(&mut self, mesh: &Mesh<'_>, elapsed: Duration) -> Result<(), OutputError> {
        let Some(objs) = &mut self.objs else {
            return Ok(());
        };
        let taken = objs.push(elapsed, || Shape::from(mesh));
        if taken.is_err() {
            self.objs = None;
        }
        taken
    }

    /// Ends and completes all recordings; `hash` is the state's, for that of the inputs. Returns
    /// where they are. One without any picture leaves nothing.
    ///
    /// # Errors
    /// The first that could not be completed; the others are.
    pub fn finish(&mut self, hash: u64) -> Result<Vec<PathBuf>, OutputError> {
        let pictures = [self.gif.take(), self.pngs.take()].into_iter().flatten();
        let pictures = pictures.map(|pictures| pictures.worker.finish());
        let objs = self.objs.take().map(Worker::finish);
        let recording = self
            .recording
            .take()
            .map(|recording| recording.finish(hash).map(Some));
        // Each is completed before the first error is returned.
        let all: Vec<_> = pictures.chain(objs).chain(recording).collect();
        all.into_iter().filter_map(Result::transpose).collect()
    }

    /// Takes the name of the next file, until it is there or has been begun.
    pub(crate) fn claim(&self) -> Result<Claim, OutputError> {
        let failed = |error| OutputError::io(&self.folder, error);
        fs::create_dir_all(&self.folder).map_err(failed)?;
        names::next(&self.folder, &self.scene)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Gives a picture to a recording, or ends it if the size is another; its path then.
fn feed(
    place: &mut Option<Pictures>,
    frame: &Framebuffer,
    elapsed: Duration,
) -> Result<Option<PathBuf>, OutputError> {
    let Some(pictures) = place else {
        return Ok(None);
    };
    if frame.size() != pictures.size {
        let ended = place.take().map(|pictures| pictures.worker.finish());
        return Ok(ended.transpose()?.flatten());
    }
    let taken = pictures.worker.push(elapsed, || frame.clone());
    if taken.is_err() {
        *place = None;
    }
    taken.map(|()| None)
}

#[cfg(test)]
mod tests;
