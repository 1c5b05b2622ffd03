//! The cursor, in pictures of what a hand does.

use cloth_draw::raster::Framebuffer;

/// An arrow that points to (0, 0), in parts of its height.
const ARROW: [[f32; 2]; 7] = [
    [0.0, 0.0],
    [0.0, 0.86],
    [0.2, 0.68],
    [0.33, 1.0],
    [0.47, 0.94],
    [0.34, 0.63],
    [0.61, 0.61],
];
/// Its height, in parts of the picture's.
const HEIGHT: f32 = 0.085;
/// How wide its edge is, in parts of its height.
const EDGE: f32 = 0.06;

const LIGHT: u32 = 0x00f4_f6f8;
const DARK: u32 = 0x0014_181e;

/// Draws an arrow whose tip is at a place, pixels: white with a dark edge, and dark with a white
/// one while a button is down.
pub(super) fn draw(frame: &mut Framebuffer, (x, y): (f32, f32), pressed: bool) {
    let (fill, edge) = match pressed {
        false => (LIGHT, DARK),
        true => (DARK, LIGHT),
    };
    let (width, height) = frame.size();
    let size = HEIGHT * height as f32;
    let pixels = frame.pixels_mut().chunks_exact_mut(width.max(1));
    for (row, pixels) in pixels.enumerate() {
        for (column, pixel) in pixels.iter_mut().enumerate() {
            let place = [
                (column as f32 + 0.5 - x) / size,
                (row as f32 + 0.5 - y) / size,
            ];
            let (inside, distance) = where_is(place);
            if inside && distance > EDGE {
                *pixel = fill;
            } else if inside || distance < 0.3 * EDGE {
                *pixel = edge;
            }
        }
    }
}

/// Whether a place is inside of the arrow, and how far it is from its edge.
fn where_is([x, y]: [f32; 2]) -> (bool, f32) {
    let (mut inside, mut nearest) = (false, f32::INFINITY);
    let mut from = ARROW[ARROW.len() - 1];
    for to in ARROW {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        if (from[1] > y) != (to[1] > y) && x < from[0] + (y - from[1]) / dy * dx {
            inside = !inside;
        }
        let along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy);
        let along = along.clamp(0.0, 1.0);
        nearest = nearest.min((x - from[0] - along * dx).hypot(y - from[1] - along * dy));
        from = to;
    }
    (inside, nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tip_is_where_the_cursor_is() {
        let mut frame = Framebuffer::new(300, 200);
        let before = frame.pixels().to_vec();
        draw(&mut frame, (100.0, 50.0), false);
        let drawn = |i: &usize| frame.pixels()[*i] != before[*i];
        let all: Vec<_> = (0..300 * 200).filter(drawn).collect();
        let left = all.iter().map(|i| i % 300).min().unwrap();
        let top = all.iter().map(|i| i / 300).min().unwrap();
        assert!(
            left.abs_diff(100) <= 1 && top.abs_diff(50) <= 1,
            "{left} {top}"
        );
        // 0.085 of 200 pixels high.
        let bottom = all.iter().map(|i| i / 300).max().unwrap();
        assert!((65..=68).contains(&bottom), "{bottom}");
        // Two triangles and a stalk of 0.25 squares, about.
        assert!((50..110).contains(&all.len()), "{}", all.len());
    }
}
