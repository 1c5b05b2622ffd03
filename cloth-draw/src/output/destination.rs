//! Whether something can be written, asked before the long work.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, is_separator};

use super::OutputError;
use super::atomic::{AtomicFile, finished_name};

/// What is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// One picture, `.png`.
    Png,
    /// An animation, `.gif`.
    Gif,
    /// The cloth as triangles, `.obj`.
    Obj,
    /// A folder of numbered pictures.
    Sequence,
}

impl OutputKind {
    /// The files' ending, without the dot; `None` for a folder.
    pub fn extension(self) -> Option<&'static str> {
        match self {
            Self::Png => Some("png"),
            Self::Gif => Some("gif"),
            Self::Obj => Some("obj"),
            Self::Sequence => None,
        }
    }
}

/// Whether `path` can be written as this kind of output; nothing is left behind.
///
/// # Errors
/// The folder it should be in does not exist, is a file, or cannot be written to; a folder, a
/// device or a file of another kind has that name; or, for a sequence, the folder holds anything
/// but the pictures of an earlier sequence. Files of the same kind may be replaced.
pub fn check_output(path: &Path, kind: OutputKind) -> Result<(), OutputError> {
    if path.as_os_str().is_empty() {
        return refuse(path, "the path is empty");
    }
    match kind.extension() {
        Some(extension) => check_file(path, extension),
        None => check_folder(path),
    }
}

fn refuse(path: &Path, reason: impl Into<String>) -> Result<(), OutputError> {
    Err(OutputError::refused(path, reason))
}

fn check_file(path: &Path, extension: &str) -> Result<(), OutputError> {
    if path.to_string_lossy().ends_with(is_separator) || path.file_name().is_none() {
        return refuse(path, "this names a folder, a file is needed");
    }
    check_parent(path)?;
    let is_kind = path
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension));
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => refuse(path, "it is a folder, a file is needed"),
        Ok(found) if !found.is_file() => refuse(path, "it is not a regular file"),
        Ok(_) if !is_kind => {
            let reason = format!("it exists and is not a .{extension} file; it is left as it is");
            refuse(path, reason)
        }
        Ok(found) if found.permissions().readonly() => refuse(path, "the file is read-only"),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(OutputError::io(path, error)),
        Err(_) if fs::symlink_metadata(path).is_ok() => refuse(path, "it is a link to nothing"),
        // Only trying tells whether the folder can be written to. The trial file goes away here.
        _ => AtomicFile::create(path).map(drop),
    }
}

fn check_folder(path: &Path) -> Result<(), OutputError> {
    let failed = |error| OutputError::io(path, error);
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => return refuse(path, "it is a file, a folder is needed"),
        Err(_) => {
            check_parent(path)?;
            // Made and taken away again: only trying tells whether it can be.
            return fs::create_dir(path)
                .and_then(|()| fs::remove_dir(path))
                .map_err(failed);
        }
    }
    for entry in fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        // It may be unfinished: left over from a killed program, or another writes it.
        let picture = finished_name(&name).unwrap_or(&name);
        if !is_file || frame_number(picture).is_none() {
            let reason = format!(
                "the folder holds {name:?}, which is not a picture of an earlier sequence; \
                 name a new or empty folder"
            );
            return refuse(path, reason);
        }
        if picture != name {
            AtomicFile::create(&path.join(picture))?;
        }
    }
    AtomicFile::create(&path.join(frame_name(0))).map(drop)
}

/// Whether the folder that `path` should be in is one.
fn check_parent(path: &Path) -> Result<(), OutputError> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => return Ok(()),
    };
    match fs::metadata(parent) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => refuse(path, format!("{} is not a folder", parent.display())),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            let reason = format!("the folder {} does not exist", parent.display());
            refuse(path, reason)
        }
        Err(error) => Err(OutputError::io(path, error)),
    }
}

/// The name of a picture of a sequence.
pub(super) fn frame_name(number: usize) -> String {
    format!("frame-{number:05}.png")
}

/// The number in a name that [`frame_name`] makes, `None` for any other name.
pub(super) fn frame_number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("frame-")?.strip_suffix(".png")?;
    let number = digits.parse().ok()?;
    (frame_name(number) == name).then_some(number)
}
