//! Files that are whole or not there, and numbers for tables.

use crate::whole_file;
use std::path::{Path, PathBuf};

/// The folder that results go to.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder, or takes the one that is there.
    ///
    /// # Errors
    /// If there is none and it cannot be made.
    pub fn new(path: &Path) -> Result<Self, String> {
        std::fs::create_dir_all(path)
            .map_err(|error| format!("--out {}: {error}", path.display()))?;
        Ok(Self(path.to_owned()))
    }

    /// Path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file, in place of an earlier one, and says so.
    ///
    /// # Errors
    /// If the disk does not take it; an earlier file is then still there.
    pub fn write(&self, name: &str, content: &str) -> Result<(), String> {
        let path = self.path(name);
        whole_file::write(&path, content.as_bytes())?;
        println!("wrote {}", path.display());
        Ok(())
    }
}

/// A number with as many digits as a table needs.
pub fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        v if !v.is_finite() => "-".to_owned(),
        v if !(1e-3..1e5).contains(&v) => format!("{value:.2e}"),
        v if v < 1.0 => format!("{value:.4}"),
        v if v < 100.0 => format!("{value:.3}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_replaces_an_earlier_one_and_leaves_nothing_beside_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(&place.path().join("a/b")).unwrap();
        folder.write("t.csv", "old").unwrap();
        folder.write("t.csv", "new").unwrap();
        assert_eq!(
            std::fs::read_to_string(folder.path("t.csv")).unwrap(),
            "new"
        );
        assert_eq!(
            std::fs::read_dir(place.path().join("a/b")).unwrap().count(),
            1
        );
        assert!(Folder::new(&folder.path("t.csv")).is_err());
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(short(0.195_97), "0.1960");
        assert_eq!(short(1234.5), "1234");
        assert_eq!(short(f64::NAN), "-");
        assert_eq!(short(2.5e-6), "2.50e-6");
    }
}
