//! Which lines a picture has: springs, edges, normals, marks and arrows.

use glam::Vec3;

use super::clip::Bounds;
use super::line::{Segment, Style};
use crate::camera::Lens;
use crate::look::{Look, Surface, Theme};
use crate::picture::{Arrow, Picture, SpringKind};

/// Arrows are red, as wind is drawn in the report this engine grew from.
const ARROW: Vec3 = Vec3::new(235.0, 52.0, 48.0);
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
        bounds: Bounds::new(lens, 1.0),
        scale: height as f32 / 720.0,
        look,
    };
    if picture.is_string() {
        strokes.string(picture);
    } else {
        strokes.mesh(picture);
        strokes.springs(picture);
    }
    strokes.normals(picture);
    strokes.contacts(picture);
    if look.wind {
        picture.arrows.iter().for_each(|arrow| strokes.arrow(arrow));
    }
}

struct Strokes<'a> {
    segments: &'a mut Vec<Segment>,
    lens: &'a Lens,
    bounds: Bounds,
    /// Size of a picture beside one of 720 rows.
    scale: f32,
    look: &'a Look,
}

impl Strokes<'_> {
    fn line(&mut self, ends: [Vec3; 2], style: Style) {
        let ends = ends.map(|end| self.lens.to_view(end));
        let segment = Segment::new(self.lens, &self.bounds, ends, style);
        self.segments.extend(segment);
    }

    fn between(&mut self, picture: &Picture<'_>, ends: [u32; 2], style: Style) {
        let ends = ends.map(|end| picture.positions.get(end as usize));
        if let [Some(from), Some(to)] = ends {
            self.line([from, to].map(|end| Vec3::from(*end)), style);
        }
    }

    /// A solid line that is so many pixels wide in a picture of 720 rows.
    fn solid(&self, color: Vec3, width: f32) -> Style {
        Style {
            color,
            opacity: 1.0,
            thickness: (width * self.scale).clamp(1.0, 4.0 * width),
            dashed: false,
        }
    }

    /// A string is seen in every look: it has no surface.
    fn string(&mut self, picture: &Picture<'_>) {
        let style = self.solid(Vec3::new(240.0, 146.0, 112.0), 3.0);
        let style = Style {
            thickness: style.thickness.max(2.0),
            ..style
        };
        let structural = |kind| kind == SpringKind::Structural;
        let springs = picture.springs.iter();
        for spring in springs.filter(|spring| structural(spring.kind)) {
            self.between(picture, spring.ends, style);
        }
    }

    fn springs(&mut self, picture: &Picture<'_>) {
        use SpringKind::{Bend, Shear, Structural};
        let on_surface = self.look.surface != Surface::None;
        // Structural springs come last: they lie along the bend springs.
        for (kind, shown) in [(Shear, 1), (Bend, 2), (Structural, 0)] {
            if !self.look.springs[shown] {
                continue;
            }
            let style = Style {
                opacity: if on_surface { 0.75 } else { 0.9 },
                // On a flat cloth the gaps let the structural springs below be seen.
                dashed: kind == Bend,
                ..self.solid(spring_color(kind, self.look.theme), 1.0)
            };
            for spring in picture.springs.iter().filter(|s| s.kind == kind) {
                self.between(picture, spring.ends, style);
            }
        }
    }

    /// The triangles' edges. Two triangles share most of them: each edge of the grid is drawn once.
    fn mesh(&mut self, picture: &Picture<'_>) {
        if !self.look.mesh {
            return;
        }
        let light = self.look.theme == Theme::Dark && self.look.surface == Surface::None;
        let color = Vec3::splat(if light { 226.0 } else { 24.0 });
        let style = Style {
            opacity: 0.55,
            ..self.solid(color, 1.0)
        };
        let columns = picture.columns as u32;
        let mut drawn = vec![0_u8; picture.positions.len()];
        for [a, b, c] in picture.triangles.iter().copied() {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let (low, high) = (from.min(to), from.max(to));
                let ways = [1, columns.wrapping_sub(1), columns, columns.wrapping_add(1)];
                let way = ways.iter().position(|way| *way == high - low);
                let bit = way.map_or(0, |way| 1 << way);
                let Some(before) = drawn.get_mut(low as usize) else {
                    continue;
                };
                if *before & bit == 0 {
                    *before |= bit;
                    self.between(picture, [low, high], style);
                }
            }
        }
    }

    /// Normals as lines as long as the way from one to the next.
    fn normals(&mut self, picture: &Picture<'_>) {
        let (columns, rows) = (picture.columns, picture.rows);
        if !self.look.normals || columns < 2 || rows < 2 {
            return;
        }
        let color = match self.look.theme {
            Theme::Dark => Vec3::new(120.0, 226.0, 240.0),
            Theme::Light => Vec3::new(0.0, 104.0, 140.0),
        };
        let style = self.solid(color, 1.2);
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
            self.line([place, place + Vec3::from(*normal) * length], style);
        }
    }

    /// A dot at each particle that touches something.
    fn contacts(&mut self, picture: &Picture<'_>) {
        if !self.look.contacts {
            return;
        }
        let color = match self.look.theme {
            Theme::Dark => Vec3::new(255.0, 236.0, 90.0),
            Theme::Light => Vec3::new(120.0, 20.0, 150.0),
        };
        let style = self.solid(color, 3.5);
        for place in picture.contacts {
            let Some(place) = picture.positions.get(*place as usize) else {
                continue;
            };
            let view = self.lens.to_view(Vec3::from(*place));
            let dot = Segment::dot(self.lens, &self.bounds, view, style);
            self.segments.extend(dot);
        }
    }

    /// An arrow: a shaft and two barbs that face the camera.
    fn arrow(&mut self, arrow: &Arrow) {
        let style = self.solid(ARROW, 2.0);
        let [from, to] = [arrow.from, arrow.to].map(Vec3::from);
        self.line([from, to], style);
        let along = (to - from) * HEAD;
        let Some(across) = along.cross(to - self.lens.eye).try_normalize() else {
            return;
        };
        let across = across * (along.length() * 0.4);
        for barb in [to - along + across, to - along - across] {
            self.line([to, barb], style);
        }
    }
}

