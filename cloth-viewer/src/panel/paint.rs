//! From egui's triangles to pixels, by `egui_software_backend`.

use cloth_draw::raster::Framebuffer;
use egui::TexturesDelta;
use egui::epaint::{ClippedPrimitive, Primitive};
use egui_software_backend::{BufferMutRef, ColorFieldOrder, EguiSoftwareRender};
use std::ops::Range;

/// What paints, with egui's textures, and what it painted last.
pub(super) struct Painter {
    render: EguiSoftwareRender,
    last: Last,
}

/// What was painted last.
#[derive(Default)]
struct Last {
    meshes: Vec<ClippedPrimitive>,
    /// Pixels a point.
    scale: f32,
    size: (usize, usize),
    /// The first column that the panel hides.
    hidden: usize,
    /// The columns from there on, row by row.
    side: Vec<u32>,
}

impl Default for Painter {
    fn default() -> Self {
        // `0x00RRGGBB` in memory; no machine whose highest byte comes first has such a window.
        let render = EguiSoftwareRender::new(ColorFieldOrder::Bgra);
        Self {
            // Caching would save two thirds of the time, but a picture would depend on those before.
            render: render.with_caching(false),
            last: Last::default(),
        }
    }
}

impl Painter {
    /// Paints over a picture of at least one pixel; the panel hides its columns from `hidden` on.
    pub(super) fn paint(
        &mut self,
        textures: &TexturesDelta,
        meshes: Vec<ClippedPrimitive>,
        scale: f32,
        hidden: usize,
        frame: &mut Framebuffer,
    ) {
        let size = frame.size();
        self.render(textures, &meshes, scale, frame);
        let last = &mut self.last;
        last.side.clear();
        if hidden < size.0 {
            let rows = frame.pixels().chunks_exact(size.0);
            rows.for_each(|row| last.side.extend(&row[hidden..]));
        }
        (last.meshes, last.scale, last.size, last.hidden) = (meshes, scale, size, hidden);
        // Over the rest of a picture little is painted: only that is painted again.
        let edge = hidden as f32 / scale;
        for mesh in &mut last.meshes {
            mesh.clip_rect.max.x = mesh.clip_rect.max.x.min(edge);
        }
        last.meshes.retain(|mesh| mesh.clip_rect.is_positive());
    }

    /// Paints the same over another picture; returns whether it is of the same size.
    pub(super) fn paint_again(&mut self, frame: &mut Framebuffer) -> bool {
        if self.last.size != frame.size() {
            return false;
        }
        let last = std::mem::take(&mut self.last);
        self.render(&TexturesDelta::default(), &last.meshes, last.scale, frame);
        let (width, hidden) = (last.size.0, last.hidden);
        if hidden < width {
            let rows = last.side.chunks_exact(width - hidden);
            for (row, side) in frame.pixels_mut().chunks_exact_mut(width).zip(rows) {
                row[hidden..].copy_from_slice(side);
            }
        }
        self.last = last;
        true
    }

    fn render(
        &mut self,
        textures: &TexturesDelta,
        meshes: &[ClippedPrimitive],
        scale: f32,
        frame: &mut Framebuffer,
    ) {
        let (width, height) = frame.size();
        let bytes = bytemuck::cast_slice_mut(frame.pixels_mut());
        let mut buffer = BufferMutRef::new(bytes, width, height);
        self.render.render(&mut buffer, meshes, textures, scale);
        for mesh in meshes {
            frame.clear_opacity(rows_of(mesh, scale));
        }
    }
}

/// The rows of a picture that a mesh may be painted in.
fn rows_of(mesh: &ClippedPrimitive, scale: f32) -> Range<usize> {
    let Primitive::Mesh(triangles) = &mesh.primitive else {
        return 0..0;
    };
    let area = triangles.calc_bounds().intersect(mesh.clip_rect) * scale;
    (area.min.y.max(0.0) as usize)..(area.max.y.max(0.0) as usize + 2)
}
