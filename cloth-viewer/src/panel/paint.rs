//! From egui's triangles to pixels, by `egui_software_backend`.

use cloth_draw::raster::Framebuffer;
use egui::TexturesDelta;
use egui::epaint::ClippedPrimitive;
use egui_software_backend::{BufferMutRef, ColorFieldOrder, EguiSoftwareRender};

/// A pixel without the opacity that is not the screen's.
const COLOR: u32 = 0x00ff_ffff;

/// What paints, with egui's textures.
pub(super) struct Painter(EguiSoftwareRender);

impl Default for Painter {
    fn default() -> Self {
        // `0x00RRGGBB` in memory; no machine whose highest byte comes first has such a window.
        let render = EguiSoftwareRender::new(ColorFieldOrder::Bgra);
        // Kept parts would save two thirds of the time, and make a picture depend on those before.
        Self(render.with_caching(false))
    }
}

impl Painter {
    /// Paints over a picture of at least one pixel.
    pub(super) fn paint(
        &mut self,
        textures: &TexturesDelta,
        meshes: &[ClippedPrimitive],
        scale: f32,
        frame: &mut Framebuffer,
    ) {
        let (width, height) = frame.size();
        let bytes = bytemuck::cast_slice_mut(frame.pixels_mut());
        let mut buffer = BufferMutRef::new(bytes, width, height);
        self.0.render(&mut buffer, meshes, textures, scale);
        for pixel in frame.pixels_mut() {
            *pixel &= COLOR;
        }
    }
}
