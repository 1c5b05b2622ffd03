//! The longest links of rows whose lanes are vectors.
//!
//! What is largest is kept number by number, not in one vector, and goes from one of two lists
//! into the other: so the compiler makes vectors of plain loops, and stores nothing by mask.

use crate::cloth::Mark;
use crate::extent::{Blank, Extent};
use crate::lanes::{all_are, hidden_below, next};
use crate::scalar::Scalar;
use crate::vector::minus;

/// Numbers of a vector.
const LANES: usize = 8;
/// Numbers that are squared at once. The links of the last vector lead to the first.
const CHUNK: usize = 2 * LANES;

/// Numbers that are squared at once, of three lanes.
type Numbers<'a, T> = [&'a [T; CHUNK]; 3];

/// A row, and its marks where pins are to be left out.
#[derive(Clone, Copy)]
pub(crate) struct Marked<'a, T> {
    pub(crate) row: [&'a [T]; 3],
    pub(crate) marks: Option<&'a [Mark]>,
}

/// The largest square of a length, over that of the rest length, of the links WITHIN a row and
/// BETWEEN it and another below; without those of two pins where both have marks. Rows have two
/// columns or more, and so two vectors or more.
#[inline(always)]
pub(crate) fn longest<T: Scalar, G: Extent, const WITHIN: bool, const BETWEEN: bool>(
    extent: G,
    [a, b]: [Marked<'_, T>; 2],
) -> T {
    let (room, rows) = (extent.room(), [a.row, b.row]);
    let (Some(of_a), Some(of_b)) = (a.marks, b.marks) else {
        return longest_of::<T, G, WITHIN, BETWEEN, _>(
            extent,
            rows,
            #[inline(always)]
            |_| all,
            all,
        );
    };
    let last = last(room);
    let (own_a, own_b) = (chunks_of(of_a, 0, last), chunks_of(of_b, 0, last));
    let (beside_a, beside_b) = (chunks_of(of_a, LANES, last), chunks_of(of_b, LANES, last));
    let lengths = [own_a.len(), own_b.len(), beside_a.len(), beside_b.len()];
    if !all_are(last, lengths) {
        return T::ZERO;
    }
    let (end_a, end_b) = (End::of(of_a, Mark::BLANK), End::of(of_b, Mark::BLANK));
    longest_of::<T, G, WITHIN, BETWEEN, _>(
        extent,
        rows,
        #[inline(always)]
        |k| are_free([&own_a[k], &beside_a[k], &own_b[k], &beside_b[k]]),
        are_free([&end_a.own, &end_a.beside, &end_b.own, &end_b.beside]),
    )
}

#[inline(always)]
const fn all<const N: usize>(_: usize) -> [bool; N] {
    [true; N]
}

/// Which of four particles are free.
#[inline(always)]
fn are_free([a, b, c, d]: [&[Mark; CHUNK]; 4]) -> impl Fn(usize) -> [bool; 4] {
    #[inline(always)]
    move |i| {
        [
            a[i].is_free(),
            b[i].is_free(),
            c[i].is_free(),
            d[i].is_free(),
        ]
    }
}

/// As [`longest`], of rows whose ends are `free`: in this row and in the other, each and the one
/// beside it. Those `at_end` lead to the first vectors.
#[inline(always)]
fn longest_of<T, G, const WITHIN: bool, const BETWEEN: bool, F>(
    extent: G,
    [a, b]: [[&[T]; 3]; 2],
    free: impl Fn(usize) -> F,
    at_end: impl Fn(usize) -> [bool; 4],
) -> T
where
    T: Scalar,
    G: Extent,
    F: Fn(usize) -> [bool; 4],
{
    let (last, is_full) = (last(extent.room()), extent.is_full());
    let ([ax, ay, az], [bx, by, bz]) = (numbers(a, 0, last), numbers(a, LANES, last));
    let ([cx, cy, cz], [dx, dy, dz]) = (numbers(b, 0, last), numbers(b, LANES, last));
    let apart = [ax.len(), ay.len(), az.len(), bx.len(), by.len(), bz.len()];
    let below = [cx.len(), cy.len(), cz.len(), dx.len(), dy.len(), dz.len()];
    if !all_are(last, apart) || !all_are(last, below) {
        return T::ZERO;
    }
    let [mut most, mut more] = [[T::ZERO; CHUNK]; 2];
    let (mut from, mut to) = (&mut most, &mut more);
    for k in 0..last {
        let rows = [
            [&ax[k], &ay[k], &az[k]],
            [&bx[k], &by[k], &bz[k]],
            [&cx[k], &cy[k], &cz[k]],
            [&dx[k], &dy[k], &dz[k]],
        ];
        if is_full {
            raise::<T, WITHIN, BETWEEN>(rows, free(k), all, from, to);
        } else {
            raise::<T, WITHIN, BETWEEN>(rows, free(k), there_are(extent, k), from, to);
        }
        (from, to) = (to, from);
    }
    let (ends_a, ends_b) = (ends(a), ends(b));
    let rows = [
        [&ends_a[0].own, &ends_a[1].own, &ends_a[2].own],
        [&ends_a[0].beside, &ends_a[1].beside, &ends_a[2].beside],
        [&ends_b[0].own, &ends_b[1].own, &ends_b[2].own],
        [&ends_b[0].beside, &ends_b[1].beside, &ends_b[2].beside],
    ];
    raise::<T, WITHIN, BETWEEN>(rows, at_end, there_are(extent, last), from, to);
    largest(to)
}

/// Which of the numbers that are squared at once are columns, and which of these have a next.
#[inline(always)]
fn there_are<G: Extent>(extent: G, k: usize) -> impl Fn(usize) -> [bool; 2] {
    let ends = |k: usize| hidden_below(extent.ends(k));
    let (first, second, third) = (ends(2 * k), ends(2 * k + 1), ends(2 * k + 2));
    let [mut columns, mut nexts] = [[0; CHUNK]; 2];
    for i in 0..LANES {
        (columns[i], nexts[i]) = (first[i], second[i]);
        (columns[LANES + i], nexts[LANES + i]) = (second[i], third[i]);
    }
    #[inline(always)]
    move |i| [columns[i] != 0, nexts[i] != 0]
}

/// How many whole chunks have all of what is beside them in the row.
#[inline(always)]
const fn last(room: usize) -> usize {
    (room / CHUNK).saturating_sub(1)
}

/// So many chunks of a lane, from a number on.
#[inline(always)]
fn chunks_of<A>(lane: &[A], first: usize, count: usize) -> &[[A; CHUNK]] {
    let lane = lane.get(first..).unwrap_or_default();
    lane.as_chunks().0.get(..count).unwrap_or_default()
}

#[inline(always)]
fn numbers<T>([x, y, z]: [&[T]; 3], first: usize, count: usize) -> [&[[T; CHUNK]]; 3] {
    [
        chunks_of(x, first, count),
        chunks_of(y, first, count),
        chunks_of(z, first, count),
    ]
}

/// The last numbers of a lane, and what is beside them: its last vector, and the first, each
/// number the next one.
struct End<A> {
    own: [A; CHUNK],
    beside: [A; CHUNK],
}

impl<A: Copy> End<A> {
    #[inline(always)]
    fn of(lane: &[A], blank: A) -> Self {
        let (mut own, mut beside) = ([blank; CHUNK], [blank; CHUNK]);
        if let (Some(last), Some(first)) = (lane.last_chunk(), lane.first_chunk::<LANES>()) {
            own = *last;
            let first = next(first);
            for i in 0..LANES {
                (beside[i], beside[LANES + i]) = (own[LANES + i], first[i]);
            }
        }
        Self { own, beside }
    }
}

#[inline(always)]
fn ends<T: Scalar>([x, y, z]: [&[T]; 3]) -> [End<T>; 3] {
    [
        End::of(x, T::ZERO),
        End::of(y, T::ZERO),
        End::of(z, T::ZERO),
    ]
}

/// The larger of `from` and of the squares of the links from the numbers of a row: WITHIN to the
/// column beside, BETWEEN to those of another.
#[inline(always)]
fn raise<T: Scalar, const WITHIN: bool, const BETWEEN: bool>(
    [[ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]]: [Numbers<'_, T>; 4],
    free: impl Fn(usize) -> [bool; 4],
    exist: impl Fn(usize) -> [bool; 2],
    from: &[T; CHUNK],
    to: &mut [T; CHUNK],
) {
    for i in 0..CHUNK {
        let (a, b) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let (c, d) = ([cx[i], cy[i], cz[i]], [dx[i], dy[i], dz[i]]);
        let ([fa, fb, fc, fd], [is_column, has_next]) = (free(i), exist(i));
        let (mut most, mut straight) = (T::ZERO, T::ZERO);
        if WITHIN {
            most = counted(fa | fb, T::squared(minus(b, a)));
        }
        if BETWEEN {
            // Upwards the same way as links do: in fixed point a path back has not the same square.
            let down_right = counted(fa | fd, T::squared(minus(d, a)));
            let down_left = counted(fb | fc, T::squared(minus(c, b)));
            most = most.most(T::constant(0.5) * down_right.most(down_left));
            straight = counted(is_column & (fa | fc), T::squared(minus(c, a)));
        }
        to[i] = from[i].most(straight.most(counted(has_next, most)));
    }
}

/// A square of a link that counts, else one that is no longer than any.
#[inline(always)]
fn counted<T: Scalar>(counts: bool, square: T) -> T {
    if counts { square } else { T::ZERO }
}

#[inline(always)]
fn largest<T: Scalar>(of: &[T; CHUNK]) -> T {
    let mut eight = [T::ZERO; LANES];
    for i in 0..LANES {
        eight[i] = of[i].most(of[LANES + i]);
    }
    let [a, b, c, d, e, f, g, h] = eight;
    let (ae, bf, cg, dh) = (a.most(e), b.most(f), c.most(g), d.most(h));
    ae.most(cg).most(bf.most(dh))
}
