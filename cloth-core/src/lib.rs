//! A cloth engine for microcontrollers and desktops.
//!
//! `no_std`, no allocation, and the same bits on every machine: IEEE arithmetic in a
//! fixed order, no fused multiply-add, sine by `libm` everywhere. Grid sizes are const
//! generics, so all memory is known when a program is compiled.
//!
//! ```
//! use cloth_core::{Const, Simulation, scenes};
//!
//! // On a board this is a `static`; on a host it may be a box.
//! let mut sim = Simulation::<f32, Const<16, 16>>::EMPTY;
//! sim.reset(&scenes::FOUR_CORNERS_SPHERE.scene)?;
//! sim.run(30);
//! assert!(sim.measure().largest_strain.is_some_and(|strain| strain < 0.10));
//! println!("{:016x}", sim.state_hash());
//! # Ok::<(), cloth_core::SettingError>(())
//! ```
//!
//! # Units
//! Scenes are in SI units. Inside, the rest spacing is the unit of length, the
//! substep that of time, the particle's mass that of mass, so that numbers stay
//! near 1: see [`Units`].
//!
//! # Number formats
//! What is outside of these is refused by [`reset`](Simulation::reset), with its key. Lengths in
//! rest spacings, times in substeps; tested by `tests/laws/small_steps.rs` and `fixed_point.rs`.
//!
//! | | `f64`, `f32` | [`Fixed`] |
//! |---|---|---|
//! | columns, rows | 4,096 | 1,025 along an axis |
//! | cloth's place in the world | 10,000 km | 10,000 km |
//! | colliders' distance from the cloth's origin | 10⁹ | 512 |
//! | gravity's displacement, g·dt²/spacing, or 0 | up to 10⁹; a fall is right to 0.02 % with 400 substeps of 1/60 s | 1.5·10⁻⁸ to 64 in Verlet, else from 1.5·10⁻⁵; right to 3 % |
//! | stiffness k·dt²/m, damping and drag c·dt/m, or 0 | up to 10⁹ | 1.5·10⁻⁵ to 64 |
//! | colliders' velocity, or 0 | up to 10⁹ | 1.5·10⁻⁵ to 64 |
//! | passes a substep | 1,000 | 16 |
//! | backward Euler and IMEX | yes | no: products of their solver round to zero or leave its range |
//!
//! # A course
//! [`course`] explains in nine chapters what cloth is made of, which solver, integrator and number
//! format to choose, what they cost, and how to port the engine to a board, and has the formulas.
//!
//! # Modules, in the order in which data flows
//! [`scene`] (plain data) → [`Units`] → forces → [`integrate`] → constraints → [`self_collide`] →
//! [`collide`] → [`tear`] → [`mesh`].

#![no_std]

#[cfg(all(feature = "std", target_os = "none"))]
compile_error!(
    "cloth-core: this target has no operating system: switch the features `std` and `rayon` off, \
     in Cargo.toml by `cloth-core = { ..., default-features = false }`"
);

mod base;
mod blocks;
mod cells;
mod cloth;
mod coefficients;
pub mod collide;
mod constraint;
pub mod course;
pub mod extent;
mod extras;
mod force;
mod grid;
// Its tests are in tests/host: within the crate's own, all that it compiles would be compiled once more.
#[cfg(all(feature = "host", not(test)))]
pub mod host;
pub mod integrate;
mod lanes;
pub mod mesh;
mod motion;
#[cfg(test)]
mod noise;
mod observer;
mod rounding;
mod scalar;
pub mod scene;
mod scratch;
pub mod self_collide;
pub mod simd;
mod simulation;
mod state_hash;
pub mod tear;
mod topology;
mod units;
mod vector;

pub use cloth::Cloth;
pub use constraint::Multipliers;
#[cfg(feature = "alloc")]
pub use extent::Dyn;
pub use extent::{Const, Extent, Lanes, OutOfMemory};
pub use extras::{Extras, Optional, WithAll, WithMultipliers, WithSelfCollision, WithTearing};
pub use grid::{Grid, Row, Rows};
pub use integrate::{BackwardEuler, ForwardEuler, Imex, Method, Rk2, Rk4, SymplecticEuler, Verlet};
pub use motion::{Motion, PreviousPosition, Velocity};
pub use observer::{HashOfState, Phase};
#[cfg(feature = "micromath")]
pub use scalar::Approximate;
pub use scalar::{Fixed, FixedLink, FixedMotion, FloatLink, FloatMotion, Scalar};
pub use scene::library as scenes;
pub use scene::{Damping, Mode, NamedScene, Scene, SettingError};
pub use self_collide::{SelfCollision, SelfContact};
pub use simulation::{MAX_ATTACHMENTS, ParticleError, Report, Simulation};
pub use state_hash::StateHash;
pub use tear::{Link, Tearing};
pub use topology::{BendNeighbours, Spring, SpringKind, spring_counts, springs, triangles};
pub use units::Units;
