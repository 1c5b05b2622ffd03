//! Contacts of the cloth with itself against brute force, and against the law by hand.

mod cloud;
mod one_pair;

use super::pairs::surface_normal;
use super::*;
use crate::extent::Const;
use crate::motion::PreviousPosition;
use crate::noise::Noise;
use crate::scalar::Fixed;
use crate::vector::{add, sub};
use cloud::Cloud;

/// Parts a cloud in both ways, which must agree to the bit; how many contacts there were.
fn part_both<T: Scalar, G: Extent, const P: usize>(
    memory: &mut SelfCollision<T, G, P>,
    [one, two]: [&mut Cloud<T, G>; 2],
    what: core::fmt::Arguments,
) -> u32 {
    // The same law of speeds; what follows from it is another way.
    let mut scratch = Scratch::EMPTY;
    scratch.allocate(one.cloth.extent()).unwrap();
    memory.slow_down::<PreviousPosition>(&mut two.cloth, &mut two.kept, &mut scratch);
    let law = memory.law;
    memory.separate::<PreviousPosition>(&mut one.cloth, &mut one.kept, &mut scratch);
    let touching = two.part_by_brute_force(&law, &memory.reference);
    let same = one.cloth == two.cloth && one.kept == two.kept;
    assert!(same, "{} {what}", T::NAME);
    touching
}

/// Memory for contacts of this thickness.
fn memory<T: Scalar, G: Extent, const P: usize>(
    extent: G,
    thickness: f64,
    friction: f64,
) -> SelfCollision<T, G, P> {
    let mut memory = SelfCollision::BLANK;
    memory.allocate(extent).unwrap();
    memory.set_law(SelfContactLaw::new(thickness, friction));
    memory
}

/// Parts a cloud of this size, moving at this speed, for some substeps, in both
/// ways. They must agree to the bit. Returns how many contacts there were.
///
/// Where all lie in each other, the pushes of a single pass add up to more than the
/// margin. What they bring together is found a substep later, so one is looked at.
fn agrees<T: Scalar, G: Extent, const P: usize>(
    extent: G,
    [size, speed, thickness]: [f64; 3],
    seed: u64,
) -> u32 {
    let mut noise = Noise(seed);
    let mut one = Cloud::new(extent, |_| [noise.vector(size), noise.vector(speed)]);
    let mut two = one.clone();
    // Of large clouds fewer: brute force takes the square of their particles.
    let substeps = if size < 2.5 * thickness {
        1
    } else {
        (2000 / one.count()).max(2)
    };
    let mut memory = memory::<T, G, P>(extent, thickness, 0.4);
    let mut touching = 0;
    for substep in 0..substeps {
        let what = format_args!("{P} {size} {speed} {thickness}: {substep}");
        touching += part_both(&mut memory, [&mut one, &mut two], what);
        one.go_on();
        two.go_on();
    }
    touching
}

/// The same in the hosts' storage.
#[cfg(feature = "alloc")]
fn in_vectors(cloud: [f64; 3], seed: u64) {
    let extent = crate::Dyn::new(11, 9);
    agrees::<f32, _, 8>(extent, cloud, seed);
    agrees::<Fixed, _, 8>(extent, cloud, seed);
}

#[cfg(not(feature = "alloc"))]
const fn in_vectors(_: [f64; 3], _: u64) {}

#[test]
fn the_list_and_the_tiles_find_what_brute_force_finds() {
    let mut seed = 0;
    for size in [0.5, 4.0, 6.0, 30.0] {
        for speed in [0.0, 0.05, 0.2] {
            for thickness in [0.5, 1.0, 1.7] {
                seed += 1;
                let cloud = [size, speed, thickness];
                let touching = agrees::<f32, _, 8>(Const::<11, 9>, cloud, seed);
                // A cloud this thin hardly touches.
                assert!(touching > 10 || size > 3.0, "{size} {speed} {thickness}");
                // Hardly room for a list: through the tiles.
                agrees::<f32, _, 1>(Const::<11, 9>, cloud, seed);
                agrees::<Fixed, _, 8>(Const::<11, 9>, cloud, seed);
                in_vectors(cloud, seed);
            }
        }
    }
}

#[test]
fn tiles_of_several_patches_find_what_brute_force_finds() {
    // 82 columns are nine tiles of nine or ten: two patches each way.
    let cloud = [16.0, 0.05, 1.0];
    let touching = agrees::<f32, _, 8>(Const::<82, 83>, cloud, 99);
    assert!(touching > 1000, "{touching}");
    agrees::<f32, _, 1>(Const::<82, 83>, cloud, 99);
}

/// Another that takes over what one knows goes on as that does, with a list and without, and is not made to
/// look anew.
fn goes_on_elsewhere<T: Scalar, G: Extent, const P: usize>(extent: G) -> Found {
    let mut noise = Noise(11);
    let mut one = Cloud::<T, G>::new(extent, |_| [noise.vector(3.0), noise.vector(0.002)]);
    // Most are pinned: no list holds where all push each other.
    for p in (0..one.count()).filter(|p| p % 10 != 5) {
        let [column, row] = one.spot(p);
        one.cloth.set_pinned(column, row, true);
    }
    let mut scratch = Scratch::EMPTY;
    scratch.allocate(extent).unwrap();
    let mut first = memory::<T, G, P>(extent, 1.0, 0.4);
    let (cloth, kept) = (&mut one.cloth, &mut one.kept);
    first.separate::<PreviousPosition>(cloth, kept, &mut scratch);
    let mut second = memory::<T, G, P>(extent, 1.7, 0.0);
    second.take_over(&first);
    let (mut two, before) = (one.clone(), one.cloth.clone());
    for (memory, cloud) in [(&mut first, &mut one), (&mut second, &mut two)] {
        let (cloth, kept) = (&mut cloud.cloth, &mut cloud.kept);
        memory.separate::<PreviousPosition>(cloth, kept, &mut scratch);
        assert_ne!(memory.age, 0, "{} {P}: the list holds", T::NAME);
    }
    let same = one.cloth == two.cloth && one.kept == two.kept;
    assert!(same && one.cloth != before, "{} {P}", T::NAME);
    second.found
}

