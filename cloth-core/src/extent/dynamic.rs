//! Grids of a size that is a value.

extern crate alloc;

use super::{Blank, Cell, Extent, Lanes, Values};
use alloc::vec::Vec;
use core::mem::take;

/// Numbers of a vector: what most processors hold in one register, in `f32`.
const LANES: usize = 8;
/// The vectors of a lane are a multiple of it, where there are more than two: links over
/// one column and over two then begin in the same vectors in every lane.
const VECTORS: usize = 4;

/// Columns and rows that are values, in memory of the heap.
///
/// A lane of a row is whole vectors. Columns that are side by side are in vectors that are
/// side by side, in the same place: so links join whole vectors, and a loop over them has
/// no end of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dyn {
    columns: usize,
    rows: usize,
    /// Vectors of a lane.
    vectors: usize,
    /// Columns over vectors: numbers of each vector that are columns, and vectors with one
    /// more.
    full: [usize; 2],
    /// 2³² over the vectors, rounded up: a division is slow.
    inverse: u64,
    /// The square root of the columns, rounded down.
    root: usize,
}

impl Dyn {
    /// A grid of this size; both are held to 1 or more.
    pub const fn new(columns: usize, rows: usize) -> Self {
        let columns = if columns > 0 { columns } else { 1 };
        let vectors = match columns {
            1 => 1,
            2..=16 => 2,
            _ => columns.div_ceil(LANES * VECTORS).saturating_mul(VECTORS),
        };
        Self {
            columns,
            rows: if rows > 0 { rows } else { 1 },
            vectors,
            full: [columns / vectors, columns % vectors],
            inverse: (1_u64 << 32).div_ceil(vectors as u64),
            root: columns.isqrt(),
        }
    }

    /// Vectors of each lane, in as many lanes.
    #[inline(always)]
    const fn room(self) -> usize {
        self.vectors.saturating_mul(LANES)
    }
}

impl super::sealed::Sealed for Dyn {}

impl<A: Send + Sync, const N: usize> Lanes<A, N> for [A] {
    #[inline(always)]
    fn lanes(&self) -> [&[A]; N] {
        let (mut rest, length) = (self, self.len() / N);
        let mut lanes: [&[A]; N] = [&[]; N];
        for lane in &mut lanes {
            (*lane, rest) = rest.split_at(length);
        }
        lanes
    }
    #[inline(always)]
    fn lanes_mut(&mut self) -> [&mut [A]; N] {
        let length = self.len() / N;
        let mut rest = self;
        core::array::from_fn(|_| {
            let (lane, others) = take(&mut rest).split_at_mut(length);
            rest = others;
            lane
        })
    }
    #[inline(always)]
    fn three_mut(&mut self) -> [&mut [A]; 3] {
        let length = self.len() / N;
        let (x, rest) = self.split_at_mut(length);
        let (y, rest) = rest.split_at_mut(length);
        [x, y, &mut rest[..length]]
    }
}

impl Extent for Dyn {
    const EMPTY: Self = Self {
        columns: 0,
        rows: 0,
        vectors: 0,
        full: [0; 2],
        inverse: 0,
        root: 0,
    };
    const IS_CONST: bool = false;

    type Row<A: Cell, const N: usize> = [A];
    type Unit<A: Cell, const N: usize> = A;
    type Memory<A: Cell, const N: usize> = Aligned<A>;
    type Number = u32;
    const HAS_NUMBERS: bool = true;
    type Across<A: Cell> = Aligned<A>;
    type Column<A: Cell> = Aligned<A>;
    type Local<A: Cell, const N: usize> = ();
    type Spare<A: Cell> = Aligned<A>;

    #[inline(always)]
    fn columns(self) -> usize {
        self.columns
    }
    #[inline(always)]
    fn rows(self) -> usize {
        self.rows
    }
    const LANES: usize = LANES;
    #[inline(always)]
    fn vectors(self) -> usize {
        self.vectors
    }
    // Exact up to 65,536 columns.
    #[inline(always)]
    fn place(self, column: usize) -> usize {
        let lane = ((column as u64 * self.inverse) >> 32) as usize;
        (column - lane * self.vectors) * LANES + lane
    }
    #[inline(always)]
    fn column(self, place: usize) -> usize {
        place % LANES * self.vectors + place / LANES
    }
    #[inline(always)]
    fn ends(self, k: usize) -> usize {
        let [full, more] = self.full;
        match k.checked_sub(self.vectors) {
            None => full + usize::from(k < more),
            Some(k) => (full + usize::from(k < more)).saturating_sub(1),
        }
    }
    #[inline(always)]
    fn units<const N: usize>(self) -> usize {
        N.saturating_mul(self.room())
    }
    #[inline(always)]
    fn root(self) -> usize {
        self.root
    }
    // Without a division: up to 65,536 columns and rows.
    #[inline(always)]
    fn number(self, [place, row]: [usize; 2]) -> u32 {
        (row << 16 | place) as u32
    }
    #[inline(always)]
    fn spot(self, number: u32) -> [usize; 2] {
        [number as usize & 0xffff, number as usize >> 16]
    }
    #[inline(always)]
    fn flat<A: Cell, const N: usize>(units: &[A]) -> &[A] {
        units
    }
    #[inline(always)]
    fn flat_mut<A: Cell, const N: usize>(units: &mut [A]) -> &mut [A] {
        units
    }

