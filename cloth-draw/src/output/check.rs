//! Whether something can be written, asked before the long work.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, is_separator};

use super::atomic::AtomicFile;
use super::error::OutputError;
use super::left_over::finished_name;

/// What is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// One picture, `.png`.
    Png,
    /// An animation, `.gif`.
    Gif,
    /// The cloth as triangles, `.obj`.
    Obj,
    /// A folder of numbered pictures.
    Sequence,
}

impl OutputKind {
    /// The ending of such files, without the dot; `None` for a folder.
    pub fn extension(self) -> Option<&'static str> {
        match self {
            Self::Png => Some("png"),
            Self::Gif => Some("gif"),
            Self::Obj => Some("obj"),
            Self::Sequence => None,
        }
    }
}

/// Whether `path` can be written as this kind of output; nothing is left behind.
///
/// # Errors
///
/// The folder it should be in does not exist, is a file, or cannot be written to; a folder, a
/// device or a file of another kind has that name; or, for a sequence, the folder holds anything
/// but the pictures of an earlier sequence. Files of the same kind may be replaced.
pub fn check_output(path: &Path, kind: OutputKind) -> Result<(), OutputError> {
    if path.as_os_str().is_empty() {
        return Err(OutputError::refused(path, "the path is empty"));
    }
    match kind.extension() {
        Some(extension) => check_file(path, extension),
        None => check_folder(path),
    }
}

fn check_file(path: &Path, extension: &str) -> Result<(), OutputError> {
    let text = path.to_string_lossy();
    if text.ends_with(is_separator) || path.file_name().is_none() {
        return Err(OutputError::refused(
            path,
            "this names a folder, a file is needed",
        ));
    }
    check_parent(path)?;
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            return Err(OutputError::refused(
                path,
                "it is a folder, a file is needed",
            ));
        }
        Ok(found) if !found.is_file() => {
            return Err(OutputError::refused(path, "it is not a regular file"));
        }
        Ok(_) if !has_extension(path, extension) => {
            let reason = format!("it exists and is not a .{extension} file; it is left as it is");
            return Err(OutputError::refused(path, reason));
        }
        Ok(found) if found.permissions().readonly() => {
            return Err(OutputError::refused(path, "the file is read-only"));
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if fs::symlink_metadata(path).is_ok() {
                return Err(OutputError::refused(path, "it is a link to nothing"));
            }
        }
        Err(error) => return Err(OutputError::io(path, error)),
    }
    // Only trying tells whether the folder can be written to. The trial file goes away here.
    AtomicFile::create(path).map(drop)
}

fn check_folder(path: &Path) -> Result<(), OutputError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_dir() => {
            return Err(OutputError::refused(
                path,
                "it is a file, a folder is needed",
            ));
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            check_parent(path)?;
            // Made and taken away again: only trying tells whether it can be.
            fs::create_dir(path).map_err(|error| OutputError::io(path, error))?;
            return fs::remove_dir(path).map_err(|error| OutputError::io(path, error));
        }
        Err(_) => return check_parent(path),
    }
    for entry in fs::read_dir(path).map_err(|error| OutputError::io(path, error))? {
        let entry = entry.map_err(|error| OutputError::io(path, error))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        // One that is being written, or was when a program was ended: removed, or told of, below.
        let picture = finished_name(&name).unwrap_or(&name);
        if !is_file || frame_number(picture).is_none() {
            let reason = format!(
                "the folder holds {:?}, which is not a picture of an earlier sequence; \
                 name a new or empty folder",
                name
            );
            return Err(OutputError::refused(path, reason));
        }
        if picture != name {
            try_out(&path.join(picture), path)?;
        }
    }
    try_out(&path.join(frame_name(0)), path)
}

/// Begins a file and gives it up. Errors name `path`.
fn try_out(file: &Path, path: &Path) -> Result<(), OutputError> {
    AtomicFile::create(file)
        .map(drop)
        .map_err(|error| match error {
            OutputError::Io { source, .. } => OutputError::io(path, source),
            other => other,
        })
}

