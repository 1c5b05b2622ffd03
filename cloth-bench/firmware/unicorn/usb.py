"""The USB device controller of RP2040 and RP2350, and the computer at the other end of
the cable, which opens the serial port and reads (RP2350 datasheet, 12.7)."""

import struct

SIE_CTRL, SIE_STATUS, BUFF_STATUS, INTS = 0x4C, 0x50, 0x58, 0x98
PULL_UP = 1 << 16
# In SIE_STATUS.
SETUP, BUS_RESET = 1 << 17, 1 << 19
# In a buffer's control word.
AVAILABLE, FULL, LENGTH = 1 << 10, 1 << 15, 0x3FF
# Where buffers' control words are: 8 bytes an endpoint, IN first.
CONTROL = 0x80

# Address 1; configuration 1; the port is open.
REQUESTS = [(0x00, 5, 1, 0, 0), (0x00, 9, 1, 0, 0), (0x21, 0x22, 1, 0, 0)]


class UsbHost:
    MEMORY = 0x5010_0000

    def __init__(self, core):
        self.core, self.kept, self.taken = core, {}, b""
        self.requests = [struct.pack("<BBHHH", *request) for request in REQUESTS]
        self.resets, self.answered = 1, True

    def word(self, at):
        return struct.unpack("<I", self.core.mem_read(self.MEMORY + at, 4))[0]

    def read(self, register):
        if register == INTS:
            self.turn()
            status = self.kept.get(SIE_STATUS, 0)
            buffers = self.kept.get(BUFF_STATUS, 0) != 0
            return buffers << 4 | bool(status & BUS_RESET) << 12 | bool(status & SETUP) << 16
        return self.kept.get(register, 0)

    def write(self, register, value):
        if register in (SIE_STATUS, BUFF_STATUS):
            # Ones clear.
            value = self.kept.get(register, 0) & ~value
        self.kept[register] = value

    def turn(self):
        """What the computer does between two looks of the device."""
        if not self.kept.get(SIE_CTRL, 0) & PULL_UP:
            return
        for endpoint in range(16):
            self.take(endpoint)
        idle = not self.kept.get(SIE_STATUS, 0) and not self.kept.get(BUFF_STATUS, 0)
        if idle and self.resets:
            self.resets -= 1
            self.kept[SIE_STATUS] = BUS_RESET
        elif idle and self.answered and self.requests:
            self.core.mem_write(self.MEMORY, self.requests.pop(0))
            self.answered = False
            self.kept[SIE_STATUS] = SETUP

    def take(self, endpoint):
        """Reads what an endpoint has for the computer."""
        at = CONTROL + 8 * endpoint
        control = self.word(at)
        if not control & AVAILABLE or not control & FULL:
            return
        if endpoint == 0:
            # Nothing, which ends each of the requests.
            self.answered = True
        else:
            buffer = self.word(8 * endpoint) & 0xFFC0
            self.taken += self.core.mem_read(self.MEMORY + buffer, control & LENGTH)
        self.core.mem_write(self.MEMORY + at, struct.pack("<I", control & ~(AVAILABLE | FULL)))
        self.kept[BUFF_STATUS] = self.kept.get(BUFF_STATUS, 0) | 1 << 2 * endpoint

    def drain(self):
        taken, self.taken = self.taken, b""
        return taken
