//! The list of near pairs, and the walk over them.

use super::contact::{Contact, touch};
use super::{Found, SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::grid::Grid;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, cross, length, scale, sub};

/// The margin of the first list, rest spacings.
pub(super) const FIRST_MARGIN: f64 = 0.4;
/// The narrowest margin of a list, and the widest: the allowed speed, so that two
/// particles that meet in a substep are found at its end.
const MARGINS: [f64; 2] = [0.1, SelfContactLaw::<f64>::MAX_SPEED];
/// A list that held for fewer substeps than the first gets a wider margin, for
/// more than the second a narrower one.
const AGES: [u32; 2] = [6, 24];

/// Some neighbours of a particle in the order of their numbers.
struct Neighbours {
    list: [u16; Self::MOST],
    count: usize,
}

impl Neighbours {
    const MOST: usize = 24;

    const fn is_full(&self) -> bool {
        self.count == Self::MOST
    }

    /// Keeps `neighbour` if it is among the lowest numbers.
    #[inline(always)]
    fn put(&mut self, neighbour: u16) {
        let mut place = self.count;
        while place > 0 && self.list[place - 1] > neighbour {
            place -= 1;
        }
        let known = place > 0 && self.list[place - 1] == neighbour;
        if known || place == Self::MOST {
            return;
        }
        if !self.is_full() {
            self.count += 1;
        }
        self.list[place..self.count].rotate_right(1);
        self.list[place] = neighbour;
    }
}

impl<T: Scalar, const W: usize, const H: usize, const P: usize> SelfCollision<T, W, H, P> {
    /// How near particles must be to be listed.
    fn reach(&self) -> T {
        self.law.thickness + self.margin
    }

    /// One over the side of a cell: a hundredth more than the reach, for rounding.
    fn cells_a_spacing(&self) -> T {
        T::ONE / (self.reach() * T::from_f64(1.01))
    }

    /// Fills the cells and the list anew, wide where particles are swept.
    #[inline(never)]
    pub(super) fn find(&mut self, cloth: &Cloth<T, W, H>, swept: bool) {
        let [narrow, wide] = MARGINS.map(T::from_f64);
        let factor = match self.age {
            age if age < AGES[0] => 1.5,
            age if age > AGES[1] => 0.75,
            _ => 1.0,
        };
        self.margin = match swept {
            true => wide,
            false => (self.margin * T::from_f64(factor)).most(narrow).least(wide),
        };
        self.age = 0;
        loop {
            self.fill_cells(cloth);
            let listed = self.fill_list(cloth);
            self.found = if listed {
                Found::Listed
            } else {
                Found::InCells
            };
            if listed || swept || self.margin <= narrow {
                return;
            }
            self.margin = (self.margin * T::from_f64(0.5)).most(narrow);
        }
    }

    fn fill_cells(&mut self, cloth: &Cloth<T, W, H>) {
        // By rows: a clone of all would pass through the stack.
        for (to, from) in self.reference.rows.iter_mut().zip(&cloth.position.rows) {
            to.clone_from(from);
        }
        self.tiles.enclose(&cloth.position);
        let (reference, size) = (&self.reference, self.cells_a_spacing());
        self.cells.sort(|p| at(reference, p).map(|v| v.cell(size)));
    }

    /// Whether all pairs had room.
    fn fill_list(&mut self, cloth: &Cloth<T, W, H>) -> bool {
        let (mut end, size) = (0, self.cells_a_spacing());
        for i in 0..W * H {
            let begin = end;
            let mut last = i;
            loop {
                let near = self.neighbours(cloth, i, last, size);
                let list = &near.list[..near.count];
                let room = self.pairs.as_flattened_mut().as_flattened_mut();
                match room.get_mut(end..end + list.len()) {
                    Some(room) => room.copy_from_slice(list),
                    None => return false,
                }
                end += list.len();
                match list.last() {
                    Some(&j) if near.is_full() => last = usize::from(j),
                    _ => break,
                }
            }
            match u8::try_from(end - begin) {
                Ok(count) => self.counts[i / W][i % W] = count,
                Err(_) => return false,
            }
        }
        true
    }

    /// The particles after `last`, lowest numbers first, that are within reach of
    /// particle i and not beside it on the grid.
    #[inline(always)]
    fn neighbours(&self, cloth: &Cloth<T, W, H>, i: usize, last: usize, size: T) -> Neighbours {
        let mut near = Neighbours {
            list: [0; Neighbours::MOST],
            count: 0,
        };
        let reach = self.reach();
        let (reach, here) = (reach * reach, at(&cloth.position, i));
        let cell = at(&self.reference, i).map(|v| v.cell(size));
        self.cells.around(cell, |j| {
            if j > last
                && T::squared(sub(at(&cloth.position, j), here)) < reach
                && flat_distance::<W>(i, j) > self.law.skip
            {
                near.put(j as u16);
            }
        });
        near
    }

    /// Parts all pairs that touch.
    #[inline(never)]
    pub(super) fn part<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) {
        match self.found {
            Found::Listed => self.part_listed::<M, SWEPT>(cloth, kept),
            _ => self.part_in_cells::<M, SWEPT>(cloth, kept),
        }
    }

    fn part_listed<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) {
        let mut list = self.pairs.as_flattened().as_flattened();
        for (i, &count) in self.counts.as_flattened().iter().enumerate() {
            let Some((own, rest)) = list.split_at_checked(usize::from(count)) else {
                return;
            };
            for &j in own {
                self.pair::<M, SWEPT>(cloth, kept, i, usize::from(j));
            }
            list = rest;
        }
    }

    fn part_in_cells<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) {
        let size = self.cells_a_spacing();
        for i in 0..W * H {
            let mut last = i;
            loop {
                let near = self.neighbours(cloth, i, last, size);
                for &j in &near.list[..near.count] {
                    self.pair::<M, SWEPT>(cloth, kept, i, usize::from(j));
                    last = usize::from(j);
                }
                if !near.is_full() {
                    break;
                }
            }
        }
    }

    /// Parts one pair if it touches.
    #[inline(always)]
    fn pair<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
        i: usize,
        j: usize,
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

/// The square of the distance of two particles on the grid.
#[inline(always)]
pub(super) const fn flat_distance<const W: usize>(i: usize, j: usize) -> u32 {
    let (columns, rows) = ((i % W).abs_diff(j % W), (i / W).abs_diff(j / W));
    (columns * columns + rows * rows) as u32
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