/// Whether the folder that `path` should be in is one.
fn check_parent(path: &Path) -> Result<(), OutputError> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => return Ok(()),
    };
    match fs::metadata(parent) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => {
            let reason = format!("{} is not a folder", parent.display());
            Err(OutputError::refused(path, reason))
        }
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            let reason = format!("the folder {} does not exist", parent.display());
            Err(OutputError::refused(path, reason))
        }
        Err(error) => Err(OutputError::io(path, error)),
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// The name of a picture of a sequence.
pub(super) fn frame_name(number: usize) -> String {
    format!("frame-{number:05}.png")
}

/// The number in a name that [`frame_name`] makes, `None` for any other name.
pub(super) fn frame_number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("frame-")?.strip_suffix(".png")?;
    let number = digits.parse().ok()?;
    (frame_name(number) == name).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::super::{names_in, test_folder};
    use super::*;

    fn refusal(path: &Path, kind: OutputKind) -> String {
        let message = check_output(path, kind).unwrap_err().to_string();
        assert!(message.contains(&*path.to_string_lossy()), "{message}");
        message
    }

    #[test]
    fn new_and_earlier_files_are_accepted_and_nothing_is_left_behind() {
        let folder = test_folder("check");
        fs::write(folder.join("old.PNG"), "earlier picture").unwrap();
        check_output(&folder.join("old.PNG"), OutputKind::Png).unwrap();
        check_output(&folder.join("new.gif"), OutputKind::Gif).unwrap();
        check_output(&folder.join("frames"), OutputKind::Sequence).unwrap();
        check_output(Path::new("beside-the-program.obj"), OutputKind::Obj).unwrap();
        assert_eq!(names_in(&folder), ["old.PNG"]);
    }

    #[test]
    fn files_in_the_way_are_refused_and_untouched() {
        let folder = test_folder("check-refuse");
        let file = folder.join("scene.toml");
        fs::write(&file, "precious").unwrap();
        assert!(refusal(&file, OutputKind::Png).contains("not a .png"));
        assert!(refusal(&file, OutputKind::Sequence).contains("a folder is needed"));
        assert!(refusal(&file.join("a.png"), OutputKind::Png).contains("not a folder"));
        assert!(refusal(&file.join("frames"), OutputKind::Sequence).contains("not a folder"));
        assert!(refusal(&folder, OutputKind::Gif).contains("a file is needed"));
        assert!(refusal(&folder.join("none/a.gif"), OutputKind::Gif).contains("does not exist"));
        assert!(refusal(&folder.join("none/a"), OutputKind::Sequence).contains("not exist"));
        assert!(refusal(&folder.join("new/"), OutputKind::Png).contains("folder"));
        assert!(check_output(Path::new(""), OutputKind::Png).is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
        assert_eq!(names_in(&folder), ["scene.toml"]);
    }

    #[test]
    fn a_sequence_folder_may_hold_an_earlier_sequence_only() {
        let folder = test_folder("check-sequence");
        check_output(&folder, OutputKind::Sequence).unwrap();
        fs::write(folder.join("frame-00017.png"), "").unwrap();
        check_output(&folder, OutputKind::Sequence).unwrap();
        // What a killed program left is ours to remove; what is being written is not.
        let left = folder.join(".frame-00018.png.cloth.partial");
        fs::write(&left, "half").unwrap();
        check_output(&folder, OutputKind::Sequence).unwrap();
        assert_eq!(names_in(&folder), ["frame-00017.png"]);
        let writer = AtomicFile::create(&folder.join("frame-00018.png")).unwrap();
        assert!(refusal(&folder, OutputKind::Sequence).contains("another program"));
        assert!(left.exists());
        drop(writer);
        fs::write(folder.join("holiday.png"), "").unwrap();
        assert!(refusal(&folder, OutputKind::Sequence).contains("holiday.png"));
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_dead_links_are_refused() {
        let folder = test_folder("check-device");
        assert!(refusal(Path::new("/dev/null"), OutputKind::Png).contains("regular"));
        let link = folder.join("link.png");
        std::os::unix::fs::symlink("nowhere", &link).unwrap();
        assert!(refusal(&link, OutputKind::Png).contains("link"));
    }
}
