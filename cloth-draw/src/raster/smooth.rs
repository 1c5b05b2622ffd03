//! Smooth edges.
//!
//! Each pixel shows what is at its centre, so an edge is a staircase. This looks for the stairs:
//! boundaries between pixels that show different things. A boundary runs straight for some pixels
//! and then steps aside by one. The true edge passes through the middles of the steps, so the share
//! of a pixel that belongs to its neighbour across the boundary is known, and so much of the
//! neighbour's colour is mixed in.

use fearless_simd::{Level, dispatch};
use rayon::prelude::*;

use super::fill::{FLOOR, ROWS};
use super::framebuffer::{DrawMemory, Framebuffer};
use super::light::{least, most};

/// An edge between a pixel and the one to the left of it.
const LEFT: u8 = 1;
/// An edge between a pixel and the one above.
const ABOVE: u8 = 2;
/// Pixels that are looked at together.
const PIECE: usize = 128;
/// Pixels that a boundary is followed for.
const LONGEST: usize = 32;
/// On the same thing, a step in depth is an edge if it is this large a part of the depth ...
const STEP: f32 = 0.004;
/// ... and this many times the smaller of its two neighbours.
const STEEPER: f32 = 3.0;

/// A pixel, and what is added to its red, green and blue.
pub(super) type Blend = (u32, [i16; 3]);

/// Smooths the edges of a picture.
pub(super) fn smooth(frame: &mut Framebuffer, scratch: &mut DrawMemory) {
    let (width, height) = frame.size();
    scratch.edges.resize(width * height, 0);
    let level = Level::new();
    let rows = scratch.edges.par_chunks_mut(width * ROWS).enumerate();
    rows.for_each(|(strip, edges)| {
        for (row, edges) in edges.chunks_exact_mut(width).enumerate() {
            frame.find_edges(strip * ROWS + row, edges, level);
        }
    });
    scratch.changes.resize(height.div_ceil(ROWS), Vec::new());
    let edges = &scratch.edges;
    let strips = scratch.changes.par_iter_mut().enumerate();
    strips.for_each(|(strip, changes)| {
        changes.clear();
        for y in strip * ROWS..((strip + 1) * ROWS).min(height) {
            frame.follow_edges(edges, y, changes);
        }
    });
    for (pixel, change) in scratch.changes.iter().flatten() {
        let color = &mut frame.colors[*pixel as usize];
        let mut channels = color.to_be_bytes();
        for (channel, by) in channels[1..].iter_mut().zip(change) {
            *channel = (i16::from(*channel) + by).clamp(0, 255) as u8;
        }
        *color = u32::from_be_bytes(channels);
    }
}

/// Reads the picture before it is smoothed.
impl Framebuffer {
    /// Finds the edges of a row's pixels.
    fn find_edges(&self, y: usize, edges: &mut [u8], level: Level) {
        let width = self.width;
        let depths = |y: usize| &self.depths[y * width..(y + 1) * width];
        let kinds = |y: usize| &self.kinds[y * width..(y + 1) * width];
        let (here, what) = (depths(y), kinds(y));
        edges.fill(0);
        if width > 3 {
            let around = [0, 1, 2, 3].map(|i| &here[i..width - 3 + i]);
            let kinds = [&what[1..], &what[2..]];
            mark(&mut edges[2..width - 1], around, kinds, LEFT, level);
        }
        if y > 0 {
            let outer = [y.max(2) - 2, (y + 1).min(self.height - 1)].map(depths);
            let around = [outer[0], depths(y - 1), here, outer[1]];
            mark(edges, around, [kinds(y - 1), what], ABOVE, level);
        }
    }

    /// Follows the boundaries that begin in a row, and notes what changes.
    fn follow_edges(&self, edges: &[u8], y: usize, changes: &mut Vec<Blend>) {
        let width = self.width;
        let row = &edges[y * width..(y + 1) * width];
        let mut begin = |x: usize| {
            let edge = row[x];
            let at = y * width + x;
            if edge & ABOVE != 0 && (x == 0 || row[x - 1] & ABOVE == 0) {
                self.follow_edge(edges, at, (1, width), [ABOVE, LEFT], width - x, changes);
            }
            if edge & LEFT != 0 && (y == 0 || edges[at - width] & LEFT == 0) {
                let rows = self.height - y;
                self.follow_edge(edges, at, (width, 1), [LEFT, ABOVE], rows, changes);
            }
        };
        // Most pixels have no edge: eight at a time are passed over.
        let (eights, rest) = row.as_chunks::<8>();
        for (number, eight) in eights.iter().enumerate() {
            if *eight != [0; 8] {
                (number * 8..number * 8 + 8).for_each(&mut begin);
            }
        }
        (width - rest.len()..width).for_each(begin);
    }

