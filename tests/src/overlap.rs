//! Does a cloth pass through itself? Brute force over all pairs, in `f64`.

use crate::measure::{Vector, add, cross, dot, length, scale, sub};
use cloth_core::triangles;

/// How many pairs of triangles without a common corner cut each other.
///
/// Two triangles do, but for the case of one plane, exactly if an edge of one of
/// them goes through the other. Every pair of boxes is compared.
#[must_use]
pub fn cutting_triangles(columns: usize, rows: usize, x: &[Vector]) -> usize {
    let all: Vec<[usize; 3]> = triangles(columns, rows).collect();
    let boxes: Vec<[Vector; 2]> = all.iter().map(|t| bounds(t.map(|i| x[i]))).collect();
    let mut count = 0;
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            let apart =
                (0..3).any(|k| boxes[a][1][k] < boxes[b][0][k] || boxes[b][1][k] < boxes[a][0][k]);
            let neighbours = all[a].iter().any(|i| all[b].contains(i));
            if !apart && !neighbours && cut(all[a].map(|i| x[i]), all[b].map(|i| x[i])) {
                count += 1;
            }
        }
    }
    count
}

fn bounds(corners: [Vector; 3]) -> [Vector; 2] {
    let of = |f: fn(f64, f64) -> f64| {
        core::array::from_fn(|k| f(corners[0][k], f(corners[1][k], corners[2][k])))
    };
    [of(f64::min), of(f64::max)]
}

/// Whether an edge of one triangle goes through the other.
#[must_use]
pub fn cut(a: [Vector; 3], b: [Vector; 3]) -> bool {
    let edges = |t: [Vector; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    edges(a).into_iter().any(|e| goes_through(e, b))
        || edges(b).into_iter().any(|e| goes_through(e, a))
}

/// Whether the segment meets the triangle, both signs, its ends included (S2,
/// mistake 2).
fn goes_through([from, to]: [Vector; 2], [a, b, c]: [Vector; 3]) -> bool {
    let normal = cross(sub(b, a), sub(c, a));
    let (start, end) = (dot(sub(from, a), normal), dot(sub(to, a), normal));
    if start * end > 0.0 || start == end {
        return false;
    }
    let point = add(from, scale(sub(to, from), start / (start - end)));
    let side = |p: Vector, q: Vector| dot(cross(sub(q, p), sub(point, p)), normal);
    let sides = [side(a, b), side(b, c), side(c, a)];
    sides.iter().all(|&s| s >= 0.0)
}

/// The smallest distance of two particles further apart on the grid than
/// `flat` rest spacings.
#[must_use]
pub fn nearest_pair(columns: usize, flat: f64, x: &[Vector]) -> f64 {
    let mut nearest = f64::INFINITY;
    for i in 0..x.len() {
        for j in i + 1..x.len() {
            let across = (i % columns).abs_diff(j % columns) as f64;
            let down = (i / columns).abs_diff(j / columns) as f64;
            if across.hypot(down) > flat {
                nearest = nearest.min(length(sub(x[i], x[j])));
            }
        }
    }
    nearest
}
