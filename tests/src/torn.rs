//! Links one by one, in the order of the engine, with those left out that are broken:
//! no rows, no masks, no bits.

use crate::measure::Sheet;
use crate::{Noise, Trial, all, pairs};
use cloth_core::{BendNeighbours, Link, Scalar, SpringKind, springs};
use std::collections::BTreeSet;

/// The two ends of links, as [`springs`] names them.
pub type Ends = BTreeSet<[usize; 2]>;

/// Cuts about this part of all links, and tells which those are.
///
/// # Panics
/// If the scene does not tear.
pub fn cut_some(sim: &mut Trial, noise: &mut Noise, part: f64) -> Ends {
    let (columns, rows) = sim.size();
    let mut cut = Ends::new();
    for ((column, row), link) in pairs(all(sim), Link::ALL) {
        let end = link.end(column, row);
        if let Some((c, r)) = end.filter(|&(c, r)| c < columns && r < rows)
            && noise.number() < 2.0 * part - 1.0
        {
            let broken = sim.any_mut().break_link(column, row, link);
            broken.expect("there is a link");
            cut.insert([row * columns + column, r * columns + c]);
        }
    }
    with_bends(columns, rows, cut)
}

/// Adds the bend links of which one half is broken.
#[must_use]
pub fn with_bends(columns: usize, rows: usize, mut cut: Ends) -> Ends {
    for spring in springs(columns, rows, BendNeighbours::Eight) {
        let [a, b] = spring.ends;
        // Indices lie on a line too.
        let middle = usize::midpoint(a, b);
        let halves = [[a, middle], [middle, b]];
        if spring.kind == SpringKind::Bend && halves.iter().any(|half| cut.contains(half)) {
            cut.insert(spring.ends);
        }
    }
    cut
}

/// The links that a simulation says are broken.
#[must_use]
pub fn broken(sim: &Trial) -> Ends {
    let (columns, rows) = sim.size();
    let all = springs(columns, rows, BendNeighbours::Eight).map(|spring| spring.ends);
    all.filter(|&ends| !sim.is_whole(ends)).collect()
}

/// A link of a pass: its ends, and its family (structural, shear, bend, bend along
/// the diagonals).
pub type Turn = ([usize; 2], usize);

/// All links in the order of one pass, down the rows or up: within a row in two colours.
#[must_use]
pub fn pass((columns, rows): (usize, usize), neighbours: BendNeighbours, down: bool) -> Vec<Turn> {
    let mut turns = Vec::new();
    let nth = |step: usize| if down { step } else { rows - 1 - step };
    let eight = neighbours == BendNeighbours::Eight;
    for step in 0..rows {
        let row = nth(step);
        for (apart, family) in [(1, 0), (2, 2)] {
            let mut lefts: Vec<_> = (0..columns.saturating_sub(apart)).collect();
            lefts.sort_by_key(|left| left / apart % 2);
            let link = |left: usize| [row * columns + left, row * columns + left + apart];
            turns.extend(lefts.into_iter().map(|left| (link(left), family)));
        }
        let one = [(1, 0, 0), (1, 1, 1), (1, -1, 1)];
        let two = [(2, 0, 2), (2, 2, 3), (2, -2, 3)];
        for (apart, across, family) in [one, two].concat() {
            if step < apart || family == 3 && !eight {
                continue;
            }
            let upper = row.min(nth(step - apart));
            for column in 0..columns {
                let end = column.checked_add_signed(across).filter(|&c| c < columns);
                if let Some(end) = end {
                    let a = upper * columns + column;
                    turns.push(([a, (upper + apart) * columns + end], family));
                }
            }
        }
    }
    turns
}

/// Moves the ends of each link of a pass by what `pull` says of the difference
/// between them, of the family, and of whether one end is held; those of `broken`
/// ones stay. `down` is the way of the pass: formats for small cores, which round
/// differences of either sign differently, take them from where the pass is.
pub fn solve<T: Scalar>(
    x: &mut [[T; 3]],
    weight: &[T],
    (turns, down): (&[Turn], bool),
    columns: usize,
    broken: &Ends,
    pull: impl Fn([T; 3], usize, bool) -> [T; 3],
) {
    for &([a, b], family) in turns {
        if broken.contains(&[a, b]) {
            continue;
        }
        let (a, b) = match T::FOR_SMALL_CORES && down && b / columns > a / columns {
            true => (b, a),
            false => (a, b),
        };
        let d = core::array::from_fn(|i| x[b][i].minus(x[a][i]));
        let free = [weight[a] > T::ZERO, weight[b] > T::ZERO];
        let pull = pull(d, family, !(free[0] && free[1]));
        for i in 0..3 {
            if free[0] {
                x[a][i] = x[a][i].plus(pull[i]);
            }
            if free[1] {
                x[b][i] = x[b][i].minus(pull[i]);
            }
        }
    }
}
