//! Links that are broken.
//!
//! A link breaks when it is stretched too far, or when it is cut, and stays broken.
//! It then pulls nothing and its length counts no more; the triangles that
//! it is a side of are gone from the mesh, from the wind and from the normals.
//!
//! # Memory
//! One bit a link, at the particle where the link starts: its upper end, or its left
//! one. So a byte a particle holds the four links that can break, right, down and
//! along both diagonals, and the four bend links over two of them. A bend link is broken as
//! soon as one of its two halves is. All bits zero is a whole cloth.
//!
//! # Cost
//! The memory is a type parameter of [`Simulation`](crate::Simulation), empty by
//! default. With it, a row without a broken link of a family is solved by the kernel
//! of a cloth that cannot tear; else the kernel computes all links and keeps the
//! results of those that are whole.
//!
//! # Limits
//! Contacts of the cloth with itself leave out neighbours on the grid, as links keep them
//! apart. They do so where the links are broken too: with the
//! usual thickness the two ends of a broken structural link do not see each other.

mod breaking;

use crate::base::{Blank, Extent, Lanes, OutOfMemory, Rows, next};
use crate::extent::Optional;
use crate::state_hash::StateHash;
pub(crate) use breaking::{break_long, check, check_change, longest};

/// A link that can break, by the way it leads from the particle where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Link {
    /// To the next column.
    Right = RIGHT,
    /// To the next row.
    Down = DOWN,
    /// To the next column of the next row.
    DownRight = DOWN_RIGHT,
    /// To the column before, of the next row.
    DownLeft = DOWN_LEFT,
}

pub(crate) const RIGHT: u8 = 1;
pub(crate) const DOWN: u8 = 2;
pub(crate) const DOWN_RIGHT: u8 = 4;
pub(crate) const DOWN_LEFT: u8 = 8;
/// How far to the left of a link's bit that of the bend link is that begins with it.
const BEND: u32 = 4;

impl Link {
    /// All that can break.
    pub const ALL: [Self; 4] = [Self::Right, Self::Down, Self::DownRight, Self::DownLeft];

    /// How far it leads: columns to the left, columns to the right, rows down.
    pub(crate) const fn offsets(self) -> [usize; 3] {
        match self {
            Self::Right => [0, 1, 0],
            Self::Down => [0, 0, 1],
            Self::DownRight => [0, 1, 1],
            Self::DownLeft => [1, 0, 1],
        }
    }

    /// The particle where the link ends that starts at this one; `None` if it would
    /// be left of the grid. It may be beyond the last column or row.
    pub fn end(self, column: usize, row: usize) -> Option<(usize, usize)> {
        let [left, right, down] = self.offsets();
        let column = column.checked_sub(left)?.saturating_add(right);
        Some((column, row.saturating_add(down)))
    }
}

/// The bit of the links that lead so many columns and rows further.
#[inline(always)]
pub(crate) const fn bit(columns: isize, rows: usize) -> u8 {
    match (columns, rows) {
        (1, 0) => RIGHT,
        (0, 1) => DOWN,
        (1, 1) => DOWN_RIGHT,
        (-1, 1) => DOWN_LEFT,
        (2, 0) => RIGHT << BEND,
        (0, 2) => DOWN << BEND,
        (2, 2) => DOWN_RIGHT << BEND,
        _ => DOWN_LEFT << BEND,
    }
}

