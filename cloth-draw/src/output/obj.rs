//! The cloth as a Wavefront OBJ file, for modelling programs.

use std::io::{self, Write};
use std::path::Path;

use super::OutputError;
use super::atomic::AtomicFile;
use super::destination::{OutputKind, check_output};

/// A cloth's surface, as a file has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mesh<'a> {
    /// Where the particles are, row by row, m.
    pub positions: &'a [[f32; 3]],
    /// A unit normal for each, or none at all.
    pub normals: &'a [[f32; 3]],
    /// The corners of the triangles as places in `positions`.
    pub triangles: &'a [[u32; 3]],
    /// Particles in a row, by which texture coordinates are counted. 0 for a surface without.
    pub columns: usize,
}

/// Writes a surface as an OBJ file.
///
/// With `columns` each vertex has texture coordinates from 0 to 1: u grows from the first column to
/// the last, v from the last row to the first. In this format v grows upwards in a picture, so the
/// first row is at the picture's upper edge, as where a cloth is painted with one.
///
/// # Errors
/// As [`check_output`]; where a number is not finite, an index is beyond the end, or the counts
/// differ, since no program could read the file; and where the disk is full.
pub fn save_obj(path: impl AsRef<Path>, mesh: &Mesh<'_>) -> Result<(), OutputError> {
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
fn fault(mesh: &Mesh<'_>) -> Option<String> {
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

fn write_obj(file: &mut impl Write, mesh: &Mesh<'_>) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::super::{names_in, test_folder};
    use super::*;

    const WHOLE: Mesh<'_> = Mesh {
        positions: &[[0.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.25]],
        normals: &[],
        triangles: &[[0, 1, 2]],
        columns: 0,
    };

    #[test]
    fn an_obj_file_says_what_was_given_and_refuses_what_no_program_could_read() {
        let folder = test_folder("obj");
        let path = folder.join("a.obj");
        let normals = &[[0.0, 1.0, 0.0]; 3];
        // Three columns of one row, and one column of three.
        let across = "vt 0 1\nvt 0.5 1\nvt 1 1\n";
        let down = "vt 0 1\nvt 0 0.5\nvt 0 0\n";
        let vn = "vn 0 1 0\n".repeat(3);
        for (normals, columns, rest) in [
            (&[][..], 0, "f 1 2 3\n".to_owned()),
            (normals, 0, format!("{vn}f 1//1 2//2 3//3\n")),
            (&[], 3, format!("{across}f 1/1 2/2 3/3\n")),
            (normals, 1, format!("{down}{vn}f 1/1/1 2/2/2 3/3/3\n")),
        ] {
            let mesh = Mesh {
                normals,
                columns,
                ..WHOLE
            };
            save_obj(&path, &mesh).unwrap();
            let v = "v 0 0.5 0\nv 1 0 0\nv 0 0 -1.25\n";
            let said = std::fs::read_to_string(&path).unwrap();
            assert_eq!(said, format!("{v}{rest}"));
            std::fs::remove_file(&path).unwrap();
        }
        let positions = &[[0.0; 3], [0.0, 0.0, f32::NAN], [0.0; 3]];
        let (triangles, normals, columns) = (&[[0, 1, 3]], &normals[..1], 2);
        for (mesh, reason) in [
            (Mesh { positions, ..WHOLE }, "vertex 1"),
            (Mesh { triangles, ..WHOLE }, "vertex 3"),
            (Mesh { normals, ..WHOLE }, "3 positions, 1 normals"),
            (Mesh { columns, ..WHOLE }, "3 positions in rows of 2"),
        ] {
            let refused = save_obj(&path, &mesh).unwrap_err().to_string();
            assert!(refused.contains(reason), "{refused}");
        }
        assert!(names_in(&folder).is_empty());
    }
}
