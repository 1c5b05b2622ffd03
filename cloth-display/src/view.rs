//! A cloth and its colliders as one picture sees them.

use crate::bodies::Bodies;
use crate::projection::{Projection, Spot};
use crate::shade;
use crate::viewpoint::Viewpoint;
use cloth_core::extent::Extent;
use cloth_core::integrate::Method;
use cloth_core::scene::KeepScene;
use cloth_core::{Extras, Grid, Link, Scalar, Simulation};
use core::fmt;

/// Bits for the broken links and missing triangles that begin at a particle.
pub(crate) const RIGHT: u8 = 1;
pub(crate) const DOWN: u8 = 2;
pub(crate) const TRIANGLES: [u8; 2] = [4, 8];

/// Groups of rows; one that does not reach a band is skipped as a whole.
const SPANS: usize = 32;
/// Checks along the longer side of a cloth, at most.
const CHECKS: usize = 8;
/// The least side of a check that faces the camera, pixels: below that checks are noise.
const CHECK_SIDE: f32 = 10.0;
/// Cloth is drawn nearer than it is, by 2^-7 of its nearness: between its particles it lies inside
/// a ball that it touches.
const NEARER_BITS: u32 = 7;
/// Lines of a wireframe that faces the camera are at least so far apart, pixels: nearer ones are
/// a surface, not lines.
const LINES_APART: f32 = 4.5;

/// A particle on the picture, and the cell that it is the upper left corner of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub(crate) spot: Spot,
    /// How light the cell is.
    pub(crate) level: u8,
    /// Bits of the torn links and triangles, see [`gone`].
    pub(crate) gone: u8,
}

/// A cloth of up to N particles as it looks from a camera: projected, and with its light.
///
/// Once it is taken the cloth may move on while the picture is drawn, by another core say.
///
/// Memory: 8 bytes a particle and some 2,420 for colliders and the rest. All bits of [`EMPTY`](View::EMPTY)
/// are zero or do not matter, so that a `static` takes no flash.
#[derive(Clone, Debug)]
pub struct View<const N: usize> {
    vertices: [Vertex; N],
    /// The highest and the lowest place of each group of rows, subpixels.
    spans: [[i16; 2]; SPANS],
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// From one line of a wireframe to the next, in cells.
    stride: usize,
    /// Cells along a check.
    pub(crate) check: usize,
    pub(crate) bodies: Bodies,
}

/// A cloth has more particles than a [`View`] has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyParticles {
    /// Columns of the cloth.
    pub columns: usize,
    /// Rows of the cloth.
    pub rows: usize,
    /// Particles that there is room for.
    pub room: usize,
}

impl fmt::Display for TooManyParticles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a cloth of {} × {} particles does not fit into a view of {}",
            self.columns, self.rows, self.room
        )
    }
}

impl core::error::Error for TooManyParticles {}

impl<const N: usize> View<N> {
    /// Memory in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// Nothing is seen.
    pub const EMPTY: Self = Self {
        vertices: [Vertex {
            spot: Spot {
                at: [0; 2],
                near: 0,
            },
            level: 0,
            gone: 0,
        }; N],
        spans: [[0; 2]; SPANS],
        columns: 0,
        rows: 0,
        stride: 0,
        check: 0,
        bodies: Bodies::EMPTY,
    };

