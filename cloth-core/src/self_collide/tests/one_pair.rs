//! What a contact does to one pair, against the law by hand.

use super::super::contact_law::touch;
use super::super::pairs::Particles;
use super::super::*;
use crate::extent::Const;
use crate::motion::{PreviousPosition, Velocity};
use crate::noise::Noise;
use crate::vector::{Vector, add, dot, length, sub};

fn law(thickness: f64, friction: f64) -> SelfContactLaw<f64> {
    SelfContactLaw::new(thickness, friction)
}

/// No direction is needed here.
fn none() -> Vector<f64> {
    panic!("a direction was asked for")
}

#[test]
fn two_blocks_stick_up_to_the_angle_of_friction_and_slide_beyond() {
    for (mu, slope) in [(0.5, 0.2), (0.5, 0.49), (0.5, 0.51), (0.3, 2.0), (0.0, 1.0)] {
        // They meet above each other, half-way on a path on which they approach by 0.1 and slide by
        // a part of that. Coulomb: of the sliding μ times the approach is lost.
        let (path, end) = ([0.1 * slope, -0.1, 0.0], [0.05 * slope, 0.95, 0.0]);
        let contact = touch(&law(1.0, mu), end, path, none).unwrap();
        let left = (slope - mu).max(0.0) * 0.1;
        let slides = add(path, contact.velocity);
        assert!((slides[0] - left).abs() < 1e-15, "{mu} {slope}: {slides:?}");
        assert!(slides[1].abs() < 1e-15 && slides[2] == 0.0);
        // What is lost of the velocity is lost of the path.
        let moved = contact.apart[0];
        assert!(
            (moved - (left - 0.1 * slope)).abs() < 1e-15,
            "{mu} {slope}: {moved}"
        );
        assert!((contact.apart[1] - 0.05).abs() < 1e-15);
    }
}

/// Up to the allowed speed a pair of the default thickness stays on its side, however near it began; what comes from
/// outside ends outside.
#[test]
fn no_pair_changes_sides() {
    let (mut noise, mut crossing, mut impacts) = (Noise(11), 0, 0);
    for _ in 0..300_000 {
        let (start, path) = (noise.vector::<f64>(1.7), noise.vector::<f64>(0.9));
        let [began, way] = [start, path].map(length);
        if !(0.05..1.7).contains(&began) || way > SelfContactLaw::<f64>::MAX_SPEED {
            continue;
        }
        let mut end = add(start, path);
        crossing += u32::from(dot(end, start) < 0.0);
        if let Some(contact) = touch(&law(1.0, 0.3), end, path, none) {
            end = add(end, contact.apart);
            impacts += u32::from(began > 1.02);
            assert!(
                began <= 1.02 || length(end) > 1.0 - 1e-12,
                "{start:?} {path:?}: {end:?}"
            );
        }
        assert!(dot(end, start) > 0.0, "{start:?} {path:?}: {end:?}");
    }
    assert!(crossing > 500 && impacts > 1000, "{crossing} {impacts}");
}

/// Whatever the solver brings, a pair that overlaps parts by a part of that, and its velocity is
/// what it has moved by: a pair that is pushed in and out again has none.
#[test]
fn layers_in_each_other_part_slowly_and_as_fast_as_they_move() {
    for (overlap, most) in [(0.9, 0.02), (0.2, 0.02), (0.02, 0.005), (0.001, 0.00025)] {
        for solver in [-0.3, -0.01, 0.0, 0.0005] {
            let (before, path) = ([0.0, 1.0 - overlap, 0.0], [0.0, solver, 0.0]);
            let Some(contact) = touch(&law(1.0, 0.3), add(before, path), path, none) else {
                panic!("{overlap} {solver}: they touch");
            };
            assert_eq!(contact.apart, contact.velocity);
            let parts = solver + contact.velocity[1];
            assert!((parts - most).abs() < 1e-15, "{overlap} {solver}: {parts}");
        }
    }
    let up = || [0.0, 1.0, 0.0];
    let contact = touch(&law(1.0, 0.3), [0.0; 3], [0.0; 3], up).unwrap();
    assert!((contact.apart[1] - 0.02).abs() < 1e-15);
}

/// What links part, faster than any push, no contact pulls back: it would feed on them.
#[test]
fn what_parts_faster_than_a_push_is_left_alone() {
    for (overlap, speed) in [(0.9, 0.021), (0.2, 0.1), (0.03, 0.021)] {
        let (before, path) = ([0.0, 1.0 - overlap, 0.0], [0.001, speed, 0.0]);
        let contact = touch(&law(1.0, 0.3), add(before, path), path, none);
        assert_eq!(contact, None, "{overlap} {speed}");
    }
}

/// One that has nearly met comes as near as d, one from further away is stopped.
#[test]
fn what_meets_is_stopped() {
    for (gap, left) in [(0.019, -0.019), (0.0, 0.0), (0.021, 0.0), (0.04, 0.0)] {
        let (before, path) = ([0.0, 1.0 + gap, 0.0], [0.0, -0.05, 0.0]);
        let contact = touch(&law(1.0, 0.0), add(before, path), path, none).unwrap();
        assert!(
            (path[1] + contact.velocity[1] - left).abs() < 1e-15,
            "{gap}"
        );
        assert!((before[1] + path[1] + contact.apart[1] - 1.0).abs() < 1e-15);
    }
}

/// With each kind of motion: what one loses the other gains, and a pinned one
/// stays.
#[test]
fn a_pair_keeps_its_momentum() {
    fn check<M: Motion>() {
        let mut noise = Noise(3);
        for pinned in [false, true] {
            let mut cloth = Cloth::<f64, Const<4, 1>>::EMPTY;
            let mut kept = Grid::<f64, Const<4, 1>>::ZERO;
            let x: [Vector<f64>; 2] = [[0.0; 3], [0.2, 0.8, 0.1]];
            let v: [Vector<f64>; 2] = [noise.vector(0.1), [0.0, -0.2, 0.05]];
            for (k, p) in [0, 3].into_iter().enumerate() {
                cloth.position.put(p, 0, x[k]);
                kept.put(p, 0, M::keep3(x[k], v[k]));
                cloth.set_pinned(p, 0, false);
            }
            cloth.set_pinned(0, 0, pinned);
            let pair = [[0, 0], [3, 0]];
            let law = law(1.0, 0.3);
            let mut particles = Particles::of((&law, &Grid::ZERO), &mut cloth, &mut kept);
            particles.resolve::<M>(pair);
            let after = [0, 3].map(|p| {
                let x = cloth.position.at(p, 0);
                (x, M::velocity3(x, kept.at(p, 0)))
            });
            assert!(after[1].1[1] > v[1][1] + 0.05, "it has touched");
            if pinned {
                assert_eq!(after[0], (x[0], v[0]));
                continue;
            }
            let sums = [
                sub(add(after[0].0, after[1].0), add(x[0], x[1])),
                sub(add(after[0].1, after[1].1), add(v[0], v[1])),
            ];
            assert!(
                sums.as_flattened().iter().all(|s| s.abs() < 1e-15),
                "{sums:?}"
            );
        }
    }
    check::<PreviousPosition>();
    check::<Velocity>();
}
