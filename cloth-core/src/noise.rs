//! Numbers for tests that are the same in every run.

use crate::scalar::Scalar;
use crate::vector::Vector;

/// SplitMix64.
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    /// From −1 to 1.
    pub(crate) fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((b ^ (b >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// Each component from −`size` to `size`.
    pub(crate) fn vector<T: Scalar>(&mut self, size: f64) -> Vector<T> {
        core::array::from_fn(|_| T::from_f64(size * self.number()))
    }
}
