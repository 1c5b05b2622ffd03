//! Which lines a picture has: springs, edges, normals, marks and arrows.

use glam::Vec3;

use super::clip::Frustum;
use super::segment::{Pen, Segment};
use crate::camera::Lens;
use crate::look::{Look, Surface, Theme};
use crate::picture::{Arrow, Picture};
use cloth_core::SpringKind;

/// Arrows are red, as wind is drawn in the report this engine grew from.
const ARROW: [f32; 3] = [235.0, 52.0, 48.0];
/// Each kind of spring has a colour of its own that reads on the background, dark and light.
const STRUCTURAL: [[f32; 3]; 2] = [[80.0, 150.0, 255.0], [20.0, 84.0, 200.0]];
const SHEAR: [[f32; 3]; 2] = [[86.0, 214.0, 110.0], [16.0, 130.0, 48.0]];
const BEND: [[f32; 3]; 2] = [[255.0, 190.0, 60.0], [190.0, 112.0, 0.0]];
/// Part of an arrow's length taken by its head.
const HEAD: f32 = 0.25;
/// Most normals along a side of the cloth.
const NORMALS: usize = 48;

/// Adds all lines of a picture; later ones win at equal depth.
pub(super) fn add(
    segments: &mut Vec<Segment>,
    (lens, height): (&Lens, usize),
    picture: &Picture<'_>,
    look: &Look,
) {
    let mut strokes = Strokes {
        segments,
        lens,
        bounds: Frustum::new(lens, 1.0),
        scale: height as f32 / 720.0,
        look,
    };
    if picture.is_string() {
        strokes.string(picture);
    } else {
        if look.mesh {
            strokes.mesh(picture);
        }
        strokes.springs_by_kind(picture);
    }
    if look.normals {
        strokes.normals(picture);
    }
    if look.contacts {
        strokes.contacts(picture);
    }
    if look.wind {
        picture.arrows.iter().for_each(|arrow| strokes.arrow(arrow));
    }
}

struct Strokes<'a> {
    segments: &'a mut Vec<Segment>,
    lens: &'a Lens,
    bounds: Frustum,
    /// Rows of the picture, in 720s.
    scale: f32,
    look: &'a Look,
}

