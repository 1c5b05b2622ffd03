//! A short list as plain data: no allocator, and usable in constants.

/// Up to N values, the used ones first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct List<T, const N: usize>(pub [Option<T>; N]);

impl<T: Copy, const N: usize> List<T, N> {
    /// No values.
    pub const EMPTY: Self = Self([None; N]);

    /// These values; of more than N the first.
    #[must_use]
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
