//! The animation of a desktop's and a board's cloth beside each other, with their hashes.
//!
//! A board sends the hash of each state and the places of a few particles. Where hash and places are
//! those of the cloth here, so is all else: the board's cloth is drawn from the one here, and the
//! animation is refused where they differ.

use crate::error::Error;
use crate::recording::board::{Cloth, parse, watch};
use cloth_core::scene::ColliderScene;
use cloth_draw::camera::Camera;
use cloth_draw::look::Look;
use cloth_draw::output::GifWriter;
use cloth_draw::picture::{Picture, PlaneShape, SphereShape};
use cloth_draw::raster::text::{LINE, draw_text};
use cloth_draw::raster::{Framebuffer, draw};
use glam::Vec3;
use std::path::Path;

/// What the image `recording-8` prints.
const RECORDED: &str = include_str!("../recording/board/recorded/m4f-recording-8.txt");
const SIZE: (usize, usize) = (560, 280);
/// Pictures a second; a step of 1/60 s is one, so this is slow motion.
const PICTURES: f32 = 12.0;
/// How many times the last picture is shown.
const LAST: usize = 18;
/// Half of the way between the two cloths, m.
const ASIDE: f32 = 0.68;
const FLOOR: f32 = -0.85;
const NAMES: [&str; 2] = ["desktop", "Cortex-M4F, emulated"];
const INK: u32 = 0x00e6_e9ee;

/// Writes the animation.
///
/// # Errors
/// If it cannot be written, or the two differ.
pub(super) fn write(path: &Path) -> Result<(), Error> {
    let recording = parse(RECORDED, "m4f-recording-8.txt")?;
    let grid = recording.grid;
    let mut gif = GifWriter::create(path, SIZE, PICTURES)?;
    let (mut large, mut small) = (
        Framebuffer::new(2 * SIZE.0, 2 * SIZE.1),
        Framebuffer::default(),
    );
    let mut shown = |cloth: &Cloth<f32>, board: u64| -> Result<(), Error> {
        draw_both(cloth, (grid.columns, grid.rows), &mut large);
        large.halve_into(&mut small);
        for ((side, name), hash) in NAMES.iter().enumerate().zip([cloth.state_hash(), board]) {
            let x = (side * SIZE.0 / 2) as i32 + 16;
            draw_text(&mut small, x, 10, name, INK, LINE);
            let hash = format!("state {hash:016x}");
            draw_text(&mut small, x, SIZE.1 as i32 - 22, &hash, INK, LINE);
        }
        Ok(gif.push(&small)?)
    };
    let mut last = None;
    let difference = watch::<f32, Error>(&recording, |cloth, board| {
        last = Some((cloth.clone(), board));
        shown(cloth, board)
    })?;
    for (cloth, board) in std::iter::repeat_n(last, LAST).flatten() {
        shown(&cloth, board)?;
    }
    gif.finish()?;
    match difference {
        None => Ok(()),
        Some(difference) => Err(Error::Differs(difference.to_string())),
    }
}

/// Draws the cloth twice, with what falls on it and a floor.
fn draw_both(cloth: &Cloth<f32>, (columns, rows): (usize, usize), frame: &mut Framebuffer) {
    let places: Vec<_> = (0..columns * rows)
        .filter_map(|i| cloth.position(i % columns, i / columns))
        .map(|place| Vec3::from(place.map(|v| v as f32)))
        .collect();
    let triangles: Vec<_> = cloth.triangles().map(|t| t.map(|i| i as u32)).collect();
    let normals = normals(&places, &triangles);
    let planes = [PlaneShape {
        point: [0.0, FLOOR, 0.0],
        normal: [0.0, 1.0, 0.0],
    }];
    let both = [-ASIDE, ASIDE].map(|aside| {
        let moved = |place: Vec3| (place + Vec3::X * aside).to_array();
        let balls = cloth.colliders().filter_map(|collider| match collider {
            ColliderScene::Sphere { center, radius, .. } => Some(SphereShape {
                center: moved(Vec3::from(center.map(|v| v as f32))),
                radius: radius as f32,
            }),
            _ => None,
        });
        let balls: Vec<_> = balls.collect();
        (places.iter().copied().map(moved).collect::<Vec<_>>(), balls)
    });
    let pictures = [0, 1].map(|side| Picture {
        positions: &both[side].0,
        normals: &normals,
        triangles: &triangles,
        columns,
        rows,
        spheres: &both[side].1,
        planes: if side == 0 { &planes } else { &[] },
        ..Picture::default()
    });
    let camera = Camera {
        eye: Vec3::new(0.0, 1.2, 2.9),
        target: Vec3::new(0.0, -0.17, 0.0),
        field_of_view: 0.6,
        aside: 0.0,
        below: 0.0,
    };
    draw(&pictures, &Look::DEFAULT, &camera, frame);
}

/// The mean of the normals of the triangles at each particle.
fn normals(places: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[f32; 3]> {
    let mut sums = vec![Vec3::ZERO; places.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| places[i as usize]);
        for i in triangle {
            sums[*i as usize] += (b - a).cross(c - a);
        }
    }
    let unit = |sum: &Vec3| sum.normalize_or(Vec3::Y).to_array();
    sums.iter().map(unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_drawn_to_the_end() {
        let path = std::env::temp_dir().join(format!("cloth-both-{}.gif", std::process::id()));
        write(&path).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let file = std::fs::File::open(&path).unwrap();
        let mut decoder = options.read_info(file).unwrap();
        let mut pictures = 0;
        while decoder.next_frame_info().unwrap().is_some() {
            pictures += 1;
        }
        // 61 states and the last ones; what does not change is one picture.
        assert!((61..=61 + LAST).contains(&pictures), "{pictures}");
        std::fs::remove_file(&path).unwrap();
    }
}
