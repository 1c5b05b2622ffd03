//! Names of grids on the command line and in tables: `40x20`.

use cloth_core::host::{GridSize, MAX_SIDE};

/// A grid of as many columns as rows.
pub const fn square(side: usize) -> GridSize {
    GridSize {
        columns: side,
        rows: side,
    }
}

/// The particles of a grid.
pub const fn particles(grid: GridSize) -> usize {
    grid.columns * grid.rows
}

/// The name in tables and files: columns, an `x`, rows.
pub fn name(grid: GridSize) -> String {
    format!("{}x{}", grid.columns, grid.rows)
}

/// The name in files and images: the side of a square, else as [`name`].
pub fn short_name(grid: GridSize) -> String {
    match grid.columns == grid.rows {
        true => grid.columns.to_string(),
        false => name(grid),
    }
}

/// Reads `40x20`, or one number for a square.
///
/// # Errors
/// If it is neither, or a side is out of range.
pub fn parse(text: &str) -> Result<GridSize, String> {
    let side = |text: &str| text.parse().ok().filter(|n| (1..=MAX_SIDE).contains(n));
    let (columns, rows) = text.split_once(['x', '×']).unwrap_or((text, text));
    match (side(columns), side(rows)) {
        (Some(columns), Some(rows)) => Ok(GridSize { columns, rows }),
        _ => Err(format!(
            "allowed is COLUMNSxROWS or one number for both, each 1 to {MAX_SIDE}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_read_as_it_is_named() {
        for (text, columns, rows) in [("40x20", 40, 20), ("97", 97, 97), ("1×4096", 1, 4096)] {
            let grid = GridSize { columns, rows };
            assert_eq!(parse(text), Ok(grid));
            assert_eq!(parse(&name(grid)), Ok(grid));
            assert_eq!(parse(&short_name(grid)), Ok(grid));
        }
        for wrong in ["", "x", "0", "40x", "4097", "40x0", "40x20x10", "-3", "4e1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
