//! Normals, pins by name, and what the hash sees.

use cloth_core::Scalar;
use cloth_core::mesh::face_normal;
use cloth_core::scene::{Pins, Place};
use cloth_tests::measure::{add, assert_near3, cross, length, positions, scale, sub};
use cloth_tests::{Noise, bare, begin, blank, for_sizes, particles, put, shake};
use std::collections::BTreeSet;

/// Sums of the area vectors around each particle, made unit vectors.
fn brute_force(columns: usize, rows: usize, x: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let mut sum = vec![[0.0; 3]; x.len()];
    for corners in cloth_core::triangles(columns, rows) {
        let [a, b, c] = corners.map(|i| x[i]);
        let area = cross(sub(b, a), sub(c, a));
        for i in corners {
            sum[i] = add(sum[i], area);
        }
    }
    let unit = |v| match length(v) {
        0.0 => v,
        size => scale(v, 1.0 / size),
    };
    sum.into_iter().map(unit).collect()
}

fn normals<T: Scalar, const W: usize, const H: usize>() {
    let mut sim = begin::<T, W, H>(&bare(W, H));
    shake(&mut sim, &mut Noise::new(5), 0.3, 0.0);
    let expected = brute_force(W, H, &positions(&sim));
    let mut found = blank(&sim);
    // What is in the memory before must not matter.
    put(&mut found, 0, 0, [T::ONE, T::ZERO, T::ZERO]);
    sim.normals(&mut found);
    let error = if T::NAME == "f32" { 2e-6 } else { 1e-14 };
    for (c, r) in particles(W, H) {
        let normal = found.get(c, r).unwrap().map(T::to_f64);
        assert_near3(normal, expected[r * W + c], error);
    }
}

#[test]
fn s2_15_vertex_normals_are_sums_of_face_areas() {
    for_sizes!(normals::<f64>: (1, 1), (1, 4), (4, 1), (2, 2), (3, 5), (6, 2), (9, 8));
    for_sizes!(normals::<f32>: (1, 1), (1, 4), (4, 1), (2, 2), (3, 5), (6, 2), (9, 8));
}

#[test]
fn a_face_normal_points_where_it_runs_counter_clockwise() {
    let corners = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 3.0, 0.0]];
    assert_eq!(face_normal::<f32>(corners), [0.0, 0.0, 1.0]);
    let [a, b, c] = corners;
    assert_eq!(face_normal::<f32>([a, c, b]), [0.0, 0.0, -1.0]);
    assert_eq!(face_normal::<f32>([a, b, b]), [0.0; 3]);
}

fn held(set: fn(&mut Pins)) -> BTreeSet<(usize, usize)> {
    let mut scene = bare(5, 4);
    set(&mut scene.pins);
    let sim = begin::<f32, 5, 4>(&scene);
    let pinned = |&(c, r): &(usize, usize)| sim.cloth().is_pinned(c, r);
    particles(5, 4).filter(pinned).collect()
}

#[test]
fn pins_hold_the_corners_edges_and_places_they_name() {
    let all = |f: fn(usize, usize) -> bool| -> BTreeSet<_> {
        particles(5, 4).filter(|&(c, r)| f(c, r)).collect()
    };
    assert_eq!(held(|_| ()), all(|_, _| false));
    assert_eq!(held(|p| p.top_left = true), all(|c, r| (c, r) == (0, 0)));
    assert_eq!(held(|p| p.top_right = true), all(|c, r| (c, r) == (4, 0)));
    assert_eq!(held(|p| p.bottom_left = true), all(|c, r| (c, r) == (0, 3)));
    assert_eq!(
        held(|p| p.bottom_right = true),
        all(|c, r| (c, r) == (4, 3))
    );
    assert_eq!(held(|p| p.top_edge = true), all(|_, r| r == 0));
    assert_eq!(held(|p| p.bottom_edge = true), all(|_, r| r == 3));
    assert_eq!(held(|p| p.left_edge = true), all(|c, _| c == 0));
    assert_eq!(held(|p| p.right_edge = true), all(|c, _| c == 4));
    let places = held(|p| {
        for (across, down) in [(0.0, 1.0), (0.5, 0.4), (1.0, 0.0), (0.87, 0.5)] {
            let _ = p.places.push(Place { across, down });
        }
    });
    assert_eq!(places, BTreeSet::from([(0, 3), (2, 1), (4, 0), (3, 2)]));
}

#[test]
fn the_hash_sees_positions_velocities_and_pins() {
    let sim = begin::<f32, 5, 4>(&bare(5, 4));
    let hash = sim.state_hash();
    for (c, r) in particles(5, 4) {
        let x = sim.position(c, r).unwrap();
        let mut moved = sim.clone();
        moved
            .place(c, r, [x[0], x[1], x[2] + 1e-3], [0.0; 3])
            .unwrap();
        let mut pushed = sim.clone();
        pushed.place(c, r, x, [0.0, 1e-3, 0.0]).unwrap();
        let mut pinned = sim.clone();
        pinned.pin(c, r).unwrap();
        let hashes = [&moved, &pushed, &pinned].map(|s| s.state_hash());
        let different: BTreeSet<_> = hashes.into_iter().chain([hash]).collect();
        assert_eq!(different.len(), 4, "{c} {r}");
    }
}
