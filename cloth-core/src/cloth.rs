//! The state that every scheme shares: positions and inverse masses.

use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::topology::{BendNeighbours, bend_count, shear_count, structural_count, triangle_count};
use core::fmt;

/// A cloth of W columns × H rows of particles.
///
/// Positions are in rest spacings, inverse masses in units of one over the
/// scene's particle mass: 1 for an ordinary particle, 0 for a pinned one.
///
/// Memory: 16 bytes a particle in `f32`; see [`BYTES`](Cloth::BYTES).
#[derive(Clone, Debug, PartialEq)]
pub struct Cloth<T, const W: usize, const H: usize> {
    pub(crate) position: Grid<T, W, H>,
    pub(crate) inverse_mass: [[T; W]; H],
}

/// Whether no particle of the row is pinned.
#[cfg_attr(feature = "std", inline(always))]
pub(crate) fn all_free<T: Scalar, const W: usize>(weight: &[T; W]) -> bool {
    if T::FOR_SMALL_CORES {
        return weight.iter().all(|&w| w > T::ZERO);
    }
    // To the end: that vectorises.
    weight.iter().fold(true, |free, &w| free & (w > T::ZERO))
}

/// A particle was named that the grid does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideGrid {
    /// The column asked for.
    pub column: usize,
    /// The row asked for.
    pub row: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// Rows of the grid.
    pub rows: usize,
}

impl fmt::Display for OutsideGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "particle (column {}, row {}) is outside of the {} × {} grid",
            self.column, self.row, self.columns, self.rows
        )
    }
}

impl core::error::Error for OutsideGrid {}

impl<T: Scalar, const W: usize, const H: usize> Cloth<T, W, H> {
    /// Memory of the cloth in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// Number of particles.
    pub const PARTICLES: usize = W * H;
    /// Number of structural springs.
    pub const STRUCTURAL_SPRINGS: usize = structural_count(W, H);
    /// Number of shear springs.
    pub const SHEAR_SPRINGS: usize = shear_count(W, H);
    /// Number of bend springs along rows and columns.
    pub const BEND_SPRINGS: usize = bend_count(W, H, BendNeighbours::Four);
    /// Number of triangles of the mesh.
    pub const TRIANGLES: usize = triangle_count(W, H);

    /// Particles at the origin, all pinned: a value for a `static`, to be set up
    /// in place. All its bits are zero, so it takes no room in flash.
    pub const EMPTY: Self = {
        assert!(W >= 1 && H >= 1, "a cloth has at least one particle");
        Self {
            position: Grid::ZERO,
            inverse_mass: [[T::ZERO; W]; H],
        }
    };

    /// The positions, in rest spacings.
    #[must_use]
    pub const fn positions(&self) -> &Grid<T, W, H> {
        &self.position
    }

    /// The inverse masses; 0 is pinned.
    #[must_use]
    pub const fn inverse_masses(&self) -> &[[T; W]; H] {
        &self.inverse_mass
    }

    /// Whether the particle is pinned; `false` outside of the grid.
    #[must_use]
    pub fn is_pinned(&self, column: usize, row: usize) -> bool {
        self.inverse_mass
            .get(row)
            .and_then(|r| r.get(column))
            .is_some_and(|&w| w <= T::ZERO)
    }

    /// Refuses a particle outside of the grid.
    pub(crate) const fn check(column: usize, row: usize) -> Result<(), OutsideGrid> {
        if column < W && row < H {
            Ok(())
        } else {
            Err(OutsideGrid {
                column,
                row,
                columns: W,
                rows: H,
            })
        }
    }
}