/// Questions to the memory of broken links: without memory no link is broken.
pub trait Tear<G: Extent>: Optional<Tearing<G>> {
    /// Whether any link is broken.
    #[inline(always)]
    fn is_torn(&self) -> bool {
        self.get().is_some_and(Tearing::any)
    }
    /// The bytes of a row, if any of them has one of these bits.
    #[inline(always)]
    fn broken(&self, row: usize, bits: u8) -> Option<&[u8]> {
        let tearing = self.get()?;
        match tearing.all(row) & bits {
            0 => None,
            _ => tearing.bytes(row),
        }
    }
    /// Which triangles there are between a row and the next; `None` if all are.
    #[inline(always)]
    fn cells(&self, row: usize) -> Option<Cells<'_>> {
        let tearing = self.get()?;
        let (here, below) = (tearing.bytes(row)?, tearing.bytes(row + 1)?);
        let sides = tearing.all(row) & (RIGHT | DOWN | DOWN_LEFT);
        (sides | tearing.all(row + 1) & RIGHT != 0).then_some(Cells { here, below })
    }
}

impl<G: Extent, O: Optional<Tearing<G>>> Tear<G> for O {}

/// Memory for broken links: a byte a particle, and one a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Tearing<G: Extent> {
    /// The bits of the links that start at each particle.
    links: Rows<u8, G, 1>,
    /// All bits of a row together: nearly all rows are whole.
    rows: G::Column<u8>,
}

impl<G: Extent> Blank for Tearing<G> {
    const BLANK: Self = Self {
        links: Rows::ZERO,
        rows: Blank::BLANK,
    };
}

impl<G: Extent> Tearing<G> {
    pub(crate) fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.links.allocate(extent)?;
        extent.allocate(&mut self.rows, extent.rows())
    }

    /// Whether it has room for the grid.
    pub(crate) fn has_room(&self) -> bool {
        G::IS_CONST || !self.links.units().is_empty()
    }

    /// Has the broken links of another cloth of the same size, and no others.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.links.copy_from(&other.links);
        for (to, from) in self.rows.as_mut().iter_mut().zip(other.rows.as_ref()) {
            *to = *from;
        }
    }

    /// Makes the cloth whole.
    pub(crate) fn mend(&mut self) {
        self.links.clear();
        self.rows.as_mut().fill(0);
    }

    fn any(&self) -> bool {
        self.rows.as_ref().iter().any(|&bits| bits != 0)
    }

    /// All bits of a row together.
    #[inline(always)]
    fn all(&self, row: usize) -> u8 {
        self.rows.as_ref().get(row).copied().unwrap_or(0)
    }

    /// The bytes of a row's particles.
    #[inline(always)]
    fn bytes(&self, row: usize) -> Option<&[u8]> {
        let [bytes] = self.links.row_at(row)?.lanes();
        Some(bytes)
    }

    pub(crate) fn hash(&self, hash: &mut StateHash) {
        let extent = self.links.extent();
        for row in 0..extent.rows() {
            for place in extent.places() {
                hash.bits(u64::from(self.links.values(row)[place]));
            }
        }
    }

    /// Whether a link with one of these bits is broken; not outside of the grid.
    pub(crate) fn has(&self, column: usize, row: usize, bits: u8) -> bool {
        self.of(column, row) & bits != 0
    }

    /// The bits of a particle; none outside of the grid.
    fn of(&self, column: usize, row: usize) -> u8 {
        let extent = self.links.extent();
        let bytes = self.bytes(row).filter(|_| column < extent.columns());
        let links = bytes.and_then(|bytes| bytes.get(extent.place(column)));
        links.copied().unwrap_or(0)
    }

    /// Breaks a link, without the bend links that it is a half of: see
    /// [`follow`](Self::follow). Nothing happens outside of the grid.
    pub(crate) fn cut(&mut self, column: usize, row: usize, link: Link) {
        let (columns, rows) = (self.links.extent().columns(), self.links.extent().rows());
        let end = link.end(column, row);
        let inside = end.is_some_and(|(c, r)| c < columns && r < rows);
        if column < columns && row < rows && inside {
            let place = self.links.extent().place(column);
            self.links.values_mut(row)[place] |= link as u8;
        }
    }

    /// Breaks the bend links whose halves are broken, and notes the bits of each row.
    pub(crate) fn follow(&mut self) {
        let (columns, rows) = (self.links.extent().columns(), self.links.extent().rows());
        for row in 0..rows {
            let mut all = 0;
            for column in 0..columns {
                let bits = self.with_bends(column, row);
                all |= bits;
                let place = self.links.extent().place(column);
                if let Some(links) = self.links.values_mut(row).get_mut(place) {
                    *links = bits;
                }
            }
            if let Some(bits) = self.rows.as_mut().get_mut(row) {
                *bits = all;
            }
        }
    }

    /// The bits of a particle with those of the bend links whose halves are broken.
    fn with_bends(&self, column: usize, row: usize) -> u8 {
        let bits = |column: usize, row: usize, bits: u8| match self.has(column, row, bits) {
            true => bits,
            false => 0,
        };
        let own = self.of(column, row);
        let (next, below) = (column + 1, row + 1);
        let mut second = bits(column, below, DOWN);
        second |= bits(next, row, RIGHT) | bits(next, below, DOWN_RIGHT);
        if column > 0 {
            second |= bits(column - 1, below, DOWN_LEFT);
        }
        own | (own & (RIGHT | DOWN | DOWN_RIGHT | DOWN_LEFT) | second) << BEND
    }
}

