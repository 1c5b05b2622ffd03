//! The one cloth, and which call has it.

use crate::{Cloth, Status};
use core::cell::Cell;
use critical_section::Mutex;
use static_cell::ConstStaticCell;

/// All zeros: RAM, no flash.
static MEMORY: ConstStaticCell<Cloth> = ConstStaticCell::new(Cloth::EMPTY);

/// The cloth while no call works on it, from the end of the first call on.
static FREE: Mutex<Cell<Option<&'static mut Cloth>>> = Mutex::new(Cell::new(None));

/// Takes the cloth out, works on it and puts it back. Interrupts are off while it is taken and put
/// back, not during the work.
///
/// # Errors
/// [`Status::Busy`] in an interrupt that comes while another call works.
pub(crate) fn with<R>(work: impl FnOnce(&mut Cloth) -> R) -> Result<R, Status> {
    let free = critical_section::with(|section| {
        let free = FREE.borrow(section).take();
        free.or_else(|| MEMORY.try_take())
    });
    let cloth = free.ok_or(Status::Busy)?;
    let result = work(cloth);
    critical_section::with(|section| FREE.borrow(section).set(Some(cloth)));
    Ok(result)
}

/// As [`with`], for a cloth whose scene has begun.
///
/// # Errors
/// [`Status::Busy`] as there; [`Status::NotReset`].
pub(crate) fn with_begun<R>(work: impl FnOnce(&mut Cloth) -> R) -> Result<R, Status> {
    // A scene's substep has a length.
    with(|cloth| (cloth.units().dt > 0.0).then(|| work(cloth)))?.ok_or(Status::NotReset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    /// One test: there is one cloth.
    #[test]
    fn calls_are_refused_before_reset_while_another_works_and_outside() {
        let still = Vector::default();
        assert_eq!(cloth_step(), Status::NotReset);
        assert_eq!(cloth_position(0, 0).status, Status::NotReset);
        assert_eq!(cloth_attach(0, 0, still), Status::NotReset);
        assert_eq!(cloth_hash(), 0);
        assert_eq!(cloth_reset(), Status::Ok);

        let refused = with(|_| (cloth_reset(), cloth_step(), cloth_hash()));
        assert_eq!(refused, Ok((Status::Busy, Status::Busy, 0)));
        assert_eq!(cloth_step(), Status::Ok);

        assert_eq!(cloth_pin(16, 0), Status::Outside);
        assert_eq!(cloth_unpin(0, u32::MAX), Status::Outside);
        assert_eq!(cloth_position(0, 16).status, Status::Outside);
        let endless = Vector {
            x: f32::INFINITY,
            ..still
        };
        assert_eq!(cloth_attach(0, 0, endless), Status::Value);
        for column in 0..8 {
            assert_eq!(cloth_attach(column, 0, still), Status::Ok);
        }
        assert_eq!(cloth_attach(8, 0, still), Status::Full);

        let before = cloth_hash();
        assert_eq!(cloth_reset(), Status::Ok);
        assert_ne!(cloth_hash(), before);
        assert_eq!(cloth_attach(8, 0, still), Status::Ok);
    }
}
