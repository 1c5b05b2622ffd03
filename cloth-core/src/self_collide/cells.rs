//! A grid of cubic cells without bounds, in fixed memory.
//!
//! A cell's slot is its x plus a number that its y and z scatter, modulo the
//! slots: three cells side by side are three slots side by side, and their
//! particles follow each other. Cells that share a slot cost time, nothing else:
//! whoever asks compares distances.

/// The number of a cell along each axis.
pub(super) type Cell = [i32; 3];

/// Particles sorted by the slots of their cells, by counting. 6 bytes a particle.
#[derive(Clone, Debug)]
pub(super) struct Cells<const W: usize, const H: usize> {
    /// Where each slot's particles begin in `order`.
    starts: [[u32; W]; H],
    /// The particles, slot by slot, and by number within a slot.
    order: [[u16; W]; H],
}

impl<const W: usize, const H: usize> Cells<W, H> {
    pub(super) const EMPTY: Self = Self {
        starts: [[0; W]; H],
        order: [[0; W]; H],
    };

    const BITS: u32 = (W * H).ilog2();
    const SLOTS: usize = 1 << Self::BITS;

    /// Slot of the first cell of a run along x, and of any cell.
    #[inline(always)]
    fn slot([x, y, z]: Cell) -> usize {
        // Steps that fill a line evenly, whichever plane the cloth lies in: one
        // over the plastic number, and its square.
        let scattered = (y as u32)
            .wrapping_mul(3_242_174_889)
            .wrapping_add((z as u32).wrapping_mul(2_447_445_414));
        let base = (u64::from(scattered) >> (32 - Self::BITS)) as u32;
        base.wrapping_add(x as u32) as usize & (Self::SLOTS - 1)
    }

    /// Sorts all particles by the cells that `cell_of` gives them.
    pub(super) fn sort(&mut self, cell_of: impl Fn(usize) -> Cell) {
        let starts = &mut self.starts.as_flattened_mut()[..Self::SLOTS];
        let order = self.order.as_flattened_mut();
        starts.fill(0);
        for particle in 0..W * H {
            starts[Self::slot(cell_of(particle))] += 1;
        }
        let mut end = 0;
        for start in starts.iter_mut() {
            end += *start;
            *start = end;
        }
        // From the last to the first, so that numbers ascend within a slot.
        for particle in (0..W * H).rev() {
            let start = &mut starts[Self::slot(cell_of(particle))];
            *start -= 1;
            order[*start as usize] = particle as u16;
        }
    }

    /// Calls `look` with all particles of the 27 cells around `cell`, and with
    /// others; with some of them more than once where there are few slots.
    #[inline(always)]
    pub(super) fn around(&self, [x, y, z]: Cell, mut look: impl FnMut(usize)) {
        for dz in -1..=1 {
            for dy in -1..=1 {
                let cell = [x.wrapping_sub(1), y.wrapping_add(dy), z.wrapping_add(dz)];
                let first = Self::slot(cell);
                let end = first + 3;
                self.look_at(first, end.min(Self::SLOTS), &mut look);
                if end > Self::SLOTS {
                    self.look_at(0, first.min(end - Self::SLOTS), &mut look);
                }
            }
        }
    }

    #[inline(always)]
    fn look_at(&self, first: usize, end: usize, look: &mut impl FnMut(usize)) {
        let starts = &self.starts.as_flattened()[..Self::SLOTS];
        let start = |slot: usize| starts.get(slot).map_or(W * H, |&s| s as usize);
        let run = start(first)..start(end);
        if let Some(particles) = self.order.as_flattened().get(run) {
            particles.iter().for_each(|&p| look(usize::from(p)));
        }
    }
}
