//! Blocks of grids of every number of rows near one where another block begins.

#![cfg(feature = "alloc")]

extern crate alloc;

use super::*;
use crate::extent::{Dyn, Lanes};
use alloc::vec::Vec;
use alloc::{format, vec};

/// Rows near none, one part, two, one block, the largest grid of one block, and those of five to nine.
pub(crate) fn rows_near_a_boundary() -> impl Iterator<Item = usize> {
    let near = |rows: usize| rows.saturating_sub(3).max(1)..=rows + 4;
    [3, 64, 128, 256, 320, 512].into_iter().flat_map(near)
}

/// Of each row from `first` on the first row of the `size` rows that it is in, as the work on it was told,
/// with a value beside each row.
fn blocks_from((first, size): (usize, usize), [columns, rows]: [usize; 2]) -> Vec<usize> {
    let what = format!("{columns} x {rows} from {first}");
    let mut grid = Rows::<u32, Dyn, 1>::new(Dyn::new(columns, rows)).unwrap();
    let mut told = vec![usize::MAX; rows.saturating_sub(first)];
    let beside = (&mut told[..], size);
    for_each_block_from(
        &mut grid,
        (first, size),
        beside,
        |first, mut block, told| {
            assert_eq!(told.len(), block.len(), "{what}");
            told.fill(first);
            for row in 0..block.len() {
                let [lane] = block.row_mut(row).lanes_mut();
                lane.iter_mut()
                    .for_each(|row_of| *row_of += (first + row) as u32 + 1);
            }
        },
    );
    for row in 0..rows {
        let expected = if row < first { 0 } else { row as u32 + 1 };
        assert!(
            grid.values(row).iter().all(|&v| v == expected),
            "{what}: {row}"
        );
    }
    told
}

#[test]
fn blocks_and_parts_tile_the_rows() {
    for rows in rows_near_a_boundary() {
        for (size, most) in [(block_rows(rows), 256), (part_rows(rows), 127)] {
            let expected_size = if rows > most { 64 } else { rows };
            assert_eq!(size, expected_size, "{rows}");
            let expected: Vec<_> = (0..rows).map(|row| row / size * size).collect();
            for columns in [1, 2, 3, 17] {
                let told = blocks_from((0, size), [columns, rows]);
                assert_eq!(told, expected, "{columns} x {rows}");
            }
        }
    }
    assert_eq!(
        [0, 1, 127, 128, 129, 256, 257, 320, 321].map(parts),
        [0, 1, 1, 2, 3, 4, 5, 5, 6]
    );
}

/// The first two of four rows are the last of a block, the others the next one's.
#[test]
fn seams_begin_two_rows_before_a_block() {
    for rows in rows_near_a_boundary().filter(|&rows| rows > LARGE) {
        for columns in [1, 17] {
            let size = block_rows(rows);
            let told = blocks_from((size - 2, size), [columns, rows]);
            let mut firsts = told.clone();
            firsts.dedup();
            // A last one of at most two rows, after which there is no block, has no links to do.
            let seams = firsts.iter().filter(|&&first| rows - first > 2);
            let expected = (1..rows.div_ceil(size)).map(|block| 64 * block - 2);
            assert!(
                seams.copied().eq(expected),
                "{columns} x {rows}: {firsts:?}"
            );
        }
    }
}
