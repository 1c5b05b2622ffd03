//! Names of what is saved: `SCENE-001.png` and so on, never one that is taken.

use super::left_over::{self, UNFINISHED};
use cloth_draw::output::{AtomicFile, OutputError};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Longest part of a name that comes from a scene's.
const LONGEST: usize = 60;
/// How often to try while other programs take numbers: somebody gets one each time.
const TRIES: u32 = 10_000;

/// A number that is nobody else's, in this program or another, as long as this is kept. Later it is
/// taken by the file that is there, or is being written.
#[derive(Debug)]
pub(crate) struct Claim {
    stem: PathBuf,
    /// A file that is being written and never will be: the name is taken.
    _held: AtomicFile,
}

impl Claim {
    /// The path of the file, without an ending.
    pub(crate) fn stem(&self) -> &Path {
        &self.stem
    }

    /// The path of the file; the scene's name may have dots.
    pub(crate) fn path(&self, ending: &str) -> PathBuf {
        let mut name = self.stem.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        name.into()
    }
}

/// Takes the number that the next file of a scene gets in a folder.
///
/// A number is free if no file and no folder with any ending has it, and none is being written. What
/// a program that is no more has left unfinished is put away.
///
/// # Errors
/// A folder that cannot be read or written to.
pub(super) fn next(folder: &Path, scene: &str) -> Result<Claim, OutputError> {
    let scene = plain(scene);
    for _ in 0..TRIES {
        let taken = numbers(folder, &scene)?;
        // One more number than are taken: one of them is free.
        let free = (1..=taken.len() as u64 + 1).find(|number| !taken.contains(number));
        let free = free.unwrap_or(taken.len() as u64 + 1);
        let stem = folder.join(format!("{scene}-{free:03}"));
        match AtomicFile::create(&stem) {
            // Another program may have had the number since, and its file be there by now.
            Ok(held) if is_alone(free, &numbers(folder, &scene)?) => {
                return Ok(Claim { stem, _held: held });
            }
            Ok(_) => {}
            Err(OutputError::Io { source, .. }) if source.kind() == ErrorKind::ResourceBusy => {}
            Err(error) => return Err(error),
        }
    }
    let problem = "other programs take every number";
    Err(OutputError::io(
        folder,
        io::Error::new(ErrorKind::ResourceBusy, problem),
    ))
}

/// Whether one file alone has a number: that which holds it.
fn is_alone(number: u64, taken: &[u64]) -> bool {
    taken.iter().filter(|taken| **taken == number).count() == 1
}

/// The numbers of a scene's files in a folder.
fn numbers(folder: &Path, scene: &str) -> Result<Vec<u64>, OutputError> {
    let failed = |error| OutputError::io(folder, error);
    let mut taken = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if !left_over::put_away(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            taken.extend(number(&name, scene));
        }
    }
    Ok(taken)
}

/// A scene's name as part of a file's: letters, digits, `-` and `_`.
fn plain(scene: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let name = scene.chars().take(LONGEST);
    let name: String = name.map(|c| if fits(c) { c } else { '-' }).collect();
    match name.trim_matches('-') {
        "" => "scene".to_owned(),
        name => name.to_owned(),
    }
}

/// The number in the name of a scene's file, or of one that is being written or was.
fn number(name: &str, scene: &str) -> Option<u64> {
    let name = name.strip_prefix('.').unwrap_or(name);
    let rest = name.strip_prefix(scene)?.strip_prefix('-')?;
    let digits = rest.split('.').next()?.trim_end_matches(UNFINISHED);
    let is_number = digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::test_folder;

    #[test]
    fn numbers_that_are_taken_are_passed_over() {
        let folder = test_folder("names");
        let stem = |scene| {
            let claim = next(&folder, scene).unwrap();
            let name = claim.stem().file_name().unwrap();
            name.to_str().unwrap().to_owned()
        };
        assert_eq!(stem("tear"), "tear-001");
        // Given back, and free again.
        assert_eq!(stem("tear"), "tear-001");
        let _own = AtomicFile::create(&folder.join("tear-003.tape")).unwrap();
        for name in ["tear-001.gif", "tear-x.png", "tear-005-unfinished.tape"] {
            fs::write(folder.join(name), "").unwrap();
        }
        fs::write(folder.join("tear-99999999999999999999.png"), "").unwrap();
        fs::write(folder.join("tear-+4.png"), "").unwrap();
        assert_eq!(stem("tear"), "tear-002");
        fs::create_dir(folder.join("tear-002")).unwrap();
        assert_eq!(stem("tear"), "tear-004");
        let _claim = next(&folder, "tear").unwrap();
        assert_eq!(stem("tear"), "tear-006");
        assert_eq!(stem("tea"), "tea-001");
    }

    /// Many at once, as many programs are, write and give their numbers back.
    #[test]
    fn no_number_is_taken_twice() {
        let folder = test_folder("names-twice");
        let save = |_| {
            let claim = next(&folder, "tear").unwrap();
            let path = claim.path("toml");
            let file = AtomicFile::create(&path).unwrap();
            drop(claim);
            file.commit().unwrap();
            path
        };
        let paths = std::thread::scope(|scope| {
            let threads = [(); 8].map(|()| scope.spawn(|| (0..25).map(save).collect::<Vec<_>>()));
            threads.map(|thread| thread.join().unwrap()).concat()
        });
        let different: std::collections::BTreeSet<_> = paths.iter().collect();
        assert_eq!((paths.len(), different.len()), (200, 200));
        // Without a gap, too.
        assert!(folder.join("tear-200.toml").exists());
    }

    #[test]
    fn names_of_scenes_stay_in_the_folder() {
        for (scene, expected) in [
            ("four-corners", "four-corners"),
            ("../../etc/x", "etc-x"),
            ("a b.c", "a-b-c"),
            ("", "scene"),
            ("..", "scene"),
        ] {
            assert_eq!(plain(scene), expected, "{scene}");
        }
        assert_eq!(plain(&"ä1".repeat(100)).len(), LONGEST - 1);
    }
}
