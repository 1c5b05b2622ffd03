//! The documents' form.

use std::fs;
use std::path::{Path, PathBuf};

/// All Markdown files of the repository.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn every_table_row_has_as_many_cells_as_its_header() {
    let mut found = Vec::new();
    documents(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")),
        &mut found,
    );
    assert!(found.len() >= 3, "{found:?}");
    let mut faults = Vec::new();
    for path in found {
        let mut columns = None;
        for (i, line) in fs::read_to_string(&path).expect("text").lines().enumerate() {
            let row = line.trim();
            if !row.starts_with('|') {
                columns = None;
                continue;
            }
            // A bar behind a backslash is text.
            let cells = row.replace("\\|", "").matches('|').count() - 1;
            if *columns.get_or_insert(cells) != cells {
                faults.push(format!("{}:{}", path.display(), i + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
