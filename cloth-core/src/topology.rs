//! Which particles springs join: nothing is stored, everything follows from
//! the grid's width and height.
//!
//! A particle at (column c, row r) is joined to
//! - its next neighbours (c+1, r) and (c, r+1): *structural*, rest length 1;
//! - the diagonal ones (c±1, r+1): *shear*, rest length √2;
//! - the next but one (c+2, r) and (c, r+2): *bend*, rest length 2; and, with
//!   eight bend neighbours, (c±2, r+2), rest length 2√2.
//!
//! Lengths are in rest spacings. Sources: S0 §2–3, S2 (bend to eight).

use core::f64::consts::SQRT_2;

/// Rest lengths of structural, shear and bend links, and of bend links along the diagonals, rest spacings.
pub(crate) const REST: [f64; 4] = [1.0, SQRT_2, 2.0, 2.0 * SQRT_2];

/// What a spring resists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpringKind {
    /// Stretch along rows and columns.
    Structural,
    /// Shear along the diagonals.
    Shear,
    /// Bending: joins next-but-one neighbours.
    Bend,
}

/// How many next-but-one neighbours bend springs join a particle to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum BendNeighbours {
    /// Along rows and columns only (S0).
    #[default]
    Four,
    /// Along the diagonals too (S2).
    Eight,
}

/// One spring of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The two ends as indices row · W + column, the one in the upper row (or
    /// to the left) first.
    pub ends: [usize; 2],
    /// What it resists.
    pub kind: SpringKind,
    /// Rest length in rest spacings.
    pub rest: f64,
}

/// All families of springs in the order in which [`springs`] lists them: how many columns and rows
/// their ends lie apart, what they resist, and their rest length. The solvers take a row at a time,
/// and its links in another order: see `constraint/links.rs`.
const FAMILIES: [(isize, usize, SpringKind, f64); 8] = [
    (1, 0, SpringKind::Structural, REST[0]),
    (0, 1, SpringKind::Structural, REST[0]),
    (1, 1, SpringKind::Shear, REST[1]),
    (-1, 1, SpringKind::Shear, REST[1]),
    (2, 0, SpringKind::Bend, REST[2]),
    (0, 2, SpringKind::Bend, REST[2]),
    (2, 2, SpringKind::Bend, REST[3]),
    (-2, 2, SpringKind::Bend, REST[3]),
];

/// Number of springs of a W × H grid, by kind:
/// - structural: 2WH − W − H for W, H ≥ 1;
/// - shear: 2(W−1)(H−1), which is also the number of triangles of the mesh;
/// - bend: H·max(0, W−2) + W·max(0, H−2), and with eight neighbours 2·max(0, W−2)·max(0, H−2)
///   more. S0's 2(WH−W−H) holds only for W, H ≥ 2.
///
/// ```
/// use cloth_core::{BendNeighbours, spring_counts};
/// assert_eq!(spring_counts(50, 50, BendNeighbours::Four), [4900, 4802, 4800]);
/// assert_eq!(spring_counts(1, 3, BendNeighbours::Four), [2, 0, 1]);
/// ```
pub const fn spring_counts(columns: usize, rows: usize, neighbours: BendNeighbours) -> [usize; 3] {
    let (c, r) = (columns.saturating_sub(1), rows.saturating_sub(1));
    let (c2, r2) = (columns.saturating_sub(2), rows.saturating_sub(2));
    let diagonal = match neighbours {
        BendNeighbours::Four => 0,
        BendNeighbours::Eight => 2 * c2 * r2,
    };
    [
        rows * c + columns * r,
        2 * c * r,
        rows * c2 + columns * r2 + diagonal,
    ]
}

/// Every spring of a `columns` × `rows` grid, family by family: structural along rows,
/// then along columns, shear to the right, then to the left, bend along rows, then along
/// columns, and with eight neighbours along the diagonals, to the right, then to the
/// left. Within a family row by row, from the left. For drawing, measuring and tests; it
/// is not the order in which links are solved.
///
/// ```
/// use cloth_core::{BendNeighbours, springs};
/// // Columns and rows from one end to the other, a family each.
/// let mut families: Vec<_> = springs(5, 5, BendNeighbours::Eight)
///     .map(|s| s.ends.map(|end| ((end % 5) as i32, (end / 5) as i32)))
///     .map(|[(c, r), (to_c, to_r)]| (to_c - c, to_r - r))
///     .collect();
/// families.dedup();
/// let order = [(1, 0), (0, 1), (1, 1), (-1, 1), (2, 0), (0, 2), (2, 2), (-2, 2)];
/// assert_eq!(families, order);
/// ```
pub fn springs(
    columns: usize,
    rows: usize,
    neighbours: BendNeighbours,
) -> impl Iterator<Item = Spring> {
    let families = match neighbours {
        BendNeighbours::Four => &FAMILIES[..6],
        BendNeighbours::Eight => &FAMILIES[..],
    };
    families
        .iter()
        .flat_map(move |&(across, down, kind, rest)| {
            (0..rows.saturating_sub(down)).flat_map(move |row| {
                (0..columns).filter_map(move |column| {
                    let other = column.checked_add_signed(across)?;
                    let ends = [row * columns + column, (row + down) * columns + other];
                    (other < columns).then_some(Spring { ends, kind, rest })
                })
            })
        })
}

/// The triangles of the mesh as indices row · W + column, two a cell, all
/// wound the same way: with corners 0 1 / 2 3 of a cell, (0, 2, 1) and
/// (1, 2, 3). Seen with columns running right and rows running down, they run
/// counter-clockwise.
///
/// S0 lists 0,1,2 and 1,2,3, which wind oppositely.
pub fn triangles(columns: usize, rows: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..rows.saturating_sub(1)).flat_map(move |row| {
        (0..columns.saturating_sub(1)).flat_map(move |column| {
            let i = row * columns + column;
            [
                [i, i + columns, i + 1],
                [i + 1, i + columns, i + columns + 1],
            ]
        })
    })
}
