//! Files that appear complete or not at all, and what is left of them when a program is killed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::OutputError;

/// A file that is being written is named after its destination, between a dot and this.
const ENDING: &str = ".cloth.partial";

/// How often to try to open a file while others look at it, and how long to wait in between.
const TRIES: u32 = 300;
const WAIT: Duration = Duration::from_millis(1);

/// A file that is written under another name and renamed when it is complete. Dropped without
/// [`AtomicFile::commit`], it is removed, and what had its name before is still there.
#[derive(Debug)]
pub struct AtomicFile {
    /// The file is locked as long as it is open: see [`left_over`].
    writer: BufWriter<File>,
    temporary: PathBuf,
    destination: PathBuf,
    /// Whether no file had the name when this one was begun.
    is_new: bool,
    is_committed: bool,
}

impl AtomicFile {
    /// Starts a file that will be named `path`. What a killed program left of one is removed.
    ///
    /// # Errors
    /// Its folder cannot be written to, `path` names no file, or another program is writing it:
    /// that is [`ErrorKind::ResourceBusy`].
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        // A link stays a link: the file it points to is the one replaced.
        let destination = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let name = destination
            .file_name()
            .ok_or_else(|| OutputError::refused(path, "the path names no file"))?;
        let temporary = destination.with_file_name(unfinished(name));
        let file = locked(&temporary).map_err(|error| OutputError::io(path, error))?;
        Ok(Self {
            writer: BufWriter::new(file),
            temporary,
            is_new: destination.symlink_metadata().is_err(),
            destination,
            is_committed: false,
        })
    }

    /// Finishes the file and gives it its name, in place of a file that had it from the start.
    ///
    /// # Errors
    /// The disk is full, or the name is taken by something else or has been given since. That
    /// other file is then still there.
    pub fn commit(mut self) -> Result<(), OutputError> {
        let path = &self.destination;
        let failed = |error| OutputError::io(path, error);
        self.writer.flush().map_err(failed)?;
        self.writer.get_ref().sync_all().map_err(failed)?;
        if self.is_new && path.symlink_metadata().is_ok() {
            let reason = "it has appeared meanwhile, and is left as it is";
            return Err(OutputError::refused(path, reason));
        }
        fs::rename(&self.temporary, path).map_err(failed)?;
        self.is_committed = true;
        Ok(())
    }
}

/// Creates a file and locks it.
fn locked(path: &Path) -> io::Result<File> {
    for _ in 0..TRIES {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => {
                // Until it is locked it looks left over, and another program may lock and remove it:
                // then try again. Where there are no locks, no file is ever called left over.
                let _ = file.lock();
                if is_at(&file, path) {
                    return Ok(file);
                }
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match left_over(path) {
                Ok(_left) => fs::remove_file(path)?,
                Err(_) => thread::sleep(WAIT),
            },
            Err(error) => return Err(error),
        }
    }
    let problem = format!("another program is writing it, in {}", path.display());
    Err(io::Error::new(ErrorKind::ResourceBusy, problem))
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.is_committed {
            // Before the lock goes: after that it may be another program's.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// The name that a file has until it is complete.
fn unfinished(name: &OsStr) -> OsString {
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(ENDING);
    hidden
}

/// The name that a file would have got once complete; `None` unless `name` is that of one that is
/// being written.
pub fn finished_name(name: &str) -> Option<&str> {
    name.strip_prefix('.')?.strip_suffix(ENDING)
}

/// Opens and locks an unfinished file that no program is writing any more.
///
/// A writer holds a lock on its file, which the system releases when the program ends, however it
/// ends. A process's number would say less: another process may have it by now, and programs in
/// another container or on another machine have none here.
///
/// # Errors
/// Somebody is writing the file ([`ErrorKind::ResourceBusy`]), it is gone, or nobody can tell.
pub fn left_over(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) if is_at(&file, path) => Ok(file),
        Ok(()) => Err(ErrorKind::NotFound.into()),
        Err(TryLockError::WouldBlock) => Err(ErrorKind::ResourceBusy.into()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether an open file still has this name: it may have been removed or replaced.
fn is_at(file: &File, path: &Path) -> bool {
    let found = (file.metadata(), fs::symlink_metadata(path));
    matches!(found, (Ok(open), Ok(there)) if identity(&open) == identity(&there))
}

#[cfg(unix)]
fn identity(file: &Metadata) -> impl PartialEq {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// The time of the last change identifies a file well enough: it is stored to 100 ns.
#[cfg(not(unix))]
fn identity(file: &Metadata) -> impl PartialEq {
    file.modified().ok()
}

/// Writes a text under a name that no file has yet.
///
/// # Errors
/// There is a file of that name, the folder cannot be written to, or the disk is full.
pub fn save_text(path: impl AsRef<Path>, text: &str) -> Result<(), OutputError> {
    let path = path.as_ref();
    if path.symlink_metadata().is_ok() {
        return Err(OutputError::refused(path, "it exists and is left as it is"));
    }
    save_bytes(path, text.as_bytes())
}

/// Copies a file; the copy appears when it is complete.
///
/// # Errors
/// `from` cannot be read or `to` cannot be written.
pub fn copy(from: &Path, to: &Path) -> Result<(), OutputError> {
    let bytes = fs::read(from).map_err(|error| OutputError::io(from, error))?;
    save_bytes(to, &bytes)
}

fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)
        .map_err(|error| OutputError::io(path, error))?;
    file.commit()
}
