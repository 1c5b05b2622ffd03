//! Optional memory of a simulation, for scenes that need it.

use crate::base::{Extent, Scalar};
use crate::constraint::Multipliers;
pub use crate::extent::Optional;
use crate::self_collide::{SelfCollision, SelfContact};
use crate::tear::Tearing;
use core::fmt::Debug;

/// Memory that only some scenes need, chosen when a program is compiled: a program without it does
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
    /// For contacts of the cloth with itself: `()` or [`SelfCollision`].
    type SelfContact<T: Scalar, G: Extent>: SelfContact<T, G> + Send;
    /// For broken links.
    type Tear<G: Extent>: Optional<Tearing<G>>;
    /// For XPBD with several passes a substep or with damping.
    type Links<T: Scalar, G: Extent>: Optional<Multipliers<T, G>>;
}

impl Extras for () {
    type SelfContact<T: Scalar, G: Extent> = ();
    type Tear<G: Extent> = [Tearing<G>; 0];
    type Links<T: Scalar, G: Extent> = [Multipliers<T, G>; 0];
}

/// Memory for contacts of the cloth with itself, with room for so many pairs a particle.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithSelfCollision<const PAIRS: usize = 6>;

impl<const PAIRS: usize> Extras for WithSelfCollision<PAIRS> {
    type SelfContact<T: Scalar, G: Extent> = SelfCollision<T, G, PAIRS>;
    type Tear<G: Extent> = [Tearing<G>; 0];
    type Links<T: Scalar, G: Extent> = [Multipliers<T, G>; 0];
}

/// Memory for broken links.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithTearing;

impl Extras for WithTearing {
    type SelfContact<T: Scalar, G: Extent> = ();
    type Tear<G: Extent> = [Tearing<G>; 1];
    type Links<T: Scalar, G: Extent> = [Multipliers<T, G>; 0];
}

/// Memory for XPBD's multipliers.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithMultipliers;

impl Extras for WithMultipliers {
    type SelfContact<T: Scalar, G: Extent> = ();
    type Tear<G: Extent> = [Tearing<G>; 0];
    type Links<T: Scalar, G: Extent> = [Multipliers<T, G>; 1];
}

/// Memory for all that a scene can ask for.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithAll;

impl Extras for WithAll {
    type SelfContact<T: Scalar, G: Extent> = SelfCollision<T, G>;
    type Tear<G: Extent> = [Tearing<G>; 1];
    type Links<T: Scalar, G: Extent> = [Multipliers<T, G>; 1];
}
