//! The engine's origin follows the cloth.

use super::Simulation;
use crate::collide::Obstacles;
use crate::extent::{Extent, Lanes};
use crate::extras::Extras;
use crate::grid::Grid;
use crate::integrate::{Method, State};
use crate::scalar::Scalar;
use crate::scene::KeepScene;
use crate::vector::{each, sub};

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
    /// Moves the origin to where the cloth's middle is, by whole spacings, once it is further
    /// away than the cloth is large: so positions stay as exact as they were.
    pub(super) fn follow(&mut self, obstacles: &mut (impl Obstacles<T> + ?Sized)) {
        let (columns, rows) = self.size();
        let size = T::from_f64(columns.max(rows) as f64);
        let is_far = |place: &[T; 3]| place.iter().any(|&v| (v > size) | (v < -size));
        let middle = self.cloth.position.get(columns / 2, rows / 2);
        if middle.is_some_and(|place| is_far(&place)) {
            // What is held does not go with what tears off.
            let held = self.first_pinned().or(middle);
            if let Some(place) = held.filter(is_far) {
                obstacles.count_from(self.move_origin(place));
            }
        }
    }

    /// Where the first pinned particle is.
    fn first_pinned(&self) -> Option<[T; 3]> {
        let (columns, rows) = self.size();
        let mut all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let (column, row) = all.find(|&(column, row)| self.cloth.is_pinned(column, row))?;
        self.cloth.position.get(column, row)
    }

    /// Moves the origin by whole spacings to near a place, and says how far.
    #[inline(never)]
    fn move_origin(&mut self, place: [T; 3]) -> [T; 3] {
        let by = each(place, |v| libm::rint(v.to_f64()));
        let way = each(by, T::from_f64);
        self.units.origin = each([0, 1, 2], |i| {
            self.units.origin[i] + by[i] * self.units.spacing
        });
        shift(&mut self.cloth.position, way);
        if M::HAS_PREVIOUS {
            shift(self.state.motion_mut(), way);
        }
        for part in &mut self.colliders {
            part.place = each(sub(part.place, way), T::in_range);
        }
        way
    }
}

/// Counts positions from a point that lies `way` further.
fn shift<T: Scalar, G: Extent>(grid: &mut Grid<T, G>, way: [T; 3]) {
    for row in 0..grid.extent().rows() {
        for (lane, way) in grid.row_mut(row).lanes_mut().into_iter().zip(way) {
            for value in lane {
                *value -= way;
            }
        }
    }
}