    /// Takes the cloth as it is now, for a picture of `size` (width, height) pixels, at most
    /// 512 of each: see [`Screen::size`](crate::Screen::size).
    ///
    /// # Errors
    /// If the cloth has more than N particles. The view is then as it was.
    pub fn take<T, G, M, K, E>(
        &mut self,
        simulation: &Simulation<T, G, M, K, E>,
        camera: &Viewpoint,
        size: (usize, usize),
    ) -> Result<(), TooManyParticles>
    where
        T: Scalar,
        G: Extent,
        M: Method,
        K: KeepScene,
        E: Extras,
    {
        let extent = simulation.cloth().extent();
        let (columns, rows) = (extent.columns(), extent.rows());
        if columns.saturating_mul(rows) > N {
            return Err(TooManyParticles {
                columns,
                rows,
                room: N,
            });
        }
        self.bodies.clear();
        (self.columns, self.rows) = (columns, rows);
        if simulation.units().spacing <= 0.0 {
            // There is no scene yet.
            (self.columns, self.rows) = (0, 0);
            return Ok(());
        }
        let projection = Projection::<T>::new(camera, simulation.units(), size);
        let longer = columns.max(rows).max(2) - 1;
        let cells = |pixels: f32| libm::ceilf(pixels / projection.pixels_a_spacing()) as usize;
        self.stride = cells(LINES_APART).clamp(1, longer);
        self.check = cells(CHECK_SIDE).max(longer.div_ceil(CHECKS)).min(longer);
        let positions = simulation.cloth().positions();
        let is_torn = simulation.is_torn();
        let group = rows.div_ceil(SPANS).max(1);
        self.spans = [[i16::MAX, i16::MIN]; SPANS];
        let all = self.vertices.chunks_mut(columns.max(1)).take(rows);
        for (row, vertices) in all.enumerate() {
            for (column, vertex) in vertices.iter_mut().enumerate() {
                let spot = (positions.get(column, row))
                    .and_then(|position| projection.project(projection.local(position)));
                let mut spot = spot.unwrap_or_default();
                spot.near = spot.near.saturating_add(spot.near >> NEARER_BITS);
                let gone = is_torn.then(|| gone(simulation, column, row));
                *vertex = Vertex {
                    spot,
                    level: 0,
                    gone: gone.unwrap_or_default(),
                };
                if let Some([low, high]) = self.spans.get_mut(row / group) {
                    let [_, y] = spot.at;
                    (*low, *high) = (y.min(*low), y.max(*high));
                }
            }
        }
        self.light(positions, &projection);
        for collider in simulation.colliders() {
            self.bodies.add(&collider, &projection.sight);
        }
        Ok(())
    }

    fn light<T: Scalar, G: Extent>(&mut self, positions: &Grid<T, G>, projection: &Projection<T>) {
        let local = |column, row| {
            let position = positions.get(column, row);
            position.map_or([0; 3], |position| projection.local(position))
        };
        let (eye, light) = (projection.eye(), shade::light(projection.axes));
        for row in 1..self.rows {
            let mut left = [local(0, row - 1), local(0, row)];
            for column in 1..self.columns {
                let right = [local(column, row - 1), local(column, row)];
                let corners = [left[0], right[0], left[1], right[1]];
                let at = (row - 1) * self.columns + column - 1;
                if let Some(vertex) = self.vertices.get_mut(at) {
                    vertex.level = shade::level(corners, eye, light);
                }
                left = right;
            }
        }
    }

    /// Whether any of these rows of particles, or of those between them, may reach rows of
    /// subpixels from `top` to before `bottom`.
    pub(crate) fn reaches(&self, rows: [usize; 2], [top, bottom]: [i16; 2]) -> bool {
        let group = self.rows.div_ceil(SPANS).max(1);
        let spans = rows.map(|row| self.spans.get(row / group).copied().unwrap_or_default());
        let [[low, high], [next_low, next_high]] = spans;
        low.min(next_low) < bottom && high.max(next_high) >= top
    }

    /// Whether a wireframe shows this one of `of` lines: the edges, and as many between as there is
    /// room for, but none close to the last.
    pub(crate) const fn has_line(&self, number: usize, of: usize) -> bool {
        let is_last = number + 1 == of;
        is_last || (number.is_multiple_of(self.stride) && number + 1 + self.stride / 2 < of)
    }

    /// A row of particles, in the cloth; else nothing.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[Vertex] {
        let first = row * self.columns;
        let particles = self.vertices.get(first..first + self.columns);
        particles.unwrap_or_default()
    }
}

/// Bits of the torn links and triangles that begin at a particle.
fn gone<T: Scalar, G: Extent, M: Method, K: KeepScene, E: Extras>(
    simulation: &Simulation<T, G, M, K, E>,
    column: usize,
    row: usize,
) -> u8 {
    let bit = |is_gone, bit| if is_gone { bit } else { 0 };
    let [first, second] = simulation.cell(column, row);
    bit(simulation.is_broken(column, row, Link::Right), RIGHT)
        | bit(simulation.is_broken(column, row, Link::Down), DOWN)
        | bit(!first, TRIANGLES[0])
        | bit(!second, TRIANGLES[1])
}
