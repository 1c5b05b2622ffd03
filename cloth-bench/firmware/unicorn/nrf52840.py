"""nRF52840: clock events, flash controller, user configuration (product specification 1.8)."""

from chip import Probed

CLOCK = 0x4000_0000
# Tasks that start a clock, and the events that it runs.
STARTS = {CLOCK + 0x000: CLOCK + 0x100, CLOCK + 0x008: CLOCK + 0x104}
NVMC_READY, NVMC_ICACHE = 0x4001_E400, 0x4001_E540
FICR, UICR = 0x1000_0000, 0x1000_1000
# Erased: the image sets what it needs, once, and starts again.
ERASED = 0xFFFF_FFFF
BUILD_CODE = 0x1000_0104


class Nrf52840(Probed):
    memory = [(0x0000_0000, 1024 << 10), (0x2000_0000, 256 << 10)]
    peripherals = [(FICR, 0x2000), (0x4000_0000, 0x8_0000), (0x5000_0000, 0x1000)]
    peripherals = peripherals + Probed.peripherals

    def read(self, address):
        if address == NVMC_READY:
            return 1
        if address == BUILD_CODE:
            return int.from_bytes(b"AAF0", "big")
        if UICR <= address < UICR + 0x1000:
            return self.kept.get(address, ERASED)
        return super().read(address)

    def write(self, address, value):
        super().write(address, value)
        if value and address in STARTS:
            self.kept[STARTS[address]] = 1

    def core_hz(self):
        # The only one that the core has.
        return 64_000_000
