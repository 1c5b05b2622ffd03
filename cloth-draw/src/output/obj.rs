//! The cloth as a Wavefront OBJ file, for modelling programs.

use std::io::{self, Write};
use std::path::Path;

use super::atomic::AtomicFile;
use super::check::{OutputKind, check_output};
use super::error::OutputError;

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
///
/// As [`check_output`]; where a number is not finite, an index is beyond the end, or the counts
/// differ, since no program could read the file; and where the disk is full.
pub fn save_obj(path: impl AsRef<Path>, mesh: &Mesh<'_>) -> Result<(), OutputError> {
    let path = path.as_ref();
    check_output(path, OutputKind::Obj)?;
    if let Some(reason) = fault(mesh) {
        return Err(OutputError::unfit(path, reason));
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
    use crate::camera::Camera;
    use crate::look::{Look, Paint, Texture};
    use crate::picture::Picture;
    use crate::raster::{Framebuffer, draw};

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
        let refused = |mesh: Mesh<'_>| {
            let saved = save_obj(folder.join("a.obj"), &mesh);
            saved.unwrap_err().to_string()
        };
        let mut broken = POSITIONS;
        broken[1][2] = f32::NAN;
        assert!(refused(mesh(&broken)).contains("vertex 1"));
        let message = refused(Mesh {
            triangles: &[[0, 1, 3]],
            ..mesh(&POSITIONS)
        });
        assert!(message.contains("vertex 3"));
        let message = refused(Mesh {
            normals: &[[0.0; 3]],
            ..mesh(&POSITIONS)
        });
        assert!(message.contains("3 positions, 1 normals"));
        let message = refused(Mesh {
            columns: 2,
            ..mesh(&POSITIONS)
        });
        assert!(message.contains("3 positions in rows of 2"));
        assert!(names_in(&folder).is_empty());
    }

    /// A picture of four quarters: red and green above, blue and white below.
    fn quarters() -> Texture {
        let side = 8;
        let color = |i: usize| match (i % side < side / 2, i / side < side / 2) {
            (true, true) => 0x00ff_0000,
            (false, true) => 0x0000_ff00,
            (true, false) => 0x0000_00ff,
            (false, false) => 0x00ff_ffff,
        };
        Texture {
            width: side,
            height: side,
            pixels: (0..side * side).map(color).collect(),
        }
    }

    /// What a modelling program shows, which looks a picture up with v from its lower edge, is what
    /// is drawn here.
    #[test]
    fn a_picture_lies_on_the_saved_cloth_as_on_the_drawn_one() {
        let (columns, rows) = (9, 6);
        // Upright, its columns from left to right and its rows downwards.
        let place = |i: usize| {
            let (column, row) = (i % columns, i / columns);
            [0.25 * column as f32 - 1.0, 0.6 - 0.25 * row as f32, 0.0]
        };
        let positions: Vec<_> = (0..columns * rows).map(place).collect();
        let triangles = cloth_core::triangles(columns, rows);
        let triangles: Vec<_> = triangles.map(|t| t.map(|i| i as u32)).collect();
        let path = test_folder("obj-picture").join("a.obj");
        let mesh = Mesh {
            triangles: &triangles,
            columns,
            ..mesh(&positions)
        };
        save_obj(&path, &mesh).unwrap();
        let picture = Picture {
            positions: &positions,
            normals: &vec![[0.0, 0.0, 1.0]; columns * rows],
            triangles: &triangles,
            columns,
            rows,
            ..Picture::default()
        };
        let texture = quarters();
        let look = Look {
            paint: Paint::Texture,
            texture: Some(std::sync::Arc::new(texture.clone())),
            ..Look::DEFAULT
        };
        let camera = Camera {
            eye: glam::Vec3::new(0.0, 0.0, 5.0),
            ..Camera::framing([-1.0, -1.0, -0.1], [1.0, 1.0, 0.1])
        };
        let mut frame = Framebuffer::new(200, 200);
        draw(&[picture], &look, &camera, &mut frame);
        let strong = |color: u32| [16, 8, 0].map(|shift| (color >> shift) & 0xff > 110);
        let (mut compared, mut seen) = (0, std::collections::BTreeSet::new());
        for (place, [u, v]) in middles(&std::fs::read_to_string(&path).unwrap()) {
            if (u - 0.5).abs() < 0.08 || (v - 0.5).abs() < 0.08 {
                continue;
            }
            let size = (texture.width as f32, texture.height as f32);
            let at = (u * size.0) as usize + ((1.0 - v) * size.1) as usize * texture.width;
            let (x, y, _) = camera.project(place.into(), frame.size()).unwrap();
            let drawn = frame.pixel(x as usize, y as usize).unwrap();
            assert_eq!(
                strong(drawn),
                strong(texture.pixels[at]),
                "{u} {v}: {drawn:06x}"
            );
            seen.insert(texture.pixels[at]);
            compared += 1;
        }
        assert!(compared > 50 && seen.len() == 4, "{compared} {seen:?}");
    }

    /// The middle of each triangle of a file, and its place in a picture.
    fn middles(text: &str) -> Vec<([f32; 3], [f32; 2])> {
        let of = |start: &str| -> Vec<Vec<f32>> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(start));
            let numbers = |line: &str| line.split(' ').map(|n| n.parse().unwrap()).collect();
            lines.map(numbers).collect()
        };
        let (v, vt) = (of("v "), of("vt "));
        let faces = text.lines().filter_map(|line| line.strip_prefix("f "));
        let corner = |corner: &str| -> [usize; 2] {
            let (v, vt) = corner.split_once('/').unwrap();
            [v, vt].map(|index| index.parse::<usize>().unwrap() - 1)
        };
        let middle = |corners: &[[usize; 2]], i: usize, j: usize| {
            let all = [&v, &vt][i];
            corners.iter().map(|at| all[at[i]][j]).sum::<f32>() / 3.0
        };
        let of_face = |face: &str| {
            let corners: Vec<_> = face.split(' ').map(corner).collect();
            let place = [0, 1, 2].map(|j| middle(&corners, 0, j));
            (place, [0, 1].map(|j| middle(&corners, 1, j)))
        };
        faces.map(of_face).collect()
    }
}