#[test]
fn what_is_taken_over_goes_on_as_it_was() {
    assert_eq!(
        goes_on_elsewhere::<f32, _, 1>(Const::<11, 9>),
        Found::InTiles
    );
    assert_eq!(
        goes_on_elsewhere::<f32, _, 48>(Const::<11, 9>),
        Found::Listed
    );
    #[cfg(feature = "alloc")]
    {
        let extent = crate::Dyn::new(11, 9);
        assert_eq!(goes_on_elsewhere::<f32, _, 1>(extent), Found::InTiles);
        assert_eq!(goes_on_elsewhere::<f32, _, 48>(extent), Found::Listed);
        assert_eq!(goes_on_elsewhere::<Fixed, _, 48>(extent), Found::Listed);
    }
}

#[test]
fn clouds_in_one_place_and_far_away_are_found_too() {
    some_in_one_place::<f64, _>(Const::<6, 5>);
    #[cfg(feature = "alloc")]
    some_in_one_place::<f64, _>(crate::Dyn::new(6, 5));
}

fn some_in_one_place<T: Scalar, G: Extent>(extent: G) {
    for place in [0.0, 3.0, -700.0, 1e6, 4e8] {
        let mut noise = Noise(7);
        let cloud = Cloud::<T, G>::new(extent, |p| {
            let beside = noise.vector(if p % 3 == 0 { 0.0 } else { 0.8 });
            [add([T::from_f64(place); 3], beside), [T::ZERO; 3]]
        });
        let mut memory = memory::<T, G, 4>(extent, 1.0, 0.0);
        let (mut one, mut two) = (cloud.clone(), cloud);
        let near = part_both(&mut memory, [&mut one, &mut two], format_args!("{place}"));
        assert!(near > 100);
        let finite = |p: usize| one.position(p).iter().all(|v| v.to_f64().is_finite());
        assert!((0..one.count()).all(finite));
    }
}

/// Rows of tiles pass each other: contacts are made again above [`FAST`](drift::FAST), and nothing
/// stays faster than allowed.
#[test]
fn what_is_fast_is_told_and_slowed_down() {
    for (thickness, speed) in [(1.0, 0.349), (1.0, 0.351), (0.5, 0.174), (0.5, 0.176)]
        .into_iter()
        .chain([(1.0, 0.899), (1.0, 0.901), (1.0, 3.0), (0.25, 0.95)])
    {
        let mut cloud = Cloud::<f64, _>::new(Const::<11, 9>, |p| {
            let way = if p / 11 / 3 == 1 { 0.5 } else { -0.5 };
            let place = [(p % 11) as f64, 0.0, 0.2 * (p / 11) as f64];
            [place, [way * speed, 0.0, 0.0]]
        });
        let mut memory = memory::<f64, _, 8>(Const::<11, 9>, thickness, 0.4);
        let mut scratch = Scratch::EMPTY;
        scratch.allocate(cloud.cloth.extent()).unwrap();
        let (cloth, kept) = (&mut cloud.cloth, &mut cloud.kept);
        let is_fast = memory.slow_down::<PreviousPosition>(cloth, kept, &mut scratch);
        assert_eq!(is_fast, speed > 0.35 * thickness, "{thickness} {speed}");
        for column in 0..11 {
            let [above, below] =
                [0, 3].map(|row| sub(cloth.position.at(column, row), kept.at(column, row))[0]);
            let left = speed.min(SelfContactLaw::<f64>::MAX_SPEED);
            assert!(
                (below - above - left).abs() < 1e-12,
                "{speed}: {above} {below}"
            );
        }
    }
}

/// Layers in one place part along it, at the cloth's edges, too.
#[test]
fn the_normal_of_a_sheet_is_across_it_and_of_length_one() {
    let sheet = |height: fn(f64, f64) -> f64| {
        Cloud::<f64, _>::new(Const::<4, 3>, |p| {
            let [x, z] = [0.7 * (p % 4) as f64, 0.9 * (p / 4) as f64];
            [[x, height(x, z), z], [0.0; 3]]
        })
    };
    let normal =
        |cloud: &Cloud<f64, Const<4, 3>>, place| surface_normal(&cloud.cloth.position, place);
    let flat = sheet(|_, _| 2.0);
    // Down to the right: (1, 2, 0)/√5.
    let steep = sheet(|x, _| -0.5 * x);
    let slope = 5.0_f64.sqrt();
    for place in (0..12).map(|p| [p % 4, p / 4]) {
        assert_eq!(normal(&flat, place), [0.0, 1.0, 0.0]);
        let off = sub(normal(&steep, place), [1.0 / slope, 2.0 / slope, 0.0]);
        assert!(off.iter().all(|v| v.abs() < 1e-12), "{off:?}");
    }
    let line = Cloud::<f64, _>::new(Const::<1, 3>, |p| [[0.0, 0.0, p as f64], [0.0; 3]]);
    assert_eq!(
        surface_normal(&line.cloth.position, [0, 2]),
        [0.0, 1.0, 0.0]
    );
}

#[test]
fn memory_is_as_documented() {
    let bytes = size_of::<SelfCollision<f32, Const<64, 64>>>();
    assert_eq!(bytes / (64 * 64), 36);
}
