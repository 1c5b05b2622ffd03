//! The vector units that the processor turns out to have.
//!
//! A program is compiled for the oldest processor that it is to run on: on
//! x86-64 one with vectors of four `f32`. With the feature `std` the hot loops are
//! compiled for AVX2 and for AVX-512 too, and the widest form that the processor
//! can run is chosen. All forms come from one plain loop without fused
//! multiply-add, so they give the same bits.
//!
//! Without the feature, and on other processors, there is one form and nothing
//! to choose: that is how microcontrollers use the engine. So it is with debug assertions, for
//! each form takes time to compile.

use crate::extent::Extent;
use crate::scalar::Scalar;
use core::marker::PhantomData;

/// Vectors that a form of the hot loops is compiled for, narrow ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// What the program as a whole is compiled for.
    Baseline,
    /// 8 `f32`: x86-64-v3, processors from about 2013 on.
    Avx2,
    /// 16 `f32`: AVX-512 as in Ice Lake and Zen 4.
    Avx512,
}

impl Width {
    /// Every width, narrow ones first.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The widest form that this processor can run.
    pub fn detected() -> Self {
        choice::detected()
    }
}

/// Uses forms up to this width from now on, in the whole program. For tests that
/// compare the forms and for measurements; no result depends on it.
#[cfg(feature = "std")]
pub fn use_at_most(width: Width) {
    WIDEST.store(width as u8, core::sync::atomic::Ordering::Relaxed);
}

#[cfg(feature = "std")]
static WIDEST: core::sync::atomic::AtomicU8 =
    core::sync::atomic::AtomicU8::new(Width::Avx512 as u8);

#[cfg(all(
    feature = "std",
    not(debug_assertions),
    any(target_arch = "x86", target_arch = "x86_64")
))]
mod choice {
    use super::{WIDEST, Width};
    use core::sync::atomic::Ordering;
    use fearless_simd::x86::{Avx2, Avx512};
    use fearless_simd::{Level, Simd};

    /// The form of the hot loops that is to run. What is inside proves that the
    /// processor can run it.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Form {
        Baseline,
        Avx2(Avx2),
        Avx512(Avx512),
    }

    fn up_to(widest: Width) -> Form {
        let level = Level::new();
        match (level.as_avx2(), level.as_avx512()) {
            (_, Some(proof)) if widest >= Width::Avx512 => Form::Avx512(proof),
            (Some(proof), _) if widest >= Width::Avx2 => Form::Avx2(proof),
            _ => Form::Baseline,
        }
    }

    pub(super) fn detected() -> Width {
        match up_to(Width::Avx512) {
            Form::Baseline => Width::Baseline,
            Form::Avx2(_) => Width::Avx2,
            Form::Avx512(_) => Width::Avx512,
        }
    }

    pub(super) fn widest() -> Form {
        up_to(match WIDEST.load(Ordering::Relaxed) {
            0 => Width::Baseline,
            1 => Width::Avx2,
            _ => Width::Avx512,
        })
    }

    #[inline(always)]
    pub(super) fn run<R>(form: Form, kernel: impl FnOnce() -> R) -> R {
        match form {
            Form::Baseline => baseline(kernel),
            Form::Avx2(proof) => proof.vectorize(kernel),
            Form::Avx512(proof) => proof.vectorize(kernel),
        }
    }

    /// Not inlined, like the other forms: then the code around a loop does not keep it from being
    /// vectorised.
    #[inline(never)]
    pub(super) fn baseline<R>(kernel: impl FnOnce() -> R) -> R {
        kernel()
    }
}

/// The one form there is.
#[cfg(not(all(
    feature = "std",
    not(debug_assertions),
    any(target_arch = "x86", target_arch = "x86_64")
)))]
mod choice {
    pub(crate) use super::Width as Form;

    #[inline(always)]
    pub(super) const fn widest() -> Form {
        Form::Baseline
    }

    pub(super) use widest as detected;

    #[inline(always)]
    pub(super) fn run<R>(_: Form, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    #[inline(always)]
    pub(super) fn baseline<R>(kernel: impl FnOnce() -> R) -> R {
        kernel()
    }
}

/// The form that the loops over a storage of a number format run in. Only `f32` in rows of
/// vectors has several: that is what is fast, and each is compiled anew.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vectors<T, G> {
    form: choice::Form,
    of: PhantomData<(T, G)>,
}

impl<T: Scalar, G: Extent> Vectors<T, G> {
    /// The widest form. Asked once for a whole cloth, not for each row.
    #[inline(always)]
    pub(crate) fn widest() -> Self {
        Self {
            form: choice::widest(),
            of: PhantomData,
        }
    }

    /// Runs a loop in this form. All that it calls must be inlined into it:
    /// what is not inlined is compiled for the baseline.
    #[inline(always)]
    pub(crate) fn run<R>(self, kernel: impl FnOnce() -> R) -> R {
        if T::HAS_WIDTHS && G::HAS_VECTORS {
            choice::run(self.form, kernel)
        } else {
            choice::baseline(kernel)
        }
    }
}
