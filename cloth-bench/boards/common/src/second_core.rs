//! A Pico's second core.

#[cfg(feature = "rp2350")]
use rp235x_hal as hal;
#[cfg(feature = "rp2040")]
use rp2040_hal as hal;

use core::fmt::{self, Debug, Formatter};
use hal::multicore::{Multicore, Stack};
use hal::pac::{PPB, PSM};
use hal::sio::SioFifo;

/// What starts the second core.
pub struct SecondCore {
    psm: PSM,
    ppb: PPB,
    fifo: SioFifo,
}

impl SecondCore {
    /// Of these parts of the chip.
    #[must_use]
    pub const fn new(psm: PSM, ppb: PPB, fifo: SioFifo) -> Self {
        Self { psm, ppb, fifo }
    }

    /// Has the second core run a program, on a stack of its own.
    ///
    /// # Panics
    /// If the core does not answer, or the stack is in use.
    pub fn spawn<const WORDS: usize>(
        mut self,
        stack: &'static Stack<WORDS>,
        program: impl FnOnce() + Send + 'static,
    ) {
        let mut cores = Multicore::new(&mut self.psm, &mut self.ppb, &mut self.fifo);
        let stack = stack.take().expect("the stack is taken once");
        (cores.cores()[1].spawn(stack, program)).expect("the second core answers");
    }
}

impl Debug for SecondCore {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecondCore").finish_non_exhaustive()
    }
}
