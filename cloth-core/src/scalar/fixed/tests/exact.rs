//! Every operation, on every pair of the bit patterns at which it could go wrong, against whole numbers
//! of 128 bits: these hold each exact result, which is then rounded and held to the range as documented.

extern crate alloc;

use super::super::{COARSE, FRACTION, Fixed, MAX_COARSE, NEAR};
use crate::scalar::{REMAINDER_BITS, Scalar};
use alloc::vec::Vec;

/// One operation on a pair, and its exact result in units of the resolution.
type Pair = (
    &'static str,
    fn(Fixed, Fixed) -> Fixed,
    fn(i128, i128) -> i128,
);

/// Zero, the ends of the range, all powers of two with their neighbours, half-way patterns.
fn patterns() -> Vec<i32> {
    let powers = (0..31).flat_map(|bit| [-1, 0, 1].map(|beside| (1 << bit) + beside));
    let others = [
        i32::MAX,
        i32::MAX - 1,
        0x5555_5555,
        0x2aaa_aaab,
        46_341,
        3 << 20,
    ];
    let mut all: Vec<i32> = powers
        .chain(others)
        .flat_map(|bits| [bits, -bits])
        .collect();
    all.extend([i32::MIN, i32::MIN + 2]);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 192);
    all
}

/// Calls `check` with each pair.
fn each_pair(mut check: impl FnMut(i32, i32)) {
    let all = patterns();
    for &a in &all {
        all.iter().for_each(|&b| check(a, b));
    }
}

fn saturated(exact: i128) -> i128 {
    exact.clamp(i32::MIN.into(), i32::MAX.into())
}

fn wide(value: Fixed) -> i128 {
    value.to_bits().into()
}

fn quotient(a: i128, b: i128) -> i128 {
    match b {
        0 if a < 0 => i128::MIN,
        0 => i128::MAX,
        // Towards zero.
        _ => (a << FRACTION) / b,
    }
}

const PAIRS: [Pair; 11] = [
    ("+", |a, b| a + b, |a, b| a + b),
    ("-", |a, b| a - b, |a, b| a - b),
    ("*", |a, b| a * b, |a, b| (a * b) >> FRACTION),
    ("/", |a, b| a / b, quotient),
    ("neg", |a, _| -a, |a, _| -a),
    ("square", |a, _| a * a, |a, _| (a * a) >> FRACTION),
    (
        "root",
        |a, _| a.square_root(),
        |a, _| (a.max(0) << FRACTION).isqrt(),
    ),
    ("least", |a, b| a.least(b), |a, b| a.min(b)),
    ("most", |a, b| a.most(b), |a, b| a.max(b)),
    (
        "in_range",
        |a, _| a.in_range(),
        |a, _| a.clamp(-(512 << FRACTION), 512 << FRACTION),
    ),
    (
        "norm",
        |a, b| Fixed::norm(a, b, a),
        |a, b| (2 * a * a + b * b).isqrt(),
    ),
];

#[test]
fn each_operation_rounds_and_saturates_as_documented() {
    for (name, ours, exact) in PAIRS {
        each_pair(|a, b| {
            let (x, y) = (Fixed::from_bits(a), Fixed::from_bits(b));
            let expected = saturated(exact(a.into(), b.into()));
            assert_eq!(wide(ours(x, y)), expected, "{name} of {a:#x}, {b:#x}");
        });
    }
    each_pair(|a, b| {
        let [x, y] = [a, b].map(Fixed::from_bits);
        assert_eq!(x.cmp(&y), a.cmp(&b));
    });
}

/// What does not saturate is exact wherever what it promises holds.
#[test]
fn what_is_known_to_fit_is_exact() {
    each_pair(|a, b| {
        let ([x, y], [a, b]) = ([a, b].map(Fixed::from_bits), [a, b].map(i128::from));
        let fits = |exact: i128| exact == saturated(exact);
        if fits(a + b) {
            assert_eq!(wide(x.plus(y)), a + b);
        }
        if fits(a - b) {
            assert_eq!(wide(x.minus(y)), a - b);
        }
        if (0..=1 << FRACTION).contains(&b) {
            // The last four bits of the part are not looked at.
            assert_eq!(
                wide(x.part(y)),
                (a * (b >> 4)) >> (FRACTION - 4),
                "{a:#x} {b:#x}"
            );
        }
        assert_eq!(i128::from(x.cell(y)), (a * b) >> (2 * FRACTION));
    });
}

