//! Counters narrower than 64 bits.

/// A 32-bit counter as one of 64 bits that only grows.
///
/// Right as long as it is read at least once a turn of the counter, 2³² counts:
/// 26 s at 160 MHz. It is read at both ends of every phase, and no phase of the
/// largest grid takes a second on any board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Widened {
    last: u32,
    sum: u64,
}

impl Widened {
    /// The count so far, given what the counter shows now.
    pub fn read(&mut self, now: u32) -> u64 {
        self.sum += u64::from(now.wrapping_sub(self.last));
        self.last = now;
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_over_a_turn() {
        let mut counter = Widened::default();
        assert_eq!(counter.read(u32::MAX), u64::from(u32::MAX));
        assert_eq!(counter.read(4), (1 << 32) + 4);
        assert_eq!(counter.read(4), (1 << 32) + 4);
    }
}
