//! The list of near pairs, and the walk over them.

use super::contact::{Contact, touch};
use super::near::Near;
use super::{Found, SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::grid::Grid;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::{Vector, add, cross, length, scale, sub};

/// The margin of the first list, rest spacings.
pub(super) const FIRST_MARGIN: f64 = 0.4;
/// The narrowest margin of a list, and the widest: the allowed speed, so that two
/// particles that meet in a substep are found at its end.
const MARGINS: [f64; 2] = [0.1, SelfContactLaw::<f64>::MAX_SPEED];
/// Pairs looked at while a list held, a particle: after fewer than the first the margin
/// is made wider, after more than the second narrower. To make a list takes about as
/// long as to look at some tens of pairs for each particle.
const LOOKS: [u64; 2] = [10, 40];

impl<T: Scalar, const W: usize, const H: usize, const P: usize> SelfCollision<T, W, H, P> {
    /// Looks where particles are, and makes the list anew, as wide as `fastest` where
    /// particles are swept.
    #[inline(never)]
    pub(super) fn find(&mut self, cloth: &Cloth<T, W, H>, fastest: Option<T>) {
        let [narrow, wide] = MARGINS.map(T::from_f64);
        let looks = u64::from(self.age) * u64::from(self.listed) / (W * H) as u64;
        let factor = match looks {
            _ if looks < LOOKS[0] => 1.5,
            _ if looks > LOOKS[1] => 0.75,
            _ => 1.0,
        };
        self.margin = match fastest {
            Some(fastest) => fastest,
            None => (self.margin * T::from_f64(factor)).most(narrow).least(wide),
        };
        self.age = 0;
        // By rows: a clone of all would pass through the stack.
        for (to, from) in self.reference.rows.iter_mut().zip(&cloth.position.rows) {
            to.clone_from(from);
        }
        self.tiles.enclose(&cloth.position);
        loop {
            let listed = self.fill_list();
            self.found = if listed {
                Found::Listed
            } else {
                Found::InTiles
            };
            if listed || fastest.is_some() || self.margin <= narrow {
                return;
            }
            self.margin = (self.margin * T::from_f64(0.5)).most(narrow);
        }
    }

    /// Whether all pairs had room.
    fn fill_list(&mut self) -> bool {
        let near = Near {
            tiles: &self.tiles,
            places: &self.reference,
            reach: self.law.thickness + self.margin,
            beside: self.law.beside,
        };
        let (pairs, mut listed) = (self.pairs.as_flattened_mut().as_flattened_mut(), 0);
        let put = |pair: [usize; 2]| {
            let room = pairs.get_mut(listed);
            listed += 1;
            room.map(|room| *room = pair.map(|p| p as u16)).is_some()
        };
        let had_room = Vectors::widest().run(
            #[inline(always)]
            || near.each(put),
        );
        self.listed = listed as u32;
        had_room
    }

    /// Parts all pairs that touch.
    #[inline(never)]
    pub(super) fn part<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) {
        self.part_beside::<M, SWEPT>(cloth, kept);
        match self.found {
            Found::Listed => self.part_listed::<M, SWEPT>(cloth, kept),
            _ => self.part_in_tiles::<M, SWEPT>(cloth, kept),
        }
    }

    fn part_listed<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) {
        let pairs = self.pairs.as_flattened().as_flattened();
        for pair in pairs.iter().take(self.listed as usize) {
            self.pair::<M, SWEPT>(cloth, kept, pair.map(usize::from));
        }
    }

    fn part_in_tiles<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) {
        let near = Near {
            tiles: &self.tiles,
            places: &self.reference,
            reach: self.law.thickness + self.margin,
            beside: self.law.beside,
        };
        Vectors::widest().run(
            #[inline(always)]
            || {
                near.each(
                    #[inline(always)]
                    |pair| {
                        self.pair::<M, SWEPT>(cloth, kept, pair);
                        true
                    },
                )
            },
        );
    }

    /// Parts one pair if it touches.
    #[inline(always)]
    pub(super) fn pair<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
        [i, j]: [usize; 2],
    ) {
        if SWEPT && (self.fast[i / W] | self.fast[j / W]) {
            return resolve::<T, M, true, W, H>(&self.law, cloth, kept, [i, j]);
        }
        let apart = sub(at(&cloth.position, j), at(&cloth.position, i));
        let d = self.law.thickness;
        if T::squared(apart) <= d * d {
            resolve::<T, M, false, W, H>(&self.law, cloth, kept, [i, j]);
        }
    }
}

/// Position of a particle by its number.
#[inline(always)]
pub(super) fn at<T: Scalar, const W: usize, const H: usize>(
    grid: &Grid<T, W, H>,
    particle: usize,
) -> Vector<T> {
    grid.rows[particle / W].get(particle % W)
}

#[inline(always)]
pub(super) fn resolve<T: Scalar, M: Motion, const SWEPT: bool, const W: usize, const H: usize>(
    law: &SelfContactLaw<T>,
    cloth: &mut Cloth<T, W, H>,
    kept: &mut Grid<T, W, H>,
    [i, j]: [usize; 2],
) {
    let weights = [i, j].map(|p| cloth.inverse_mass[p / W][p % W] > T::ZERO);
    let part = T::from_f64(0.5);
    let [first, second] = match weights {
        [true, true] => [part, part],
        [true, false] => [T::ONE, T::ZERO],
        [false, true] => [T::ZERO, T::ONE],
        [false, false] => return,
    };
    let [x, y] = [i, j].map(|p| at(&cloth.position, p));
    let [u, v] = [(x, i), (y, j)].map(|(x, p)| M::velocity3(x, at(kept, p)));
    let beside = || surface_normal(cloth, i);
    let Some(contact) = touch::<T, SWEPT>(law, sub(y, x), sub(v, u), beside) else {
        return;
    };
    let Contact { apart, velocity } = contact;
    for (p, x, u, share) in [(i, x, u, -first), (j, y, v, second)] {
        let x = add(x, scale(apart, share)).map(T::in_range);
        let u = add(u, scale(velocity, share));
        cloth.position.rows[p / W].set(p % W, x);
        kept.rows[p / W].set(p % W, M::keep3(x, u));
    }
}

/// Normal of the cloth at a particle; upwards where it has none. A direction for
/// two layers that lie in one place.
#[inline(never)]
fn surface_normal<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    particle: usize,
) -> Vector<T> {
    let (column, row) = (particle % W, particle / W);
    let rows = &cloth.position.rows;
    let across = sub(
        rows[row].get((column + 1).min(W - 1)),
        rows[row].get(column.saturating_sub(1)),
    );
    let down = sub(
        rows[(row + 1).min(H - 1)].get(column),
        rows[row.saturating_sub(1)].get(column),
    );
    let normal = cross(down, across);
    let size = length(normal);
    match size > T::ZERO {
        true => normal.map(|v| v / size),
        false => [T::ZERO, T::ONE, T::ZERO],
    }
}
