//! Walks over links against lists of all springs, and the copy for small cores against rows in place.

extern crate alloc;

use super::family::{Even, Family};
use super::links::Links;
use super::pull::Around;
use super::walk::{free_rows, walk};
use super::{largest_strain, window};
use crate::blocks::tests::rows_near_a_boundary;
use crate::cloth::Cloth;
use crate::extent::{Blank, Const, Dyn, Extent};
use crate::noise::Noise;
use crate::scalar::{Fixed, Scalar};
use crate::scratch::Scratch;
use crate::tear::{Link, Tearing};
use crate::topology::REST;
use crate::topology::{BendNeighbours, SpringKind, springs};
use crate::vector::{Vector, sub};
use alloc::{vec, vec::Vec};

/// A cloth that is shaken, with so large a part of its particles pinned.
fn shaken<T: Scalar, G: Extent>(extent: G, noise: &mut Noise, pinned: f64) -> Cloth<T, G> {
    let mut cloth = Cloth::EMPTY;
    cloth.allocate(extent).expect("there is memory");
    for row in 0..extent.rows() {
        for column in 0..extent.columns() {
            let [x, y, z] = [(); 3].map(|()| 0.3 * noise.number());
            let place = [column as f64 + x, row as f64 + y, z];
            cloth.position.put(column, row, place.map(T::from_f64));
            cloth.set_pinned(column, row, noise.number() < 2.0 * pinned - 1.0);
        }
    }
    cloth
}

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

/// The copy gives the bits that the rows in place give, for every size down
/// to one particle and for both directions.
fn the_copy_agrees<const W: usize, const H: usize>() {
    let k = [1.0, 0.8, 0.3, 0.2];
    let families: [_; 4] = core::array::from_fn(|i| Some(Even::<f32>::new(REST[i], k[i])));
    let (links, whole) = (Links(&families), <[Tearing<_>; 0]>::default());
    let before = shaken::<f32, Const<W, H>>(Const, &mut Noise(7), 0.1);
    for downwards in [true, false] {
        let (mut one, mut two, mut local) = (before.clone(), before.clone(), [true; H]);
        let mut scratch = Scratch::EMPTY;
        let parts = &mut scratch.parts(Const::<W, H>);
        let free = free_rows(&before, &mut local, parts);
        let around = &Around::new(&before.marks, free, &whole);
        window::walk(&links, &mut one.position, around, parts, downwards);
        walk(&links, &mut two, (free, &whole), parts, downwards);
        assert!(one.position == two.position, "{W} x {H}, {downwards}");
        assert!(W * H < 9 || one.position != before.position);
    }
}

#[test]
fn the_copy_gives_the_bits_of_the_rows_in_place() {
    the_copy_agrees::<1, 1>();
    the_copy_agrees::<1, 4>();
    the_copy_agrees::<2, 1>();
    the_copy_agrees::<3, 3>();
    the_copy_agrees::<4, 2>();
    the_copy_agrees::<8, 5>();
    the_copy_agrees::<17, 4>();
    the_copy_agrees::<33, 6>();
}

/// Spring by spring.
fn longest_spring<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, broken: &[[usize; 2]]) -> T {
    let columns = cloth.extent().columns();
    let at = |i: usize| (i % columns, i / columns);
    let place = |i: usize| -> Vector<T> { cloth.position.at(at(i).0, at(i).1) };
    let is_pinned = |i: usize| cloth.is_pinned(at(i).0, at(i).1);
    let squares = springs(columns, cloth.extent().rows(), BendNeighbours::Four)
        .filter(|spring| spring.kind != SpringKind::Bend && !broken.contains(&spring.ends))
        .filter(|spring| !spring.ends.iter().all(|&end| is_pinned(end)))
        .map(|spring| {
            let squared = T::squared(sub(place(spring.ends[1]), place(spring.ends[0])));
            match spring.kind {
                SpringKind::Shear => T::constant(0.5) * squared,
                _ => squared,
            }
        });
    T::square_root(squares.fold(T::ZERO, T::most)) - T::ONE
}

fn strain_agrees<T: Scalar, G: Extent>(extent: G, pinned: f64, seed: u64) {
    let what = (extent.columns(), extent.rows(), pinned, seed);
    let cloth = shaken::<T, G>(extent, &mut Noise(seed), pinned);
    let found = largest_strain(&cloth, &<[Tearing<_>; 0]>::default(), &mut []);
    assert_eq!(found, longest_spring(&cloth, &[]), "{what:?}");
    // Part by part.
    let mut squares = vec![T::ZERO; extent.rows()];
    assert_eq!(
        largest_strain(&cloth, &<[Tearing<_>; 0]>::default(), &mut squares),
        found,
        "{what:?}"
    );
    // The longest link is broken, and then the next.
    let mut tear = Tearing::<G>::BLANK;
    tear.allocate(extent).expect("there is memory");
    let mut broken = Vec::new();
    for _ in 0..3 {
        let longest =
            springs(extent.columns(), extent.rows(), BendNeighbours::Four).find(|spring| {
                let mut without = broken.clone();
                without.push(spring.ends);
                longest_spring(&cloth, &without) != longest_spring(&cloth, &broken)
            });
        let Some(spring) = longest else {
            return;
        };
        let [a, b] = spring
            .ends
            .map(|i| (i % extent.columns(), i / extent.columns()));
        let link = match (b.0 as isize - a.0 as isize, b.1 - a.1) {
            (1, 0) => Link::Right,
            (0, _) => Link::Down,
            (1, _) => Link::DownRight,
            _ => Link::DownLeft,
        };
        tear.cut(a.0, a.1, link);
        tear.follow();
        broken.push(spring.ends);
        let found = largest_strain(&cloth, core::array::from_ref(&tear), &mut []);
        assert_eq!(
            found,
            longest_spring(&cloth, &broken),
            "{what:?}, {broken:?}"
        );
    }
}

#[test]
fn the_largest_strain_is_what_brute_force_finds() {
    let mut seed = 0;
    for (columns, rows) in [
        (1, 1),
        (1, 5),
        (2, 2),
        (7, 3),
        (8, 3),
        (9, 4),
        (16, 2),
        (31, 3),
        (300, 2),
        (3, 150),
    ] {
        for pinned in [0.0, 0.1, 0.5, 0.9] {
            for _ in 0..3 {
                seed += 1;
                strain_agrees::<f32, Dyn>(Dyn::new(columns, rows), pinned, seed);
                strain_agrees::<Fixed, Dyn>(Dyn::new(columns, rows), pinned, seed);
            }
        }
    }
    for pinned in [0.0, 0.1, 0.5] {
        strain_agrees::<f32, Const<9, 4>>(Const, pinned, 1);
        strain_agrees::<Fixed, Const<9, 4>>(Const, pinned, 2);
    }
}
