//! Files that appear complete or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::error::OutputError;
use super::left_over::{is_at, left_over, unfinished};

/// A file being written beside its place. Dropped without [`AtomicFile::commit`], it is removed
/// and what was at its place before is still there.
#[derive(Debug)]
pub struct AtomicFile {
    /// `None` once committed. The file is locked as long as it is open: see [`left_over()`].
    writer: Option<BufWriter<File>>,
    temporary: PathBuf,
    destination: PathBuf,
    /// Whether nothing had the name when this file was begun.
    is_new: bool,
}

impl AtomicFile {
    /// Starts a file that will be named `path`. What a program that is no more has left of one is
    /// removed.
    ///
    /// # Errors
    /// If its folder cannot be written to, `path` names no file, or somebody is writing it: that is
    /// [`ErrorKind::ResourceBusy`].
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
    /// If the disk is full, or the name is taken by something else or has been given since; the file
    /// of that name is then still there.
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
            let problem = "it has come to be there meanwhile, and is left as it is";
            return Err(io::Error::new(ErrorKind::AlreadyExists, problem));
        }
        fs::rename(&self.temporary, &self.destination)
    }
}

/// How often to try, and how long to wait in between, while others take for left over what is not.
const TRIES: u32 = 1000;
const WAIT: Duration = Duration::from_millis(1);

/// Makes a file that nobody has, and locks it.
fn locked(path: &Path) -> io::Result<File> {
    // Whether somebody has taken the file made here for one that is left over: that one will remove
    // it, and is no writer to give way to.
    let mut is_taken = false;
    for _ in 0..TRIES {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => match file.try_lock() {
                // Between the two lines above it looks like one that is left over.
                Err(TryLockError::WouldBlock) => is_taken = true,
                // Where there are no locks, nothing is ever said to be left over.
                _ if is_at(&file, path) => return Ok(file),
                _ => {}
            },
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match left_over(path) {
                Ok(_left) => fs::remove_file(path)?,
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(_) if is_taken => thread::sleep(WAIT),
                Err(_) => break,
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
            // While it is locked: without the lock it might be another program's by now.
            let _ = fs::remove_file(&self.temporary);
            // What is still buffered need not reach a file that is gone.
            drop(writer.into_parts());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{names_in, test_folder};
    use super::*;

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let folder = test_folder("atomic");
        let path = folder.join("a.txt");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names_in(&folder), ["a.txt"]);
    }

    #[test]
    fn a_file_given_up_leaves_nothing_behind() {
        let folder = test_folder("atomic-drop");
        let path = folder.join("a.txt");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names_in(&folder), ["a.txt"]);
    }

    #[test]
    fn a_failed_rename_leaves_nothing_behind() {
        let folder = test_folder("atomic-rename");
        let path = folder.join("a");
        let file = AtomicFile::create(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(file.commit().unwrap_err().to_string().contains("a"));
        assert_eq!(names_in(&folder), ["a"]);
    }

    #[test]
    fn two_do_not_write_one_file() {
        let folder = test_folder("atomic-two");
        let path = folder.join("a.txt");
        let first = AtomicFile::create(&path).unwrap();
        let Err(OutputError::Io { source, .. }) = AtomicFile::create(&path) else {
            panic!("two have it");
        };
        assert_eq!(source.kind(), ErrorKind::ResourceBusy);
        drop(AtomicFile::create(&folder.join("b.txt")).unwrap());
        first.commit().unwrap();
        drop(AtomicFile::create(&path).unwrap());
        assert_eq!(names_in(&folder), ["a.txt"]);
    }

    #[test]
    fn what_came_to_be_there_meanwhile_stays() {
        let folder = test_folder("atomic-meanwhile");
        let path = folder.join("a.txt");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        fs::write(&path, "mine").unwrap();
        let message = file.commit().unwrap_err().to_string();
        assert!(message.contains("a.txt: it has come"), "{message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        assert_eq!(names_in(&folder), ["a.txt"]);
    }

    /// Whoever looks may come between the making of a file and its lock, take it for one that is left
    /// over, and be slow to remove it.
    #[test]
    fn who_looks_for_what_is_left_keeps_nobody_from_writing() {
        let folder = test_folder("atomic-looked-at");
        let path = folder.join("a.txt");
        let hidden = folder.join(unfinished(std::ffi::OsStr::new("a.txt")));
        let done = std::sync::atomic::AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    if let Ok(_left) = left_over(&hidden) {
                        thread::yield_now();
                        fs::remove_file(&hidden).unwrap();
                    }
                }
            });
            let failed = (0..2000).filter(|_| AtomicFile::create(&path).is_err());
            let failed = failed.count();
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            assert_eq!(failed, 0);
        });
    }

    #[cfg(unix)]
    #[test]
    fn writing_through_a_link_keeps_the_link() {
        let folder = test_folder("atomic-link");
        fs::write(folder.join("real.txt"), "old").unwrap();
        let link = folder.join("link.txt");
        std::os::unix::fs::symlink("real.txt", &link).unwrap();
        let mut file = AtomicFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.commit().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(folder.join("real.txt")).unwrap(), "new");
    }
}
