//! Lines: springs, strings and arrows.

use glam::Vec3;

use super::clip::Bounds;
use super::framebuffer::{Framebuffer, pack_quick, unpack};
use crate::camera::Lens;
use crate::picture::{Arrow, Picture, SpringKind, View};

/// How much nearer a line is taken to be than it is, as a factor for 1 / depth, so that the
/// surface it lies on does not swallow it. 1.003 is 6 mm at 2 m.
const BIAS: f32 = 1.003;
/// Length of a dash, and of the gap after it, in pixels.
const DASH: usize = 3;
/// Arrows are red, as wind is drawn in the report this engine grew from.
const ARROW: Vec3 = Vec3::new(235.0, 52.0, 48.0);
/// Part of an arrow's length taken by its head.
const HEAD: f32 = 0.25;

/// How a line looks.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// Channels from 0 to 255.
    color: Vec3,
    /// 0 to 1: how much of what is behind the line it covers.
    opacity: f32,
    /// Pixels across.
    thickness: usize,
    dashed: bool,
}

/// The look of each kind of spring, clearly different in colour.
fn style_of(kind: SpringKind) -> Style {
    let (color, dashed) = match kind {
        SpringKind::Structural => (Vec3::new(80.0, 150.0, 255.0), false),
        SpringKind::Shear => (Vec3::new(86.0, 214.0, 110.0), false),
        // On a flat cloth they lie along two structural springs; the gaps let those be seen.
        SpringKind::Bend => (Vec3::new(255.0, 190.0, 60.0), true),
    };
    Style {
        color,
        opacity: 1.0,
        thickness: 1,
        dashed,
    }
}

/// Draws the springs a view shows. Later ones win at equal depth.
pub(super) fn draw_springs(frame: &mut Framebuffer, lens: &Lens, picture: &Picture, view: View) {
    use SpringKind::{Bend, Shear, Structural};
    // On the surface, bend springs would only hide the structural ones below them.
    let (kinds, opacity): (&[SpringKind], f32) = match view {
        View::Shaded => (&[], 0.0),
        View::Wireframe => (&[Shear, Bend, Structural], 0.85),
        View::ShadedWireframe => (&[Shear, Structural], 0.6),
    };
    for kind in kinds {
        let style = Style {
            opacity,
            ..style_of(*kind)
        };
        draw_kind(frame, lens, picture, *kind, style);
    }
}

/// Draws a string: a cloth with a single row or column.
pub(super) fn draw_string(frame: &mut Framebuffer, lens: &Lens, picture: &Picture) {
    let style = Style {
        color: Vec3::new(240.0, 146.0, 112.0),
        opacity: 1.0,
        thickness: (frame.height / 240).clamp(2, 9),
        dashed: false,
    };
    draw_kind(frame, lens, picture, SpringKind::Structural, style);
}

fn draw_kind(
    frame: &mut Framebuffer,
    lens: &Lens,
    picture: &Picture,
    kind: SpringKind,
    style: Style,
) {
    let bounds = Bounds::new(lens, 1.0);
    for spring in picture.springs.iter().filter(|spring| spring.kind == kind) {
        let ends = spring.ends.map(|end| picture.positions.get(end as usize));
        if let [Some(from), Some(to)] = ends {
            let ends = [from, to].map(|end| lens.to_view(Vec3::from(*end)));
            draw_segment(frame, lens, &bounds, ends, style);
        }
    }
}

/// Draws an arrow: a shaft and two barbs that face the camera.
pub(super) fn draw_arrow(frame: &mut Framebuffer, lens: &Lens, arrow: &Arrow) {
    let style = Style {
        color: ARROW,
        opacity: 1.0,
        thickness: (frame.height / 360).clamp(1, 6),
        dashed: false,
    };
    let bounds = Bounds::new(lens, 1.0);
    let [from, to] = [arrow.from, arrow.to].map(|end| lens.to_view(Vec3::from(end)));
    draw_segment(frame, lens, &bounds, [from, to], style);
    let along = (to - from) * HEAD;
    let Some(across) = along.cross(to).try_normalize() else {
        return;
    };
    let across = across * (along.length() * 0.4);
    for barb in [to - along + across, to - along - across] {
        draw_segment(frame, lens, &bounds, [to, barb], style);
    }
}