/// The links of a row without this bit.
#[derive(Clone, Copy)]
pub(crate) struct Without<'a>(pub(crate) &'a [u8], pub(crate) u8);

impl Without<'_> {
    /// Whether the link that starts in the place of a column, if any, is whole.
    #[inline(always)]
    pub(crate) fn is_whole(self, place: usize) -> bool {
        self.0.get(place).is_none_or(|links| links & self.1 == 0)
    }

    /// Which links that start in vector k are whole.
    #[inline(always)]
    pub(crate) fn whole<const L: usize>(self, k: usize) -> [bool; L] {
        let mut whole = [true; L];
        if let Some(bytes) = self.0.as_chunks::<L>().0.get(k) {
            for i in 0..L {
                whole[i] = bytes[i] & self.1 == 0;
            }
        }
        whole
    }
}

/// The links of a row and of the next: a triangle is there while its three sides are
/// whole. The diagonal that is a side of none does not matter.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    here: &'a [u8],
    below: &'a [u8],
}

impl Cells<'_> {
    /// Which of their two triangles there are, in the order of [`triangles`](crate::triangles), of the
    /// cells whose left columns are in vector k; all, if nothing is `torn`.
    #[inline(always)]
    pub(crate) fn there<const L: usize>(torn: Option<Self>, k: usize) -> [[bool; L]; 2] {
        let Some(cells) = torn else {
            return [[true; L]; 2];
        };
        let here = cells.here.as_chunks::<L>().0;
        let below = cells.below.as_chunks::<L>().0;
        // Always there: asked so that a step holds no path to a panic.
        let at = |bytes: &[[u8; L]], k: usize| bytes.get(k).copied().unwrap_or([0; L]);
        let right = match here.get(k + 1) {
            Some(right) => *right,
            None => next(&at(here, 0)),
        };
        there(&at(here, k), &right, &at(below, k))
    }

    /// For the cell between two columns, by their places.
    pub(crate) fn between(&self, [left, right]: [usize; 2]) -> [bool; 2] {
        let (left, below) = ([self.here[left]], [self.below[left]]);
        let right = [self.here[right]];
        there(&left, &right, &below).map(|[there]| there)
    }
}

/// The triangles of cells, by the bits at three of their corners.
#[inline(always)]
fn there<const L: usize>(left: &[u8; L], right: &[u8; L], below: &[u8; L]) -> [[bool; L]; 2] {
    let mut there = [[true; L]; 2];
    for i in 0..L {
        let diagonal = right[i] & DOWN_LEFT;
        there[0][i] = left[i] & (RIGHT | DOWN) | diagonal == 0;
        there[1][i] = right[i] & DOWN | below[i] & RIGHT | diagonal == 0;
    }
    there
}

#[cfg(test)]
mod tests;