/// Squared lengths of three components: of two patterns, and each of a few beside them. The squares
/// are of 12 bits after the point, rounded down: so one of a negative number can be larger than that of
/// the positive one. Beyond ±4 spacings there is only the largest.
#[test]
fn squared_lengths_are_as_documented() {
    const FACTOR: i128 = 1 << (FRACTION - COARSE);
    let most = i128::from(MAX_COARSE);
    for third in [0, 1, -1, 1 << 20, 4 << 20, -4 << 20, i32::MAX, i32::MIN] {
        each_pair(|a, b| {
            let (d, [x, y, z]) = (
                [a, b, third].map(Fixed::from_bits),
                [a, b, third].map(i128::from),
            );
            let coarse = [x, y, z].map(|v| v.div_euclid(FACTOR));
            let near = coarse.iter().all(|v| (-most..most).contains(v));
            let sum = coarse.iter().map(|v| v * v).sum::<i128>() >> (2 * COARSE - FRACTION);
            let expected = if near { sum } else { i32::MAX.into() };
            assert_eq!(wide(Fixed::squared(d)), expected, "{d:?}");
            for bound in [0, 1, a, b, third, i32::MAX] {
                let squared = i128::from(bound.max(0)).pow(2);
                let expected = x * x + y * y + z * z >= squared;
                let reaches = Fixed::reaches(d, Fixed::from_bits(bound));
                assert_eq!(reaches, expected, "{d:?} {bound:#x}");
            }
        });
    }
}

/// With more bits and back: to the nearest or from a place in the last bit on, and the rest of it.
#[test]
fn finer_units_saturate_and_round_as_documented() {
    for fineness in 0..=REMAINDER_BITS {
        let (one, most) = (1_i128 << fineness, i128::from(i32::MAX >> fineness));
        for a in patterns() {
            let (x, a) = (Fixed::from_bits(a), i128::from(a));
            assert_eq!(wide(x.finer(fineness)), a.clamp(-most, most) * one);
            let rounded = x.coarser(fineness);
            assert_eq!(wide(rounded), saturated(a + one / 2).div_euclid(one));
            let rest = i128::from(Fixed::rest(x, rounded, fineness, [Fixed::ZERO; 2]));
            assert_eq!(rest, a.rem_euclid(one));
            for place in [0, 1, u32::MAX / 2, u32::MAX / 2 + 1, u32::MAX] {
                let part = (i128::from(place) * one) >> 32;
                let expected = saturated(a + part).div_euclid(one);
                assert_eq!(wide(x.coarser_at(fineness, place)), expected, "{a:#x}");
            }
        }
    }
}

/// Both fine where both are within half a spacing, else the difference that saturates.
#[test]
fn a_place_relative_to_a_surface_is_exact_or_saturates() {
    each_pair(|a, b| {
        for remainder in [0, 1, -512, 511] {
            let (d, surface) = ([a; 3].map(Fixed::from_bits), [b; 3].map(Fixed::from_bits));
            let (found, fineness) = Fixed::relative(d, [remainder; 3], surface, [Fixed::ZERO; 2]);
            let near = [a, b].iter().all(|v| (-NEAR..NEAR).contains(v));
            let apart = i128::from(a) - i128::from(b);
            let expected = match near {
                true => (
                    (apart << REMAINDER_BITS) + i128::from(remainder),
                    REMAINDER_BITS,
                ),
                false => (saturated(apart), 0),
            };
            assert_eq!((wide(found[0]), fineness), expected, "{a:#x} {b:#x}");
        }
    });
}

/// From `f64` to the nearest, halves to the even one, held to the range; back without loss.
#[test]
fn conversions_round_and_saturate_as_documented() {
    let one = f64::from(1 << FRACTION);
    for bits in patterns() {
        let value = f64::from(bits);
        assert_eq!(Fixed::from_f64(value / one).to_bits(), bits);
        assert_eq!(Fixed::from_bits(bits).to_f64(), value / one);
        let even = i128::from(bits) + i128::from(bits & 1);
        let half = Fixed::from_f64((value + 0.5) / one);
        assert_eq!(wide(half), saturated(even), "{bits:#x}");
    }
    assert_eq!(Fixed::from_f64(f64::NAN), Fixed::ZERO);
    for value in [2048.0, 1e300, f64::INFINITY] {
        assert_eq!(
            [value, -value].map(Fixed::from_f64),
            [Fixed::MAX, Fixed::MIN]
        );
    }
}
