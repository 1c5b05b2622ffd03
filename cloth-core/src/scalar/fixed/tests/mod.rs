//! What a link pulls with; [`exact`] has the operations.

mod exact;

use super::*;

/// A sequence without pattern, the same in every run.
fn noise(i: u32) -> u32 {
    let mut x = i.wrapping_mul(0x9e37_79b9) ^ 0x85eb_ca6b;
    x ^= x >> 15;
    x = x.wrapping_mul(0x2c1b_3c6d);
    x ^ (x >> 13)
}

const STEP: f64 = 1.0 / (1 << FRACTION) as f64;

fn fixed(value: f64) -> Fixed {
    Fixed::from_f64(value)
}

/// strength · (1 − rest/|d|) · d in `f64`.
fn exact_pull(d: [f64; 3], rest: f64, strength: f64) -> [f64; 3] {
    let length = libm::sqrt(d.iter().map(|v| v * v).sum());
    d.map(|v| strength * (1.0 - rest / length) * v)
}

const RESTS: [f64; 5] = [1.0, core::f64::consts::SQRT_2, 2.0, 2.828_427_124_7, 1.09];

fn direction(i: u32) -> [f64; 3] {
    let part = |n| f64::from(noise(n) as i32) / f64::from(i32::MAX);
    let d = [part(3 * i), part(3 * i + 1), part(3 * i + 2)];
    let length = libm::sqrt(d.iter().map(|v| v * v).sum());
    d.map(|v| v / length)
}

/// The short way: the error stays within what the series leaves out, and
/// what the coarse components round away.
#[test]
fn pull_near_the_rest_length() {
    for i in 0..60_000 {
        let rest = RESTS[i as usize % RESTS.len()];
        let strain = f64::from(noise(i) % 2_400) / 10_000.0 - 0.12;
        let d = direction(i).map(|v| fixed(v * rest * (1.0 + strain)));
        let exact = exact_pull(d.map(Fixed::to_f64), rest, 0.5);
        let pull = Fixed::pull::<false>(d, &Fixed::link(rest, 0.5));
        let series = if strain > 0.0 { 0.009 } else { 0.067 };
        for k in 0..3 {
            let error = (pull[k].to_f64() - exact[k]).abs();
            let bound = series * exact[k].abs() + 4.5e-4 * rest;
            assert!(error <= bound, "{rest} {strain}: {error} above {bound}");
        }
    }
}

/// The long way, from ends that nearly coincide to those at the ends of the
/// range: right to four digits, and never an overflow (which a debug build
/// would report).
#[test]
fn pull_far_from_the_rest_length() {
    let mut taken = 0;
    // And those of long and narrow cells.
    let rests = [&RESTS[..], &[5.3, 21.7, 640.0]].concat();
    for i in 0..96_000 {
        let rest = rests[i as usize % rests.len()];
        let length = libm::exp2(f64::from(noise(i) % 2_100) / 100.0 - 10.0);
        let d = direction(i).map(|v| fixed(v * length.min(1950.0)));
        let link = Fixed::link(rest, 0.5);
        if length > 15.0 && link.factor::<false>(d).is_some() {
            // Taken for one that is near: pulled by little, whichever way.
            let pull = Fixed::pull::<false>(d, &link);
            assert!(pull.iter().all(|v| v.to_f64().abs() <= 0.5), "{pull:?}");
            taken += 1;
            continue;
        }
        let exact = exact_pull(d.map(Fixed::to_f64), rest, 0.5);
        let strain = libm::sqrt(d.iter().map(|v| v.to_f64().powi(2)).sum()) / rest - 1.0;
        if strain.abs() < 0.14 {
            continue;
        }
        let pull = Fixed::pull::<false>(d, &Fixed::link(rest, 0.5));
        for k in 0..3 {
            let error = (pull[k].to_f64() - exact[k]).abs();
            let bound = 2e-4 * (rest + exact[k].abs()) + rest * STEP / length;
            assert!(error <= bound, "{rest} {length}: {error} above {bound}");
        }
        let limited = Fixed::pull::<true>(d, &Fixed::link(rest, 0.5));
        assert_eq!(limited == [Fixed::ZERO; 3], strain < 0.0, "{rest} {length}");
    }
    assert!(taken < 300, "one in two hundred: {taken}");
    let corner = [fixed(1952.0), fixed(-1952.0), fixed(1952.0)];
    for strength in [0.01, 0.5, 1.0, 2.0, 60.0] {
        let pull = Fixed::pull::<false>(corner, &Fixed::link(1.0, strength));
        assert!(pull[0] > Fixed::ZERO && pull[1] < Fixed::ZERO);
    }
    assert_eq!(
        Fixed::pull::<false>([Fixed::ZERO; 3], &Fixed::link(1.0, 0.5)),
        [Fixed::ZERO; 3]
    );
    // Both zeros are in the range of a stiffness.
    for strength in [0.0, -0.0] {
        let pull = Fixed::pull::<false>(
            [fixed(1.01), fixed(0.1), Fixed::ZERO],
            &Fixed::link(1.0, strength),
        );
        assert_eq!(pull, [Fixed::ZERO; 3]);
    }
}

/// A link of exactly its rest length is left alone in every direction of the
/// axes, and twice a link is a link of twice the strength.
#[test]
fn rest_is_rest_and_twice_is_twice() {
    for axis in 0..3 {
        for (rest, strength) in [(1.0, 0.5), (2.0, 0.25), (1.0, 1.0)] {
            let mut d = [Fixed::ZERO; 3];
            d[axis] = fixed(rest);
            let link = Fixed::link(rest, strength);
            assert_eq!(Fixed::pull::<false>(d, &link), [Fixed::ZERO; 3]);
            d[axis] = fixed(1.05 * rest);
            let twice = Fixed::pull::<false>(d, &Fixed::twice(&link))[axis].to_f64();
            let whole = Fixed::pull::<false>(d, &Fixed::link(rest, 2.0 * strength))[axis];
            assert!((twice - whole.to_f64()).abs() <= 64.0 * STEP);
        }
    }
}
