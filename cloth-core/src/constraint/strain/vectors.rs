//! The longest links of rows whose lanes are vectors, in strips of columns.
//!
//! What is largest is kept number by number, not in one vector: so the compiler makes vectors of plain
//! loops, and numbers that are no column are looked at like all others and left out in the end.

use crate::cloth::Mark;
use crate::extent::{Blank, Extent};
use crate::grid::{hidden_below, next};
use crate::scalar::Scalar;
use crate::vector::minus;
use core::ops::Range;

/// Numbers of a strip, on the stack.
const STRIP: usize = 256;
/// Numbers of a vector.
const LANES: usize = 8;
/// Numbers that are squared at once: a loop of a known length. The links of the last vector lead to the first.
const CHUNK: usize = 2 * LANES;

/// A row, and its marks where pins are to be left out.
#[derive(Clone, Copy)]
pub(crate) struct Marked<'a, T> {
    pub(crate) row: [&'a [T]; 3],
    pub(crate) marks: Option<&'a [Mark]>,
}

/// The largest squares of lengths, over those of rest lengths, of the links that start at each number of
/// a strip; of rows of two columns or more, which have two vectors or more.
pub(crate) struct Longest<T, G> {
    extent: G,
    /// Of those to the next column.
    next: [T; STRIP],
    /// Of those to the same.
    down: [T; STRIP],
    /// Of both. Were they put back into one of the two, the compiler would store by mask: 12 cycles on a Zen 3, not 2.
    both: [T; STRIP],
}

impl<T: Scalar, G: Extent> Longest<T, G> {
    pub(crate) const fn new(extent: G) -> Self {
        Self {
            extent,
            next: [T::ZERO; STRIP],
            down: [T::ZERO; STRIP],
            both: [T::ZERO; STRIP],
        }
    }

    /// The largest of the links WITHIN a row, and BETWEEN it and another below; without those of two pins
    /// where both have marks.
    #[inline(always)]
    pub(crate) fn most<const WITHIN: bool, const BETWEEN: bool>(
        &mut self,
        rows: [Marked<'_, T>; 2],
    ) -> T {
        let (room, mut most) = (self.extent.room(), T::ZERO);
        for start in (0..room).step_by(STRIP) {
            let strip = start..room.min(start + STRIP);
            self.square::<WITHIN, BETWEEN>(rows, strip.clone());
            most = most.most(self.largest(strip));
        }
        most
    }

    /// The squares of a strip.
    #[inline(always)]
    fn square<const WITHIN: bool, const BETWEEN: bool>(
        &mut self,
        rows: [Marked<'_, T>; 2],
        strip: Range<usize>,
    ) {
        let (room, [a, b]) = (self.extent.room(), rows);
        let next = self.next.as_chunks_mut::<CHUNK>().0;
        let down = self.down.as_chunks_mut::<CHUNK>().0;
        let firsts = strip.clone().step_by(CHUNK);
        for (first, (next, down)) in firsts.zip(next.iter_mut().zip(down)) {
            let own = first..first + CHUNK;
            if own.end < room {
                let beside = first + LANES..own.end + LANES;
                let ends = [a.part(own.clone()), a.part(beside.clone())];
                let others = [b.part(own), b.part(beside)];
                squares::<T, WITHIN, BETWEEN>(ends, others, next, down);
            } else {
                let [beside_a, beside_b] = [Beside::of(a, room), Beside::of(b, room)];
                let ends = [a.part(own.clone()), beside_a.marked()];
                let others = [b.part(own), beside_b.marked()];
                squares::<T, WITHIN, BETWEEN>(ends, others, next, down);
            }
        }
    }

    /// The largest of a strip's that are links.
    #[inline(always)]
    fn largest(&mut self, strip: Range<usize>) -> T {
        let Self {
            extent, next, down, ..
        } = self;
        let both = &mut self.both[..strip.len()];
        let (next, down) = (&next[..strip.len()], &down[..strip.len()]);
        let end = strip.end == extent.room();
        let whole = match extent.is_full() {
            true if end => strip.len() - CHUNK,
            true => strip.len(),
            false => 0,
        };
        for i in 0..whole {
            both[i] = down[i].most(next[i]);
        }
        let first = (strip.start + whole) / LANES;
        let (next, down) = (next[whole..].as_chunks().0, down[whole..].as_chunks().0);
        let both = both[whole..].as_chunks_mut().0;
        for (k, ((next, down), both)) in next.iter().zip(down).zip(both).enumerate() {
            *both = of_links(*extent, first + k, next, down);
        }
        largest_of(&mut self.both, &mut self.down, strip.len())
    }
}

/// The largest of so many of `list`; `other` is overwritten.
#[inline(always)]
fn largest_of<T: Scalar>(list: &mut [T; STRIP], other: &mut [T; STRIP], mut count: usize) -> T {
    let (mut of, mut to) = (list, other);
    while count > LANES {
        let half = count.div_ceil(2 * LANES) * LANES;
        let (lower, upper) = of[..count].split_at(half);
        for (to, (lower, upper)) in to.iter_mut().zip(lower.iter().zip(upper)) {
            *to = lower.most(*upper);
        }
        if let Some(single) = lower.get(upper.len()..) {
            to[upper.len()..half].copy_from_slice(single);
        }
        (of, to, count) = (to, of, half);
    }
    let [a, b, c, d, e, f, g, h, ..] = *of;
    let (ae, bf, cg, dh) = (a.most(e), b.most(f), c.most(g), d.most(h));
    ae.most(cg).most(bf.most(dh))
}

/// The larger of `next` and `down`, of vector k; both count as zero where it has no link.
#[inline(always)]
fn of_links<T: Scalar, G: Extent>(
    extent: G,
    k: usize,
    next: &[T; LANES],
    down: &[T; LANES],
) -> [T; LANES] {
    let (has_next, is_column) = (
        hidden_below(extent.ends(k + 1)),
        hidden_below(extent.ends(k)),
    );
    let mut both = [T::ZERO; LANES];
    for i in 0..LANES {
        let beside = counted(has_next[i] != 0, next[i]);
        both[i] = counted(is_column[i] != 0, down[i]).most(beside);
    }
    both
}

impl<T> Marked<'_, T> {
    /// These numbers of it.
    #[inline(always)]
    fn part(&self, part: Range<usize>) -> Self {
        let [x, y, z] = self.row;
        Self {
            row: [
                x.get(part.clone()).unwrap_or_default(),
                y.get(part.clone()).unwrap_or_default(),
                z.get(part.clone()).unwrap_or_default(),
            ],
            marks: match self.marks {
                Some(marks) => marks.get(part),
                None => None,
            },
        }
    }
}

/// What is beside the last numbers of a row: its last vector, and the first, each number the next one.
struct Beside<T> {
    row: [[T; CHUNK]; 3],
    marks: Option<[Mark; CHUNK]>,
}

impl<T: Scalar> Beside<T> {
    #[inline(always)]
    fn of(of: Marked<'_, T>, room: usize) -> Self {
        let [x, y, z] = of.row;
        Self {
            row: [
                last_and_first(x, room, T::ZERO),
                last_and_first(y, room, T::ZERO),
                last_and_first(z, room, T::ZERO),
            ],
            marks: match of.marks {
                Some(marks) => Some(last_and_first(marks, room, Mark::BLANK)),
                None => None,
            },
        }
    }

