//! Every link of a grid is solved once, within blocks and across the seams between them: against the
//! list of all springs, on every number of rows near one where another block begins.

#![cfg(feature = "alloc")]

extern crate alloc;

use super::super::links::Links;
use super::*;
use crate::blocks::tests::rows_near_a_boundary;
use crate::extent::{Const, Dyn};
use crate::noise::Noise;
use crate::scalar::Fixed;
use crate::scratch::Scratch;
use crate::tear::Tearing;
use crate::topology::{BendNeighbours, springs};
use alloc::vec;

/// Links that change z by how much further along y the other end is. As no y changes, what a particle has
/// in the end is a sum over its links in any order, and of whole numbers an exact one.
#[derive(Clone, Copy)]
struct Further;

impl<T: Scalar> Family<T> for Further {
    fn pull(&self, d: [T; 3]) -> [T; 3] {
        [T::ZERO, T::ZERO, d[1]]
    }
    fn held(&self) -> Self {
        *self
    }
    fn rounded(&self, _place: u32) -> Self {
        *self
    }
}

fn each_link_is_solved_once<T: Scalar, G: Extent>(extent: G) {
    let (columns, rows) = (extent.columns(), extent.rows());
    let (mut cloth, mut scratch) = (Cloth::<T, G>::EMPTY, Scratch::EMPTY);
    cloth.allocate(extent).unwrap();
    scratch.allocate(extent).unwrap();
    let (mut noise, mut heights) = (Noise(1), vec![0.0; columns * rows]);
    for (p, height) in heights.iter_mut().enumerate() {
        // Sixteen links of twice as much: exact in all formats.
        *height = (50.0 * noise.number()).round();
        let place = [T::ZERO, T::from_f64(*height), T::ZERO];
        cloth.position.put(p % columns, p / columns, place);
        cloth.set_pinned(p % columns, p / columns, false);
    }
    let mut expected = vec![0.0; columns * rows];
    for [a, b] in springs(columns, rows, BendNeighbours::Eight).map(|spring| spring.ends) {
        expected[a] += heights[b] - heights[a];
        expected[b] += heights[a] - heights[b];
    }
    for downwards in [true, false] {
        let mut cloth = cloth.clone();
        let (links, free) = (Links::<_, 4>(&[Some(Further); 4]), vec![true; rows]);
        let parts = &mut scratch.parts(extent);
        walk(
            &links,
            &mut cloth,
            (&free, &<[Tearing<_>; 0]>::default()),
            parts,
            downwards,
        );
        for (p, expected) in expected.iter().enumerate() {
            let (column, row) = (p % columns, p / columns);
            let found = cloth.position.at(column, row)[2].to_f64();
            let what = (T::NAME, columns, rows, downwards, column, row);
            assert_eq!(found, *expected, "{what:?}");
        }
    }
}

#[test]
fn in_vectors() {
    for rows in rows_near_a_boundary() {
        for columns in [1, 2, 3, 17] {
            each_link_is_solved_once::<f32, _>(Dyn::new(columns, rows));
        }
        each_link_is_solved_once::<f64, _>(Dyn::new(3, rows));
        each_link_is_solved_once::<Fixed, _>(Dyn::new(3, rows));
    }
}

/// Each grid is compiled anew, so there are few.
#[test]
fn in_arrays() {
    each_link_is_solved_once::<f32, _>(Const::<3, 256>);
    each_link_is_solved_once::<f32, _>(Const::<1, 257>);
    each_link_is_solved_once::<f32, _>(Const::<3, 258>);
    each_link_is_solved_once::<f64, _>(Const::<3, 259>);
    each_link_is_solved_once::<f32, _>(Const::<2, 320>);
    each_link_is_solved_once::<f32, _>(Const::<3, 321>);
    each_link_is_solved_once::<f32, _>(Const::<3, 322>);
}
