//! Folders for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of its own for one test.
pub(crate) fn test_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cloth-viewer-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Names of the files in a folder, in order.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
