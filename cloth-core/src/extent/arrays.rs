//! Grids of a size that is known when a program is compiled.

use super::{Cell, Extent, Lanes};

/// W columns × H rows, known when the program is compiled. Takes no memory itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Const<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> super::sealed::Sealed for Const<W, H> {}

impl<A: Send + Sync + 'static, const W: usize, const N: usize> Lanes<A, N> for [[A; W]; N] {
    // Compiled for size a loop stays one, and no length is known after it.
    #[inline(always)]
    fn lanes(&self) -> [&[A]; N] {
        let mut lanes: [&[A]; N] = const { [&[]; N] };
        match (self.as_slice(), lanes.as_mut_slice()) {
            ([of], [lane]) => *lane = of,
            ([a, b, c], [x, y, z]) => (*x, *y, *z) = (a, b, c),
            (of, lanes) => lanes.iter_mut().zip(of).for_each(|(lane, of)| *lane = of),
        }
        lanes
    }
    #[inline(always)]
    fn lanes_mut(&mut self) -> [&mut [A]; N] {
        self.each_mut().map(<[A; W]>::as_mut_slice)
    }
    #[inline(always)]
    fn three_mut(&mut self) -> [&mut [A]; 3] {
        match self.as_mut_slice() {
            [x, y, z, ..] => [x, y, z],
            _ => [&mut [], &mut [], &mut []],
        }
    }
}

impl<const W: usize, const H: usize> Extent for Const<W, H> {
    const EMPTY: Self = {
        assert!(W >= 1 && H >= 1, "a cloth has at least one particle");
        Self
    };
    const IS_CONST: bool = true;

    type Row<A: Cell, const N: usize> = [[A; W]; N];
    type Unit<A: Cell, const N: usize> = [[A; W]; N];
    type Memory<A: Cell, const N: usize> = [[[A; W]; N]; H];
    type Number = u16;
    const HAS_NUMBERS: bool = W * H <= 1 << 16;
    type Across<A: Cell> = [A; W];
    type Column<A: Cell> = [A; H];
    type Local<A: Cell, const N: usize> = [[A; W]; N];
    type Spare<A: Cell> = [A; 0];

    #[inline(always)]
    fn columns(self) -> usize {
        W
    }
    #[inline(always)]
    fn rows(self) -> usize {
        H
    }
    const LANES: usize = 1;
    #[inline(always)]
    fn vectors(self) -> usize {
        W
    }
    #[inline(always)]
    fn place(self, column: usize) -> usize {
        column
    }
    #[inline(always)]
    fn column(self, place: usize) -> usize {
        place
    }
    #[inline(always)]
    fn ends(self, k: usize) -> usize {
        usize::from(k < W)
    }
    #[inline(always)]
    fn units<const N: usize>(self) -> usize {
        1
    }
    #[inline(always)]
    fn root(self) -> usize {
        const { W.isqrt() }
    }
    #[inline(always)]
    fn number(self, [place, row]: [usize; 2]) -> u16 {
        (row * W + place) as u16
    }
    #[inline(always)]
    fn spot(self, number: u16) -> [usize; 2] {
        let number = usize::from(number);
        [number % W, number / W]
    }
    #[inline(always)]
    fn flat<A: Cell, const N: usize>(units: &[[[A; W]; N]]) -> &[A] {
        units.as_flattened().as_flattened()
    }
    #[inline(always)]
    fn flat_mut<A: Cell, const N: usize>(units: &mut [[[A; W]; N]]) -> &mut [A] {
        units.as_flattened_mut().as_flattened_mut()
    }

    #[inline(always)]
    fn row<A: Cell, const N: usize>(self, units: &[[[A; W]; N]], row: usize) -> &[[A; W]; N] {
        &units[row]
    }
    #[inline(always)]
    fn row_mut<A: Cell, const N: usize>(
        self,
        units: &mut [[[A; W]; N]],
        row: usize,
    ) -> &mut [[A; W]; N] {
        &mut units[row]
    }
    #[inline(always)]
    fn two_rows<A: Cell, const N: usize>(
        self,
        units: &mut [[[A; W]; N]],
        upper: usize,
        lower: usize,
    ) -> Option<[&mut [[A; W]; N]; 2]> {
        match units.get_mut(upper..=lower) {
            Some([upper, .., lower]) => Some([upper, lower]),
            _ => None,
        }
    }
    #[inline(always)]
    fn thirds<A: Cell>(row: &mut [[A; W]; 9]) -> [&mut [[A; W]; 3]; 3] {
        match row.as_chunks_mut().0 {
            [a, b, c] => [a, b, c],
            _ => unreachable!(),
        }
    }
    #[inline(always)]
    fn lend<'a, A: Cell, const N: usize>(
        self,
        local: &'a mut [[A; W]; N],
        _spare: &'a mut [A],
    ) -> &'a mut [[A; W]; N] {
        local
    }
}
