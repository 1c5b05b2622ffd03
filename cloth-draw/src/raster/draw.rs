//! The order in which a picture is drawn.

use fearless_simd::{Level, Simd, dispatch};
use rayon::prelude::*;
use std::cell::RefCell;

use super::band::{BODIES, BODY, Band, FLOOR, INVERSE, Kept, ROWS};
use super::faces::{Faces, Lighting, Manner, Places};
use super::framebuffer::{Framebuffer, background};
use super::ground::{Ground, OfBand};
use super::light::Gloss;
use super::line::Canvas;
use super::paint::Paints;
use super::plane::{Floor, cloth_size};
use super::scratch::Scratch;
use super::shade::{Shading, shade_row};
use super::shadow::Ceiling;
use super::triangle::Window;
use super::{legend, smooth, sphere, strokes};
use crate::camera::{Camera, Lens};
use crate::look::{Look, Paint, Surface};
use crate::picture::Picture;

/// Rows that a thread draws lines in at once.
const LINE_ROWS: usize = 180;

/// Most pixels along a side of a picture that something is drawn in; beyond, whole numbers could
/// overflow.
const LARGEST: usize = 16_384;

thread_local! {
    /// What a thread notes of the band that it draws.
    static NOTES: RefCell<Kept> = const { RefCell::new(Kept::NONE) };
}

/// Draws pictures into one another as a camera sees them; what the buffer held before is gone.
///
/// The result depends on the arguments alone, not on how many threads rayon's current pool has.
/// Whatever cannot be drawn is left out: positions that are not finite, indices beyond the end, all
/// that is behind the camera. A buffer without pixels stays as it is.
pub fn draw(pictures: &[Picture<'_>], look: &Look, camera: &Camera, frame: &mut Framebuffer) {
    if frame.width == 0 || frame.height == 0 {
        return;
    }
    let range = strain_range(pictures);
    draw_all(pictures, look, camera, frame, range, true);
    legend::draw(
        frame,
        camera.free(frame.width),
        look.surface,
        look.theme,
        range,
    );
}

/// Draws all but words.
pub(super) fn draw_all(
    pictures: &[Picture<'_>],
    look: &Look,
    camera: &Camera,
    frame: &mut Framebuffer,
    range: f32,
    smooth: bool,
) {
    let (width, height) = (frame.width, frame.height);
    let usable = camera.eye.is_finite() && width.max(height) <= LARGEST;
    let pictures = if usable { pictures } else { &[] };
    let lens = camera.lens(frame.size());
    let mut scratch = std::mem::take(&mut frame.scratch);
    let view = View::new(pictures, look, camera, &lens, frame.size(), range);
    view.take_up(&mut scratch);
    let ends = [0, height - 1].map(|y| view.sky(y));
    let ground = &mut scratch.ground;
    ground.meet(view.floors.first(), &lens, ends, frame.size());
    view.draw_bands(frame, &scratch.faces, ground);
    if smooth {
        smooth::smooth(frame, &mut scratch);
    }

    draw_lines(frame, &lens, pictures, look, &mut scratch);
    frame.scratch = scratch;
}

/// The strain at the end of the scale.
fn strain_range(pictures: &[Picture<'_>]) -> f32 {
    let ranges = pictures.iter().map(|picture| picture.strain_range);
    let largest = ranges.filter(|range| range.is_finite()).fold(0.0, f32::max);
    if largest > 0.0 { largest } else { 0.1 }
}

/// A part of the picture with one way of lighting.
#[derive(Debug)]
struct Part {
    lighting: Lighting,
    columns: (usize, usize),
}

/// Everything that the surfaces of a picture depend on.
struct View<'a> {
    pictures: &'a [Picture<'a>],
    look: &'a Look,
    lens: &'a Lens,
    size: (usize, usize),
    parts: Vec<Part>,
    floors: Vec<Floor>,
    ceilings: Vec<Ceiling>,
    paints: Paints<'a>,
    level: Level,
}

impl<'a> View<'a> {
    fn new(
        pictures: &'a [Picture<'a>],
        look: &'a Look,
        camera: &Camera,
        lens: &'a Lens,
        size: (usize, usize),
        range: f32,
    ) -> Self {
        let planes = pictures
            .iter()
            .flat_map(|picture| picture.planes.iter().map(move |plane| (picture, plane)));
        let has_bodies = |p: &Picture<'_>| !p.spheres.is_empty() || !p.solids.is_empty();
        let ceilings = match look.shadow && pictures.iter().any(has_bodies) {
            true => pictures
                .iter()
                .filter_map(|picture| Ceiling::new(picture, cloth_size(picture)))
                .collect(),
            false => Vec::new(),
        };
        Self {
            pictures,
            look,
            lens,
            size,
            parts: parts(look.surface, (camera.free(size.0), size.0)),
            floors: planes
                .filter_map(|plane| Floor::new((lens, camera), pictures, plane, look))
                .collect(),
            ceilings,
            paints: Paints::new(look, range),
            level: Level::new(),
        }
    }

    fn manner(&self, part: &Part) -> Manner<'a> {
        let (first, last) = part.columns;
        Manner {
            lens: self.lens,
            shine: &self.look.shine,
            gloss: Gloss::new(&self.look.shine),
            lighting: part.lighting,
            places: match self.look.paint {
                Paint::Texture => Places::Whole,
                _ => Places::Checks,
            },
            window: Window {
                columns: (first as i32, last as i32),
                rows: (0, self.size.1 as i32),
            },
        }
    }

    /// Projects all triangles.
    fn take_up(&self, scratch: &mut Scratch) {
        for (part, faces) in self.parts.iter().zip(&mut scratch.faces) {
            let manner = self.manner(part);
            faces.clear(self.size.1, part.lighting);
            let mut bodies = 0;
            for picture in self.pictures {
                if self.look.surface != Surface::None {
                    faces.add_cloth(&manner, picture);
                }
                faces.add_solids(&manner, picture, bodies + picture.spheres.len());
                bodies += picture.spheres.len() + picture.solids.len();
            }
        }
    }

    /// Draws all surfaces.
    fn draw_bands(&self, frame: &mut Framebuffer, faces: &[Faces; 2], ground: &mut Ground) {
        let (ground, is_used, is_new) = ground.colors();
        let width = frame.width;
        let piece = width * ROWS;
        let colors = frame.colors.par_chunks_mut(piece);
        let depths = frame.depths.par_chunks_mut(piece);
        let bands = colors.zip(depths).zip(frame.kinds.par_chunks_mut(piece));
        bands
            .zip(ground.par_chunks_mut(piece))
            .enumerate()
            .for_each(|(number, (((colors, depths), kinds), ground))| {
                NOTES.with_borrow_mut(|kept| {
                    let mut band = Band {
                        first: number * ROWS,
                        width,
                        rows: colors.len() / width,
                        touched: (width, 0),
                        notes: kept.notes(colors.len()),
                        colors,
                        kinds,
                    };
                    let sky = core::array::from_fn(|row| self.sky(number * ROWS + row));
                    let ground = is_used.then(|| OfBand::new(ground, is_new, sky));
                    dispatch!(self.level, simd => self.draw_band(simd, &mut band, faces, ground));
                    depths.copy_from_slice(&band.notes[INVERSE][..depths.len()]);
                });
            });
    }

    #[inline(always)]
    fn draw_band<S: Simd>(
        &self,
        simd: S,
        band: &mut Band<'_>,
        faces: &[Faces; 2],
        mut ground: Option<OfBand<'_>>,
    ) {
        self.clear(band);
        for (part, faces) in self.parts.iter().zip(faces) {
            let manner = self.manner(part);
            faces.draw(simd, band, &manner);
        }
        let mut bodies = 0;
        for picture in self.pictures {
            for shape in picture.spheres {
                let material = BODY + (bodies % BODIES) as f32;
                sphere::draw(simd, band, self.lens, shape, material);
                bodies += 1;
            }
            bodies += picture.solids.len();
        }
        for part in &self.parts {
            self.shade(simd, band, part);
        }
        // Floors come last: most of the picture may be covered by then, and they blend with the
        // background that is left.
        for (number, floor) in self.floors.iter().enumerate() {
            let kind = FLOOR + (number % 16) as u8;
            floor.draw(band, self.lens, kind, ground.take());
        }
    }

    /// The background of a row.
    fn sky(&self, y: usize) -> u32 {
        let last = self.size.1.saturating_sub(1).max(1) as f32;
        background(self.look.theme, y as f32 / last)
    }

    fn clear(&self, band: &mut Band<'_>) {
        for (row, colors) in band.colors.chunks_exact_mut(band.width).enumerate() {
            colors.fill(self.sky(band.first + row));
        }
        band.kinds.fill(0);
    }

    #[inline(always)]
    fn shade<S: Simd>(&self, simd: S, band: &mut Band<'_>, part: &Part) {
        let shading = Shading {
            lens: self.lens,
            shine: self.look.shine,
            gloss: Gloss::new(&self.look.shine),
            lit: part.lighting != Lighting::Pixel,
            paints: &self.paints,
            ceilings: &self.ceilings,
        };
        for row in 0..band.rows {
            shade_row(simd, band, row, part.columns, &shading);
        }
    }
}

