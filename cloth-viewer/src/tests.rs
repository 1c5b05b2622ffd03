//! What tests share: folders, set-ups, pictures that are read back.

use crate::action::Setup;
use crate::cli::{Cli, Plan, find_scene};
use clap::Parser;
use cloth_core::host::{Format, GridSize, Method};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// An empty folder of its own for one test.
pub(crate) fn test_folder(name: &str) -> PathBuf {
    // Tests run at the same time, and some ask more than once for one name.
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let number = ASKED.fetch_add(1, Ordering::Relaxed);
    let name = format!("cloth-viewer-{}-{number}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Names of the files in a folder, in order.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// A scene of the library on 8 × 8 particles, with Verlet and `f32`.
pub(crate) fn setup(name: &str) -> Setup {
    Setup {
        file: find_scene(name).unwrap(),
        grid: GridSize {
            columns: 8,
            rows: 8,
        },
        method: Method::Verlet,
        format: Format::F32,
    }
}

/// What a command line comes to.
pub(crate) fn plan(arguments: &[&str]) -> Plan {
    let all = ["cloth-viewer"].iter().chain(arguments);
    Cli::try_parse_from(all).unwrap().plan().unwrap()
}
