use super::super::links::Links;
use super::super::walk::{free_rows, walk as in_place};
use super::super::{Projection, ProjectionStiffness};
use super::*;
use crate::extent::Const;
use crate::scratch::Scratch;
use crate::tear::Tearing;

/// A crumpled cloth with some pins.
fn cloth<const W: usize, const H: usize>() -> Cloth<f32, Const<W, H>> {
    let mut cloth = Cloth::EMPTY;
    for row in 0..H {
        for column in 0..W {
            let t = (row * W + column) as f32;
            let place = [column as f32 * 0.9, libm::sinf(3.0 * t), row as f32 * 1.1];
            cloth.position.put(column, row, place);
            let pinned = (row * 5 + column * 3) % 11 == 4;
            cloth.set_pinned(column, row, pinned);
        }
    }
    cloth
}

/// The copy gives the bits that the rows in place give, for every size down
/// to one particle and for both directions.
fn same<const W: usize, const H: usize>() {
    let stiffness = ProjectionStiffness {
        structural: 1.0,
        shear: 0.8,
        bend: 0.3,
        bend_diagonal: 0.2,
    };
    let projection = Projection::new(1, &stiffness);
    for downwards in [true, false] {
        let (mut one, mut two) = (cloth::<W, H>(), cloth::<W, H>());
        let mut scratch = Scratch::EMPTY;
        let (mut local, parts) = ([true; H], &mut scratch.parts(Const::<W, H>));
        let (links, free) = (
            Links::<_, 4>(projection.families()),
            (
                free_rows(&one, &mut local, parts),
                &<[Tearing<_>; 0]>::default(),
            ),
        );
        walk(&links, &mut one, free, parts, downwards);
        in_place(&links, &mut two, free, parts, downwards);
        assert!(one.position == two.position, "{W} x {H}, {downwards}");
        assert!(W * H == 1 || one.position != cloth::<W, H>().position);
    }
}

#[test]
fn the_copy_gives_the_bits_of_the_rows_in_place() {
    same::<1, 1>();
    same::<1, 4>();
    same::<2, 1>();
    same::<2, 2>();
    same::<3, 3>();
    same::<4, 2>();
    same::<5, 7>();
    same::<8, 5>();
    same::<13, 9>();
    same::<17, 4>();
    same::<30, 5>();
    same::<33, 6>();
    same::<64, 4>();
}
