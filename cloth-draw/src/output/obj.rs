//! The cloth as a Wavefront OBJ file, for modelling programs.

use std::io::{self, Write};
use std::path::Path;

use super::OutputError;
use super::atomic::AtomicFile;
use super::destination::{OutputKind, check_output};
use crate::picture::Picture;

/// Writes the surface of a cloth as an OBJ file: positions, normals if there are any, and triangles.
///
/// With `columns` above 0 each vertex has texture coordinates from 0 to 1: u grows from the first column to
/// the last, v from the last row to the first. In this format v grows upwards in a picture, so the
/// first row is at the picture's upper edge, as where a cloth is painted with one.
///
/// # Errors
/// As [`check_output`]; where a number is not finite, an index is beyond the end, or the counts
/// differ, since no program could read the file; and where the disk is full.
pub fn save_obj(path: impl AsRef<Path>, mesh: &Picture<'_>) -> Result<(), OutputError> {
    let path = path.as_ref();
    check_output(path, OutputKind::Obj)?;
    if let Some(reason) = fault(mesh) {
        return Err(OutputError::refused(path, reason));
    }
    let mut file = AtomicFile::create(path)?;
    write_obj(&mut file, mesh).map_err(|error| OutputError::io(path, error))?;
    file.commit()
}

/// What would make the file unreadable, if anything.
fn fault(mesh: &Picture<'_>) -> Option<String> {
    let (normals, count) = (mesh.normals, mesh.positions.len());
    if !normals.is_empty() && normals.len() != count {
        return Some(format!("{count} positions, {} normals", normals.len()));
    }
    if mesh.columns > 0 && !count.is_multiple_of(mesh.columns) {
        return Some(format!("{count} positions in rows of {}", mesh.columns));
    }
    let all = mesh.positions.iter().chain(normals);
    if let Some(index) = all.flatten().position(|number| !number.is_finite()) {
        return Some(format!("vertex {} is not finite", index / 3 % count));
    }
    let beyond = |index: &&u32| **index as usize >= count;
    let index = mesh.triangles.iter().flatten().find(beyond)?;
    Some(format!("a triangle uses vertex {index} of {count}"))
}

fn write_obj(file: &mut impl Write, mesh: &Picture<'_>) -> io::Result<()> {
    for [x, y, z] in mesh.positions {
        writeln!(file, "v {x} {y} {z}")?;
    }
    let rows = mesh.positions.len().checked_div(mesh.columns).unwrap_or(0);
    let part = |i: usize, n: usize| i as f32 / n.saturating_sub(1).max(1) as f32;
    for row in 0..rows {
        for column in 0..mesh.columns {
            let (u, v) = (part(column, mesh.columns), 1.0 - part(row, rows));
            writeln!(file, "vt {u} {v}")?;
        }
    }
    for [x, y, z] in mesh.normals {
        writeln!(file, "vn {x} {y} {z}")?;
    }
    for triangle in mesh.triangles {
        // Vertices count from 1 in this format.
        let [a, b, c] = triangle.map(|index| u64::from(index) + 1);
        match (rows > 0, !mesh.normals.is_empty()) {
            (false, false) => writeln!(file, "f {a} {b} {c}")?,
            (false, true) => writeln!(file, "f {a}//{a} {b}//{b} {c}//{c}")?,
            (true, false) => writeln!(file, "f {a}/{a} {b}/{b} {c}/{c}")?,
            (true, true) => writeln!(file, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}")?,
        }
    }
    Ok(())
}
