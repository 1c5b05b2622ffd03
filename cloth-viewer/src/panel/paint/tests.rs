use super::*;
use blend::{Ink, tint};
use egui::epaint::ImageDelta;
use egui::{ColorImage, ImageData, TextureOptions, pos2};
use std::sync::Arc;

/// A picture painted on, and a texture of 4 × 4 texels of which the first is white.
fn painter() -> Painter {
    let mut texels = vec![Color32::from_rgba_premultiplied(64, 64, 64, 64); 16];
    texels[0] = Color32::WHITE;
    let mut painter = Painter::default();
    painter.update(&delta(None, [4, 4], texels));
    painter
}

fn delta(pos: Option<[usize; 2]>, size: [usize; 2], pixels: Vec<Color32>) -> TexturesDelta {
    let change = ImageDelta {
        image: ImageData::Color(Arc::new(ColorImage::new(size, pixels))),
        options: TextureOptions::LINEAR,
        pos,
    };
    TexturesDelta {
        set: vec![(TextureId::default(), change)],
        free: Vec::new(),
    }
}

/// Paints triangles of points with colours.
fn paint(painter: &Painter, corners: &[([f32; 2], Color32)], indices: &[u32]) -> Framebuffer {
    let vertices = corners.iter().map(|(at, color)| Vertex {
        pos: pos2(at[0], at[1]),
        uv: pos2(0.05, 0.05),
        color: *color,
    });
    let mesh = Mesh {
        indices: indices.to_vec(),
        vertices: vertices.collect(),
        texture_id: TextureId::default(),
    };
    paint_meshes(painter, mesh, Rect::EVERYTHING)
}

fn paint_meshes(painter: &Painter, mesh: Mesh, clip_rect: Rect) -> Framebuffer {
    let mut frame = Framebuffer::new(16, 16);
    frame.pixels_mut().fill(0);
    let primitive = ClippedPrimitive {
        clip_rect,
        primitive: Primitive::Mesh(mesh),
    };
    painter.paint(&[primitive], 1.0, &mut frame);
    frame
}

fn painted(frame: &Framebuffer) -> usize {
    frame.pixels().iter().filter(|&&pixel| pixel != 0).count()
}

#[test]
fn blending_is_that_of_premultiplied_bytes() {
    for alpha in [0_u8, 1, 77, 128, 254, 255] {
        for under in [0_u32, 1, 100, 200, 255] {
            let color = Color32::from_rgba_premultiplied(alpha / 2, alpha, 0, alpha);
            let pixel = under << 16 | under << 8 | under;
            let got = Ink::of(color).over(pixel);
            let left = f64::from(under) * f64::from(255 - alpha) / 255.0;
            let expected = [alpha / 2, alpha, 0].map(|c| f64::from(c) + left);
            for (shift, expected) in [16, 8, 0].into_iter().zip(expected) {
                let got = f64::from(got >> shift & 0xff);
                assert!((got - expected).abs() <= 0.5001, "{alpha} over {under}");
            }
        }
    }
    // A colour that glows ends at white.
    let glow = Color32::from_rgba_premultiplied(200, 10, 200, 0);
    assert_eq!(Ink::of(glow).over(0x00ff_00ff), 0x00ff_0aff);
}

#[test]
fn a_texel_tints_every_channel() {
    let color = Color32::from_rgba_premultiplied(200, 100, 50, 250);
    let texel = Color32::from_rgba_premultiplied(128, 64, 255, 51);
    let expected = Color32::from_rgba_premultiplied(100, 25, 50, 50);
    assert_eq!(tint(color, texel), Ink::of(expected));
    assert_eq!(tint(color, Color32::WHITE), Ink::of(color));
}

#[test]
fn triangles_that_share_edges_paint_every_pixel_once() {
    // Half a colour twice would be more than half.
    let half = Color32::from_rgba_premultiplied(100, 100, 100, 128);
    let outer = [[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]];
    for middle in [[8.0, 8.0], [3.3, 11.7], [0.5, 0.5], [15.9, 4.2]] {
        let mut corners: Vec<_> = outer.iter().map(|&at| (at, half)).collect();
        corners.push((middle, half));
        let indices = [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4];
        let frame = paint(&painter(), &corners, &indices);
        assert!(frame.pixels().iter().all(|&pixel| pixel == 0x0064_6464));
    }
}

