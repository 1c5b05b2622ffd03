//! Lanes as vectors of L numbers, for a processor's vector units, with tables that tell which numbers of a
//! vector count.

/// Which numbers of a vector of eight are the first `ends`: 1 for those that are. From a
/// table: the compiler would make branches of comparisons with constants.
#[inline(always)]
pub(crate) fn below(ends: usize) -> &'static [u32; 8] {
    &BELOW[ends.min(8)]
}

/// As [`below`], hidden from the compiler, which knows the table and would make branches of it in some loops.
#[inline(always)]
pub(crate) fn hidden_below(ends: usize) -> &'static [u32; 8] {
    core::hint::black_box(below(ends))
}

/// 1 for every second number of a vector of eight from `first` on, which is 0 or 1; hidden from the
/// compiler as in [`hidden_below`].
#[inline(always)]
pub(crate) fn hidden_parity(first: usize) -> &'static [u32; 8] {
    core::hint::black_box(&PARITY[first % 2])
}

static PARITY: [[u32; 8]; 2] = [[1, 0, 1, 0, 1, 0, 1, 0], [0, 1, 0, 1, 0, 1, 0, 1]];

/// A bit for each number of a vector of eight, hidden from the compiler, which would treat the first one
/// differently.
#[inline(always)]
pub(crate) fn hidden_bits() -> &'static [u32; 8] {
    core::hint::black_box(&BITS)
}

static BITS: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

static BELOW: [[u32; 8]; 9] = {
    let mut table = [[0; 8]; 9];
    let mut ends = 1;
    while ends <= 8 {
        table[ends] = table[ends - 1];
        table[ends][ends - 1] = 1;
        ends += 1;
    }
    table
};

/// Three lanes in vectors of L numbers.
#[inline(always)]
pub(crate) const fn chunks<A, const L: usize>([x, y, z]: [&[A]; 3]) -> [&[[A; L]]; 3] {
    [x.as_chunks().0, y.as_chunks().0, z.as_chunks().0]
}

/// As [`chunks`], to write.
#[inline(always)]
pub(crate) const fn chunks_mut<A, const L: usize>([x, y, z]: [&mut [A]; 3]) -> [&mut [[A; L]]; 3] {
    [
        x.as_chunks_mut().0,
        y.as_chunks_mut().0,
        z.as_chunks_mut().0,
    ]
}

/// Vector k of three lanes.
#[inline(always)]
pub(crate) const fn vector<T: Copy, const L: usize>(
    [x, y, z]: [&[[T; L]]; 3],
    k: usize,
) -> [[T; L]; 3] {
    [x[k], y[k], z[k]]
}

/// As [`vector`]; beyond the last vector those of the first, each number replaced by the next.
#[inline(always)]
pub(crate) fn wrapped<T: Copy, const L: usize>(lanes: [&[[T; L]]; 3], k: usize) -> [[T; L]; 3] {
    match k.checked_sub(lanes[0].len()) {
        None => vector(lanes, k),
        Some(k) => next3(vector(lanes, k)),
    }
}

/// Each number of three vectors replaced by the next.
#[inline(always)]
pub(crate) fn next3<T: Copy, const L: usize>([x, y, z]: [[T; L]; 3]) -> [[T; L]; 3] {
    [next(&x), next(&y), next(&z)]
}

/// Whether three lanes have so many vectors.
#[inline(always)]
pub(crate) const fn are_long<A>([x, y, z]: [&[A]; 3], count: usize) -> bool {
    x.len() == count && y.len() == count && z.len() == count
}

/// Whether all lengths are this one. Not a comparison of arrays: that would become a call.
#[inline(always)]
pub(crate) fn all_are<const K: usize>(length: usize, lengths: [usize; K]) -> bool {
    let mut same = true;
    for i in 0..K {
        same &= lengths[i] == length;
    }
    same
}

/// A vector rotated by a number: the second number first, and the first last. One instruction.
#[inline(always)]
pub(crate) fn next<T: Copy, const L: usize>(of: &[T; L]) -> [T; L] {
    let mut next = *of;
    for i in 0..L {
        next[i] = of[(i + 1) % L];
    }
    next
}

/// A vector rotated the other way, as it was before [`next`].
#[inline(always)]
pub(crate) fn back<T: Copy, const L: usize>(of: &[T; L]) -> [T; L] {
    let mut back = *of;
    for i in 0..L {
        back[i] = of[(i + L - 1) % L];
    }
    back
}

/// Vector k of a lane; numbers beyond the last vector stand for the first ones, rotated. `none` in an empty lane.
#[inline(always)]
pub(crate) fn at<A: Copy, const L: usize>(lane: &[A], k: usize, none: A) -> [A; L] {
    match (lane.as_chunks().0, k) {
        ([], _) => [none; L],
        (vectors, k) if k < vectors.len() => vectors[k],
        (vectors, k) => vectors.get(k - vectors.len()).map_or([none; L], next),
    }
}
