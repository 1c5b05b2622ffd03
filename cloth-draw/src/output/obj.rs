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

    const POSITIONS: [[f32; 3]; 3] = [[0.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.25]];

    fn mesh(positions: &[[f32; 3]]) -> Mesh<'_> {
        Mesh {
            positions,
            ..Mesh::default()
        }
    }

    #[test]
    fn an_obj_file_says_what_was_given() {
        let path = test_folder("obj").join("a.obj");
        let said = |normals: &[[f32; 3]], columns| {
            let mesh = Mesh {
                normals,
                triangles: &[[0, 1, 2]],
                columns,
                ..mesh(&POSITIONS)
            };
            save_obj(&path, &mesh).unwrap();
            std::fs::read_to_string(&path).unwrap()
        };
        let up = [[0.0, 1.0, 0.0]; 3];
        let v = "v 0 0.5 0\nv 1 0 0\nv 0 0 -1.25\n";
        let vn = "vn 0 1 0\nvn 0 1 0\nvn 0 1 0\n";
        // Three columns of one row, and one column of three.
        let vt = "vt 0 1\nvt 0.5 1\nvt 1 1\n";
        let down = "vt 0 1\nvt 0 0.5\nvt 0 0\n";
        assert_eq!(said(&[], 0), format!("{v}f 1 2 3\n"));
        assert_eq!(said(&up, 0), format!("{v}{vn}f 1//1 2//2 3//3\n"));
        assert_eq!(said(&[], 3), format!("{v}{vt}f 1/1 2/2 3/3\n"));
        let all = format!("{v}{down}{vn}f 1/1/1 2/2/2 3/3/3\n");
        assert_eq!(said(&up, 1), all);
    }

    #[test]
    fn what_no_program_could_read_is_refused() {
        let folder = test_folder("obj-refuse");
        let mut broken = POSITIONS;
        broken[1][2] = f32::NAN;
        let triangles = &[[0, 1, 3]];
        let normals = &[[0.0; 3]];
        let columns = 2;
        let whole = mesh(&POSITIONS);
        for (mesh, reason) in [
            (mesh(&broken), "vertex 1"),
            (Mesh { triangles, ..whole }, "vertex 3"),
            (Mesh { normals, ..whole }, "3 positions, 1 normals"),
            (Mesh { columns, ..whole }, "3 positions in rows of 2"),
        ] {
            let message = save_obj(folder.join("a.obj"), &mesh).unwrap_err();
            assert!(message.to_string().contains(reason), "{message}");
        }
        assert!(names_in(&folder).is_empty());
    }
}
