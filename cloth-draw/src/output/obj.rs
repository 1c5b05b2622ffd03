//! The cloth as a Wavefront OBJ file, for modelling programs.

use std::io::{self, Write};
use std::path::Path;

use super::atomic::AtomicFile;
use super::check::{OutputKind, check_output};
use super::error::OutputError;

/// Writes positions (metres), unit vertex normals and triangles as an OBJ file.
///
/// `normals` may be empty, or as many as `positions`.
///
/// # Errors
///
/// As [`check_output`]; where a number is not finite, an index is beyond the end, or the counts
/// differ, since no program could read the file; and where the disk is full.
pub fn save_obj(
    path: impl AsRef<Path>,
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
    triangles: &[[u32; 3]],
) -> Result<(), OutputError> {
    let path = path.as_ref();
    check_output(path, OutputKind::Obj)?;
    if let Some(reason) = fault(positions, normals, triangles) {
        return Err(OutputError::unfit(path, reason));
    }
    let mut file = AtomicFile::create(path)?;
    write_obj(&mut file, positions, normals, triangles)
        .map_err(|error| OutputError::io(path, error))?;
    file.commit()
}

/// What would make the file unreadable, if anything.
fn fault(positions: &[[f32; 3]], normals: &[[f32; 3]], triangles: &[[u32; 3]]) -> Option<String> {
    if !normals.is_empty() && normals.len() != positions.len() {
        return Some(format!(
            "{} positions, {} normals",
            positions.len(),
            normals.len()
        ));
    }
    let all = positions.iter().chain(normals);
    if let Some(index) = all.flatten().position(|number| !number.is_finite()) {
        return Some(format!(
            "vertex {} is not finite",
            index / 3 % positions.len()
        ));
    }
    let beyond = |index: &&u32| **index as usize >= positions.len();
    let index = triangles.iter().flatten().find(beyond)?;
    Some(format!(
        "a triangle uses vertex {index} of {}",
        positions.len()
    ))
}

fn write_obj(
    file: &mut impl Write,
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
    triangles: &[[u32; 3]],
) -> io::Result<()> {
    for [x, y, z] in positions {
        writeln!(file, "v {x} {y} {z}")?;
    }
    for [x, y, z] in normals {
        writeln!(file, "vn {x} {y} {z}")?;
    }
    for triangle in triangles {
        // Vertices count from 1 in this format.
        let [a, b, c] = triangle.map(|index| u64::from(index) + 1);
        if normals.is_empty() {
            writeln!(file, "f {a} {b} {c}")?;
        } else {
            writeln!(file, "f {a}//{a} {b}//{b} {c}//{c}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{names_in, test_folder};
    use super::*;

    const POSITIONS: [[f32; 3]; 3] = [[0.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.25]];

    #[test]
    fn an_obj_file_says_what_was_given() {
        let path = test_folder("obj").join("a.obj");
        save_obj(&path, &POSITIONS, &[[0.0, 1.0, 0.0]; 3], &[[0, 1, 2]]).unwrap();
        let expected = "v 0 0.5 0\nv 1 0 0\nv 0 0 -1.25\n\
                        vn 0 1 0\nvn 0 1 0\nvn 0 1 0\nf 1//1 2//2 3//3\n";
        assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
    }

    #[test]
    fn what_no_program_could_read_is_refused() {
        let folder = test_folder("obj-refuse");
        let path = folder.join("a.obj");
        let mut broken = POSITIONS;
        broken[1][2] = f32::NAN;
        let refused = |result: Result<(), OutputError>| result.unwrap_err().to_string();
        assert!(refused(save_obj(&path, &broken, &[], &[])).contains("vertex 1"));
        assert!(refused(save_obj(&path, &POSITIONS, &[], &[[0, 1, 3]])).contains("vertex 3"));
        let message = refused(save_obj(&path, &POSITIONS, &[[0.0; 3]], &[]));
        assert!(message.contains("3 positions, 1 normals"));
        assert!(names_in(&folder).is_empty());
    }
}