/// The parts of a picture of which so many columns are free, and that is so many wide.
fn parts(surface: Surface, (free, width): (usize, usize)) -> Vec<Part> {
    let part = |lighting, first, last| Part {
        lighting,
        columns: (first, last),
    };
    match surface {
        Surface::Gouraud => vec![part(Lighting::Vertex, 0, width)],
        Surface::Flat => vec![part(Lighting::Face, 0, width)],
        Surface::Split => vec![
            part(Lighting::Vertex, 0, free / 2),
            part(Lighting::Pixel, free / 2, width),
        ],
        _ => vec![part(Lighting::Pixel, 0, width)],
    }
}

/// Draws lines on what was drawn.
fn draw_lines(
    frame: &mut Framebuffer,
    lens: &Lens,
    pictures: &[Picture<'_>],
    look: &Look,
    scratch: &mut Scratch,
) {
    let (width, height) = (frame.width, frame.height);
    scratch.segments.clear();
    for picture in pictures {
        strokes::add(&mut scratch.segments, (lens, height), picture, look);
    }
    if !scratch.segments.is_empty() {
        let colors = frame.colors.par_chunks_mut(width * LINE_ROWS);
        let depths = frame.depths.par_chunks_mut(width * LINE_ROWS);
        let rows = colors.zip(depths).enumerate();
        rows.for_each(|(number, (colors, depths))| {
            let mut canvas = Canvas {
                first: number * LINE_ROWS,
                width,
                colors,
                depths,
            };
            for segment in &scratch.segments {
                canvas.draw(segment);
            }
        });
    }
}
