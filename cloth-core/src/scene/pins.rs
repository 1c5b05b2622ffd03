//! Which particles a scene holds; and the list that has the places of pins and the colliders.

/// Most single particles a scene can name as pins.
pub const MAX_PLACES: usize = 8;

/// The held particles: any set of corners, edges and single particles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct Pins {
    /// Particle (0, 0).
    pub top_left: bool,
    /// Particle (W−1, 0).
    pub top_right: bool,
    /// Particle (0, H−1).
    pub bottom_left: bool,
    /// Particle (W−1, H−1).
    pub bottom_right: bool,
    /// All of row 0.
    pub top_edge: bool,
    /// All of row H−1.
    pub bottom_edge: bool,
    /// All of column 0.
    pub left_edge: bool,
    /// All of column W−1.
    pub right_edge: bool,
    /// Single particles, by their place on the sheet.
    pub places: List<Place, MAX_PLACES>,
}

/// A place on the sheet in parts of its width and height, so that it means the
/// same at every grid size. The nearest particle is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Place {
    /// From the left edge (0) to the right edge (1).
    pub across: f64,
    /// From the top edge (0) to the bottom edge (1).
    pub down: f64,
}

impl Place {
    /// The particle meant, as (column, row).
    pub fn particle(&self, columns: usize, rows: usize) -> (usize, usize) {
        // Rounds to nearest: the casts cut off, and cannot be negative.
        let nearest = |part: f64, n: usize| (part * n.saturating_sub(1) as f64 + 0.5) as usize;
        (nearest(self.across, columns), nearest(self.down, rows))
    }
}

impl Pins {
    /// A free sheet.
    pub const NONE: Self = Self {
        top_left: false,
        top_right: false,
        bottom_left: false,
        bottom_right: false,
        top_edge: false,
        bottom_edge: false,
        left_edge: false,
        right_edge: false,
        places: List::EMPTY,
    };

    /// The two corners of row 0.
    pub const TOP_CORNERS: Self = Self {
        top_left: true,
        top_right: true,
        ..Self::NONE
    };

    /// The four corners.
    pub const CORNERS: Self = Self {
        bottom_left: true,
        bottom_right: true,
        ..Self::TOP_CORNERS
    };

    /// Row 0.
    pub const TOP_EDGE: Self = Self {
        top_edge: true,
        ..Self::NONE
    };

    /// Whether a particle of a grid of this size is pinned.
    pub fn holds(&self, columns: usize, rows: usize, column: usize, row: usize) -> bool {
        let (left, right) = (column == 0, column + 1 == columns);
        let (top, bottom) = (row == 0, row + 1 == rows);
        (self.top_left && top && left)
            || (self.top_right && top && right)
            || (self.bottom_left && bottom && left)
            || (self.bottom_right && bottom && right)
            || (self.top_edge && top)
            || (self.bottom_edge && bottom)
            || (self.left_edge && left)
            || (self.right_edge && right)
            || (self.places.iter()).any(|p| p.particle(columns, rows) == (column, row))
    }
}

/// Up to N values, the used ones first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct List<T, const N: usize>(pub [Option<T>; N]);

impl<T: Copy, const N: usize> List<T, N> {
    /// No values.
    pub const EMPTY: Self = Self([None; N]);

    /// These values; of more than N the first.
    pub const fn of(values: &[T]) -> Self {
        let (mut list, mut i) = (Self::EMPTY, 0);
        while i < N && i < values.len() {
            list.0[i] = Some(values[i]);
            i += 1;
        }
        list
    }

    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    /// Adds a value at the end.
    ///
    /// # Errors
    /// Gives the value back if there is no room for it.
    pub fn push(&mut self, value: T) -> Result<(), T> {
        let slot = self.0.iter_mut().find(|slot| slot.is_none());
        slot.map(|slot| *slot = Some(value)).ok_or(value)
    }
}

impl<T: Copy, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[cfg(feature = "serde")]
mod data {
    extern crate alloc;

    use super::List;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    impl<T: Copy + Serialize, const N: usize> Serialize for List<T, N> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.iter())
        }
    }

    impl<'de, T: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for List<T, N> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let values = alloc::vec::Vec::deserialize(deserializer)?;
            if values.len() > N {
                let expected = alloc::format!("a list of at most {N}");
                return Err(D::Error::invalid_length(values.len(), &&*expected));
            }
            Ok(Self::of(&values))
        }
    }
}
