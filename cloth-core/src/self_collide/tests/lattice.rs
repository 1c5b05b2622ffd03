//! The list of near pairs of a few particles on every place of a small lattice, in both storages.

#![cfg(feature = "alloc")]

extern crate alloc;

use super::super::*;
use crate::extent::{Const, Dyn};
use crate::vector::Vector;
use alloc::vec::Vec;

/// Coordinates of the lattice: a box that ends in one and one that begins in another are nearer
/// than the reach of 2 by a last bit, as far as that, or further.
const PLACES: [f64; 4] = [-1.0, 0.0, 2.0 - f64::EPSILON, 2.0];

/// The pairs that the list has for particles in these places.
fn listed<G: Extent>(
    memory: &mut SelfCollision<f64, G, 6>,
    places: &[Vector<f64>],
) -> Vec<[usize; 2]> {
    let extent = memory.reference.extent();
    let columns = extent.columns();
    for (p, place) in places.iter().enumerate() {
        memory.reference.put(p % columns, p / columns, *place);
    }
    memory.look();
    assert!(memory.fill_list(), "six a particle have room");
    let number = |[place, row]: [usize; 2]| row * columns + extent.column(place);
    (memory.list().iter())
        .map(|pair| pair.map(|end| number(extent.spot(end))))
        .collect()
}

/// A list with a reach of 2, of all pairs: none is left out for being near on the grid.
fn memory<G: Extent>(extent: G) -> SelfCollision<f64, G, 6> {
    let mut memory = SelfCollision::BLANK;
    memory.allocate(extent).unwrap();
    memory.law = SelfContactLaw::new(1.5, 0.0);
    memory.law.beside = 0;
    memory.margin = 0.5;
    memory
}

/// Every placement of all particles of a grid: the list is what brute force finds, each pair once, and
/// in the same order in both storages.
fn every_placement<const W: usize, const H: usize>(places: &[Vector<f64>]) {
    let (mut arrays, mut vectors) = (memory(Const::<W, H>), memory(Dyn::new(W, H)));
    let count = places.len().pow((W * H) as u32);
    let (mut fewest, mut most) = (usize::MAX, 0);
    for placement in 0..count {
        let mut rest = placement;
        let cloud: Vec<_> = (0..W * H)
            .map(|_| {
                let place = places[rest % places.len()];
                rest /= places.len();
                place
            })
            .collect();
        let found = listed(&mut arrays, &cloud);
        assert_eq!(found, listed(&mut vectors, &cloud), "{cloud:?}");
        let mut sorted: Vec<_> = found.iter().map(|[i, j]| [*i.min(j), *i.max(j)]).collect();
        sorted.sort_unstable();
        assert_eq!(sorted, near_by_brute_force(&cloud), "{cloud:?}");
        (fewest, most) = (fewest.min(found.len()), most.max(found.len()));
    }
    assert_eq!(most, W * H * (W * H - 1) / 2, "all in one place");
    assert!(2 * fewest < most, "{fewest}");
}

fn near_by_brute_force(cloud: &[Vector<f64>]) -> Vec<[usize; 2]> {
    let pairs = (0..cloud.len()).flat_map(|i| (i + 1..cloud.len()).map(move |j| [i, j]));
    let squared = |[i, j]: [usize; 2]| {
        (0..3)
            .map(|k| (cloud[i][k] - cloud[j][k]).powi(2))
            .sum::<f64>()
    };
    pairs.filter(|&pair| squared(pair) < 4.0).collect()
}

/// All places whose coordinates are these.
fn cube(of: &[f64]) -> Vec<Vector<f64>> {
    let square = of.iter().flat_map(|&x| of.iter().map(move |&y| [x, y]));
    square
        .flat_map(|[x, y]| of.iter().map(move |&z| [x, y, z]))
        .collect()
}

#[test]
fn particles_of_one_tile() {
    every_placement::<3, 1>(&cube(&PLACES));
    every_placement::<1, 3>(&cube(&PLACES));
    let flat: Vec<_> = cube(&PLACES).into_iter().filter(|x| x[1] == 0.0).collect();
    every_placement::<2, 2>(&flat);
}

/// Two of two, and four of two.
#[test]
fn particles_of_several_tiles() {
    every_placement::<4, 1>(&cube(&PLACES[1..]));
    let line: Vec<_> = PLACES.map(|x| [x, x, 0.0]).into();
    every_placement::<4, 2>(&line);
}
