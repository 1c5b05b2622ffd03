//! A simulation in a box.

extern crate alloc;
extern crate std;

use super::Simulation;
use crate::extent::Extent;
use crate::extras::Extras;
use crate::integrate::Method;
use crate::scalar::Scalar;
use crate::scene::KeepScene;
use alloc::boxed::Box;
use std::thread::{Builder, JoinHandle};

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
    /// As [`EMPTY`](Simulation::EMPTY), in a box that never was on the caller's stack: a debug
    /// build makes a value there before it moves it, and a large cloth is too large for it.
    ///
    /// ```
    /// use cloth_core::{Const, Simulation, scenes};
    ///
    /// // 14 MB of particles.
    /// let mut sim = Simulation::<f64, Const<512, 512>>::boxed();
    /// sim.reset(&scenes::FOUR_CORNERS.scene)?;
    /// # Ok::<(), cloth_core::SettingError>(())
    /// ```
    ///
    /// # Panics
    /// If the system has no memory for it.
    #[must_use]
    pub fn boxed() -> Box<Self>
    where
        Self: Send + 'static,
    {
        // A stack of its own, as large as it takes.
        let thread = Builder::new().stack_size(4 * Self::BYTES + (1 << 20));
        let make = thread.spawn(|| Box::new(Self::EMPTY));
        let made = make.map(JoinHandle::join);
        made.expect("the system has no memory for a thread")
            .expect("making a value does not panic")
    }
}
