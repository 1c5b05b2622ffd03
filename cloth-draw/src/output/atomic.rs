//! Files that appear complete or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::error::OutputError;

/// A file being written beside its place. Dropped without [`AtomicFile::commit`], it is removed
/// and what was at its place before is still there.
#[derive(Debug)]
pub struct AtomicFile {
    /// `None` once committed.
    writer: Option<BufWriter<File>>,
    temporary: PathBuf,
    destination: PathBuf,
}

impl AtomicFile {
    /// Starts a file that will be named `path`.
    ///
    /// # Errors
    /// If its folder cannot be written to, or `path` names no file.
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        // A link stays a link: the file it points to is the one replaced.
        let destination = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let name = destination
            .file_name()
            .ok_or_else(|| OutputError::refused(path, "the path names no file"))?;
        // Several writers may be at work in one folder.
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let count = COUNTER.fetch_add(1, Ordering::Relaxed);
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{count}.partial", process()));
        let temporary = destination.with_file_name(hidden);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
            .map_err(|error| OutputError::io(path, error))?;
        Ok(Self {
            writer: Some(BufWriter::new(file)),
            temporary,
            destination,
        })
    }

    /// Finishes the file and gives it its name, in place of an earlier file of that name.
    ///
    /// # Errors
    /// If the disk is full or the name is taken by something else; the earlier file is then still
    /// there.
    pub fn commit(mut self) -> Result<(), OutputError> {
        let result = self.finish();
        result.map_err(|error| OutputError::io(&self.destination, error))
    }

    fn finish(&mut self) -> io::Result<()> {
        if let Some(writer) = self.writer.take() {
            let outcome = writer
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(|file| file.sync_all())
                .and_then(|()| fs::rename(&self.temporary, &self.destination));
            if outcome.is_err() {
                let _ = fs::remove_file(&self.temporary);
            }
            outcome?;
        }
        Ok(())
    }
}

/// This process among those that write to a folder. A browser's page is the only one.
fn process() -> u32 {
    match cfg!(target_family = "wasm") {
        true => 0,
        false => std::process::id(),
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            // What is still buffered need not reach a file that goes away.
            drop(writer.into_parts());
            let _ = fs::remove_file(&self.temporary);
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
