//! The order in which a picture is drawn.

use fearless_simd::{Level, Simd, dispatch};
use rayon::prelude::*;
use std::cell::RefCell;

use super::faces::{Faces, Pass};
use super::fill::{FLOOR, INVERSE, Lighting, LitColumns, NOTES, PIECE, ROWS, Strip};
use super::floor::Floor;
use super::framebuffer::{Framebuffer, background};
use super::light::Gloss;
use super::pixels::{Shading, shade_row};
use super::segment::Canvas;
use super::{legend, smooth, strokes};
use crate::camera::{Camera, Lens};
use crate::look::{Look, Surface};
use crate::picture::{Picture, SphereShape};
use crate::solid::Solid;
use glam::Vec3;

/// Rows that a thread draws lines in at once.
const LINE_ROWS: usize = 180;

/// Most pixels along a side of a picture that something is drawn in; beyond, whole numbers could
/// overflow.
const LARGEST: usize = 16_384;

thread_local! {
    /// A thread's memory for the notes of the strip that it draws.
    static NOTED: RefCell<[Vec<f32>; NOTES]> = const { RefCell::new([const { Vec::new() }; NOTES]) };
}

/// Draws pictures into one another as a camera sees them; what the buffer held before is gone.
///
/// The result depends on the arguments alone, not on how many threads rayon's current pool has.
/// Whatever cannot be drawn is left out: positions that are not finite, indices beyond the end, and
/// what is behind the camera. A buffer without pixels stays as it is.
pub fn draw(pictures: &[Picture<'_>], look: &Look, camera: &Camera, frame: &mut Framebuffer) {
    if frame.width == 0 || frame.height == 0 {
        return;
    }
    let ranges = pictures.iter().map(|picture| picture.strain_range);
    let range = ranges.fold(f32::MIN_POSITIVE, f32::max);
    draw_all(pictures, look, camera, frame, range, true);
    legend::draw(frame, camera.free(frame.width), look, range);
}

/// Draws all but words.
pub(super) fn draw_all(
    pictures: &[Picture<'_>],
    look: &Look,
    camera: &Camera,
    frame: &mut Framebuffer,
    range: f32,
    is_smooth: bool,
) {
    let (width, height) = frame.size();
    let usable = camera.eye.is_finite() && width.max(height) <= LARGEST;
    let pictures = if usable { pictures } else { &[] };
    let lens = camera.lens(frame.size());
    let spheres = pictures.iter().flat_map(|picture| picture.spheres);
    let balls: Vec<_> = spheres.filter_map(|sphere| ball(sphere, &lens)).collect();
    let solids = pictures.iter().flat_map(|picture| picture.solids);
    let bodies: Vec<&Solid> = balls.iter().chain(solids).collect();
    let planes = pictures.iter().flat_map(|picture| {
        let planes = picture.planes.iter();
        planes.map(|plane| (plane, picture.size))
    });
    let floor = |plane| Floor::new((&lens, camera), plane, look, pictures, &bodies);
    let floors: Vec<_> = planes.filter_map(floor).collect();

    let mut scratch = std::mem::take(&mut frame.scratch);
    let pass = Pass {
        lens: &lens,
        look,
        gloss: Gloss::new(&look.shine),
        size: (width, height),
    };
    scratch.faces.take_up(&pass, pictures, &bodies);
    let middle = camera.free(width) / 2;
    let surfaces = Surfaces {
        faces: &scratch.faces,
        shading: Shading::new(&pass, range),
        floors: &floors,
        parts: &match look.surface {
            Surface::Gouraud => vec![(Lighting::Vertex, (0, width))],
            Surface::Flat => vec![(Lighting::Face, (0, width))],
            Surface::Split => vec![
                (Lighting::Vertex, (0, middle)),
                (Lighting::Pixel, (middle, width)),
            ],
            _ => vec![(Lighting::Pixel, (0, width))],
        },
        pass: &pass,
    };
    draw_strips(frame, &surfaces);
    if is_smooth {
        smooth::smooth(frame, &mut scratch);
    }

    scratch.segments.clear();
    for picture in pictures {
        strokes::add(&mut scratch.segments, (&lens, height), picture, look);
    }
    if !scratch.segments.is_empty() {
        let colors = frame.colors.par_chunks_mut(width * LINE_ROWS);
        let depths = frame.depths.par_chunks_mut(width * LINE_ROWS);
        let rows = colors.zip(depths).enumerate();
        rows.for_each(|(number, (colors, depths))| {
            let first = number * LINE_ROWS;
            let mut canvas = Canvas {
                first,
                width,
                colors,
                depths,
            };
            for segment in &scratch.segments {
                canvas.draw(segment);
            }
        });
    }
    frame.scratch = scratch;
}

/// A sphere as triangles so small that its outline is less than a quarter of a pixel off the
/// circle. A camera inside it does not see it.
fn ball(sphere: &SphereShape, lens: &Lens) -> Option<Solid> {
    let (center, radius) = (sphere.center.map(f64::from), sphere.radius);
    let distance = (Vec3::from(sphere.center) - lens.eye).length();
    if !(radius > 0.0 && distance > radius && distance < 1e9) {
        return None;
    }
    // The middles of a polygon's n sides lie r·π²/2n² inside of the circle.
    let pixels = lens.focal * radius / (distance * distance - radius * radius).sqrt();
    let around = ((1.1 * pixels.sqrt()).ceil() as u32).clamp(3, 40) * 4;
    Some(Solid::round(center, center, radius.into(), around))
}

/// What strips are drawn from.
struct Surfaces<'a> {
    pass: &'a Pass<'a>,
    faces: &'a Faces,
    shading: Shading<'a>,
    floors: &'a [Floor],
    /// Side by side from the left, all of the picture's columns.
    parts: &'a [LitColumns],
}

/// Draws all surfaces, strip by strip.
fn draw_strips(frame: &mut Framebuffer, surfaces: &Surfaces<'_>) {
    let level = Level::new();
    let width = frame.width;
    let pixels = width * ROWS;
    let colors = frame.colors.par_chunks_mut(pixels);
    let depths = frame.depths.par_chunks_mut(pixels);
    let strips = colors.zip(depths).zip(frame.kinds.par_chunks_mut(pixels));
    let strips = strips.enumerate();
    strips.for_each(|(number, ((colors, depths), kinds))| {
        NOTED.with_borrow_mut(|notes| {
            for all in notes.iter_mut() {
                all.resize(colors.len() + PIECE, 0.0);
            }
            notes[INVERSE].fill(0.0);
            let mut strip = Strip {
                first: number * ROWS,
                width,
                rows: colors.len() / width,
                colors,
                depths,
                kinds,
                notes,
            };
            dispatch!(level, simd => draw_strip(simd, &mut strip, surfaces));
        });
    });
}

/// Compiled for each level of the processor's instructions, with all that it calls.
#[inline(always)]
fn draw_strip<S: Simd>(simd: S, strip: &mut Strip<'_>, surfaces: &Surfaces<'_>) {
    let pass = surfaces.pass;
    for part in surfaces.parts {
        surfaces.faces.draw(simd, strip, pass, *part);
    }
    let last = pass.size.1.saturating_sub(1).max(1) as f32;
    for row in 0..strip.rows {
        let sky = background(pass.look.theme, (strip.first + row) as f32 / last);
        let places = row * strip.width..(row + 1) * strip.width;
        strip.colors[places.clone()].fill(sky);
        strip.kinds[places.clone()].fill(0);
        strip.depths[places.clone()].copy_from_slice(&strip.notes[INVERSE][places]);
        for part in surfaces.parts {
            shade_row(strip, row, &surfaces.shading, *part);
        }
        // Floors come last: most of the picture may be covered by then, and they blend with the
        // background that is left.
        for (floor, kind) in surfaces.floors.iter().zip((FLOOR..=u8::MAX).cycle()) {
            floor.draw_row(strip, row, pass.lens, kind);
        }
    }
}
