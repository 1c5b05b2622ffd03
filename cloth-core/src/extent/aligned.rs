//! Lists on the heap that begin where a cache line does.

extern crate alloc;

use super::{Blank, Cell, Values};
use alloc::vec::Vec;

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