    /// A boundary from its first pixel on: with `step` from each pixel to the next, `across` back
    /// to the one on the far side, and at most `room` pixels to the end of the picture. Its pixels
    /// have the first flag, those at its ends the second.
    fn follow_edge(
        &self,
        edges: &[u8],
        at: usize,
        (step, across): (usize, usize),
        [flag, aside]: [u8; 2],
        room: usize,
        changes: &mut Vec<Blend>,
    ) {
        let rest = (0..room).take_while(|i| edges[at + i * step] & flag != 0);
        let length = rest.count();
        // Where it ends it steps to the near side along these pixels, or to the far one.
        let turn = |end: usize| {
            let turns = |back: usize| end < room && edges[at + end * step - back] & aside != 0;
            i32::from(turns(0)) - i32::from(turns(across))
        };
        // A single pixel is found by the boundary across it as well: each takes half.
        let whole = if length == 1 { 0.25 } else { 0.5 };
        let half = (0.5 * length as f32).min(LONGEST as f32);
        let slope = 0.5 / half;
        for (is_last, turn) in [(false, turn(0)), (true, turn(length))] {
            if turn == 0 {
                // Which way it steps cannot be told.
                continue;
            }
            // The true edge is half a pixel aside at the end and back on the boundary half-way.
            for i in 0..half.ceil() as usize {
                let (near, far) = (i as f32, (i as f32 + 1.0).min(half));
                let mean = 1.0 - (near + far) * slope;
                let here = at + step * if is_last { length - 1 - i } else { i };
                let (pixel, other) = match turn > 0 {
                    true => (here, here - across),
                    false => (here - across, here),
                };
                self.mix(pixel, other, whole * mean * (far - near), changes);
            }
        }
    }

    /// Notes that a share of a pixel belongs to another.
    fn mix(&self, pixel: usize, other: usize, share: f32, changes: &mut Vec<Blend>) {
        if share < 0.01 {
            return;
        }
        let [old, new] = [pixel, other].map(|i| self.colors[i].to_be_bytes());
        // In parts of 256: rounding a float is a call where the processor has no instruction for it.
        let share = (share * 256.0 + 0.5) as i32;
        let by = [1, 2, 3].map(|i| {
            let difference = i32::from(new[i]) - i32::from(old[i]);
            ((difference * share + 128) >> 8) as i16
        });
        changes.push((pixel as u32, by));
    }
}

/// Marks the edges between pixels and their neighbours. `around` holds the depths of four pixels
/// in a line, the edge being between the middle two; `kinds` what those two show.
fn mark(edges: &mut [u8], around: [&[f32]; 4], kinds: [&[u8]; 2], flag: u8, level: Level) {
    for (number, edges) in edges.chunks_mut(PIECE).enumerate() {
        let range = number * PIECE..number * PIECE + edges.len();
        let kinds = kinds.map(|row| &row[range.clone()]);
        // Most of a picture is background and floor, which have no edges.
        let one = kinds[0].first().copied().unwrap_or(0);
        if (one == 0 || one >= FLOOR) && kinds.iter().all(|row| is_all(row, one)) {
            continue;
        }
        let around = around.map(|row| &row[range.clone()]);
        dispatch!(level, _simd => mark_piece(edges, around, kinds, flag));
    }
}

/// Whether pixels show one thing alone; eight at a time.
fn is_all(kinds: &[u8], one: u8) -> bool {
    let (eights, rest) = kinds.as_chunks::<8>();
    eights.iter().all(|eight| *eight == [one; 8]) && rest.iter().all(|kind| *kind == one)
}

#[inline(always)]
fn mark_piece(edges: &mut [u8], around: [&[f32]; 4], kinds: [&[u8]; 2], flag: u8) {
    let count = edges.len();
    let [a, b, c, d] = around.map(|row| &row[..count]);
    let [left, right] = kinds.map(|row| &row[..count]);
    // First whole words for all, then bytes: with both in one loop nothing is done at once.
    let mut steps = [0_u32; PIECE];
    for i in 0..count.min(PIECE) {
        let step = (c[i] - b[i]).abs();
        let beside = least((b[i] - a[i]).abs(), (d[i] - c[i]).abs());
        steps[i] = u32::from(step > STEEPER * beside + STEP * most(c[i], b[i]));
    }
    for i in 0..count.min(PIECE) {
        let found = (steps[i] as u8) | u8::from(left[i] != right[i]);
        edges[i] |= found * flag;
    }
}
