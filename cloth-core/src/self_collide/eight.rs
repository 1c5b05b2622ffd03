//! Pairs that share no particle, parted eight at once.

use super::SelfContactLaw;
use super::contact::{Contact, along, is_calm, side};
use super::deal::BLOCK;
use super::pairs::resolve;
use super::particles::{Particles, Spot};
use crate::extent::Extent;
use crate::grid::Grid;
use crate::lanes::hidden_bits;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, each, length, scale, sub};

/// Three coordinates of eight particles.
type Eight<T> = [[T; EIGHT]; 3];

/// Pairs that are parted at once.
const EIGHT: usize = 8;

/// The particles at one end of eight pairs.
struct Ends<T> {
    position: Eight<T>,
    kept: Eight<T>,
    /// Their part of what a pair changes by.
    share: [T; EIGHT],
}

impl<T: Scalar> Ends<T> {
    const BLANK: Self = Self {
        position: [[T::ZERO; EIGHT]; 3],
        kept: [[T::ZERO; EIGHT]; 3],
        share: [T::ZERO; EIGHT],
    };
}

/// Those of some pairs that are as near as a distance; how many, of the first [`BLOCK`].
#[inline(always)]
pub(super) fn find_near<T: Scalar, G: Extent>(
    particles: &Particles<'_, T, G>,
    pairs: impl Iterator<Item = [Spot; 2]>,
    squared_d: T,
    near: &mut [[Spot; 2]; BLOCK],
) -> usize {
    let (positions, mut found) = (particles.positions(), 0);
    for pair in pairs {
        // Written in any case: a processor cannot foresee which are near.
        near[found % BLOCK] = pair;
        let [x, y] = pair.map(|spot| positions.get(spot));
        found += usize::from(T::squared(sub(y, x)) <= squared_d);
    }
    found.min(BLOCK)
}

/// Parts pairs that are near each other and share no particle, as [`resolve`] does one by one.
#[inline(always)]
pub(super) fn part_near<T: Scalar, M: Motion, G: Extent>(
    law: &SelfContactLaw<T>,
    particles: &mut Particles<'_, T, G>,
    reference: &Grid<T, G>,
    near: &[[Spot; 2]],
) {
    let mut ends = [const { Ends::BLANK }; 2];
    for eight in near.chunks(EIGHT) {
        gather(particles, eight, &mut ends);
        let told = part_ends::<T, M>(law, &mut ends);
        if told.trailing_ones() as usize >= eight.len() {
            scatter(particles, eight, &ends);
            continue;
        }
        for &pair in eight {
            resolve::<T, M, G>(law, particles, reference, pair);
        }
    }
}

/// Reads the particles of up to eight pairs. Not inlined: compiled for vectors the loop is taken apart and becomes far longer.
#[inline(never)]
fn gather<T: Scalar, G: Extent>(
    particles: &Particles<'_, T, G>,
    pairs: &[[Spot; 2]],
    ends: &mut [Ends<T>; 2],
) {
    let (positions, kept) = (particles.positions(), particles.all_kept());
    for (i, pair) in pairs.iter().enumerate().take(EIGHT) {
        let free = pair.map(|spot| particles.is_free(spot));
        for (end, ends) in ends.iter_mut().enumerate() {
            let (position, kept) = (positions.get(pair[end]), kept.get(pair[end]));
            for k in 0..3 {
                ends.position[k][i] = position[k];
                ends.kept[k][i] = kept[k];
            }
            ends.share[i] = share(free[end], free[1 - end]);
        }
    }
}

/// Writes back what has changed. Not inlined, as [`gather`].
#[inline(never)]
fn scatter<T: Scalar, G: Extent>(
    particles: &mut Particles<'_, T, G>,
    pairs: &[[Spot; 2]],
    ends: &[Ends<T>; 2],
) {
    for (i, pair) in pairs.iter().enumerate().take(EIGHT) {
        for (end, ends) in ends.iter().enumerate() {
            let of = |eight: &Eight<T>| [eight[0][i], eight[1][i], eight[2][i]];
            particles.set_position(pair[end], of(&ends.position));
            particles.set_kept(pair[end], of(&ends.kept));
        }
    }
}

/// The part of what a pair changes by that a particle has.
#[inline(always)]
fn share<T: Scalar>(is_free: bool, is_other_free: bool) -> T {
    match (is_free, is_other_free) {
        (true, true) => T::constant(0.5),
        (true, false) => T::ONE,
        (false, _) => T::ZERO,
    }
}

