//! The functions of `cloth.h`, which documents them. They take and return values, so no pointer
//! of C's is followed here.

#![allow(
    unsafe_code,
    reason = "a name that C links to is an unsafe attribute: it must be the program's only one"
)]

use crate::keep::{with, with_begun};
use cloth_core::ParticleError;
use cloth_core::scene::Known;

/// `cloth_status`: how a call ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(i32)]
pub enum Status {
    /// It is done.
    Ok = 0,
    /// `cloth_reset` comes first.
    NotReset = 1,
    /// The grid has no such particle.
    Outside = 2,
    /// Another call works: this one came in an interrupt.
    Busy = 3,
    /// A velocity is not finite.
    Value = 4,
    /// Eight particles are attached already.
    Full = 5,
    /// The scene is out of the number format's range.
    Refused = 6,
}

/// `cloth_vector`: a position in m or a velocity in m/s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Vector {
    /// To the right.
    pub x: f32,
    /// Upwards.
    pub y: f32,
    /// To the front.
    pub z: f32,
}

/// `cloth_place`: a position, if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Place {
    /// Whether there is one.
    pub status: Status,
    /// In m; zeros where there is none.
    pub position: Vector,
}

/// Begins the scene anew.
#[unsafe(no_mangle)]
pub extern "C" fn cloth_reset() -> Status {
    joined(with(|cloth| {
        cloth.reset(Known::new()).map_err(|_| Status::Refused)
    }))
}

/// Advances by a step.
#[unsafe(no_mangle)]
pub extern "C" fn cloth_step() -> Status {
    joined(with_begun(|cloth| {
        cloth.step();
        Ok(())
    }))
}

/// The hash over the bits of the state, 0 without a state.
#[unsafe(no_mangle)]
pub extern "C" fn cloth_hash() -> u64 {
    with_begun(|cloth| cloth.state_hash()).unwrap_or(0)
}

/// Where a particle is.
#[unsafe(no_mangle)]
pub extern "C" fn cloth_position(column: u32, row: u32) -> Place {
    let place = with_begun(|cloth| cloth.position(column as usize, row as usize));
    let (status, [x, y, z]) = match place {
        Ok(Some(position)) => (Status::Ok, position.map(|v| v as f32)),
        Ok(None) => (Status::Outside, [0.0; 3]),
        Err(status) => (status, [0.0; 3]),
    };
    Place {
        status,
        position: Vector { x, y, z },
    }
}

/// Holds a particle where it is.
#[unsafe(no_mangle)]
pub extern "C" fn cloth_pin(column: u32, row: u32) -> Status {
    joined(with_begun(|cloth| {
        cloth.pin(column as usize, row as usize).map_err(refused)
    }))
}

/// Lets a particle go.
#[unsafe(no_mangle)]
pub extern "C" fn cloth_unpin(column: u32, row: u32) -> Status {
    joined(with_begun(|cloth| {
        cloth.unpin(column as usize, row as usize).map_err(refused)
    }))
}

/// Pins a particle and moves it with a velocity.
#[unsafe(no_mangle)]
pub extern "C" fn cloth_attach(column: u32, row: u32, velocity: Vector) -> Status {
    let velocity = [velocity.x, velocity.y, velocity.z].map(f64::from);
    joined(with_begun(|cloth| {
        cloth
            .attach(column as usize, row as usize, velocity)
            .map_err(refused)
    }))
}

const fn refused(error: ParticleError) -> Status {
    match error {
        ParticleError::Outside { .. } => Status::Outside,
        ParticleError::Full => Status::Full,
        ParticleError::NotStarted => Status::NotReset,
        _ => Status::Value,
    }
}

/// The call's own refusal, or the work's.
fn joined(done: Result<Result<(), Status>, Status>) -> Status {
    match done {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(status)) | Err(status) => status,
    }
}
