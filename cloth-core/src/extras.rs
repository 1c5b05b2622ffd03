//! Optional memory of a simulation: what only some scenes need.

use crate::constraint::{LinkMemory, Multipliers, NoMultipliers};
use crate::extent::Extent;
use crate::scalar::Scalar;
use crate::self_collide::{NoSelfCollision, SelfCollision, SelfContact};
use crate::tear::{NoTearing, Tear, Tearing};
use core::fmt::Debug;

/// Memory that only some scenes need, chosen when a program is compiled: who does not need it does
/// not pay for it.
///
/// ```
/// use cloth_core::{Const, Scene, Simulation, Verlet, WithTearing, scenes};
///
/// let mut sim = Simulation::<f32, Const<8, 8>, Verlet, Scene, WithTearing>::EMPTY;
/// sim.reset(&scenes::TEAR.scene)?;
/// # Ok::<(), cloth_core::SettingError>(())
/// ```
///
/// [`WithAll`] has all of it. For another choice, implement this for a type of your own.
pub trait Extras: Debug + Clone + Send + 'static {
    /// For contacts of the cloth with itself: [`NoSelfCollision`] or [`SelfCollision`].
    type SelfContact<T: Scalar, G: Extent>: SelfContact<T, G> + Send;
    /// For broken links: [`NoTearing`] or [`Tearing`].
    type Tear<G: Extent>: Tear<G> + Send;
    /// For XPBD with several passes a substep or with damping: [`NoMultipliers`] or
    /// [`Multipliers`].
    type Links<T: Scalar, G: Extent>: LinkMemory<T, G> + Send;
}

impl Extras for () {
    type SelfContact<T: Scalar, G: Extent> = NoSelfCollision;
    type Tear<G: Extent> = NoTearing;
    type Links<T: Scalar, G: Extent> = NoMultipliers;
}

/// Memory for contacts of the cloth with itself, with room for so many pairs a particle.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithSelfCollision<const PAIRS: usize = 6>;

impl<const PAIRS: usize> Extras for WithSelfCollision<PAIRS> {
    type SelfContact<T: Scalar, G: Extent> = SelfCollision<T, G, PAIRS>;
    type Tear<G: Extent> = NoTearing;
    type Links<T: Scalar, G: Extent> = NoMultipliers;
}

/// Memory for broken links.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithTearing;

impl Extras for WithTearing {
    type SelfContact<T: Scalar, G: Extent> = NoSelfCollision;
    type Tear<G: Extent> = Tearing<G>;
    type Links<T: Scalar, G: Extent> = NoMultipliers;
}

/// Memory for XPBD's multipliers.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithMultipliers;

impl Extras for WithMultipliers {
    type SelfContact<T: Scalar, G: Extent> = NoSelfCollision;
    type Tear<G: Extent> = NoTearing;
    type Links<T: Scalar, G: Extent> = Multipliers<T, G>;
}

/// Memory for all that a scene can ask for.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithAll;

impl Extras for WithAll {
    type SelfContact<T: Scalar, G: Extent> = SelfCollision<T, G>;
    type Tear<G: Extent> = Tearing<G>;
    type Links<T: Scalar, G: Extent> = Multipliers<T, G>;
}
