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
    /// `None` once committed. The file is locked as long as it is open: see [`left_over`].
    writer: Option<BufWriter<File>>,
    temporary: PathBuf,
    destination: PathBuf,
    /// Whether no file had the name when this one was begun.
    is_new: bool,
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
            writer: Some(BufWriter::new(file)),
            temporary,
            is_new: destination.symlink_metadata().is_err(),
            destination,
        })
    }

    /// Finishes the file and gives it its name, in place of a file that had it from the start.
    ///
    /// # Errors
    /// The disk is full, or the name is taken by something else or has been given since. That
    /// other file is then still there.
    pub fn commit(mut self) -> Result<(), OutputError> {
        let finished = self.finish();
        finished.map_err(|error| OutputError::io(&self.destination, error))?;
        self.writer = None;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        writer.flush()?;
        writer.get_ref().sync_all()?;
        if self.is_new && self.destination.symlink_metadata().is_ok() {
            let problem = "it has appeared meanwhile, and is left as it is";
            return Err(io::Error::new(ErrorKind::AlreadyExists, problem));
        }
        fs::rename(&self.temporary, &self.destination)
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
        match &mut self.writer {
            Some(writer) => writer.write(bytes),
            None => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            // Remove it before the lock goes: after that it may be another program's.
            let _ = fs::remove_file(&self.temporary);
            // Drop what is still buffered: the file is gone.
            drop(writer.into_parts());
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

#[cfg(test)]
mod tests {
    use super::super::{names_in, test_folder};
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    #[test]
    fn a_file_appears_when_it_is_complete_and_leaves_nothing_when_given_up() {
        let folder = test_folder("atomic");
        let path = |name: &str| folder.join(name);
        let begun = |name: &str| {
            let mut file = AtomicFile::create(&path(name)).unwrap();
            file.write_all(b"new").unwrap();
            file
        };
        let text = |name: &str| fs::read_to_string(path(name)).unwrap();
        fs::write(path("a.txt"), "old").unwrap();
        drop(begun("a.txt"));
        let file = begun("a.txt");
        assert_eq!(text("a.txt"), "old");
        file.commit().unwrap();
        assert_eq!(text("a.txt"), "new");
        let folder_in_its_place = begun("b");
        fs::create_dir(path("b")).unwrap();
        assert!(folder_in_its_place.commit().is_err());
        let late = begun("c.txt");
        fs::write(path("c.txt"), "mine").unwrap();
        let refused = late.commit().unwrap_err().to_string();
        assert!(refused.contains("c.txt: it has appeared"), "{refused}");
        let refused = save_text(path("c.txt"), "x").unwrap_err().to_string();
        assert!(refused.contains("c.txt: it exists"), "{refused}");
        assert_eq!(text("c.txt"), "mine");
        copy(&path("a.txt"), &path("c.txt")).unwrap();
        assert_eq!(text("c.txt"), "new");
        #[cfg(unix)]
        {
            // Writing through a link keeps the link.
            std::os::unix::fs::symlink("c.txt", path("d.txt")).unwrap();
            fs::write(path("c.txt"), "old").unwrap();
            begun("d.txt").commit().unwrap();
            let link = fs::symlink_metadata(path("d.txt")).unwrap();
            assert!(link.is_symlink() && text("c.txt") == "new");
            fs::remove_file(path("d.txt")).unwrap();
        }
        assert_eq!(names_in(&folder), ["a.txt", "b", "c.txt"]);
    }

    #[test]
    fn a_file_is_left_over_when_nobody_writes_it() {
        let folder = test_folder("left-over");
        let path = folder.join("a.gif");
        let hidden = folder.join(unfinished(OsStr::new("a.gif")));
        assert_eq!(finished_name(".a.gif.cloth.partial"), Some("a.gif"));
        for name in ["a.gif", ".a.gif.partial", "a.gif.cloth.partial"] {
            assert_eq!(finished_name(name), None, "{name}");
        }
        let kind = |found: io::Result<File>| found.map_err(|error| error.kind()).err();
        assert_eq!(kind(left_over(&hidden)), Some(ErrorKind::NotFound));
        let writer = AtomicFile::create(&path).unwrap();
        assert_eq!(kind(left_over(&hidden)), Some(ErrorKind::ResourceBusy));
        let second = AtomicFile::create(&path).unwrap_err();
        assert_eq!(second.kind(), ErrorKind::ResourceBusy);
        drop(writer);
        // As a killed program leaves it.
        fs::write(&hidden, "half").unwrap();
        let left = left_over(&hidden).unwrap();
        assert_eq!(io::read_to_string(&left).unwrap(), "half");
        assert!(AtomicFile::create(&path).is_err());
        drop(left);
        AtomicFile::create(&path).unwrap().commit().unwrap();
        assert_eq!(names_in(&folder), ["a.gif"]);
        assert_eq!(fs::read(&path).unwrap(), b"");
    }

    /// Another program may look between the creation of a file and its lock, take it for left over,
    /// and be slow to remove it.
    #[test]
    fn looking_for_left_over_files_stops_nobody_from_writing() {
        let folder = test_folder("atomic-looked-at");
        let path = folder.join("a.txt");
        let hidden = folder.join(unfinished(OsStr::new("a.txt")));
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    if let Ok(_left) = left_over(&hidden) {
                        thread::yield_now();
                        fs::remove_file(&hidden).unwrap();
                    }
                }
            });
            let failed = (0..2000).filter(|_| AtomicFile::create(&path).is_err());
            let failed = failed.count();
            done.store(true, Relaxed);
            assert_eq!(failed, 0);
        });
    }
}
