//! Links that are broken.
//!
//! A link breaks when it is stretched too far, or when it is cut, and stays broken.
//! It then pulls nothing and has no length that anybody looks at; the triangles that
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
//! # What is not seen
//! Contacts of the cloth with itself leave out particles beside each other on the
//! grid, as links keep them apart. They do so where the links are broken too: with the
//! usual thickness the two ends of a broken structural link do not see each other.

mod breaking;
mod law;

pub(crate) use breaking::break_long;
pub(crate) use law::{check, check_change, longest};

use crate::state_hash::StateHash;
use core::fmt::Debug;

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

    /// The particle where the link ends that starts at this one; `None` if it would
    /// be left of the grid. It may be beyond the last column or row.
    #[must_use]
    pub const fn end(self, column: usize, row: usize) -> Option<(usize, usize)> {
        let (next, below) = (column.saturating_add(1), row.saturating_add(1));
        match self {
            Self::Right => Some((next, row)),
            Self::Down => Some((column, below)),
            Self::DownRight => Some((next, below)),
            Self::DownLeft => match column.checked_sub(1) {
                Some(before) => Some((before, below)),
                None => None,
            },
        }
    }
}

/// The bit of the links that lead so many columns and rows further.
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

/// What a simulation knows of broken links: nothing, [`NoTearing`], or
/// [`Tearing`].
pub trait Tear<const W: usize, const H: usize>: Clone + Debug + Sync {
    /// A value for a `static`, to be set up in place. All its bits are zero.
    const EMPTY: Self;
    /// Whether a link can break.
    const HAS_MEMORY: bool;
    /// Memory in bytes.
    const BYTES: usize = size_of::<Self>();

    /// The memory, where there is one.
    fn links(&self) -> Option<&Tearing<W, H>>;
    /// The memory to write.
    fn links_mut(&mut self) -> Option<&mut Tearing<W, H>>;

    /// Whether any link is broken.
    #[inline(always)]
    fn is_torn(&self) -> bool {
        self.links().is_some_and(Tearing::any)
    }
    /// The bytes of a row, if any of them has one of these bits.
    #[inline(always)]
    fn broken(&self, row: usize, bits: u8) -> Option<&[u8; W]> {
        self.links()?.row(row, bits)
    }
    /// Which triangles there are between a row and the next; `None` if all are.
    #[inline(always)]
    fn cells(&self, row: usize) -> Option<Cells<'_, W>> {
        self.links()?.cells(row)
    }
}

/// No link ever breaks. Takes no memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoTearing;

impl<const W: usize, const H: usize> Tear<W, H> for NoTearing {
    const EMPTY: Self = Self;
    const HAS_MEMORY: bool = false;

    #[inline(always)]
    fn links(&self) -> Option<&Tearing<W, H>> {
        None
    }
    #[inline(always)]
    fn links_mut(&mut self) -> Option<&mut Tearing<W, H>> {
        None
    }
}

/// Memory for broken links: a byte a particle, and one a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tearing<const W: usize, const H: usize> {
    /// The bits of the links that start at each particle.
    links: [[u8; W]; H],
    /// All bits of a row together: nearly all rows are whole.
    rows: [u8; H],
}

impl<const W: usize, const H: usize> Tear<W, H> for Tearing<W, H> {
    const EMPTY: Self = Self {
        links: [[0; W]; H],
        rows: [0; H],
    };
    const HAS_MEMORY: bool = true;

    #[inline(always)]
    fn links(&self) -> Option<&Self> {
        Some(self)
    }
    #[inline(always)]
    fn links_mut(&mut self) -> Option<&mut Self> {
        Some(self)
    }
}

impl<const W: usize, const H: usize> Tearing<W, H> {
    /// Makes the cloth whole.
    pub(crate) fn mend(&mut self) {
        self.links.as_flattened_mut().fill(0);
        self.rows.fill(0);
    }

    fn any(&self) -> bool {
        self.rows.iter().any(|&bits| bits != 0)
    }

    #[inline(always)]
    fn row(&self, row: usize, bits: u8) -> Option<&[u8; W]> {
        let links = self.links.get(row)?;
        (self.rows.get(row)? & bits != 0).then_some(links)
    }

