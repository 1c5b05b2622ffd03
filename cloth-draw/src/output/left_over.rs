//! What a program that was ended in the middle has left of the file that it wrote.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

/// What a file's name is while it is being written, between a dot and this.
const ENDING: &str = ".cloth.partial";

/// The name that a file has until it is complete.
pub(super) fn unfinished(name: &OsStr) -> OsString {
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(ENDING);
    hidden
}

/// The name that a file of this name would have got once complete; `None` if it is none that is being
/// written.
pub fn finished_name(name: &str) -> Option<&str> {
    name.strip_prefix('.')?.strip_suffix(ENDING)
}

/// Opens the beginning of a file that nobody is writing any more. As long as it is open it is
/// nobody else's.
///
/// Whoever writes a file holds a lock on it, which the system takes away when the program ends,
/// however it ends. A process's number would say less: another may have it by now, and one in another
/// container or on another machine has none here.
///
/// # Errors
/// Somebody is writing it ([`ErrorKind::ResourceBusy`]), it is gone, or nobody can tell.
pub fn left_over(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) if is_at(&file, path) => Ok(file),
        Ok(()) => Err(ErrorKind::NotFound.into()),
        Err(TryLockError::WouldBlock) => Err(ErrorKind::ResourceBusy.into()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether an open file has this name still: it may have been removed, and another be there.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let found = (file.metadata(), fs::symlink_metadata(path));
    matches!(found, (Ok(open), Ok(there)) if identity(&open) == identity(&there))
}

#[cfg(unix)]
fn identity(file: &Metadata) -> impl PartialEq {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// The time of its last change is as good as a number where it is kept to 100 ns.
#[cfg(not(unix))]
fn identity(file: &Metadata) -> impl PartialEq {
    file.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::super::{AtomicFile, names_in, test_folder};
    use super::*;
    use std::io::Read;

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
        drop(writer);
        // As a killed program leaves it.
        fs::write(&hidden, "half").unwrap();
        let mut text = String::new();
        let mut left = left_over(&hidden).unwrap();
        left.read_to_string(&mut text).unwrap();
        assert_eq!(text, "half");
        assert!(AtomicFile::create(&path).is_err());
        drop(left);
        AtomicFile::create(&path).unwrap().commit().unwrap();
        assert_eq!(names_in(&folder), ["a.gif"]);
        assert_eq!(fs::read(&path).unwrap(), b"");
    }

    #[test]
    fn another_file_of_the_same_name_is_another() {
        let folder = test_folder("left-over-other");
        let path = folder.join("a");
        fs::write(&path, "first").unwrap();
        let first = File::open(&path).unwrap();
        assert!(is_at(&first, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&first, &path));
        // Where the first one's number is free again it could get the same; it is open.
        fs::write(&path, "second").unwrap();
        assert!(!is_at(&first, &path));
    }
}
