//! Breaking links, by strain and by cuts, and what is left of the mesh.

use super::Simulation;
use crate::cloth::OutsideGrid;
use crate::extent::Extent;
use crate::extras::{Extras, Optional};
use crate::integrate::Method;
use crate::observer::{Observer, Phase};
use crate::scalar::Scalar;
use crate::scene::KeepScene;
use crate::tear::{Link, Tear, Tearing, break_long, longest};
use core::fmt;

/// Why a link cannot be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CutError {
    /// There is no such particle.
    Outside(OutsideGrid),
    /// No link leads that way from that particle: it is at the cloth's edge.
    NoLink,
    /// The scene has no `tear`: its cloth does not.
    Untearable,
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(outside) => outside.fmt(f),
            Self::NoLink => write!(f, "no link leads that way from the cloth's edge"),
            Self::Untearable => write!(f, "the scene has no tear: its links cannot be cut"),
        }
    }
}

impl core::error::Error for CutError {}

impl From<OutsideGrid> for CutError {
    fn from(outside: OutsideGrid) -> Self {
        Self::Outside(outside)
    }
}

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
    /// Breaks what is too long at the end of a substep.
    #[inline(never)]
    pub(super) fn tear_up(&mut self, observer: &mut impl Observer) {
        let longest = longest::<T>(self.scene());
        if let Some(links) = self.tear.get_mut()
            && longest.iter().any(Option::is_some)
        {
            break_long(links, &self.cloth, longest);
            self.ended(Phase::Limit, observer);
        }
    }

    /// Cuts the link that starts at a particle, and the bend links that it is a half
    /// of.
    ///
    /// # Errors
    /// If the grid has no such link, or the scene no [`tear`](crate::Scene::tear).
    pub fn break_link(&mut self, column: usize, row: usize, link: Link) -> Result<(), CutError> {
        self.cloth.check(column, row)?;
        let (columns, rows) = self.size();
        if link
            .end(column, row)
            .is_none_or(|(c, r)| c >= columns || r >= rows)
        {
            return Err(CutError::NoLink);
        }
        let links = self.cuttable()?;
        links.cut(column, row, link);
        links.follow();
        Ok(())
    }

    /// Cuts all links of a particle.
    ///
    /// # Errors
    /// If the grid has no such particle, or the scene no
    /// [`tear`](crate::Scene::tear).
    pub fn cut_particle(&mut self, column: usize, row: usize) -> Result<(), CutError> {
        self.cloth.check(column, row)?;
        let links = self.cuttable()?;
        for link in Link::ALL {
            links.cut(column, row, link);
        }
        let (left, above) = (column.wrapping_sub(1), row.wrapping_sub(1));
        links.cut(left, row, Link::Right);
        links.cut(column, above, Link::Down);
        links.cut(left, above, Link::DownRight);
        links.cut(column + 1, above, Link::DownLeft);
        links.follow();
        Ok(())
    }

    fn cuttable(&mut self) -> Result<&mut Tearing<G>, CutError> {
        let tears = const { K::USES.tear } && self.scene().tear.is_some();
        let links = self.tear.get_mut().filter(|_| tears);
        links.ok_or(CutError::Untearable)
    }

    /// Whether any link is broken.
    #[must_use]
    pub fn is_torn(&self) -> bool {
        self.tear.is_torn()
    }

    /// Whether the link that starts at a particle is broken; `false` where there is
    /// none.
    #[must_use]
    pub fn is_broken(&self, column: usize, row: usize, link: Link) -> bool {
        let links = self.tear.get();
        links.is_some_and(|links| links.has(column, row, link as u8))
    }

    /// Whether a link of the grid, as [`springs`](crate::springs) lists it by its
    /// ends, is whole: bend links too.
    #[must_use]
    pub fn is_whole(&self, [upper, lower]: [usize; 2]) -> bool {
        let (width, _) = self.size();
        let (columns, rows) = (
            (lower % width) as isize - (upper % width) as isize,
            (lower / width).saturating_sub(upper / width),
        );
        let bit = crate::tear::bit(columns, rows);
        !(self.tear.get()).is_some_and(|links| links.has(upper % width, upper / width, bit))
    }

    /// Which of a cell's two triangles there are, in the order of
    /// [`triangles`](crate::triangles); the cell is named by its upper left particle.
    /// A triangle is gone once one of its sides is broken.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> [bool; 2] {
        let (columns, rows) = self.size();
        if column + 1 >= columns || row + 1 >= rows {
            return [false; 2];
        }
        (self.tear.cells(row)).map_or([true; 2], |cells| {
            let extent = self.cloth.extent();
            cells.between([column, column + 1].map(|column| extent.place(column)))
        })
    }

    /// The triangles of the mesh that are left, as [`triangles`](crate::triangles).
    pub fn triangles(&self) -> impl Iterator<Item = [usize; 3]> {
        let (columns, rows) = self.size();
        let cells = crate::triangles(columns, rows).enumerate();
        cells.filter_map(move |(i, corners)| {
            let (cell, across) = (i / 2, columns - 1);
            let there = self.cell(cell % across, cell / across);
            there[i % 2].then_some(corners)
        })
    }
}
