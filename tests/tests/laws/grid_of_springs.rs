//! Counts, ends and winding against brute force (V18; S0 mistakes 3 and 4; the
//! second shear diagonal of S3).

use cloth_core::{
    BendNeighbours, SpringKind, bend_count, shear_count, springs, structural_count, triangle_count,
    triangles,
};
use std::collections::{BTreeMap, BTreeSet};

fn sizes() -> impl Iterator<Item = (usize, usize)> {
    (1..=8).flat_map(|columns| (1..=8).map(move |rows| (columns, rows)))
}

/// All pairs of particles with the kind their distance makes them, if any.
fn brute_force(
    columns: usize,
    rows: usize,
    neighbours: BendNeighbours,
) -> BTreeMap<[usize; 2], SpringKind> {
    let place = |i: usize| [(i % columns) as i64, (i / columns) as i64];
    let mut found = BTreeMap::new();
    for a in 0..columns * rows {
        for b in a + 1..columns * rows {
            let (p, q) = (place(a), place(b));
            let apart = [(p[0] - q[0]).abs(), (p[1] - q[1]).abs()];
            let kind = match apart {
                [1, 0] | [0, 1] => SpringKind::Structural,
                [1, 1] => SpringKind::Shear,
                [2, 0] | [0, 2] => SpringKind::Bend,
                [2, 2] if neighbours == BendNeighbours::Eight => SpringKind::Bend,
                _ => continue,
            };
            found.insert([a, b], kind);
        }
    }
    found
}

#[test]
fn v18_springs_are_those_of_brute_force() {
    for (columns, rows) in sizes() {
        for neighbours in [BendNeighbours::Four, BendNeighbours::Eight] {
            let expected = brute_force(columns, rows, neighbours);
            let mut found = BTreeMap::new();
            for spring in springs(columns, rows, neighbours) {
                let [a, b] = spring.ends;
                assert!(a < b, "the upper or left end comes first");
                let before = found.insert([a, b], spring.kind);
                assert!(before.is_none(), "{columns} × {rows}: twice {a} {b}");
                let across = (a % columns).abs_diff(b % columns) as f64;
                let down = (a / columns).abs_diff(b / columns) as f64;
                assert!((spring.rest - across.hypot(down)).abs() < 1e-15);
            }
            assert_eq!(found, expected, "{columns} × {rows}");
        }
    }
}

#[test]
fn v18_counts_are_those_of_brute_force() {
    for (columns, rows) in sizes() {
        for neighbours in [BendNeighbours::Four, BendNeighbours::Eight] {
            let all = brute_force(columns, rows, neighbours);
            let count = |kind| all.values().filter(|&&k| k == kind).count();
            assert_eq!(
                structural_count(columns, rows),
                count(SpringKind::Structural)
            );
            assert_eq!(shear_count(columns, rows), count(SpringKind::Shear));
            let bend = bend_count(columns, rows, neighbours);
            assert_eq!(bend, count(SpringKind::Bend));
        }
        assert_eq!(
            triangle_count(columns, rows),
            triangles(columns, rows).count()
        );
        assert_eq!(
            triangle_count(columns, rows),
            2 * (columns - 1) * (rows - 1)
        );
    }
    let table = [
        structural_count(50, 50),
        shear_count(50, 50),
        triangle_count(50, 50),
    ];
    assert_eq!(table, [4900, 4802, 4802]);
    assert_eq!(bend_count(50, 50, BendNeighbours::Four), 4800);
}

#[test]
fn s0_4_triangles_wind_one_way_and_cover_the_sheet() {
    for (columns, rows) in sizes() {
        let mut directed = BTreeSet::new();
        let mut doubled_area = 0;
        for corners in triangles(columns, rows) {
            let [a, b, c] = corners.map(|i| [(i % columns) as i64, -((i / columns) as i64)]);
            let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            // Rows run down the page: seen so, counter-clockwise.
            assert_eq!(area, 1, "{columns} × {rows}: {corners:?}");
            doubled_area += area;
            for i in 0..3 {
                let edge = (corners[i], corners[(i + 1) % 3]);
                assert!(directed.insert(edge), "{edge:?} twice in one direction");
            }
        }
        assert_eq!(doubled_area as usize, 2 * (columns - 1) * (rows - 1));
        // An edge without its opposite is on the border.
        for &(a, b) in &directed {
            let on = |i: usize| [i % columns, i / columns];
            let (p, q) = (on(a), on(b));
            let along = |k: usize, last: usize| p[k] == q[k] && (p[k] == 0 || p[k] == last);
            let border = along(0, columns - 1) || along(1, rows - 1);
            assert_eq!(
                directed.contains(&(b, a)),
                !border,
                "{columns} × {rows} {a} {b}"
            );
        }
    }
}

#[test]
fn s0_3_rows_are_as_long_as_the_sheet_is_wide() {
    // x·h + y needs x over the width; here row·W + column, and a 5 × 2 sheet
    // has its last particle at 9 with the neighbours 8 and 4.
    let ends: BTreeSet<_> = springs(5, 2, BendNeighbours::Four)
        .filter(|s| s.kind == SpringKind::Structural && s.ends.contains(&9))
        .map(|s| s.ends)
        .collect();
    assert_eq!(ends, BTreeSet::from([[8, 9], [4, 9]]));
}

#[test]
fn s3_the_second_diagonal_joins_the_other_corners() {
    let shear: BTreeSet<_> = springs(2, 2, BendNeighbours::Four)
        .filter(|s| s.kind == SpringKind::Shear)
        .map(|s| s.ends)
        .collect();
    assert_eq!(shear, BTreeSet::from([[0, 3], [1, 2]]));
}