/// As `resolve` without its questions, eight times; for which pairs that holds: no impact, and a direction.
#[inline(always)]
fn part_ends<T: Scalar, M: Motion>(law: &SelfContactLaw<T>, [a, b]: &mut [Ends<T>; 2]) -> u64 {
    let ([mut ax, mut ay, mut az], [mut bx, mut by, mut bz]) = (a.position, b.position);
    let ([mut au, mut av, mut aw], [mut bu, mut bv, mut bw]) = (a.kept, b.kept);
    let (first, second) = (a.share, b.share);
    let (mut all_told, bits) = (0, hidden_bits());
    for i in 0..EIGHT {
        let (x, y) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let (kept_x, kept_y) = ([au[i], av[i], aw[i]], [bu[i], bv[i], bw[i]]);
        let (u, v) = (M::velocity3(x, kept_x), M::velocity3(y, kept_y));
        let (apart, velocity) = (sub(y, x), sub(v, u));
        let before = sub(apart, velocity);
        let [began, distance] = [length(before), length(apart)];
        let (out_of, size) = side(before, apart, [began, distance]);
        // Impacts go one by one: they have a longer way to their normal, and are rare but where all is fast.
        let told = (size > T::ZERO) & is_calm(law, began);
        let divisor = if told { size } else { T::ONE };
        let normal = each(out_of, |v| v / divisor);
        let (is_contact, contact) = along(law, apart, velocity, began, normal);
        // Two that are pinned have no share.
        let moves = is_contact & (distance < law.thickness) & (first[i] + second[i] > T::ZERO);
        all_told |= bits[i] & u32::from(told).wrapping_neg();
        let [new, keep] = moved::<T, M>([x, u, kept_x], contact, -first[i], moves);
        [ax[i], ay[i], az[i]] = new;
        [au[i], av[i], aw[i]] = keep;
        let [new, keep] = moved::<T, M>([y, v, kept_y], contact, second[i], moves);
        [bx[i], by[i], bz[i]] = new;
        [bu[i], bv[i], bw[i]] = keep;
    }
    (a.position, a.kept) = ([ax, ay, az], [au, av, aw]);
    (b.position, b.kept) = ([bx, by, bz], [bu, bv, bw]);
    u64::from(all_told)
}

/// A particle's position and what is kept beside it, changed by a share of a contact.
#[inline(always)]
fn moved<T: Scalar, M: Motion>(
    [x, u, kept]: [Vector<T>; 3],
    Contact { apart, velocity }: Contact<T>,
    share: T,
    moves: bool,
) -> [Vector<T>; 2] {
    let new = each(add(x, scale(apart, share)), T::in_range);
    let moved = |k: usize| if moves { new[k] } else { x[k] };
    let moved = [moved(0), moved(1), moved(2)];
    let keeps = M::keep3(moved, add(u, scale(velocity, share)));
    // Where position and velocity change by the same, a previous position stays to the bit.
    let differ = |k: usize| !M::HAS_REMAINDER | (apart[k] != velocity[k]);
    let differ = moves & (differ(0) | differ(1) | differ(2));
    let kept = |k: usize| if differ { keeps[k] } else { kept[k] };
    [moved, [kept(0), kept(1), kept(2)]]
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::cloth::Cloth;
    use crate::extent::Dyn;
    use crate::motion::{PreviousPosition, Velocity};
    use crate::noise::Noise;

    const PAIRS: usize = 20;

    /// Pairs of one row with the next, near each other or not, some of them in one place or pinned.
    fn cloud<T: Scalar, M: Motion>(seed: u64) -> (Cloth<T, Dyn>, Grid<T, Dyn>) {
        let (mut noise, extent) = (Noise(seed), Dyn::new(PAIRS, 2));
        let (mut cloth, mut kept) = (Cloth::EMPTY, Grid::ZERO);
        cloth.allocate(extent).unwrap();
        kept.allocate(extent).unwrap();
        for column in 0..PAIRS {
            let x = noise.vector(50.0);
            let in_one_place = seed.is_multiple_of(3) && column.is_multiple_of(7);
            let beside = noise.vector(if in_one_place { 0.0 } else { 0.8 });
            for (row, x) in [x, add(x, beside)].into_iter().enumerate() {
                let v = noise.vector(if in_one_place { 0.0 } else { 0.2 });
                cloth.position.put(column, row, x);
                kept.put(column, row, M::keep3(x, v));
                cloth.set_pinned(column, row, noise.vector::<f64>(1.0)[0] > 0.7);
            }
        }
        (cloth, kept)
    }

    fn agrees<T: Scalar, M: Motion>(seed: u64) -> usize {
        let (mut one, mut one_kept) = cloud::<T, M>(seed);
        let (mut two, mut two_kept) = (one.clone(), one_kept.clone());
        let (law, extent) = (SelfContactLaw::new(1.0, 0.3), one.extent());
        let reference = one.position.clone();
        let pairs = (0..PAIRS).map(|column| [0, 1].map(|row| [extent.place(column), row]));
        let mut particles = Particles::of(&mut one, &mut one_kept);
        let mut near = [[[0; 2]; 2]; BLOCK];
        let found = find_near(&particles, pairs.clone(), T::ONE, &mut near);
        part_near::<T, M, Dyn>(&law, &mut particles, &reference, &near[..found]);
        let mut particles = Particles::of(&mut two, &mut two_kept);
        for pair in pairs {
            let [x, y] = pair.map(|spot| particles.position(spot));
            if T::squared(sub(y, x)) <= T::ONE {
                resolve::<T, M, Dyn>(&law, &mut particles, &reference, pair);
            }
        }
        let same = one.position == two.position && one_kept == two_kept;
        assert!(same, "{} {seed}", T::NAME);
        let moved = |&column: &usize| two.position.at(column, 0) != reference.at(column, 0);
        (0..PAIRS).filter(moved).count()
    }

    #[test]
    fn eight_at_once_part_as_one_by_one() {
        let mut moved = 0;
        for seed in 1..200 {
            moved += agrees::<f32, PreviousPosition>(seed);
            moved += agrees::<f32, Velocity>(seed);
            moved += agrees::<f64, PreviousPosition>(seed);
            moved += agrees::<crate::Fixed, PreviousPosition>(seed);
        }
        assert!(moved > 1000, "{moved}");
    }
}
