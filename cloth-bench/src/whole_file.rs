//! Writing files whole or not at all.

use std::io::Write;
use std::path::Path;

/// Writes a file beside its place and moves it there when it is complete; an
/// earlier file stays until then.
///
/// # Errors
/// If the disk does not take it, with the path.
pub fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = like_others().tempfile_in(folder).map_err(|e| failed(&e))?;
    file.write_all(content).map_err(|e| failed(&e))?;
    file.persist(path).map_err(|e| failed(&e))?;
    Ok(())
}

/// Temporary files are for their owner's eyes alone; these are not.
fn like_others<'a>() -> tempfile::Builder<'a, 'a> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}