impl Strokes<'_> {
    /// A line, or a dot where both ends are the same.
    fn line(&mut self, ends: [Vec3; 2], pen: Pen) {
        let ends = ends.map(|end| self.lens.to_view(end));
        let segment = Segment::new(self.lens, &self.bounds, ends, pen);
        self.segments.extend(segment);
    }

    /// A solid line, `width` pixels wide in a picture of 720 rows; one colour on dark, one on light.
    fn solid(&self, colors: [[f32; 3]; 2], width: f32) -> Pen {
        Pen {
            color: colors[usize::from(self.look.theme == Theme::Light)].into(),
            opacity: 1.0,
            thickness: (width * self.scale).clamp(1.0, 4.0 * width),
            dashed: false,
        }
    }

    /// A string is seen in every look: it has no surface.
    fn string(&mut self, picture: &Picture<'_>) {
        let pen = self.solid([[240.0, 146.0, 112.0]; 2], 3.0);
        let thickness = pen.thickness.max(2.0);
        self.springs(picture, Pen { thickness, ..pen }, SpringKind::Structural);
    }

    /// The springs of one kind.
    fn springs(&mut self, picture: &Picture<'_>, pen: Pen, kind: SpringKind) {
        for spring in picture.springs.iter().filter(|spring| spring.kind == kind) {
            let ends = spring.ends.map(|end| picture.positions.get(end as usize));
            if let [Some(from), Some(to)] = ends {
                self.line([from, to].map(|end| Vec3::from(*end)), pen);
            }
        }
    }

    fn springs_by_kind(&mut self, picture: &Picture<'_>) {
        let on_surface = self.look.surface != Surface::None;
        let [structural, shear, bend] = self.look.springs;
        // Structural springs come last: they lie along the bend springs.
        for (is_shown, kind, colors) in [
            (shear, SpringKind::Shear, SHEAR),
            (bend, SpringKind::Bend, BEND),
            (structural, SpringKind::Structural, STRUCTURAL),
        ] {
            let pen = Pen {
                opacity: if on_surface { 0.75 } else { 0.9 },
                // On a flat cloth the gaps let the structural springs below be seen.
                dashed: kind == SpringKind::Bend,
                ..self.solid(colors, 1.0)
            };
            if is_shown {
                self.springs(picture, pen, kind);
            }
        }
    }

    /// The triangles' edges, each once.
    fn mesh(&mut self, picture: &Picture<'_>) {
        let is_bare = self.look.surface == Surface::None;
        let dark = [if is_bare { 226.0 } else { 24.0 }; 3];
        let pen = Pen {
            opacity: 0.55,
            ..self.solid([dark, [24.0; 3]], 1.0)
        };
        let columns = picture.columns as u32;
        // What was drawn already, a bit for each direction that an edge has in the grid.
        let mut drawn = vec![0_u8; picture.positions.len()];
        for [a, b, c] in picture.triangles.iter().copied() {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                let (low, high) = (from.min(to), from.max(to));
                let ways = [1, columns.wrapping_sub(1), columns, columns.wrapping_add(1)];
                let way = ways.iter().position(|way| *way == high - low);
                let bit = way.map_or(0, |way| 1 << way);
                let ends = [low, high].map(|i| picture.positions.get(i as usize));
                let (Some(before), [Some(p), Some(q)]) = (drawn.get_mut(low as usize), ends) else {
                    continue;
                };
                if *before & bit == 0 {
                    *before |= bit;
                    self.line([*p, *q].map(Vec3::from), pen);
                }
            }
        }
    }

    /// Normals as lines as long as the way from one to the next.
    fn normals(&mut self, picture: &Picture<'_>) {
        let (columns, rows) = (picture.columns, picture.rows);
        if columns < 2 || rows < 2 {
            return;
        }
        let pen = self.solid([[120.0, 226.0, 240.0], [0.0, 104.0, 140.0]], 1.2);
        let stride = columns.max(rows).div_ceil(NORMALS).max(1);
        let places = picture.positions.iter().zip(picture.normals).enumerate();
        for (i, (place, normal)) in places {
            let (column, row) = (i % columns, i / columns);
            if column % stride != 0 || row % stride != 0 {
                continue;
            }
            let beside = if column + 1 < columns { i + 1 } else { i - 1 };
            let Some(beside) = picture.positions.get(beside) else {
                continue;
            };
            let place = Vec3::from(*place);
            let length = place.distance(Vec3::from(*beside)) * stride as f32;
            self.line([place, place + Vec3::from(*normal) * length], pen);
        }
    }

    /// A dot at each particle that touches something.
    fn contacts(&mut self, picture: &Picture<'_>) {
        let pen = self.solid([[255.0, 236.0, 90.0], [120.0, 20.0, 150.0]], 3.5);
        let touching = picture.contacts.iter();
        for place in touching.filter_map(|i| picture.positions.get(*i as usize)) {
            self.line([Vec3::from(*place); 2], pen);
        }
    }

    /// An arrow: a shaft and two barbs that face the camera.
    fn arrow(&mut self, arrow: &Arrow) {
        let pen = self.solid([ARROW; 2], 2.0);
        let [from, to] = [arrow.from, arrow.to].map(Vec3::from);
        self.line([from, to], pen);
        let along = (to - from) * HEAD;
        let Some(across) = along.cross(to - self.lens.eye).try_normalize() else {
            return;
        };
        let across = across * (along.length() * 0.4);
        for barb in [to - along + across, to - along - across] {
            self.line([to, barb], pen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::stage::Stage;
    use cloth_core::Scene;
    use cloth_core::host::{Format, GridSize, Method, start};

    #[test]
    fn every_line_of_a_look_is_there_once() {
        let (columns, rows) = (4, 3);
        let grid = GridSize { columns, rows };
        let simulation = start(&Scene::DEFAULT, grid, Method::Verlet, Format::F32);
        let stage = Stage::new(&mut *simulation.unwrap()).unwrap();
        let (from, to) = ([0.0; 3], [1.0, 0.0, 0.0]);
        let picture = Picture {
            arrows: &[Arrow { from, to }],
            contacts: &[3, 4, 99],
            ..stage.picture()
        };
        let (low, high) = picture.bounds().unwrap();
        let lens = Camera::framing(low, high).lens((300, 200));
        for (change, lines) in [
            ((|_| ()) as fn(&mut Look), 0),
            // 3 · 3 + 4 · 2 along rows and columns, and 2 diagonals of each of 6 cells.
            (|look| look.springs[0] = true, 17),
            (|look| look.springs[1] = true, 12),
            (|look| look.springs[2] = true, 10),
            (|look| look.mesh = true, 17 + 6),
            (|look| look.normals = true, 12),
            (|look| look.contacts = true, 2),
            (|look| look.wind = true, 3),
        ] {
            let (mut look, mut segments) = (Look::DEFAULT, Vec::new());
            change(&mut look);
            add(&mut segments, (&lens, 200), &picture, &look);
            assert_eq!(segments.len(), lines);
        }
    }
}
