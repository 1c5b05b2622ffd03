//! A cloth in two halves, each stepped by a core of its own.
//!
//! The left half of the columns belongs to one core, the right half to the other. Both do the same steps;
//! what goes between them are the particles at the seam, before each set of links that leads across it, and
//! the largest strain. Both then solve the links across the seam, and each keeps its own ends: so neither
//! waits for an answer, and the bits are those of the whole cloth.
//!
//! ```
//! use cloth_core::{Const, Scene, Seam, Simulation, Verlet, WithSeam, scene::Mode, scenes};
//! use std::thread;
//!
//! type Half = Simulation<f32, Const<8, 16>, Verlet, Scene, WithSeam>;
//! static SEAM: Seam = Seam::new();
//!
//! let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
//! scene.solver.mode = Mode::Constraint;
//! // On a board, each is a `static`, and the second core runs what is a thread here.
//! let mut halves = SEAM.halves().map(|half| {
//!     let mut simulation = Box::new(Half::EMPTY);
//!     simulation.reset_half(half, &scene).unwrap();
//!     simulation
//! });
//! let [left, right] = &mut halves;
//! thread::scope(|s| {
//!     s.spawn(|| right.run(30));
//!     left.run(30);
//! });
//!
//! let mut whole = Box::new(Simulation::<f32, Const<16, 16>>::EMPTY);
//! whole.reset(&scene)?;
//! whole.run(30);
//! assert_eq!(left.position(7, 15), whole.position(7, 15));
//! assert_eq!(right.position(0, 15), whole.position(8, 15));
//! # Ok::<(), cloth_core::SettingError>(())
//! ```

#[cfg(any(test, all(feature = "std", not(target_os = "none"))))]
extern crate std;

use crate::extent::{Blank, Extent};
use crate::scalar::Scalar;
use crate::scene::{Mode, Scene, SettingError};
use crate::tear::Tear;
use core::sync::atomic::{AtomicU32, Ordering};

/// Messages that may be on their way in one direction: more than two sets of links send.
const PLACES: usize = 8;

/// The memory that two halves share, for a `static`: 528 bytes.
#[derive(Debug, Default)]
pub struct Seam([Way; 2]);

/// Messages from one half to the other.
#[derive(Debug, Default)]
struct Way {
    /// The low words of three numbers, bits, and the high words where a number has two; one is spare.
    places: [[AtomicU32; 8]; PLACES],
    sent: AtomicU32,
    taken: AtomicU32,
}

impl Seam {
    /// Nothing is on its way.
    #[must_use]
    pub const fn new() -> Self {
        Self([Way::new(), Way::new()])
    }

    /// The left and the right half, each for one simulation.
    #[must_use]
    pub const fn halves(&'static self) -> [Half; 2] {
        let Self([to_right, to_left]) = self;
        [
            Half {
                ways: Some((to_right, to_left)),
                is_right: false,
            },
            Half {
                ways: Some((to_left, to_right)),
                is_right: true,
            },
        ]
    }
}

impl Way {
    const fn new() -> Self {
        Self {
            places: [const { [const { AtomicU32::new(0) }; 8] }; PLACES],
            sent: AtomicU32::new(0),
            taken: AtomicU32::new(0),
        }
    }

    #[inline(always)]
    fn send<T: Scalar>(&self, numbers: [T; 3], bits: u32) {
        let sent = self.sent.load(Ordering::Relaxed);
        wait_until(|| sent.wrapping_sub(self.taken.load(Ordering::Acquire)) < PLACES as u32);
        let [x, y, z, tag, high @ ..] = &self.places[sent as usize % PLACES];
        for (to, number) in [x, y, z].into_iter().zip(numbers) {
            to.store(number.bits() as u32, Ordering::Relaxed);
        }
        if const { size_of::<T>() > 4 } {
            for (to, number) in high.iter().zip(numbers) {
                to.store((number.bits() >> 32) as u32, Ordering::Relaxed);
            }
        }
        tag.store(bits, Ordering::Relaxed);
        self.sent.store(sent.wrapping_add(1), Ordering::Release);
    }

