//! How large a grid is, and where its memory is.
//!
//! A board knows its grid when its program is compiled: [`Const`] keeps arrays, and
//! nothing is ever allocated. A host learns it when the program runs: [`Dyn`], with the
//! feature `alloc`, keeps vectors whose length is a value. The engine is written once
//! over both.

mod arrays;
#[cfg(feature = "alloc")]
mod dynamic;

use core::fmt;
use core::fmt::Debug;

pub use arrays::Const;
#[cfg(feature = "alloc")]
pub use dynamic::Dyn;

/// A type with a value for a `static`, all bits zero.
pub trait Blank: Sized {
    /// That value.
    const BLANK: Self;
}

/// What a row is made of: numbers, bits of links, numbers of particles.
pub trait Cell: Blank + Copy + Debug + PartialEq + Send + Sync + 'static {}

impl<A: Blank + Copy + Debug + PartialEq + Send + Sync + 'static> Cell for A {}

impl<A: Blank, const N: usize> Blank for [A; N] {
    const BLANK: Self = [const { A::BLANK }; N];
}

impl Blank for () {
    const BLANK: Self = ();
}

impl Blank for bool {
    const BLANK: Self = false;
}

impl Blank for u8 {
    const BLANK: Self = 0;
}

impl Blank for u16 {
    const BLANK: Self = 0;
}

impl Blank for u32 {
    const BLANK: Self = 0;
}

/// Values whose memory is made once: an array where the compiler knows how many there are, else
/// memory of the heap; or none, where the stack serves.
pub trait Values<A>: Blank + AsRef<[A]> + AsMut<[A]> + Clone + Debug + Send + Sync {
    /// Makes room for `count` values, or for all of an array, blank; `false` if the system has no
    /// memory for them.
    fn make(&mut self, count: usize) -> bool;
}

impl<A: Cell, const N: usize> Values<A> for [A; N] {
    fn make(&mut self, _count: usize) -> bool {
        self.fill(A::BLANK);
        true
    }
}

/// N lanes of numbers of one length: a row of vectors is three of them.
pub trait Lanes<A, const N: usize>: Send + Sync {
    /// The lanes.
    fn lanes(&self) -> [&[A]; N];
    /// The lanes, to write.
    fn lanes_mut(&mut self) -> [&mut [A]; N];
    /// The first three, to write: without a loop, which would stay one when compiled for size.
    fn three_mut(&mut self) -> [&mut [A]; 3];
}

/// The system has no memory for a grid of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Columns asked for.
    pub columns: usize,
    /// Rows asked for.
    pub rows: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows } = self;
        write!(f, "no memory for a grid of {columns} × {rows} particles")
    }
}

impl core::error::Error for OutOfMemory {}

