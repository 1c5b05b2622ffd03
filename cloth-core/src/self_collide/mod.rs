//! Contacts of the cloth with itself.
//!
//! Every particle is a ball whose diameter is the thickness d. Two balls that
//! overlap are parted, the velocity with which they approach is removed, and
//! Coulomb's friction is taken from the rest.
//!
//! # Why balls are enough
//! The corners of a cell of the mesh are the rest spacing s apart, its diagonals
//! √2·s long. No point of a cell is further than s/√2 from a corner, so no
//! particle fits through a cell if d > 0.71·s. Two edges of lengths a and b that
//! cross have ends no further apart than ½·√(a² + b²): 0.71·s for two sides, s
//! for two diagonals. So with d = s, which is the default, an unstretched cloth
//! cannot pass through itself, neither corner through face nor edge through edge.
//! A cloth that is stretched by a part e needs d = (1 + e)·s for the diagonals; a
//! thinner one than 0.71·s slips through itself.
//!
//! Pairs whose flat distance on the grid is at most d are left out: links keep
//! them apart.
//!
//! # Which pairs are looked at
//! All pairs that are nearer than d, in a fixed order, each seeing what the ones
//! before have done. First neighbours on the grid that are not left out, like the ends of
//! a cell's diagonals: a row at a time is tested. Then all others. To find them, those nearer than d and a margin are
//! listed. The list holds until two particles near each other may have moved by the
//! margin against each other. Tiles of the grid tell that, and which particles
//! are near each other: a cloth that falls or swings as a whole keeps its list. Pairs of the
//! list that do not touch do nothing: the result does not depend on when the list is
//! made. (But where several impacts in turn push one particle, they can push it further than the
//! margin; what they bring together is then parted a substep later.)
//!
//! The list has a fixed capacity. Where it overflows, the margin is made smaller;
//! where even the smallest is of no help, the tiles are walked in each substep. That
//! is slower, and finds the same pairs in the same order.
//!
//! # Speed
//! Two particles may approach by [`MAX_SPEED`](SelfContactLaw::MAX_SPEED) rest spacings a
//! substep; those that are faster, against their tile or the tiles near it, are slowed down.
//! So no path has to be swept: a pair that is apart by d before and after, but on the other
//! side, has moved by √2·d or more. One that is nearer than d in the end is told by where it
//! came from: it goes back to its side, and an impact is stopped along the normal where the
//! paths met. (Below d = 0.64·s a fast pair may be missed; such a cloth slips through itself
//! anyway.) A substep in which two may approach by more than 0.35 d makes all contacts again,
//! as what is stopped hard is pushed into what is behind it.

mod contact_law;
mod drift;
mod near_pairs;
mod pairs;
#[cfg(test)]
mod tests;
mod tiles;

use crate::cloth::Cloth;
use crate::extent::{Blank, Extent, OutOfMemory};
use crate::grid::{Grid, Rows};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
pub use contact_law::SelfContactLaw;
use core::fmt::Debug;
use near_pairs::{Patch, patches_of_tile};
use tiles::Bounds;

/// How a simulation handles contacts of the cloth with itself: [`SelfCollision`], or `()`, which takes no
/// memory and lets the cloth pass through itself.
pub trait SelfContact<T: Scalar, G: Extent>: Blank + Clone + Debug {
    /// Makes room for a grid of this size.
    ///
    /// # Errors
    /// If the system has no memory for it.
    fn allocate(&mut self, _extent: G) -> Result<(), OutOfMemory> {
        Ok(())
    }
    /// Whether it has room for the grid.
    fn has_room(&self) -> bool {
        false
    }
    /// Sets the law, and forgets the list.
    fn set_law(&mut self, _law: SelfContactLaw<T>) {}
    /// Takes over the law and the list of another of the same grid.
    fn take_over(&mut self, _other: &Self) {}
    /// Whether there is anything to do.
    fn is_on(&self) -> bool {
        false
    }
    /// Parts all particles that touch; whether any two are so fast that it is to be done again.
    fn separate<M: Motion>(
        &mut self,
        _cloth: &mut Cloth<T, G>,
        _kept: &mut Grid<T, G>,
        _scratch: &mut Scratch<T, G>,
    ) -> bool {
        false
    }
}
impl<T: Scalar, G: Extent> SelfContact<T, G> for () {}

