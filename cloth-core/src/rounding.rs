//! Rounding and remainders in `f64`. Those of `libm` have paths to a panic, which a step must not have.

/// The nearest whole number, halves to the even one; the end of the range beyond it, 0 for NaN.
pub(crate) fn nearest_whole(value: f64) -> i32 {
    /// A sum with it has no bits after the point.
    const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;
    match value.abs() < (1_u64 << 32) as f64 {
        true => (value + WHOLE - WHOLE) as i32,
        false => value as i32,
    }
}

/// The remainder of x ÷ y with the sign of x, exact as that of `libm::fmod`; 0 where x is not finite.
/// y > 0.
pub(crate) fn remainder(x: f64, y: f64) -> f64 {
    let (mut left, mut part) = (x.abs(), y);
    if !left.is_finite() {
        return 0.0;
    }
    while part <= 0.5 * left {
        part += part;
    }
    // From the largest y · 2ᵏ down: each difference is exact, as the part is more than half of what is left.
    loop {
        if left >= part {
            left -= part;
        }
        if part <= y {
            return left.copysign(x);
        }
        part *= 0.5;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_libm() {
        let mut bits = 1_u64;
        for i in 0..200_000_u64 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(i | 1);
            // Of all sizes, and of those that times have.
            let any = f64::from_bits(bits);
            let usual = (bits >> 11) as f64 / (1_u64 << 30) as f64 - 4.0e6;
            for x in [any, usual, -usual, usual * 1e-9, (bits >> 40) as f64 * 0.5] {
                for y in [1.0, core::f64::consts::TAU] {
                    let of_libm = if x.is_finite() { libm::fmod(x, y) } else { 0.0 };
                    assert_eq!(remainder(x, y).to_bits(), of_libm.to_bits(), "{x} {y}");
                }
                assert_eq!(nearest_whole(x), libm::rint(x) as i32, "{x}");
            }
        }
        let halves = [0.5, 1.5, 2.5, -0.5, -1.5].map(nearest_whole);
        assert_eq!(halves, [0, 2, 2, 0, -2]);
        assert_eq!(
            [f64::NAN, 1e300, -1e300].map(nearest_whole),
            [0, i32::MAX, i32::MIN]
        );
    }
}
