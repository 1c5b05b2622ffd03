//! From egui's triangles to pixels, by `egui_software_backend`: it keeps what has not changed since
//! the last picture.

use cloth_draw::raster::Framebuffer;
use egui::TexturesDelta;
use egui::epaint::ClippedPrimitive;
use egui_software_backend::{BufferMutRef, ColorFieldOrder, EguiSoftwareRender};

/// A pixel without the opacity that is not the screen's.
const COLOR: u32 = 0x00ff_ffff;

/// What has been painted before.
pub(super) struct Painter(EguiSoftwareRender);

impl Default for Painter {
    fn default() -> Self {
        // `0x00RRGGBB` in memory; no machine whose highest byte comes first has such a window.
        Self(EguiSoftwareRender::new(ColorFieldOrder::Bgra))
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