    #[inline(always)]
    fn marked(&self) -> Marked<'_, T> {
        let [x, y, z] = &self.row;
        Marked {
            row: [x, y, z],
            marks: match &self.marks {
                Some(marks) => Some(marks),
                None => None,
            },
        }
    }
}

#[inline(always)]
fn last_and_first<A: Copy>(lane: &[A], room: usize, blank: A) -> [A; CHUNK] {
    let mut both = [blank; CHUNK];
    let last = lane.get(room - LANES..room).unwrap_or_default();
    if let (Some(last), Some(first)) = (last.first_chunk::<LANES>(), lane.first_chunk::<LANES>()) {
        let first = next(first);
        for i in 0..LANES {
            (both[i], both[LANES + i]) = (last[i], first[i]);
        }
    }
    both
}

/// The squares of the links from the numbers of a row: WITHIN to the column `beside`, BETWEEN to those of
/// another.
#[inline(always)]
fn squares<T: Scalar, const WITHIN: bool, const BETWEEN: bool>(
    [a, a_beside]: [Marked<'_, T>; 2],
    [b, b_beside]: [Marked<'_, T>; 2],
    next: &mut [T; CHUNK],
    down: &mut [T; CHUNK],
) {
    let rows = [a.row, a_beside.row, b.row, b_beside.row];
    let (Some(of_a), Some(of_a_beside), Some(of_b), Some(of_b_beside)) =
        (a.marks, a_beside.marks, b.marks, b_beside.marks)
    else {
        return squares_of::<T, WITHIN, BETWEEN>(
            rows,
            #[inline(always)]
            |_| [true; 4],
            next,
            down,
        );
    };
    let marks = [of_a, of_a_beside, of_b, of_b_beside];
    if marks.iter().any(|marks| marks.len() != CHUNK) {
        return;
    }
    squares_of::<T, WITHIN, BETWEEN>(
        rows,
        #[inline(always)]
        |i| {
            [
                of_a[i].is_free(),
                of_a_beside[i].is_free(),
                of_b[i].is_free(),
                of_b_beside[i].is_free(),
            ]
        },
        next,
        down,
    );
}

/// As [`squares`], of four rows of which `free` says which particles are free.
#[inline(always)]
fn squares_of<T: Scalar, const WITHIN: bool, const BETWEEN: bool>(
    [[ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]]: [[&[T]; 3]; 4],
    free: impl Fn(usize) -> [bool; 4],
    next: &mut [T; CHUNK],
    down: &mut [T; CHUNK],
) {
    let lanes = [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz];
    if lanes.iter().any(|lane| lane.len() != CHUNK) {
        return;
    }
    for i in 0..CHUNK {
        let (a, b) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let (c, d) = ([cx[i], cy[i], cz[i]], [dx[i], dy[i], dz[i]]);
        let [fa, fb, fc, fd] = free(i);
        let (mut most, mut straight) = (T::ZERO, T::ZERO);
        if WITHIN {
            most = counted(fa | fb, T::squared(minus(b, a)));
        }
        if BETWEEN {
            // Upwards the same way as links do: in fixed point a path back has not the same square.
            let down_right = counted(fa | fd, T::squared(minus(d, a)));
            let down_left = counted(fb | fc, T::squared(minus(c, b)));
            most = most.most(T::constant(0.5) * down_right.most(down_left));
            straight = counted(fa | fc, T::squared(minus(c, a)));
        }
        (next[i], down[i]) = (most, straight);
    }
}

/// A square of a link that counts, else one that is no longer than any.
#[inline(always)]
fn counted<T: Scalar>(counts: bool, square: T) -> T {
    if counts { square } else { T::ZERO }
}
