//! What a program that was ended in the middle has left of what it saved.

use crate::recording;
use cloth_draw::output::{finished_name, left_over, save_text};
use std::fs;
use std::io::Read;
use std::path::Path;

/// What a recording has before its ending that was not finished by the program that made it.
pub(super) const UNFINISHED: &str = "-unfinished";

/// Removes a file that a program has begun that is no more, and returns whether it has. A recording
/// of inputs is somebody's work and can be read up to where it ends: it gets a name.
pub(super) fn put_away(path: &Path) -> bool {
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
        // What is no recording stays as it is, unless there is nothing in it.
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
    use super::super::tests::setup;
    use super::*;
    use crate::action::Action;
    use crate::recording::{End, Writer, read};
    use crate::test_files::{names_in, test_folder};
    use cloth_draw::output::AtomicFile;

    #[test]
    fn what_a_killed_program_left_is_put_away_and_nothing_else() {
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

    /// Wherever it was cut.
    #[test]
    fn of_a_recording_all_whole_lines_are_kept() {
        let folder = test_folder("left-over-tape");
        let whole = folder.join("a.tape");
        let mut writer = Writer::create(&whole, &setup()).unwrap();
        let cut = Action::Cut { column: 2, row: 1 };
        for action in [Action::Step, Action::Step, cut, Action::Step] {
            writer.apply(&action).unwrap();
        }
        writer.finish(7).unwrap();
        let text = fs::read_to_string(&whole).unwrap();
        let end_of_line = |line: usize| text.split_inclusive('\n').take(line).map(str::len).sum();
        let left = folder.join(".b-001.tape.cloth.partial");
        let kept = folder.join("b-001-unfinished.tape");
        for (line, steps) in [(2, 0), (3, 2), (4, 2), (5, 3)] {
            let end: usize = end_of_line(line);
            for cut in [end, end + 5] {
                fs::write(&left, &text[..cut]).unwrap();
                assert!(put_away(&left));
                assert_eq!(read(&kept).unwrap().end(), End { steps, hash: None });
                fs::remove_file(&kept).unwrap();
            }
        }
        fs::write(&left, &text).unwrap();
        assert!(put_away(&left));
        assert_eq!(read(&kept).unwrap(), read(&whole).unwrap());
        // Not over another one; nor does what cannot be read go away, unless it is nothing.
        let two = [&text[..], &text[..20]];
        for text in two {
            fs::write(&left, text).unwrap();
            assert!(!put_away(&left));
            assert_eq!(fs::read_to_string(&left).unwrap(), text);
        }
        fs::write(&left, "").unwrap();
        assert!(put_away(&left));
        assert_eq!(names_in(&folder), ["a.tape", "b-001-unfinished.tape"]);
    }
}
