//! Core cycles. This core has a counter of its own in place of RISC-V's
//! `mcycle`: it counts chosen events, cycles among them (technical reference
//! manual, "Performance counter").

use cloth_boards::Widened;

/// Which events are counted: bit 0 is cycles.
mod event {
    riscv::write_csr_as_usize!(safe 0x7e0);
}

/// How: bit 0 counts, bit 1 would stop at the largest value.
mod mode {
    riscv::write_csr_as_usize!(safe 0x7e1);
}

/// The count.
mod count {
    riscv::read_csr_as_usize!(0x7e2);
}

/// The cycle counter.
#[derive(Clone, Copy, Debug)]
pub struct Cycles(Widened);

impl Cycles {
    /// Starts counting.
    pub fn start() -> Self {
        event::write(1);
        mode::write(1);
        Self(Widened::default())
    }

    /// Cycles so far.
    pub fn read(&mut self) -> u64 {
        self.0.read(count::read() as u32)
    }
}
