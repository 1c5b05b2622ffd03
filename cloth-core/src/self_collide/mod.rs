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
//! before have done. First those that are beside each other on the grid without being
//! left out, like the ends of a cell's diagonals: a row at a time says whether any
//! touches. Then all others. To find them, those nearer than d and a margin are
//! listed. The list holds until two particles near each other may have moved by the
//! margin against each other. That is asked of tiles of the grid, as is what lies
//! near what: a cloth that falls or swings as a whole keeps its list. Pairs of the
//! list that do not touch do nothing: the result does not depend on when the list is
//! made. (But where everything lies in everything else, the pushes of one substep can
//! exceed the margin; what they bring together is then parted a substep later.)
//!
//! The list has a fixed capacity. Where it overflows, the margin is made smaller;
//! where even the smallest is of no help, the tiles are walked in each substep. That
//! is slower, and finds the same pairs in the same order.
//!
//! # Speed
//! Two particles that approach by less than d/2 in a substep cannot change sides.
//! Rows with faster ones are swept: a pair meets where its paths do. Two particles
//! may approach by [`MAX_SPEED`](SelfContactLaw::MAX_SPEED) rest spacings a substep;
//! those that are faster, against their tile or the tiles near it, are slowed down.

mod beside;
mod contact;
mod drift;
mod law;
mod near;
mod pairs;
#[cfg(test)]
mod tests;
mod tiles;

use crate::cloth::Cloth;
use crate::grid::Grid;
use crate::motion::Motion;
use crate::scalar::Scalar;
use core::fmt::Debug;
pub use law::SelfContactLaw;
use tiles::Tiles;

/// What a simulation has to part the cloth from itself with:
/// [`NoSelfCollision`], which takes no memory, or [`SelfCollision`].
pub trait SelfContact<T: Scalar, const W: usize, const H: usize>: Clone + Debug {
    /// A value for a `static`, to be set up in place. All its bits are zero.
    const EMPTY: Self;
    /// Whether it can part anything.
    const HAS_MEMORY: bool;
    /// Memory in bytes.
    const BYTES: usize = size_of::<Self>();

    /// Takes over a law, and forgets what it knew of the cloth.
    fn set_law(&mut self, law: SelfContactLaw<T>);
    /// Whether there is anything to do.
    fn is_on(&self) -> bool;
    /// Parts all particles that touch.
    fn separate<M: Motion>(&mut self, cloth: &mut Cloth<T, W, H>, kept: &mut Grid<T, W, H>);
}

/// The cloth passes through itself. Takes no memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NoSelfCollision;

impl<T: Scalar, const W: usize, const H: usize> SelfContact<T, W, H> for NoSelfCollision {
    const EMPTY: Self = Self;
    const HAS_MEMORY: bool = false;

    fn set_law(&mut self, _law: SelfContactLaw<T>) {}
    fn is_on(&self) -> bool {
        false
    }
    fn separate<M: Motion>(&mut self, _cloth: &mut Cloth<T, W, H>, _kept: &mut Grid<T, W, H>) {}
}

/// Memory for contacts of the cloth with itself.
///
/// P is the room for pairs, a particle. Bytes a particle: three numbers for the
/// place it had when the list was made, 4·P for the list; 36 in `f32` with P = 6,
/// and 24 bytes a column for the tiles. Grids of up to 65,536 particles, 256 × 256.
#[derive(Clone, Debug)]
pub struct SelfCollision<T, const W: usize, const H: usize, const P: usize = 6> {
    law: SelfContactLaw<T>,
    /// Where particles were when the list was made.
    reference: Grid<T, W, H>,
    /// Where tiles of particles were then.
    tiles: Tiles<T, W>,
    /// Rows with particles that are fast in this substep.
    fast: [bool; H],
    /// The listed pairs, and how many there are.
    pairs: [[[[u16; 2]; P]; W]; H],
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

impl<T: Scalar, const W: usize, const H: usize, const P: usize> SelfContact<T, W, H>
    for SelfCollision<T, W, H, P>
{
    const EMPTY: Self = {
        assert!(
            W * H <= 1 << 16,
            "self-collision is for up to 65,536 particles"
        );
        Self {
            law: SelfContactLaw::OFF,
            reference: Grid::ZERO,
            tiles: Tiles::EMPTY,
            fast: [false; H],
            pairs: [[[[0; 2]; P]; W]; H],
            listed: 0,
            margin: T::ZERO,
            found: Found::Nothing,
            age: 0,
        }
    };
    const HAS_MEMORY: bool = true;

    fn set_law(&mut self, law: SelfContactLaw<T>) {
        self.law = law;
        self.found = Found::Nothing;
        self.margin = T::from_f64(pairs::FIRST_MARGIN);
        self.age = 0;
    }

    fn is_on(&self) -> bool {
        self.law.thickness > T::ZERO
    }

    #[inline(never)]
    fn separate<M: Motion>(&mut self, cloth: &mut Cloth<T, W, H>, kept: &mut Grid<T, W, H>) {
        let fastest = self.mark_fast::<M>(cloth, kept);
        self.age = self.age.saturating_add(1);
        // Two that have met on their way may be further apart again.
        if self.found == Found::Nothing || fastest.is_some() || self.has_moved(cloth) {
            self.find(cloth, fastest);
        }
        match fastest {
            Some(_) => self.part::<M, true>(cloth, kept),
            None => self.part::<M, false>(cloth, kept),
        }
    }
}
