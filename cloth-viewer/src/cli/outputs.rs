//! Where pictures go, from a path.

use crate::error::Error;
use cloth_draw::output::OutputKind;
use std::path::{Path, PathBuf, is_separator};

/// What kind of output a path means.
pub(super) fn output_kind(path: PathBuf) -> Result<(PathBuf, OutputKind), Error> {
    let is_folder = path.to_string_lossy().ends_with(is_separator)
        || path.extension().is_none()
        || path.is_dir();
    let kind = match () {
        () if is_folder => OutputKind::Sequence,
        () if has_extension(&path, "png") => OutputKind::Png,
        () if has_extension(&path, "gif") => OutputKind::Gif,
        () => {
            let path = path.display();
            let text = format!("--out {path}: allowed are FILE.png, FILE.gif and FOLDER/");
            return Err(Error::Usage(text));
        }
    };
    // Without a separator at the end, which would hide that there is a file of that name.
    Ok((path.components().collect(), kind))
}

pub(super) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
