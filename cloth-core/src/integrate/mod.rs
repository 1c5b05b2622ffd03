//! Time integration: one file a scheme, each the owner of its own state.

mod backward_euler;
mod conjugate_gradient;
mod explicit;
mod implicit;
mod implicit_explicit;
pub(crate) mod lanczos;
pub(crate) mod outline;
mod verlet;

pub use backward_euler::BackwardEuler;
pub use conjugate_gradient::{Descent, SolverReport, SolverSettings, solve};
pub use explicit::{ForwardEuler, Rk2, Rk4, SymplecticEuler};
pub use implicit::ImplicitState;
pub use implicit_explicit::Imex;
pub use verlet::Verlet;

use crate::base::{Blank, Cloth, Extent, Grid, Motion, OutOfMemory, Scalar};
use crate::collide::Obstacles;
use crate::force::Forces;
use crate::observer::Phase;
use crate::scratch::Scratch;
use crate::tear::Tear;
use core::fmt::Debug;
use explicit::zip;

/// Loss of velocity in a substep, in the two forms that schemes need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss<T: Scalar> {
    /// Part of its velocity that a particle keeps, 0 to 1.
    pub keep: T,
    /// c·dt in v' = −c·v: −ln(keep), for schemes that evaluate damping as a
    /// force.
    pub rate: T,
    /// For [`Verlet`], with gravity: a coordinate each.
    pub motion: T::Motion,
}

/// What a method moves in a substep, and by what.
#[derive(Debug)]
pub struct Substep<'a, T: Scalar, G: Extent, D> {
    /// The cloth.
    pub cloth: &'a mut Cloth<T, G>,
    /// What accelerates it.
    pub forces: &'a Forces<T>,
    /// The broken links, which are no springs.
    pub tear: &'a D,
    /// Loss of velocity.
    pub damping: Loss<T>,
    /// Memory to work in.
    pub scratch: &'a mut Scratch<T, G>,
}

/// What a method carries from substep to substep: first of all one vector a particle that holds its
/// motion, as [`Motion`] says.
pub trait State<T: Scalar, G: Extent>: Blank + Clone + Debug + Send {
    /// Makes room for a grid of this size, all zero.
    ///
    /// # Errors
    /// If the system has no memory for it.
    fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory>;

    /// The kept motion of every particle.
    fn motion(&self) -> &Grid<T, G>;

    /// The kept motion of every particle, to write.
    fn motion_mut(&mut self) -> &mut Grid<T, G>;

    /// The kept motion to write, and where the particles were when the substep
    /// began, from the end of [`advance`](Method::advance) on: where contacts put a
    /// particle back that sticks. `None` if a particle's path is its velocity.
    fn motion_and_start(&mut self) -> (&mut Grid<T, G>, Option<&Grid<T, G>>) {
        (self.motion_mut(), None)
    }

    /// The kept velocities, and room for the positions before constraints and contacts move
    /// particles. `None` in methods that keep previous positions.
    fn velocity_and_before(&mut self) -> Option<[&mut Grid<T, G>; 2]>;

    /// Called before constraints and contacts move particles.
    fn before_corrections(&mut self, cloth: &Cloth<T, G>) {
        if let Some([_, before]) = self.velocity_and_before() {
            before.copy_from(&cloth.position);
        }
    }

    /// Called when constraints have moved particles, before contacts look at velocities: these
    /// follow.
    fn after_corrections(&mut self, cloth: &Cloth<T, G>) {
        if let Some([velocity, before]) = self.velocity_and_before() {
            let x = &cloth.position;
            zip(velocity, [x, before], |v, x, b| v + (x - b));
        }
    }

    /// Clears what a substep leaves for the next one, apart from the motion, so that a run after a reset
    /// has the bits of the first one.
    fn forget(&mut self) {}
}

/// The state of an explicit scheme: the motion; of schemes that keep velocities then room for the
/// positions before corrections; of those whose path is not their velocity then the positions at
/// the start of the substep; and what else the scheme works in.
impl<T: Scalar, G: Extent, const N: usize> State<T, G> for [Grid<T, G>; N] {
    fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.iter_mut().try_for_each(|grid| grid.allocate(extent))
    }

    fn motion(&self) -> &Grid<T, G> {
        &self[0]
    }

    fn motion_mut(&mut self) -> &mut Grid<T, G> {
        &mut self[0]
    }

    fn motion_and_start(&mut self) -> (&mut Grid<T, G>, Option<&Grid<T, G>>) {
        let (motion, others) = self.split_at_mut(1);
        (&mut motion[0], others.get(1))
    }

    fn velocity_and_before(&mut self) -> Option<[&mut Grid<T, G>; 2]> {
        match self.as_mut_slice() {
            [velocity, before, ..] => Some([velocity, before]),
            _ => None,
        }
    }
}

/// A way to advance a cloth by one substep: a marker. What it carries from one to the
/// next is its [`State`], so a microcontroller pays only for the one it uses.
///
/// All of them keep one vector a particle that holds its motion; contacts, pins and switches of
/// method go through that. After [`advance`](Method::advance), constraints and contacts may move
/// particles: kept velocities follow ([`State::after_corrections`]), previous positions need not.
pub trait Method: Debug + Clone + Send + Sized + 'static {
    /// What the kept vectors mean.
    type Motion: Motion;
    /// What it carries from substep to substep.
    type State<T: Scalar, G: Extent>: State<T, G>;
    /// Name for tables and logs, for example `verlet`.
    const NAME: &'static str;

    /// Whether an oscillation x″ = −ω²·x − c·x′ does not grow, with κ = ω²·dt²,
    /// `drag` = c·dt for the part of c that acts as a force and `rate` for the
    /// part that is [`Loss`]. In implicit methods none grows.
    fn is_stable(_kappa: f64, _drag: f64, _rate: f64) -> bool {
        Self::IS_IMPLICIT
    }

    /// Whether it solves a linear system: fixed point has not the range for its products.
    const IS_IMPLICIT: bool = false;

    /// Moves the free particles by one substep. Pinned particles stay and have no velocity. `colliders`, where they will be when it ends, are for methods
    /// whose forces know of contacts; contacts come after in any case. `observe` is told of
    /// each phase that has ended.
    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        now: Substep<'_, T, G, impl Tear<G>>,
        colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    );
}
