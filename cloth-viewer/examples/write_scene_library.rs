//! Writes `cloth-core/src/scene/library.rs` from `scenes/*.toml`.

use cloth_viewer::scene_file::{SceneFileError, library_source, read_folder};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let scenes = read_folder(&root.join("scenes")).map_err(|e: SceneFileError| e.to_string())?;
    let library = root.join("cloth-core/src/scene/library.rs");
    std::fs::write(&library, library_source(&scenes))?;
    println!("{} scenes written to {}", scenes.len(), library.display());
    Ok(())
}