/// Draws a line between two points given along the camera's axes.
fn draw_segment(
    frame: &mut Framebuffer,
    lens: &Lens,
    bounds: &Bounds,
    ends: [Vec3; 2],
    style: Style,
) {
    let Some((from, to)) = bounds.segment(ends[0], ends[1]) else {
        return;
    };
    let on_screen = |view: Vec3| {
        let (x, y) = lens.to_screen(view);
        Vec3::new(x, y, BIAS / view.z)
    };
    let (from, to) = (on_screen(from), on_screen(to));
    let way = to - from;
    let steps = way.x.abs().max(way.y.abs()).ceil().max(1.0) as usize;
    let step = way / steps as f32;
    // A thick line is a stack of thin ones, side by side along the axis it is less steep in.
    let aside = if way.x.abs() > way.y.abs() {
        Vec3::Y
    } else {
        Vec3::X
    };
    let middle = (style.thickness as f32 - 1.0) * 0.5;
    for layer in 0..style.thickness {
        let start = from + aside * (layer as f32 - middle);
        for i in 0..=steps {
            if !style.dashed || (i / DASH).is_multiple_of(2) {
                put(frame, start + step * i as f32, style);
            }
        }
    }
}

/// Draws one pixel if nothing nearer is there.
fn put(frame: &mut Framebuffer, point: Vec3, style: Style) {
    if !(point.x >= 0.0 && point.y >= 0.0) {
        return;
    }
    let (x, y) = (point.x as usize, point.y as usize);
    if x >= frame.width || y >= frame.height {
        return;
    }
    let index = y * frame.width + x;
    if point.z >= frame.depths[index] {
        let behind = unpack(frame.colors[index]);
        let mixed = behind + (style.color - behind) * style.opacity;
        frame.colors[index] = pack_quick(mixed.x, mixed.y, mixed.z);
        frame.depths[index] = point.z;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::raster::framebuffer::pack;

    /// Looks along -z from the origin at a picture of 100 × 100 pixels, 1 m wide at 1 m.
    fn lens() -> Lens {
        let camera = Camera {
            eye: Vec3::ZERO,
            target: Vec3::NEG_Z,
            field_of_view: 2.0 * 0.5_f32.atan(),
        };
        camera.lens((100, 100))
    }

    fn drawn(ends: [Vec3; 2], thickness: usize) -> Vec<(usize, usize)> {
        let mut frame = Framebuffer::new(100, 100);
        let style = Style {
            color: Vec3::ONE,
            opacity: 1.0,
            thickness,
            dashed: false,
        };
        draw_segment(&mut frame, &lens(), &Bounds::new(&lens(), 1.0), ends, style);
        (0..10_000)
            .filter(|i| frame.depths[*i] > 0.0)
            .map(|i| (i % 100, i / 100))
            .collect()
    }

    #[test]
    fn a_level_line_covers_each_column_once() {
        let ends = [Vec3::new(-0.255, 0.005, 1.0), Vec3::new(0.245, 0.005, 1.0)];
        let pixels = drawn(ends, 1);
        assert_eq!(pixels, (24..=74).map(|x| (x, 49)).collect::<Vec<_>>());
        assert_eq!(drawn(ends, 3).len(), 3 * pixels.len());
    }

    #[test]
    fn lines_through_the_camera_and_out_of_the_picture_stop_at_the_edge() {
        let pixels = drawn([Vec3::new(0.1, 0.1, -5.0), Vec3::new(0.1, 0.1, 50.0)], 1);
        assert!(pixels.contains(&(50, 49)), "{pixels:?}");
        assert!(!drawn([Vec3::new(-9.0, 0.0, 1.0), Vec3::new(9.0, 0.1, 1.0)], 1).is_empty());
        assert!(drawn([Vec3::NAN, Vec3::Z], 1).is_empty());
    }

    #[test]
    fn an_arrow_is_red_and_has_a_head() {
        let mut frame = Framebuffer::new(100, 100);
        let arrow = Arrow {
            from: [-0.2, 0.0, -1.0],
            to: [0.2, 0.0, -1.0],
        };
        draw_arrow(&mut frame, &lens(), &arrow);
        let red = |x: usize, y: usize| frame.pixel(x, y) == Some(pack(ARROW));
        assert!(red(40, 50) && !red(40, 53));
        assert!((51..58).any(|y| red(62, y)) && (43..50).any(|y| red(62, y)));
    }
}