/// Memory for contacts of the cloth with itself.
///
/// P is the room for pairs, a particle. Bytes a particle: three numbers for the
/// place it had when the list was made, 4·P for the list; 36 in `f32` with P = 6,
/// and 24 bytes a column for the tiles. Where the size is a value the list takes 8·P, in `f32` 16·P,
/// and the places by patches three numbers, up to twice that where patches are not full. Grids of a
/// known size have up to 65,536 particles, 256 × 256.
///
/// ```
/// use cloth_core::{Const, Scene, Simulation, Verlet, WithSelfCollision};
///
/// type Cloth<const W: usize> = Simulation<f32, Const<W, 256>, Verlet, Scene, WithSelfCollision>;
/// const _: Cloth<256> = Cloth::EMPTY;
/// ```
///
/// More are refused by the compiler:
///
/// ```compile_fail,E0080
/// use cloth_core::{Const, Scene, Simulation, Verlet, WithSelfCollision};
///
/// type Cloth<const W: usize> = Simulation<f32, Const<W, 256>, Verlet, Scene, WithSelfCollision>;
/// const _: Cloth<257> = Cloth::EMPTY;
/// ```
#[derive(Clone, Debug)]
pub struct SelfCollision<T: Scalar, G: Extent, const P: usize = 6> {
    law: SelfContactLaw<T>,
    /// Where particles were when the list was made.
    reference: Grid<T, G>,
    /// Where tiles of particles were then: a box each, at most as many as columns.
    tiles: G::Across<Bounds<T>>,
    /// Where patches of them were, on hosts.
    patches: G::Spare<Patch<T>>,
    /// Where tiles are now, and numbers of tiles, where the stack has no room.
    tiles_now: G::Spare<Bounds<T>>,
    spare: G::Spare<u16>,
    /// The listed pairs, and how many there are.
    pairs: Rows<[[G::Number; 2]; P], G, 1>,
    listed: u32,
    /// How much further than d listed pairs may be apart, rest spacings.
    margin: T,
    found: Found,
    /// Substeps since the list was made.
    age: u32,
}

/// How the pairs of the substep are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Found {
    /// Nothing is known.
    Nothing = 0,
    /// All are in the list.
    Listed,
    /// The list has overflowed: by walking the tiles.
    InTiles,
}

impl<T: Scalar, G: Extent, const P: usize> Blank for SelfCollision<T, G, P> {
    const BLANK: Self = {
        assert!(
            G::HAS_NUMBERS,
            "self-collision is for up to 65,536 particles where the size is known"
        );
        Self {
            law: SelfContactLaw::OFF,
            reference: Grid::ZERO,
            tiles: Blank::BLANK,
            patches: Blank::BLANK,
            tiles_now: Blank::BLANK,
            spare: Blank::BLANK,
            pairs: Rows::ZERO,
            listed: 0,
            margin: T::ZERO,
            found: Found::Nothing,
            age: 0,
        }
    };
}

impl<T: Scalar, G: Extent, const P: usize> SelfContact<T, G> for SelfCollision<T, G, P> {
    fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.reference.allocate(extent)?;
        extent.allocate(&mut self.tiles, extent.columns())?;
        extent.allocate(&mut self.tiles_now, extent.room())?;
        let patches = tiles::count(extent) * patches_of_tile(extent);
        extent.allocate(&mut self.patches, patches)?;
        extent.allocate(&mut self.spare, extent.room())?;
        self.pairs.allocate(extent)
    }

    fn has_room(&self) -> bool {
        G::IS_CONST || !self.pairs.units().is_empty()
    }

    fn set_law(&mut self, law: SelfContactLaw<T>) {
        self.law = law;
        self.found = Found::Nothing;
        self.margin = T::constant(pairs::FIRST_MARGIN);
        self.age = 0;
    }

    fn take_over(&mut self, other: &Self) {
        self.law = other.law;
        self.reference.copy_from(&other.reference);
        self.look();
        self.pairs.copy_from(&other.pairs);
        self.listed = other.listed;
        self.margin = other.margin;
        self.found = other.found;
        self.age = other.age;
    }

    fn is_on(&self) -> bool {
        self.law.thickness > T::ZERO
    }

    #[inline(never)]
    fn separate<M: Motion>(
        &mut self,
        cloth: &mut Cloth<T, G>,
        kept: &mut Grid<T, G>,
        scratch: &mut Scratch<T, G>,
    ) -> bool {
        let is_fast = self.slow_down::<M>(cloth, kept, scratch);
        self.age = self.age.saturating_add(1);
        let is_stale = self.found == Found::Nothing || self.is_too_wide();
        if is_stale || self.has_moved(&cloth.position, scratch) {
            self.find(cloth, is_fast);
        }
        self.part::<M>(cloth, kept);
        is_fast
    }
}