/// The size of a grid and its memory: [`Const`], or with the feature `alloc` `Dyn`.
///
/// Sealed: how rows lie in memory is the engine's own affair. A row may have room for
/// more columns than the grid has; what lies beyond the last is never a particle.
pub trait Extent: sealed::Sealed + Copy + Debug + PartialEq + Send + Sync + 'static {
    /// No particles yet, where the size is a value.
    const EMPTY: Self;
    /// Whether the size is known when the program is compiled.
    const IS_CONST: bool;

    /// A row of N lanes.
    type Row<A: Cell, const N: usize>: Lanes<A, N> + ?Sized;
    /// What the memory of rows is a slice of.
    type Unit<A: Cell, const N: usize>: Cell;
    /// The memory of all rows.
    type Memory<A: Cell, const N: usize>: Values<Self::Unit<A, N>> + PartialEq;
    /// Where a particle is, in few bytes.
    type Number: Cell;
    /// Whether all particles have one.
    const HAS_NUMBERS: bool;
    /// A value a column.
    type Across<A: Cell>: Values<A>;
    /// A value a row.
    type Column<A: Cell>: Values<A> + PartialEq;
    /// A row of N lanes on the stack, where the stack has room for it.
    type Local<A: Cell, const N: usize>: Blank;
    /// Memory for values that are not on the stack; none where the stack serves.
    type Spare<A: Cell>: Values<A>;

    /// Particles in a row.
    fn columns(self) -> usize;
    /// Rows of particles.
    fn rows(self) -> usize;
    /// Numbers of a vector. A lane of a row is V vectors: number l of vector k is that of
    /// column l·V + k.
    const LANES: usize;
    /// Whether vectors have more than one number. As the condition of an `if`, by itself,
    /// it keeps the compiler from making what is behind it for the other storage.
    const HAS_VECTORS: bool = Self::LANES > 1;
    /// Vectors of a lane.
    fn vectors(self) -> usize;
    /// Where a column is in a lane.
    fn place(self, column: usize) -> usize;
    /// The column in a place of a lane.
    fn column(self, place: usize) -> usize;
    /// The places of all columns, in their order.
    fn places(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.columns()).map(move |column| self.place(column))
    }
    /// How many numbers of vector k, the first of it, have a column of the grid k' − k
    /// columns further; k' is below twice the vectors.
    fn ends(self, k: usize) -> usize;
    /// Numbers in a lane.
    #[inline(always)]
    fn room(self) -> usize {
        self.vectors() * Self::LANES
    }
    /// Whether each of them is a column.
    #[inline(always)]
    fn is_full(self) -> bool {
        self.room() == self.columns()
    }
    /// Units of memory that a row takes.
    fn units<const N: usize>(self) -> usize;
    /// The square root of the columns, rounded down.
    fn root(self) -> usize;
    /// A particle in few bytes: the place of its column, and its row.
    fn number(self, spot: [usize; 2]) -> Self::Number;
    /// The place of its column, and its row.
    fn spot(self, number: Self::Number) -> [usize; 2];
    /// All values of a memory, one after another.
    fn flat<A: Cell, const N: usize>(units: &[Self::Unit<A, N>]) -> &[A];
    /// All values of a memory, to write.
    fn flat_mut<A: Cell, const N: usize>(units: &mut [Self::Unit<A, N>]) -> &mut [A];

    /// A row of a block.
    fn row<A: Cell, const N: usize>(
        self,
        units: &[Self::Unit<A, N>],
        row: usize,
    ) -> &Self::Row<A, N>;
    /// A row of a block, to write.
    fn row_mut<A: Cell, const N: usize>(
        self,
        units: &mut [Self::Unit<A, N>],
        row: usize,
    ) -> &mut Self::Row<A, N>;
    /// A row of a block and one below it, to write; `None` if the block ends before.
    fn two_rows<A: Cell, const N: usize>(
        self,
        units: &mut [Self::Unit<A, N>],
        upper: usize,
        lower: usize,
    ) -> Option<[&mut Self::Row<A, N>; 2]>;
    /// The first three lanes, the next three and the last three, as rows.
    fn thirds<A: Cell>(row: &mut Self::Row<A, 9>) -> [&mut Self::Row<A, 3>; 3];
    /// A row on the stack, or else the first N lanes of `spare`.
    fn lend<'a, A: Cell, const N: usize>(
        self,
        local: &'a mut Self::Local<A, N>,
        spare: &'a mut [A],
    ) -> &'a mut Self::Row<A, N>;

    /// Makes room for `count` values, blank.
    ///
    /// # Errors
    /// If the system has no memory for them.
    fn allocate<A: Cell>(self, list: &mut impl Values<A>, count: usize) -> Result<(), OutOfMemory> {
        match list.make(count) {
            true => Ok(()),
            false => Err(OutOfMemory {
                columns: self.columns(),
                rows: self.rows(),
            }),
        }
    }
}

/// For traits that only this crate implements.
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// Memory that a program has or has not, as an array of one or of none. Without it, the code that uses it is left
/// out when the program is compiled.
pub trait Optional<X>: Blank + Clone + Debug + Send + Sync {
    /// The memory, where there is one.
    fn get(&self) -> Option<&X>;
    /// The memory to write.
    fn get_mut(&mut self) -> Option<&mut X>;
}

impl<X: Blank + Clone + Debug + Send + Sync, const N: usize> Optional<X> for [X; N] {
    #[inline(always)]
    fn get(&self) -> Option<&X> {
        self.first()
    }
    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut X> {
        self.first_mut()
    }
}
