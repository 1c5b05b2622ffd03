//! A cloth of one size for firmware written in C.
//!
//! This file says what is simulated; `keep` is its memory, `exports` are the functions of `cloth.h`.
//! For another grid, number format or scene, change [`Cloth`] or [`Demo`], and the sizes in `cloth.h`.

#![cfg_attr(target_os = "none", no_std)]

mod exports;
mod keep;

pub use exports::{
    Place, Status, Vector, cloth_attach, cloth_hash, cloth_pin, cloth_position, cloth_reset,
    cloth_step, cloth_unpin,
};

use cloth_core::scene::{Known, KnownScene};
use cloth_core::{Const, Mode, Scene, Simulation, Verlet, scenes};

// Its critical section.
#[cfg(all(target_arch = "arm", target_os = "none"))]
use cortex_m as _;

/// 16 × 16 particles in `f32`, moved by Verlet.
pub type Cloth = Simulation<f32, Const<16, 16>, Verlet, Known<Demo>>;

/// Four corners are pinned, and the cloth falls over a ball: 60 steps a second of two
/// substeps with four passes each.
#[derive(Clone, Copy, Debug)]
pub struct Demo;

impl KnownScene for Demo {
    const SCENE: &'static Scene = &{
        let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
        scene.solver.mode = Mode::Constraint;
        scene.constraints.substeps = 2;
        scene.constraints.iterations = 4;
        scene.limit = None;
        scene
    };
}

/// A library for C needs a handler. Nothing of the engine calls it: `tests/firmware` looks.
#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
