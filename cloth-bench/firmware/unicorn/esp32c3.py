"""ESP32-C3: clocks, the port on the USB cable, functions in ROM (technical reference
manual 1.3, 3, 6, 16 and 30)."""

import rom
from chip import Chip, Wrong

ROM = (0x4000_0000, 384 << 10)
SYSTEM = 0x600C_0000
CPU_PER_CONF, SYSCLK_CONF = SYSTEM + 0x08, SYSTEM + 0x58
# A slow clock is counted in cycles of the crystal.
CALIBRATION, COUNTED = 0x6001_F068, 0x6001_F06C
CRYSTAL_HZ, SLOW_HZ = 40_000_000, 136_000
SERIAL_FIFO, SERIAL_CONF = 0x6004_3000, 0x6004_3004


class Esp32c3(Chip):
    # Code in flash, constants in flash, RAM as instructions see it and as data, ROM.
    memory = [(0x4200_0000, 4 << 20), (0x3C00_0000, 4 << 20), (0x4037_C000, 400 << 10)]
    memory = memory + [(0x3FC8_0000, 384 << 10), ROM]
    peripherals = [(0x6000_0000, 0x10_0000)]

    def attach(self, core, symbols):
        super().attach(core, symbols)
        self.printed = b""
        # Empty: each call is an instruction that the core does not know.
        self.names = {at: name for name, at in symbols.items() if self.in_rom(at)}
        self.functions = {}

    def in_rom(self, address):
        return ROM[0] <= address < ROM[0] + ROM[1]

    def function(self, address):
        """What a function in ROM does."""
        if address not in self.functions:
            name = self.names.get(address, f"{address:#x}")
            self.functions[address] = rom.function(name, self.core)
            if self.functions[address] is None:
                raise Wrong(f"{name} in ROM is not known here")
        return self.functions[address]

    def read(self, address):
        if address == SERIAL_CONF:
            # There is room.
            return 2
        value = super().read(address)
        if address == CALIBRATION:
            return value | 1 << 15
        if address == COUNTED:
            return (self.read(CALIBRATION) >> 16 & 0x7FFF) * CRYSTAL_HZ // SLOW_HZ << 7
        return value

    def write(self, address, value):
        if address == SERIAL_FIFO:
            self.printed += bytes([value & 0xFF])
        super().write(address, value)

    def core_hz(self):
        if self.read(SYSCLK_CONF) >> 10 & 3 != 1:
            raise Wrong("the core's clock does not come from the PLL")
        return {0: 80_000_000, 1: 160_000_000}[self.read(CPU_PER_CONF) & 3]

    def drain(self):
        printed, self.printed = self.printed, b""
        return printed
