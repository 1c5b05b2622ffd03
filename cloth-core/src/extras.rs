//! What a simulation remembers beside positions and motion.

use crate::constraint::{LinkMemory, Multipliers};
use crate::extent::Extent;
use crate::scalar::Scalar;
use crate::self_collide::{NoSelfCollision, SelfCollision, SelfContact};
use crate::tear::{NoTearing, Tear, Tearing};
use core::fmt::Debug;

/// The memory that some scenes need, so that who does not need it does not pay for it.
///
/// ```
/// use cloth_core::{Const, Scene, Simulation, Verlet, WithTearing, scenes};
///
/// let mut sim = Simulation::<f32, Const<8, 8>, Verlet, Scene, WithTearing>::EMPTY;
/// sim.reset(&scenes::TEAR.scene)?;
/// # Ok::<(), cloth_core::SettingError>(())
/// ```
///
/// [`WithAll`] has all of it. For another choice a type of one's own names the three.
pub trait Extras: Debug + Clone + Send + 'static {
    /// For contacts of the cloth with itself: [`NoSelfCollision`] or [`SelfCollision`].
    type SelfContact<T: Scalar, G: Extent>: SelfContact<T, G> + Send;
    /// For broken links: [`NoTearing`] or [`Tearing`].
    type Tear<G: Extent>: Tear<G> + Send;
    /// For XPBD with several passes a substep or with damping: `()` or [`Multipliers`].
    type Links<T: Scalar, G: Extent>: LinkMemory<T, G> + Send;
}

impl Extras for () {
    type SelfContact<T: Scalar, G: Extent> = NoSelfCollision;
    type Tear<G: Extent> = NoTearing;
    type Links<T: Scalar, G: Extent> = ();
}

/// Memory for contacts of the cloth with itself, with room for so many pairs a particle.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithSelfCollision<const PAIRS: usize = 6>;

impl<const PAIRS: usize> Extras for WithSelfCollision<PAIRS> {
    type SelfContact<T: Scalar, G: Extent> = SelfCollision<T, G, PAIRS>;
    type Tear<G: Extent> = NoTearing;
    type Links<T: Scalar, G: Extent> = ();
}

/// Memory for broken links.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithTearing;

impl Extras for WithTearing {
    type SelfContact<T: Scalar, G: Extent> = NoSelfCollision;
    type Tear<G: Extent> = Tearing<G>;
    type Links<T: Scalar, G: Extent> = ();
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