/// Each kind of spring has a colour of its own that reads on the background.
fn spring_color(kind: SpringKind, theme: Theme) -> Vec3 {
    let [dark, light] = match kind {
        SpringKind::Structural => [Vec3::new(80.0, 150.0, 255.0), Vec3::new(20.0, 84.0, 200.0)],
        SpringKind::Shear => [Vec3::new(86.0, 214.0, 110.0), Vec3::new(16.0, 130.0, 48.0)],
        SpringKind::Bend => [Vec3::new(255.0, 190.0, 60.0), Vec3::new(190.0, 112.0, 0.0)],
    };
    match theme {
        Theme::Dark => dark,
        Theme::Light => light,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::SpringLine;

    fn count(look: &Look, picture: &Picture<'_>) -> usize {
        let camera = crate::camera::Camera::framing([0.0; 3], [3.0, 2.0, 0.5]);
        let mut segments = Vec::new();
        add(
            &mut segments,
            (&camera.lens((300, 200)), 200),
            picture,
            look,
        );
        segments.len()
    }

    #[test]
    fn every_line_of_a_look_is_there_once() {
        let positions: Vec<_> = (0..12)
            .map(|i| [(i % 4) as f32, (i / 4) as f32, 0.0])
            .collect();
        let normals = [[0.0, 0.0, 1.0]; 12];
        let triangles: Vec<_> = (0..6)
            .map(|cell| cell / 3 * 4 + cell % 3)
            .flat_map(|i| [[i, i + 4, i + 1], [i + 1, i + 4, i + 5]])
            .collect();
        let kinds = [SpringKind::Structural, SpringKind::Shear, SpringKind::Bend];
        let springs = kinds.map(|kind| SpringLine { ends: [0, 5], kind });
        let arrow = Arrow {
            from: [0.0; 3],
            to: [1.0, 0.0, 0.0],
        };
        let picture = Picture {
            positions: &positions,
            normals: &normals,
            triangles: &triangles,
            springs: &springs[..],
            columns: 4,
            rows: 3,
            arrows: &[arrow],
            contacts: &[3, 4, 99],
            ..Picture::default()
        };
        let base = Look::DEFAULT;
        assert_eq!(count(&base, &picture), 0);
        for kind in 0..3 {
            let mut look = base.clone();
            look.springs[kind] = true;
            assert_eq!(count(&look, &picture), 1);
        }
        // 3 · 3 + 4 · 2 along rows and columns, 6 diagonals.
        assert_eq!(
            count(
                &Look {
                    mesh: true,
                    ..base.clone()
                },
                &picture
            ),
            23
        );
        assert_eq!(
            count(
                &Look {
                    normals: true,
                    ..base.clone()
                },
                &picture
            ),
            12
        );
        assert_eq!(
            count(
                &Look {
                    contacts: true,
                    ..base.clone()
                },
                &picture
            ),
            2
        );
        assert_eq!(count(&Look { wind: true, ..base }, &picture), 3);
    }
}