    #[inline(always)]
    fn receive<T: Scalar>(&self) -> ([T; 3], u32) {
        let taken = self.taken.load(Ordering::Relaxed);
        wait_until(|| self.sent.load(Ordering::Acquire) != taken);
        let [x, y, z, tag, high @ ..] = &self.places[taken as usize % PLACES];
        let mut bits = [x, y, z].map(|of| u64::from(of.load(Ordering::Relaxed)));
        if const { size_of::<T>() > 4 } {
            for (bits, of) in bits.iter_mut().zip(high) {
                *bits |= u64::from(of.load(Ordering::Relaxed)) << 32;
            }
        }
        let message = (bits.map(T::of_bits), tag.load(Ordering::Relaxed));
        self.taken.store(taken.wrapping_add(1), Ordering::Release);
        message
    }
}

/// Waits for the other core. Where there may be more threads than cores, others get their time.
#[inline(always)]
fn wait_until(there: impl Fn() -> bool) {
    let mut _turns = 0_u32;
    while !there() {
        #[cfg(any(test, all(feature = "std", not(target_os = "none"))))]
        {
            _turns += 1;
            match _turns % 64 {
                0 => std::thread::yield_now(),
                _ => core::hint::spin_loop(),
            }
        }
    }
}

/// What a simulation knows of the half beside it. Takes twelve bytes on a microcontroller.
#[derive(Clone, Copy, Debug)]
pub struct Half {
    /// To the other half and from there. None: a whole cloth.
    ways: Option<(&'static Way, &'static Way)>,
    is_right: bool,
}

impl Half {
    /// Sends a particle's position or other numbers, and bits beside them.
    #[inline(always)]
    pub(crate) fn send<T: Scalar>(&self, numbers: [T; 3], bits: u32) {
        if let Some((to, _)) = self.ways {
            to.send(numbers, bits);
        }
    }

    /// Waits for what the other half sends.
    #[inline(always)]
    pub(crate) fn receive<T: Scalar>(&self) -> ([T; 3], u32) {
        match self.ways {
            Some((_, from)) => from.receive(),
            None => ([T::ZERO; 3], 0),
        }
    }

    /// The larger of a number here and there.
    pub(crate) fn most<T: Scalar>(&self, of: T) -> T {
        self.send([of; 3], 0);
        let ([other, ..], _) = self.receive();
        of.most(other)
    }

    /// The first column, of so many, of the particles that so many links across the seam begin or end at.
    #[inline(always)]
    pub(crate) const fn edge(&self, links: usize, columns: usize) -> usize {
        match self.is_right {
            true => 0,
            false => columns.saturating_sub(links),
        }
    }

    #[inline(always)]
    pub(crate) const fn is_right(&self) -> bool {
        self.is_right
    }

    /// Columns of the whole cloth, and which of them the half's first is.
    pub(crate) const fn of_whole(&self, columns: usize) -> [usize; 2] {
        [2 * columns, if self.is_right { columns } else { 0 }]
    }
}

impl Blank for Half {
    const BLANK: Self = Self {
        ways: None,
        is_right: false,
    };
}

impl<G: Extent> Tear<G> for Half {
    #[inline(always)]
    fn seam(&self) -> Option<&Half> {
        self.ways.is_some().then_some(self)
    }
}

/// Refuses what would have to know more of the other half than its edge.
pub(crate) fn check(scene: &Scene, half: Option<&Half>) -> Result<(), SettingError> {
    if half.is_none() {
        return Ok(());
    }
    let refused = |key, value| {
        Err(SettingError {
            key,
            value,
            allowed: "none in a half of a cloth: only what leads from a particle to its neighbours, and no forces but gravity",
        })
    };
    let forces = &scene.forces;
    match (&scene.tethers, &forces.wind, &forces.positional_wind) {
        _ if scene.solver.mode == Mode::Hooke => {
            refused("springs.structural", scene.springs.structural)
        }
        _ if forces.air_drag > 0.0 => refused("forces.air-drag", forces.air_drag),
        (Some(tethers), ..) => refused("tethers", tethers.slack),
        (_, Some(wind), _) => refused("forces.wind.coefficient", wind.coefficient),
        (.., Some(wind)) => refused("forces.positional-wind.coefficient", wind.coefficient),
        _ => Ok(()),
    }
}
