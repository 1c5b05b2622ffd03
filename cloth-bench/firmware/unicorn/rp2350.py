"""RP2350: crystal, PLLs, clocks, resets, spinlocks, USB (RP2350 datasheet, 3.1, 7.5, 8, 12.7)."""

from chip import CortexM, Wrong
from st7789 import St7789
from usb import UsbHost

RESETS, CLOCKS, XOSC = 0x4002_0000, 0x4001_0000, 0x4004_8000
PLLS = {0x4005_0000: "PLL_SYS", 0x4005_8000: "PLL_USB"}
PLL_SYS = 0x4005_0000
SYS_CTRL, SYS_DIV, SYS_SELECTED = CLOCKS + 0x3C, CLOCKS + 0x40, CLOCKS + 0x44
REF_CTRL, REF_DIV, REF_SELECTED = CLOCKS + 0x30, CLOCKS + 0x34, CLOCKS + 0x38
SPINLOCKS = range(0xD000_0100, 0xD000_0180)
USB = 0x5011_0000
# What the demo's display hangs on: SPI0, the first channel of DMA, pins.
SPI_DATA, SPI_STATUS = 0x4008_0008, 0x4008_000C
# It is never full, and each byte sent has brought one.
SPI_READY = 7
DMA_FROM, DMA_COUNT, DMA_TO_AND_GO = 0x5000_0000, 0x5000_0008, 0x5000_002C
PINS_IN, PINS_OUT, PINS_SET, PINS_CLEAR, PINS_TOGGLE = (0xD000_0000 + at for at in (0x04, 0x10, 0x18, 0x20, 0x28))
DATA_COMMAND, BUTTONS, LED = 1 << 16, (1 << 14, 1 << 15, 1 << 13), 1 << 25
# Microseconds, of which some pass with each look at them.
TIME, LATER = 0x400B_0028, 100
CRYSTAL_HZ = 12_000_000


class Rp2350(CortexM):
    """Its display is complete when the LED changes."""

    @staticmethod
    def Display(_shown):
        return St7789()

    memory = [(0x1000_0000, 4 << 20), (0x2000_0000, 520 << 10), (UsbHost.MEMORY, 0x1000)]
    peripherals = [(0x4000_0000, 0x1001_0000), (USB, 0x1_0000), (0xD000_0000, 0x1000)]
    peripherals = peripherals + CortexM.peripherals

    def __init__(self):
        super().__init__()
        self.kept = {RESETS: 0x1FFF_FFFF, SYS_DIV: 1 << 16, REF_DIV: 1 << 16}
        self.locks = set()

    def attach(self, core, symbols):
        super().attach(core, symbols)
        self.host = UsbHost(core)

    def read(self, address):
        if USB <= address < USB + 0x100:
            return self.host.read(address - USB)
        if address == RESETS + 8:
            return ~self.kept[RESETS] & 0x1FFF_FFFF
        if address == XOSC + 4:
            return (self.kept.get(XOSC, 0) >> 12 == 0xFAB) << 31
        if address in PLLS:
            running = self.kept.get(address + 4, 0x2D) & 0x21 == 0
            return super().read(address) | running << 31
        if address == SYS_SELECTED:
            return 1 << (super().read(SYS_CTRL) & 1)
        if address == REF_SELECTED:
            return 1 << (super().read(REF_CTRL) & 3)
        if address == SPI_STATUS:
            return SPI_READY
        if address == TIME:
            self.kept[TIME] = (self.kept.get(TIME, 0) + LATER) % 2**32
        if address == PINS_IN and self.hand:
            held = zip(BUTTONS, self.hand.held())
            return sum(pin for pin, is_held in held if not is_held)
        if address in SPINLOCKS:
            taken = address in self.locks
            self.locks.add(address)
            return not taken
        return super().read(address)

    def write(self, address, value):
        if address in SPINLOCKS:
            self.locks.discard(address)
            return
        if address in (PINS_SET, PINS_CLEAR, PINS_TOGGLE):
            self.set_pins(address, value)
            return
        if address >> 28 in (4, 5):
            # The same register three times more: toggles, sets, clears.
            how, address = address >> 12 & 3, address & ~0x3000
            before = self.read(address)
            value = [value, before ^ value, before | value, before & ~value][how]
        if USB <= address < USB + 0x100:
            self.host.write(address - USB, value)
            return
        if self.hand and address == SPI_DATA:
            self.send([value & 0xFF])
        if self.hand and address == DMA_TO_AND_GO:
            if value != SPI_DATA:
                raise Wrong(f"DMA to {value:#x}")
            self.send(self.core.mem_read(self.kept[DMA_FROM], self.kept[DMA_COUNT]))
        super().write(address, value)

    def set_pins(self, how, pins):
        before = self.kept.get(PINS_OUT, 0)
        after = {PINS_SET: before | pins, PINS_CLEAR: before & ~pins, PINS_TOGGLE: before ^ pins}
        self.kept[PINS_OUT] = after[how]
        if self.hand and how == PINS_TOGGLE and pins & LED:
            self.hand.display.check_whole()
            self.hand.shown()

    def send(self, data):
        is_data = self.kept.get(PINS_OUT, 0) & DATA_COMMAND
        for byte in data:
            self.hand.display.take(byte, is_data)

    def core_hz(self):
        control = self.read(SYS_CTRL)
        # Source 1 is the selection of the others; 0 in it is the PLL.
        if control & 1 != 1 or control >> 5 & 7 != 0:
            raise Wrong("the core's clock does not come from PLL_SYS")
        if not self.read(PLL_SYS) >> 31:
            raise Wrong("PLL_SYS does not run")
        divided, multiplied = self.read(PLL_SYS) & 0x3F, self.read(PLL_SYS + 8)
        output = self.read(PLL_SYS + 12)
        hz = CRYSTAL_HZ // divided * multiplied // (output >> 16 & 7) // (output >> 12 & 7)
        return (hz << 16) // self.read(SYS_DIV)

    def drain(self):
        return self.host.drain()
