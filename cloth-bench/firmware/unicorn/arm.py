"""A Cortex-M."""

import struct

from unicorn import UC_ARCH_ARM, UC_MODE_MCLASS, UC_MODE_THUMB, Uc
from unicorn.arm_const import (
    UC_ARM_REG_PC,
    UC_ARM_REG_R0,
    UC_ARM_REG_SP,
    UC_CPU_ARM_CORTEX_M4,
    UC_CPU_ARM_CORTEX_M33,
)

from chip import Wrong
from machine import Machine

# Unicorn's number for it, and what semihosting calls the end.
BREAKPOINT, SYS_EXIT = 7, 0x18


class Arm(Machine):
    START_BITS, PC, LOADED = 1, UC_ARM_REG_PC, "p_paddr"

    def __init__(self, chip, elf, cpu):
        core = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        core.ctl_set_cpu_model(cpu)
        super().__init__(chip, elf, core)

    def start(self):
        """As after a reset: stack and entry are the first words of flash."""
        stack, self.pc = struct.unpack("<II", self.core.mem_read(self.chip.memory[0][0], 8))
        self.core.reg_write(UC_ARM_REG_SP, stack)

    def interrupt(self, number):
        if number != BREAKPOINT or self.core.reg_read(UC_ARM_REG_R0) != SYS_EXIT:
            raise Wrong(f"exception {number} at {self.core.reg_read(UC_ARM_REG_PC):#x}")
        self.ended = True
        self.core.emu_stop()


def m4(chip, elf):
    return Arm(chip, elf, UC_CPU_ARM_CORTEX_M4)


def m33(chip, elf):
    return Arm(chip, elf, UC_CPU_ARM_CORTEX_M33)
