"""What all chips share: registers that are looked at while an image runs."""

import struct


class Wrong(Exception):
    """The image does what the chip would not bear."""


class Chip:
    """Registers keep what is written; a chip says which of them answer otherwise.

    `memory`: pairs of address and bytes, the first of them what the core starts from.
    `peripherals`: the same of what `read` and `write` answer for.
    """

    def __init__(self):
        self.kept = {}
        self.reset = False
        # Who holds its buttons and looks at its display, if anybody does.
        self.hand = None

    def attach(self, core, symbols):
        """The emulated core, and addresses of the image's symbols."""
        self.core = core

    def read(self, address):
        return self.kept.get(address, 0)

    def write(self, address, value):
        self.kept[address] = value

    def show(self, hand):
        """Attaches a display."""
        self.hand = hand
        hand.attach(self.Display(hand.shown))

    def core_hz(self):
        """Clock of the core by the registers, to be compared with what the image says."""
        raise NotImplementedError

    def drain(self):
        """The bytes that the image has printed since the last call."""
        raise NotImplementedError


class CortexM(Chip):
    """The private peripherals of the core, as far as images look at them."""

    peripherals = [(0xE000_0000, 0x10_0000)]
    AIRCR = 0xE000_ED0C

    def write(self, address, value):
        if address == self.AIRCR and value & 4:
            self.reset = True
        super().write(address, value)


class Probed(CortexM):
    """At a debug probe, which takes the lines out of the RTT buffer."""

    DHCSR = 0xE000_EDF0

    def attach(self, core, symbols):
        super().attach(core, symbols)
        # Behind the identification and the numbers of channels.
        self.channel = symbols["_SEGGER_RTT"] + 24

    def read(self, address):
        # A debugger is attached: the image may end.
        return 1 if address == self.DHCSR else super().read(address)

    def drain(self):
        found = struct.unpack("<IIII", self.core.mem_read(self.channel + 4, 16))
        buffer, size, written, taken = found
        if size == 0:
            return b""
        ring = bytes(self.core.mem_read(buffer, size))
        self.core.mem_write(self.channel + 16, struct.pack("<I", written))
        return ring[taken:written] if taken <= written else ring[taken:] + ring[:written]