    fn cells(&self, row: usize) -> Option<Cells<'_, W>> {
        let (here, below) = (self.links.get(row)?, self.links.get(row + 1)?);
        let sides = self.rows.get(row)? & (RIGHT | DOWN | DOWN_LEFT);
        (sides | self.rows.get(row + 1)? & RIGHT != 0).then_some(Cells { here, below })
    }

    pub(crate) fn hash(&self, hash: &mut StateHash) {
        for &links in self.links.as_flattened() {
            hash.bits(u64::from(links));
        }
    }

    /// Whether a link with one of these bits is broken; not outside of the grid.
    pub(crate) fn has(&self, column: usize, row: usize, bits: u8) -> bool {
        let links = self.links.get(row).and_then(|links| links.get(column));
        links.is_some_and(|links| links & bits != 0)
    }

    /// Breaks a link, without the bend links that it is a half of: see
    /// [`follow`](Self::follow). Nothing happens outside of the grid.
    pub(crate) fn cut(&mut self, column: usize, row: usize, link: Link) {
        let inside = link.end(column, row).is_some_and(|(c, r)| c < W && r < H);
        if let Some(links) = self.links.get_mut(row).and_then(|row| row.get_mut(column))
            && inside
        {
            *links |= link as u8;
        }
    }

    /// Breaks the bend links whose halves are broken, and notes which rows have what.
    pub(crate) fn follow(&mut self) {
        for row in 0..H {
            let below = self.links.get(row + 1).copied().unwrap_or([0; W]);
            let links = &mut self.links[row];
            break_bends(links, &below);
            self.rows[row] = links.iter().fold(0, |all, bits| all | bits);
        }
    }
}

fn break_bends<const W: usize>(links: &mut [u8; W], below: &[u8; W]) {
    for i in 0..W {
        let first = links[i] & (RIGHT | DOWN | DOWN_RIGHT | DOWN_LEFT);
        let mut second = below[i] & DOWN;
        if i + 1 < W {
            second |= links[i + 1] & RIGHT | below[i + 1] & DOWN_RIGHT;
        }
        if i > 0 {
            second |= below[i - 1] & DOWN_LEFT;
        }
        links[i] |= (first | second) << BEND;
    }
}

/// Which links of a row are whole, as a loop over them asks.
pub(crate) trait Mask: Copy {
    /// Whether all are, so that nobody need ask.
    const ALL: bool;
    /// Whether the link that starts in this column, below W, is whole.
    fn whole(self, column: usize) -> bool;
}

/// All links.
#[derive(Clone, Copy)]
pub(crate) struct AllWhole;

impl Mask for AllWhole {
    const ALL: bool = true;
    #[inline(always)]
    fn whole(self, _column: usize) -> bool {
        true
    }
}

/// Those without this bit.
#[derive(Clone, Copy)]
pub(crate) struct Without<'a, const W: usize>(pub(crate) &'a [u8; W], pub(crate) u8);

impl<const W: usize> Mask for Without<'_, W> {
    const ALL: bool = false;
    #[inline(always)]
    fn whole(self, column: usize) -> bool {
        self.0[column] & self.1 == 0
    }
}

/// Which of a cell's two triangles there are, in the order of
/// [`triangles`](crate::triangles).
pub(crate) trait CellMask: Copy {
    /// For the cell whose left columns are this one, below W − 1.
    fn there(self, column: usize) -> [bool; 2];
}

impl CellMask for AllWhole {
    #[inline(always)]
    fn there(self, _column: usize) -> [bool; 2] {
        [true; 2]
    }
}

/// The links of a row and of the next: a triangle is there while its three sides are
/// whole. The diagonal that is a side of none does not matter.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a, const W: usize> {
    here: &'a [u8; W],
    below: &'a [u8; W],
}

impl<const W: usize> CellMask for Cells<'_, W> {
    #[inline(always)]
    fn there(self, column: usize) -> [bool; 2] {
        let (left, right) = (self.here[column], self.here[column + 1]);
        let diagonal = right & DOWN_LEFT;
        [
            left & (RIGHT | DOWN) | diagonal == 0,
            right & DOWN | self.below[column] & RIGHT | diagonal == 0,
        ]
    }
}

#[cfg(test)]
mod tests;
