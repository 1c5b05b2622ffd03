//! Files of pictures: PNG, GIF, a folder of numbered PNGs, and the cloth as OBJ.
//!
//! Every file is written under another name beside its place and renamed when it is complete, so
//! that a file with the asked-for name is always a whole one. [`check_output`] says before any
//! long work whether writing can succeed.

mod atomic;
mod check;
mod error;
mod gif_file;
mod left_over;
mod obj;
mod palette;
mod png_file;
mod sequence;
mod text_file;

pub use atomic::AtomicFile;
pub use check::{OutputKind, check_output};
pub use error::OutputError;
pub use gif_file::GifWriter;
pub use left_over::{finished_name, left_over};
pub use obj::{Mesh, save_obj};
pub use png_file::save_png;
pub use sequence::{SequenceWriter, copy};
pub use text_file::save_text;

/// An empty folder of its own for one test.
#[cfg(test)]
pub(crate) fn test_folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("cloth-draw-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Names of the files in a folder, in order.
#[cfg(test)]
pub(crate) fn names_in(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
