//! Where the columns of a grid whose size is a value lie, for every number of columns: against what the
//! layout is by its definition.

use cloth_core::host::MAX_SIDE;
use cloth_core::{Dyn, Extent};

/// Column l·V + k is number l of vector k: each place is taken once, by dividing; and back.
#[test]
fn places_are_as_by_a_division() {
    for columns in 1..=MAX_SIDE {
        let extent = Dyn::new(columns, 3);
        let vectors = extent.vectors();
        assert!(extent.room() >= columns, "{columns} columns have no room");
        for column in 0..columns {
            let (lane, vector) = (column / vectors, column % vectors);
            let expected = vector * Dyn::LANES + lane;
            assert_eq!(extent.place(column), expected, "{column} of {columns}");
            assert!(lane < Dyn::LANES, "{column} of {columns}");
            assert_eq!(extent.column(expected), column, "back, of {columns}");
        }
    }
}

/// Of vector k, that many numbers have a column k' − k further that is one of the grid; counted.
#[test]
fn ends_are_as_counted() {
    for columns in 1..=MAX_SIDE {
        let extent = Dyn::new(columns, 3);
        let vectors = extent.vectors();
        // What k' is counted from does not matter: number l of vector k' is column l·V + k'.
        for k in 0..2 * vectors {
            let counted = (0..Dyn::LANES).filter(|lane| lane * vectors + k < columns);
            assert_eq!(extent.ends(k), counted.count(), "{k} of {columns}");
        }
    }
}

/// Every column with the rows at both ends and every row with the columns: there and back.
#[test]
fn numbers_name_their_particles() {
    let ends = [0, 1, 255, 256, MAX_SIDE - 2, MAX_SIDE - 1];
    let extent = Dyn::new(MAX_SIDE, MAX_SIDE);
    let mut seen = Vec::new();
    for all in 0..MAX_SIDE {
        for end in ends {
            for [column, row] in [[all, end], [end, all]] {
                let spot = [extent.place(column), row];
                let number = extent.number(spot);
                assert_eq!(extent.spot(number), spot);
                seen.push((number, spot));
            }
        }
    }
    seen.sort_unstable();
    seen.dedup();
    // No two particles share a number.
    assert!(seen.windows(2).all(|two| two[0].0 != two[1].0));
}
