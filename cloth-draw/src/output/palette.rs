//! Palettes for GIF: at most 255 colours, the 256th being "as before".

use std::collections::HashMap;

use color_quant::NeuQuant;

/// Colours of a palette.
pub(super) const COLORS: usize = 255;

/// Most colours that are taken as they are: the other half is for shades.
const MOST_EXACT: usize = 128;
/// One part in so many of the picture is a large area.
const LARGE: usize = 2000;

/// A palette and a memory of which entry each colour became.
#[derive(Debug)]
pub(super) struct Palette {
    entries: Vec<u32>,
    known: HashMap<u32, u8>,
}

impl Palette {
    /// A palette for pixels `0x00RRGGBB`: exact if they have at most [`COLORS`] colours.
    pub(super) fn new(pixels: &[u32]) -> Self {
        let mut sorted = pixels.to_vec();
        sorted.sort_unstable();
        let runs: Vec<&[u32]> = sorted.chunk_by(|a, b| a == b).collect();
        let entries = if runs.len() <= COLORS {
            runs.iter().map(|run| run[0]).collect()
        } else {
            quantise(&runs)
        };
        Self {
            entries,
            known: HashMap::new(),
        }
    }

    /// Red, green and blue bytes of 256 entries: a picture of few colours also needs a place for
    /// the last one, "as before", or programs show it black.
    pub(super) fn to_rgb(&self) -> Vec<u8> {
        let bytes = self.entries.iter().map(|color| color.to_be_bytes());
        let mut rgb: Vec<u8> = bytes
            .flat_map(|[_, red, green, blue]| [red, green, blue])
            .collect();
        rgb.resize(3 * (COLORS + 1), 0);
        rgb
    }

    /// The entry nearest to a colour, and its colour.
    pub(super) fn nearest(&mut self, color: u32) -> (u8, u32) {
        let entries = &self.entries;
        let index = *self.known.entry(color).or_insert_with(|| {
            let distances = entries.iter().map(|entry| distance(*entry, color));
            let nearest = distances.enumerate().min_by_key(|(_, distance)| *distance);
            nearest.map_or(0, |(index, _)| index as u8)
        });
        (
            index,
            self.entries.get(usize::from(index)).copied().unwrap_or(0),
        )
    }
}

/// A palette of the colours that fill large areas, exactly as they are, and of colours trained on
/// the rest.
fn quantise(runs: &[&[u32]]) -> Vec<u32> {
    let all: usize = runs.iter().map(|run| run.len()).sum();
    let mut by_area = runs.to_vec();
    by_area.sort_by_key(|run| std::cmp::Reverse(run.len()));
    let large = by_area.iter().take(MOST_EXACT);
    let exact = large.take_while(|run| run.len() * LARGE > all).count();
    let (exact, rest) = by_area.split_at(exact);
    let trained = train(rest, COLORS - exact.len());
    exact.iter().map(|run| run[0]).chain(trained).collect()
}

/// Trains colours. Each counts by the logarithm of how often it occurs: a small cloth before a
/// wide background would otherwise get few colours.
fn train(runs: &[&[u32]], colors: usize) -> Vec<u32> {
    let mut samples = Vec::new();
    for run in runs {
        let [_, red, green, blue] = run[0].to_be_bytes();
        for _ in 0..run.len().ilog2() / 2 + 1 {
            samples.extend([red, green, blue, 255]);
        }
    }
    // 1 in 3 is enough for tens of thousands of colours, and a third of the time.
    let every = if samples.len() > 80_000 { 3 } else { 1 };
    let map = NeuQuant::new(every, colors, &samples).color_map_rgb();
    let entries = map.chunks_exact(3);
    entries
        .map(|rgb| u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]))
        .collect()
}

/// The square of the distance between two colours.
pub(super) fn distance(a: u32, b: u32) -> u32 {
    let channels = a.to_be_bytes().into_iter().zip(b.to_be_bytes());
    channels.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let pixels: Vec<u32> = (0..COLORS as u32).map(|i| i * 65_537 / 3).collect();
        let mut palette = Palette::new(&pixels);
        assert_eq!(palette.to_rgb().len(), 3 * 256);
        for pixel in pixels {
            assert_eq!(palette.nearest(pixel).1, pixel);
        }
    }

    #[test]
    fn a_picture_of_few_colours_has_an_entry_for_as_before() {
        assert_eq!(Palette::new(&[1, 2]).to_rgb().len(), 3 * 256);
    }

    #[test]
    fn many_colours_are_kept_closely() {
        let pixels: Vec<u32> = (0..20_000)
            .map(|i| (i % 200) << 16 | (i / 200) << 8)
            .collect();
        let mut palette = Palette::new(&pixels);
        let worst = pixels
            .iter()
            .map(|p| distance(palette.nearest(*p).1, *p))
            .max();
        assert!(worst < Some(30 * 30), "{worst:?}");
    }

    /// A flat cloth has two colours, a ball beside it thousands.
    #[test]
    fn colours_of_large_areas_are_kept_exactly() {
        let shades = (0..20_000).map(|i| 0x0040_4040 + i * 3);
        let flat = [0x00e0_6e54, 0x00f7_a07c]
            .into_iter()
            .flat_map(|c| [c; 900]);
        let mut palette = Palette::new(&shades.chain(flat).collect::<Vec<_>>());
        for color in [0x00e0_6e54, 0x00f7_a07c] {
            assert_eq!(palette.nearest(color).1, color);
        }
    }
}
