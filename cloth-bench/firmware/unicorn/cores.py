"""A chip with two cores of Cortex-M, which take turns in one of Unicorn's."""

from unicorn import UcError
from unicorn.arm_const import UC_ARM_REG_PC, UC_ARM_REG_SP, UC_ARM_REG_XPSR, UC_CPU_ARM_CORTEX_M33

from arm import Arm
from chip import Wrong
from machine import STRETCH

# Instructions of one core before the other has its turn: few, as one often waits for the other.
TURN = 500
# Of the program status: the state of an IT block.
CONDITIONAL = 0x0600_FC00
SIO = 0xD000_0000
CPUID, FIFO_STATUS, FIFO_WRITE, FIFO_READ = SIO, SIO + 0x50, SIO + 0x54, SIO + 0x58
VALID, READY, PLACES = 1, 2, 4


class Mailboxes:
    """What the cores send each other, and the boot ROM's way to start the second: six words in a row, each
    of them answered."""

    def __init__(self):
        self.inboxes, self.commands, self.core, self.second = ([], []), [], 0, None

    def __contains__(self, address):
        return address in (CPUID, FIFO_STATUS, FIFO_WRITE, FIFO_READ)

    def read(self, address):
        own, other = self.inboxes[self.core], self.inboxes[1 - self.core]
        if address == CPUID:
            return self.core
        if address == FIFO_READ:
            return own.pop(0) if own else 0
        return (VALID if own else 0) | (READY if len(other) < PLACES else 0)

    def write(self, address, value):
        if address != FIFO_WRITE:
            return
        if self.core == 1 or self.second:
            self.inboxes[1 - self.core].append(value)
            return
        self.commands.append(value)
        if self.commands[:3] != [0, 0, 1][: len(self.commands)]:
            self.commands = []
        self.inboxes[0].append(value)
        if len(self.commands) == 6:
            self.second = self.commands[4:]


class TwoCores(Arm):
    def start(self):
        super().start()
        self.pcs, self.contexts = [self.pc, None], [None, self.core.context_save()]
        self.chip.mail = Mailboxes()

    def run(self):
        for _ in range(STRETCH // TURN):
            self.turn()
            if self.ended or self.chip.reset:
                break
        if self.chip.reset:
            self.chip.reset = False
            self.start()
        return self.chip.drain()

    def turn(self):
        mail = self.chip.mail
        now = mail.core
        self.execute(now, TURN)
        # Not between an instruction and what it makes conditional: Unicorn would forget that.
        while self.core.reg_read(UC_ARM_REG_XPSR) & CONDITIONAL:
            self.execute(now, 1)
        # A core that waits for an event goes on in its next turn: it may wake for any reason.
        self.waits = False
        if not mail.second:
            return
        self.contexts[now] = self.core.context_save()
        mail.core = 1 - now
        self.core.context_restore(self.contexts[1 - now])
        if self.pcs[1] is None:
            stack, self.pcs[1] = mail.second[0], mail.second[1] & ~1
            self.core.reg_write(UC_ARM_REG_SP, stack)

    def execute(self, now, count):
        try:
            self.core.emu_start(self.pcs[now] | 1, 0xFFFF_FFFF, count=count)
        except UcError as error:
            raise Wrong(f"{error} at {self.core.reg_read(UC_ARM_REG_PC):#x}, core {now}") from None
        if self.wrong:
            raise self.wrong
        self.pcs[now] = self.pc = self.core.reg_read(UC_ARM_REG_PC)


def two_m33(chip, elf):
    return TwoCores(chip, elf, UC_CPU_ARM_CORTEX_M33)
