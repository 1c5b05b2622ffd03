extern crate std;

use super::*;
use crate::extent::{Blank, Const, Dyn};
use crate::noise::Noise;
use crate::scalar::Fixed;
use crate::tear::{Link, Tearing};
use crate::topology::{BendNeighbours, SpringKind, springs};
use crate::vector::{Vector, sub};

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

/// Spring by spring.
fn brute_force<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, broken: &[[usize; 2]]) -> T {
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

fn agrees<T: Scalar, G: Extent>(extent: G, pinned: f64, seed: u64) {
    let what = (extent.columns(), extent.rows(), pinned, seed);
    let cloth = shaken::<T, G>(extent, &mut Noise(seed), pinned);
    let found = largest_strain(&cloth, &<[Tearing<_>; 0]>::default(), &mut []);
    assert_eq!(found, brute_force(&cloth, &[]), "{what:?}");
    // Part by part.
    let mut squares = std::vec![T::ZERO; extent.rows()];
    assert_eq!(
        largest_strain(&cloth, &<[Tearing<_>; 0]>::default(), &mut squares),
        found,
        "{what:?}"
    );
    // The longest link is broken, and then the next.
    let mut tear = Tearing::<G>::BLANK;
    tear.allocate(extent).expect("there is memory");
    let mut broken = std::vec::Vec::new();
    for _ in 0..3 {
        let longest =
            springs(extent.columns(), extent.rows(), BendNeighbours::Four).find(|spring| {
                let mut without = broken.clone();
                without.push(spring.ends);
                brute_force(&cloth, &without) != brute_force(&cloth, &broken)
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
        assert_eq!(found, brute_force(&cloth, &broken), "{what:?}, {broken:?}");
    }
}

#[test]
fn the_largest_is_what_brute_force_finds() {
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
                agrees::<f32, Dyn>(Dyn::new(columns, rows), pinned, seed);
                agrees::<Fixed, Dyn>(Dyn::new(columns, rows), pinned, seed);
            }
        }
    }
    for pinned in [0.0, 0.1, 0.5] {
        agrees::<f32, Const<9, 4>>(Const, pinned, 1);
        agrees::<Fixed, Const<9, 4>>(Const, pinned, 2);
    }
}
