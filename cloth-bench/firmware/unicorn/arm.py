"""A Cortex-M."""

import struct

from unicorn import UC_ARCH_ARM, UC_HOOK_CODE, UC_MODE_MCLASS, UC_MODE_THUMB, Uc
from unicorn.arm_const import (
    UC_ARM_REG_LR,
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
# Instructions: wait for an event, and send one.
WFE, SEV = 0xBF20, 0xBF40


class Arm(Machine):
    START_BITS, PC, LOADED = 1, UC_ARM_REG_PC, "p_paddr"

    def __init__(self, chip, elf, cpu):
        core = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        core.ctl_set_cpu_model(cpu)
        self.event = self.waits = False
        super().__init__(chip, elf, core)
        for segment in elf.iter_segments("PT_LOAD"):
            self.watch_events(segment["p_vaddr"], segment.data())

    def watch_events(self, start, code):
        for at in range(0, len(code) - 1, 2):
            if int.from_bytes(code[at : at + 2], "little") in (WFE, SEV):
                here = start + at
                self.core.hook_add(UC_HOOK_CODE, self.on_event, begin=here, end=here)

    def on_event(self, core, address, _size, _data):
        if int.from_bytes(core.mem_read(address, 2), "little") == SEV:
            self.event = True
            return
        # Unicorn does not know the other.
        core.reg_write(UC_ARM_REG_PC, address + 2 | 1)
        if not self.event:
            self.waits = True
            core.emu_stop()
        self.event = False

    def start(self):
        """As after a reset: stack and entry are the first words of flash."""
        stack, self.pc = struct.unpack("<II", self.core.mem_read(self.chip.memory[0][0], 8))
        self.core.reg_write(UC_ARM_REG_SP, stack)

    def interrupt(self, number):
        if number != BREAKPOINT or self.core.reg_read(UC_ARM_REG_R0) != SYS_EXIT:
            raise Wrong(f"exception {number} at {self.core.reg_read(UC_ARM_REG_PC):#x}")
        self.ended = True
        self.core.emu_stop()

    def run(self):
        printed = super().run()
        if self.waits:
            self.waits = False
            self.take_interrupt(self.chip.sleep())
        return printed

    def take_interrupt(self, number):
        """Calls its handler. Only a core that waits is interrupted here."""
        flash, size = self.chip.memory[0]
        vector = self.core.mem_read(flash + 4 * (16 + number), 4)
        back = flash + size - 2
        before = self.core.context_save()
        self.core.reg_write(UC_ARM_REG_LR, back | 1)
        self.core.emu_start(int.from_bytes(vector, "little"), back)
        self.core.context_restore(before)
        if self.wrong:
            raise self.wrong
        # What it has changed may be what the core waits for.
        self.event = False


def m4(chip, elf):
    return Arm(chip, elf, UC_CPU_ARM_CORTEX_M4)


def m33(chip, elf):
    return Arm(chip, elf, UC_CPU_ARM_CORTEX_M33)
