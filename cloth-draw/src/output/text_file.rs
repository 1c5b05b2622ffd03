//! Text files: scenes.

use std::io::Write;
use std::path::Path;

use super::atomic::AtomicFile;
use super::error::OutputError;

/// Writes a text under a name that no file has yet.
///
/// # Errors
///
/// There is a file of that name, the folder cannot be written to, or the disk is full.
pub fn save_text(path: impl AsRef<Path>, text: &str) -> Result<(), OutputError> {
    let path = path.as_ref();
    if path.symlink_metadata().is_ok() {
        return Err(OutputError::refused(path, "it exists and is left as it is"));
    }
    let mut file = AtomicFile::create(path)?;
    file.write_all(text.as_bytes())
        .map_err(|error| OutputError::io(path, error))?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::super::{names_in, test_folder};
    use super::*;

    #[test]
    fn a_text_is_written_once() {
        let folder = test_folder("text");
        let path = folder.join("a.toml");
        save_text(&path, "first\n").unwrap();
        let message = save_text(&path, "second\n").unwrap_err().to_string();
        assert!(message.contains("a.toml") && message.contains("exists"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "first\n");
        assert_eq!(names_in(&folder), ["a.toml"]);
    }
}
