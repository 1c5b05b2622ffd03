//! Names of saved files: `SCENE-001.png` and so on, never one that exists already.

use crate::recording;
use cloth_draw::output::{AtomicFile, OutputError, finished_name, left_over, save_text};
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Most characters of a scene's name in a file's name.
const LONGEST: usize = 60;
/// How often to try while other programs take numbers: somebody gets one each time.
const TRIES: u32 = 10_000;

/// Stands before the ending of a recording that its program could not finish.
const UNFINISHED: &str = "-unfinished";

/// A number reserved in this program and all others until this value is dropped. By then the file
/// exists, or its writer holds the number.
#[derive(Debug)]
pub(crate) struct Claim {
    stem: PathBuf,
    /// A file under the bare stem that is never committed; it holds the number.
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
/// A number is free if no file and no folder with any ending has it, and none is being written.
/// Unfinished files of programs that have ended are removed first.
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
            // Another program may have written a file with this number in between.
            Ok(held) if is_alone(free, &numbers(folder, &scene)?) => {
                return Ok(Claim { stem, _held: held });
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ResourceBusy => {}
            Err(error) => return Err(error),
        }
    }
    let problem = "other programs take every number";
    Err(OutputError::io(
        folder,
        io::Error::new(ErrorKind::ResourceBusy, problem),
    ))
}

/// Whether only the file that holds a number has it.
fn is_alone(number: u64, taken: &[u64]) -> bool {
    taken.iter().filter(|taken| **taken == number).count() == 1
}

/// The numbers of a scene's files in a folder.
fn numbers(folder: &Path, scene: &str) -> Result<Vec<u64>, OutputError> {
    let failed = |error| OutputError::io(folder, error);
    let mut taken = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if !put_away(&path) {
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

/// Removes an unfinished file of a program that has ended, and returns whether it did. A recording
/// of inputs is somebody's work and can be read up to where it breaks off: it is completed under a
/// name of its own.
fn put_away(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(name) = finished_name(&name) else {
        return false;
    };
    let Ok(mut left) = left_over(path) else {
        return false;
    };
    if let Some(stem) = name.strip_suffix(".tape") {
        let mut text = String::new();
        let read = left.read_to_string(&mut text);
        let kept = path.with_file_name(format!("{stem}{UNFINISHED}.tape"));
        // Anything that cannot be read as a recording stays, unless it is empty.
        let is_kept =
            recording::completed(&text, name).is_ok_and(|whole| save_text(&kept, &whole).is_ok());
        if read.is_err() || !is_kept && !text.is_empty() {
            return false;
        }
    }
    fs::remove_file(path).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::recording::{End, Writer, read};
    use crate::tests::setup;
    use crate::tests::{names_in, test_folder};

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

    #[test]
    fn nothing_but_unfinished_files_is_put_away() {
        let folder = test_folder("left-over");
        let mine = [".a.gif", ".b.partial", "c.cloth.partial", "d.tape"];
        for name in mine {
            fs::write(folder.join(name), "mine").unwrap();
            assert!(!put_away(&folder.join(name)));
        }
        let path = folder.join(".e-001.gif.cloth.partial");
        let writer = AtomicFile::create(&folder.join("e-001.gif")).unwrap();
        assert!(!put_away(&path) && path.exists());
        drop(writer);
        fs::write(&path, "half").unwrap();
        assert!(put_away(&path));
        assert_eq!(names_in(&folder), mine);
    }

    /// Wherever it breaks off.
    #[test]
    fn all_whole_lines_of_a_recording_are_completed() {
        let folder = test_folder("left-over-tape");
        let whole = folder.join("a.tape");
        let mut writer = Writer::create(&whole, &setup("tear")).unwrap();
        let cut = Action::Cut { column: 2, row: 1 };
        for action in [Action::Step, Action::Step, cut, Action::Step] {
            writer.apply(&action).unwrap();
        }
        writer.finish(7).unwrap();
        let text = fs::read_to_string(&whole).unwrap();
        let lines: Vec<_> = text.split_inclusive('\n').collect();
        let left = folder.join(".b-001.tape.cloth.partial");
        let kept = folder.join("b-001-unfinished.tape");
        for (count, steps, hash) in [(2, 0, None), (3, 2, None), (5, 3, None), (6, 3, Some(7))] {
            let broken = lines.get(count).map_or("", |line| &line[..5]);
            fs::write(&left, lines[..count].concat() + broken).unwrap();
            assert!(put_away(&left));
            assert_eq!(read(&kept).unwrap().end(), End { steps, hash });
            fs::remove_file(&kept).unwrap();
        }
        // It replaces no other file, and what cannot be read stays, unless it is empty.
        fs::write(&kept, "mine").unwrap();
        for (text, is_away) in [(&text[..], false), (&text[..20], false), ("", true)] {
            fs::write(&left, text).unwrap();
            assert_eq!(put_away(&left), is_away);
            assert_eq!(left.exists(), !is_away);
        }
        assert_eq!(fs::read_to_string(&kept).unwrap(), "mine");
    }
}