    #[inline(always)]
    fn row<A: Cell, const N: usize>(self, units: &[A], row: usize) -> &[A] {
        let length = self.units::<N>();
        &units[row * length..][..length]
    }
    #[inline(always)]
    fn row_mut<A: Cell, const N: usize>(self, units: &mut [A], row: usize) -> &mut [A] {
        let length = self.units::<N>();
        &mut units[row * length..][..length]
    }
    #[inline(always)]
    fn two_rows<A: Cell, const N: usize>(
        self,
        units: &mut [A],
        upper: usize,
        lower: usize,
    ) -> Option<[&mut [A]; 2]> {
        let length = self.units::<N>();
        let (above, below) = units.split_at_mut_checked(lower * length)?;
        let upper = above.get_mut(upper * length..)?.get_mut(..length)?;
        Some([upper, below.get_mut(..length)?])
    }
    #[inline(always)]
    fn thirds<A: Cell>(row: &mut [A]) -> [&mut [A]; 3] {
        Lanes::<A, 3>::three_mut(row)
    }
    #[inline(always)]
    fn lend<'a, A: Cell, const N: usize>(
        self,
        _local: &'a mut (),
        spare: &'a mut [A],
    ) -> &'a mut [A] {
        &mut spare[..N * self.room()]
    }
}

/// Bytes of a cache line, and of the widest vectors.
const LINE: usize = 64;

/// Values that begin where a cache line does. The heap aligns only as much as a number needs, and a
/// vector that lies across two lines costs two accesses: every second one of 32 bytes, each of 64.
///
/// The values begin a few places behind the start of a list that has room for that. A copy has its own start.
#[derive(Debug)]
pub struct Aligned<A> {
    list: Vec<A>,
    first: usize,
}

impl<A> Blank for Aligned<A> {
    const BLANK: Self = Self {
        list: Vec::new(),
        first: 0,
    };
}

impl<A: Copy> Aligned<A> {
    /// Values that a line has room for: the first of one that begins a line is among so many.
    const SPARE: usize = match size_of::<A>() {
        0 => 0,
        size => LINE / size,
    };

    /// Fills an empty list up to where a line begins.
    fn start(&mut self, blank: A) {
        self.first = self.list.as_ptr().align_offset(LINE).min(Self::SPARE);
        self.list.resize(self.first, blank);
    }
}

impl<A: Cell> Values<A> for Aligned<A> {
    fn make(&mut self, count: usize) -> bool {
        self.list.clear();
        let room = count.saturating_add(Self::SPARE);
        if self.list.try_reserve_exact(room).is_err() {
            return false;
        }
        self.start(A::BLANK);
        self.list.resize(self.first + count, A::BLANK);
        true
    }
}

impl<A: Copy> Clone for Aligned<A> {
    fn clone(&self) -> Self {
        let values = self.as_ref();
        let mut copy = Self::BLANK;
        if let [first, ..] = values {
            copy.list.reserve_exact(values.len() + Self::SPARE);
            copy.start(*first);
            copy.list.extend_from_slice(values);
        }
        copy
    }
}

impl<A> AsRef<[A]> for Aligned<A> {
    #[inline(always)]
    fn as_ref(&self) -> &[A] {
        self.list.get(self.first..).unwrap_or_default()
    }
}

impl<A> AsMut<[A]> for Aligned<A> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [A] {
        self.list.get_mut(self.first..).unwrap_or_default()
    }
}

impl<A: PartialEq> PartialEq for Aligned<A> {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref() == other.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::{Aligned, Blank, LINE, Values, Vec, alloc};

    fn begins_a_line<A>(list: &Aligned<A>) -> bool {
        list.as_ref().as_ptr().addr().is_multiple_of(LINE)
    }

    #[test]
    fn lists_and_their_copies_begin_with_a_line() {
        let mut kept = Vec::new();
        for count in [1, 3, 16, 100, 1000] {
            let mut floats = Aligned::<f32>::BLANK;
            let mut bytes = Aligned::<u8>::BLANK;
            assert!(floats.make(count) && bytes.make(count), "there is memory");
            assert_eq!(floats.as_ref(), &alloc::vec![0.0_f32; count][..]);
            assert_eq!(bytes.as_ref(), &alloc::vec![0_u8; count][..]);
            floats.as_mut()[count - 1] = 0.3;
            let copies = (floats.clone(), bytes.clone());
            assert!(copies.0 == floats && copies.1 == bytes);
            assert!(begins_a_line(&floats) && begins_a_line(&copies.0));
            assert!(begins_a_line(&bytes) && begins_a_line(&copies.1));
            // Made once more, smaller, in the same memory.
            assert!(floats.make(1), "there is memory");
            assert!(begins_a_line(&floats) && floats.as_ref() == [0.0]);
            kept.push((floats, bytes, copies));
        }
    }

    #[test]
    fn without_values_nothing_is_allocated() {
        let empty = Aligned::<f32>::BLANK;
        assert!(empty.as_ref().is_empty() && empty.clone() == empty);
        assert_eq!(empty.clone().list.capacity(), 0);
    }

    #[test]
    fn what_no_memory_holds_is_refused() {
        let mut list = Aligned::<f32>::BLANK;
        assert!(!list.make(usize::MAX));
        assert!(list.as_ref().is_empty());
    }
}
