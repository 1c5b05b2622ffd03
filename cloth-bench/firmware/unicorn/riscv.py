"""An ESP32-C3's core (RV32IMC)."""

from unicorn import UC_ARCH_RISCV, UC_HOOK_CODE, UC_MODE_RISCV32, Uc
from unicorn.riscv_const import UC_RISCV_REG_A0, UC_RISCV_REG_PC, UC_RISCV_REG_RA, UC_RISCV_REG_X0

from chip import Wrong
from machine import Machine

# Unicorn's number for an instruction that it does not know; of those that reach a control
# register, the debug module's triggers, which guard the stack, and the counter of cycles.
ILLEGAL, CSR, TRIGGERS, COUNTER = 2, 0x73, range(0x7A0, 0x7A6), range(0x7E0, 0x7E3)
# `csrw pmpcfg0` to `csrw pmpcfg3`, without the register that is written.
PROTECT = [register << 20 | 1 << 12 | CSR for register in range(0x3A0, 0x3A4)]


class Riscv(Machine):
    START_BITS, PC, LOADED = 0, UC_RISCV_REG_PC, "p_vaddr"

    def __init__(self, chip, elf):
        core = Uc(UC_ARCH_RISCV, UC_MODE_RISCV32)
        super().__init__(chip, elf, core)
        self.leave_out_protection(elf)

    def leave_out_protection(self, elf):
        """Skips what switches memory protection on: Unicorn's knows whole pages alone."""
        for segment in elf.iter_segments("PT_LOAD"):
            code = segment.data()
            for at in range(0, len(code) - 3, 2) if segment["p_flags"] & 1 else ():
                if int.from_bytes(code[at : at + 4], "little") & 0xFFF0_7FFF in PROTECT:
                    address = segment["p_vaddr"] + at
                    self.core.hook_add(UC_HOOK_CODE, self.skip, begin=address, end=address)

    def skip(self, core, address, size, _data):
        core.reg_write(UC_RISCV_REG_PC, address + size)

    def start(self):
        """As the boot loader does."""
        self.pc = self.entry

    def interrupt(self, number):
        # Unicorn has gone on already.
        at = self.core.reg_read(UC_RISCV_REG_PC) - 4
        if number == ILLEGAL and self.chip.in_rom(at):
            self.call(at)
            return
        instruction = int.from_bytes(self.core.mem_read(at, 4), "little")
        register = instruction >> 20
        known = register in TRIGGERS or register in COUNTER
        if number != ILLEGAL or instruction & 0x7F != CSR or not known:
            raise Wrong(f"exception {number} at {at:#x}, {instruction:#010x}")
        # Reads as zero: neither is modelled.
        if target := instruction >> 7 & 0x1F:
            self.core.reg_write(UC_RISCV_REG_X0 + target, 0)

    def call(self, at):
        """A function in ROM."""
        arguments = [self.core.reg_read(UC_RISCV_REG_A0 + i) for i in range(8)]
        for i, result in enumerate(self.chip.function(at)(arguments)):
            self.core.reg_write(UC_RISCV_REG_A0 + i, int(result) & 0xFFFF_FFFF)
        self.core.reg_write(UC_RISCV_REG_PC, self.core.reg_read(UC_RISCV_REG_RA))