#[test]
fn a_rectangle_is_the_same_as_its_two_triangles() {
    let color = Color32::from_rgba_premultiplied(90, 60, 30, 200);
    for [left, top, right, bottom] in [
        [2.0, 3.0, 9.0, 8.0],
        [2.4, 3.5, 9.5, 8.6],
        [-3.0, -3.0, 99.0, 4.5],
    ] {
        let corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
        let corners = corners.map(|at| (at, color));
        let whole = paint(&painter(), &corners, &[0, 1, 2, 2, 1, 3]);
        let parts = paint(&painter(), &corners, &[0, 1, 2, 3, 2, 1]);
        assert!(whole == parts && painted(&whole) > 20);
    }
}

#[test]
fn colours_run_evenly_between_corners() {
    let (black, white) = (Color32::BLACK, Color32::WHITE);
    let corners = [
        ([0.0, 0.0], black),
        ([16.0, 0.0], white),
        ([0.0, 16.0], black),
        ([16.0, 16.0], white),
    ];
    let frame = paint(&painter(), &corners, &[0, 1, 2, 2, 1, 3]);
    for y in 0..16 {
        for x in 0..16 {
            let got = frame.pixel(x, y).unwrap() & 0xff;
            let expected = 255.0 * (x as f32 + 0.5) / 16.0;
            assert!((got as f32 - expected).abs() <= 1.0, "{x} {y}: {got}");
        }
    }
}

#[test]
fn letters_are_copied_texel_by_texel() {
    let mut painter = painter();
    let texels = (0..4).map(|i| Color32::from_rgba_premultiplied(0, 0, 50 * i + 10, 255));
    painter.update(&delta(Some([1, 2]), [2, 2], texels.collect()));
    // A part that does not fit is left out.
    painter.update(&delta(Some([3, 3]), [2, 2], vec![Color32::RED; 4]));
    let mut mesh = Mesh::default();
    let uv = Rect::from_min_max(pos2(0.25, 0.5), pos2(0.75, 1.0));
    let at = Rect::from_min_max(pos2(5.0, 6.0), pos2(7.0, 8.0));
    mesh.add_rect_with_uv(at, uv, Color32::WHITE);
    let frame = paint_meshes(&painter, mesh, Rect::EVERYTHING);
    for (i, (x, y)) in [(5, 6), (6, 6), (5, 7), (6, 7)].into_iter().enumerate() {
        assert_eq!(frame.pixel(x, y), Some(50 * i as u32 + 10));
    }
    assert_eq!(painted(&frame), 4);
}

#[test]
fn nothing_is_painted_outside_of_the_clip() {
    let mut mesh = Mesh::default();
    let all = Rect::from_min_max(pos2(-100.0, -100.0), pos2(100.0, 100.0));
    mesh.add_rect_with_uv(
        all,
        Rect::from_min_max(pos2(0.0, 0.0), pos2(0.0, 0.0)),
        Color32::WHITE,
    );
    let clip = Rect::from_min_max(pos2(3.0, 4.0), pos2(8.0, 6.0));
    let frame = paint_meshes(&painter(), mesh.clone(), clip);
    assert_eq!(painted(&frame), 5 * 2);
    assert_eq!(
        (frame.pixel(3, 4), frame.pixel(8, 4)),
        (Some(0x00ff_ffff), Some(0))
    );
    // The same as triangles.
    mesh.indices = vec![0, 1, 2, 3, 2, 1];
    assert!(paint_meshes(&painter(), mesh, clip) == frame);
}

#[test]
fn odd_meshes_do_no_harm() {
    let white = Color32::WHITE;
    let odd = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        1e30,
        -1e30,
        f32::MIN_POSITIVE,
    ];
    for value in odd {
        let corners = [
            ([value, 1.0], white),
            ([3.0, value], Color32::RED),
            ([5.0, 9.0], white),
            ([value, value], white),
        ];
        for indices in [
            &[0, 1, 2, 2, 1, 3][..],
            &[0, 1, 3],
            &[1, 2, 0, 7, 8, 9],
            &[0, 1],
        ] {
            paint(&painter(), &corners, indices);
        }
    }
    let line = [
        ([2.0, 2.0], white),
        ([5.0, 5.0], Color32::RED),
        ([9.0, 9.0], white),
    ];
    assert_eq!(painted(&paint(&painter(), &line, &[0, 1, 2])), 0);
    assert_eq!(painted(&paint(&Painter::default(), &line, &[0, 1, 2])), 0);
    let mut painter = painter();
    painter.free(&TexturesDelta {
        set: Vec::new(),
        free: vec![TextureId::default()],
    });
    assert!(painter.textures.is_empty());
}
