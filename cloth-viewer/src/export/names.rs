//! Names of what is saved: `SCENE-001.png` and so on, never one that is taken.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Longest part of a name that comes from a scene's.
const LONGEST: usize = 60;

/// The path, without an ending, that the next file of a scene gets in a folder.
///
/// A number is free if no file and no folder with any ending has it, and none is being written. What
/// a program that is no more has left unfinished is removed.
///
/// # Errors
/// A folder that cannot be read.
pub(super) fn next(folder: &Path, scene: &str) -> io::Result<PathBuf> {
    let scene = plain(scene);
    let mut taken = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if is_left_over(&name) && fs::remove_file(entry.path()).is_ok() {
            continue;
        }
        taken.extend(number(&name, &scene));
    }
    // One more number than are taken: one of them is free.
    let free = (1..=taken.len() as u64 + 1).find(|number| !taken.contains(number));
    let number = free.unwrap_or(taken.len() as u64 + 1);
    Ok(folder.join(format!("{scene}-{number:03}")))
}

/// Whether a file is what a program was writing (`.NAME.PROCESS-N.partial`) that runs no more.
///
/// Known where the system lists its processes as files; elsewhere nothing is said to be left over.
fn is_left_over(name: &str) -> bool {
    let process = || {
        let rest = name.strip_prefix('.')?.strip_suffix(".partial")?;
        let (process, count) = rest.rsplit_once('.')?.1.split_once('-')?;
        count.parse::<u32>().ok()?;
        process.parse::<u32>().ok()
    };
    let processes = Path::new("/proc");
    process().is_some_and(|process| {
        processes.join("self").exists() && !processes.join(process.to_string()).exists()
    })
}

/// A path with an ending; the scene's name may have dots.
pub(crate) fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
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

/// The number in the name of a scene's file, or of one that is being written.
fn number(name: &str, scene: &str) -> Option<u64> {
    let name = name.strip_prefix('.').unwrap_or(name);
    let rest = name.strip_prefix(scene)?.strip_prefix('-')?;
    let digits = rest.split('.').next()?;
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
            let path = next(&folder, scene).unwrap();
            path.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(stem("tear"), "tear-001");
        let own = format!(".tear-003.tape.{}-0.partial", std::process::id());
        for name in ["tear-001.gif", &own, "tear-x.png"] {
            fs::write(folder.join(name), "").unwrap();
        }
        fs::write(folder.join("tear-99999999999999999999.png"), "").unwrap();
        fs::write(folder.join("tear-+4.png"), "").unwrap();
        assert_eq!(stem("tear"), "tear-002");
        fs::create_dir(folder.join("tear-002")).unwrap();
        assert_eq!(stem("tear"), "tear-004");
        assert_eq!(stem("tea"), "tea-001");
    }

    #[test]
    fn what_a_killed_program_left_is_removed_and_nothing_else() {
        let folder = test_folder("left-over");
        // No process has a number so large.
        let left = ".tear-001.gif.4294967295-3.partial";
        let mine = [
            "..partial",
            ".tear.x-1.partial",
            ".notes.partial",
            "a.4294967295-3.partial",
        ];
        for name in mine.into_iter().chain([left]) {
            fs::write(folder.join(name), "").unwrap();
        }
        let stem = next(&folder, "tear").unwrap();
        assert!(stem.ends_with("tear-001"), "{stem:?}");
        let kept = mine.iter().all(|name| folder.join(name).exists());
        // Elsewhere nobody knows whether it still runs.
        let knows = Path::new("/proc/self").exists();
        assert!(kept && folder.join(left).exists() != knows);
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
