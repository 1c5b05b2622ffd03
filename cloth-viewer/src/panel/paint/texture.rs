//! Textures: egui's letters, and a white texel for all that has no texture.

use egui::{Color32, ImageData, Pos2, epaint::ImageDelta};

/// Premultiplied colours, row by row from the top.
#[derive(Debug, Default)]
pub(super) struct Texture {
    width: usize,
    height: usize,
    texels: Vec<Color32>,
}

impl Texture {
    /// Takes over a whole image, or a part of one.
    pub(super) fn apply(&mut self, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        let [width, height] = image.size;
        let Some([left, top]) = delta.pos else {
            (self.width, self.height) = (width, height);
            self.texels.clone_from(&image.pixels);
            return;
        };
        if width == 0 || left + width > self.width || top + height > self.height {
            return;
        }
        for (row, texels) in image.pixels.chunks_exact(width).enumerate() {
            let start = (top + row) * self.width + left;
            self.texels[start..start + width].copy_from_slice(texels);
        }
    }

    /// The place in texels of one from 0 to 1.
    pub(super) fn place(&self, uv: Pos2) -> (f32, f32) {
        (uv.x * self.width as f32, uv.y * self.height as f32)
    }

    /// The texel that a place in texels is in, or the nearest to it.
    #[inline(always)]
    pub(super) fn nearest(&self, u: f32, v: f32) -> Color32 {
        // A cast makes 0 of what is negative.
        self.texel(u as usize, v as usize)
    }

    #[inline(always)]
    fn texel(&self, u: usize, v: usize) -> Color32 {
        let u = u.min(self.width.saturating_sub(1));
        let v = v.min(self.height.saturating_sub(1));
        let texel = self.texels.get(v * self.width + u);
        texel.copied().unwrap_or(Color32::TRANSPARENT)
    }

    /// The texels from a place on in a row, if there are as many.
    #[inline(always)]
    pub(super) fn row(&self, u: usize, v: usize, count: usize) -> Option<&[Color32]> {
        let inside = u + count <= self.width && v < self.height;
        let start = v * self.width + u;
        inside.then(|| &self.texels[start..start + count])
    }

    /// The colour between the four texels about a place.
    #[inline]
    pub(super) fn between(&self, u: f32, v: f32) -> Color32 {
        let (u, v) = ((u - 0.5).max(0.0), (v - 0.5).max(0.0));
        let (left, top) = (u as usize, v as usize);
        // In parts of 256.
        let along = ((u - left as f32) * 256.0) as u32;
        let down = ((v - top as f32) * 256.0) as u32;
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(right, below)| self.texel(left + right, top + below).to_array());
        if corners.iter().all(|corner| *corner == corners[0]) {
            let [r, g, b, a] = corners[0];
            return Color32::from_rgba_premultiplied(r, g, b, a);
        }
        let mix = |channel: usize| {
            let [a, b, c, d] = corners.map(|corner| u32::from(corner[channel]));
            let upper = a * (256 - along) + b * along;
            let lower = c * (256 - along) + d * along;
            ((upper * (256 - down) + lower * down + 0x8000) >> 16) as u8
        };
        Color32::from_rgba_premultiplied(mix(0), mix(1), mix(2), mix(3))
    }
}
