//! Loops over arrays in the widest vectors that the processor turns out to have.
//!
//! The program is compiled for vectors of four `f32`; where the processor has AVX2, the loops that
//! cost most run in a form of eight. There is no fused multiply-add in either, so both give the
//! same pixels.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{Level, Simd, x86::Avx2};

/// The form that loops are to run in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide {
    /// The proof that the processor has it.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    avx2: Option<Avx2>,
}

impl Wide {
    /// Asks the processor.
    pub(super) fn detect() -> Self {
        Self {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            avx2: Level::new().as_avx2(),
        }
    }

    /// Runs a loop. All that it calls must be inlined into it.
    #[inline(always)]
    pub(super) fn run<R>(self, kernel: impl FnOnce() -> R) -> R {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Some(proof) = self.avx2 {
            return proof.vectorize(kernel);
        }
        narrow(kernel)
    }
}

/// Out of line, as the other form is: what surrounds a loop does not then keep it from being
/// vectorised.
#[inline(never)]
fn narrow<R>(kernel: impl FnOnce() -> R) -> R {
    kernel()
}
