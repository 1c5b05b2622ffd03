"""nRF52840: clock events, flash controller, user configuration, the real-time counter that
embassy keeps time with (product specification 1.8)."""

from chip import Probed, Wrong
from ssd1306 import Ssd1306

CLOCK = 0x4000_0000
# Tasks that start a clock, and the events that it runs.
STARTS = {CLOCK + 0x000: CLOCK + 0x100, CLOCK + 0x008: CLOCK + 0x104}
NVMC_READY, NVMC_ICACHE = 0x4001_E400, 0x4001_E540
FICR, UICR = 0x1000_0000, 0x1000_1000
# Its events and registers from here: comparisons, interrupts, the count, what it is compared with.
RTC1, RTC1_INTERRUPT, RTC1_RANGE = 0x4001_1000, 17, 1 << 24
COMPARED, ENABLE, DISABLE, COUNTER, COMPARE = 0x140, 0x304, 0x308, 0x504, 0x540
# Its I2C, which reads memory by itself: tasks, events, what is sent where; and the pins, of which
# three are buttons to ground: wind, the next look, gravity.
TWIM = 0x4000_3000
START_SENDING, STOP, STOPPED, LAST_SENT, SHORTS = 0x008, 0x014, 0x104, 0x160, 0x200
ERRORS, POINTER, COUNT, AMOUNT, ADDRESS, STOPS_AFTER = 0x4C4, 0x544, 0x548, 0x54C, 0x588, 1 << 9
PINS, BUTTONS = 0x5000_0510, (1 << 11, 1 << 12, 1 << 24)
TWIM_INTERRUPT, STOPPED_INTERRUPT = 3, 1 << 1
# Erased: the image sets what it needs, once, and starts again.
ERASED = 0xFFFF_FFFF
BUILD_CODE = 0x1000_0104


class Nrf52840(Probed):
    Display = Ssd1306
    memory = [(0x0000_0000, 1024 << 10), (0x2000_0000, 256 << 10)]
    peripherals = [(FICR, 0x2000), (0x4000_0000, 0x8_0000), (0x5000_0000, 0x1000)]
    peripherals = peripherals + Probed.peripherals

    def __init__(self):
        super().__init__()
        self.ticks, self.enabled = 0, 0
        # Interrupts that are asked of the I2C, and whether a message has ended since.
        self.wanted, self.sent = 0, False

    def read(self, address):
        if address == RTC1 + COUNTER:
            return self.ticks % RTC1_RANGE
        if address == PINS and self.hand:
            held = zip(BUTTONS, self.hand.held())
            return sum(pin for pin, is_held in held if not is_held)
        if address == NVMC_READY:
            return 1
        if address == BUILD_CODE:
            return int.from_bytes(b"AAF0", "big")
        if UICR <= address < UICR + 0x1000:
            return self.kept.get(address, ERASED)
        return super().read(address)

    def write(self, address, value):
        super().write(address, value)
        if address == RTC1 + ENABLE:
            self.enabled |= value
        if address == RTC1 + DISABLE:
            self.enabled &= ~value
        if address == TWIM + ENABLE:
            self.wanted |= value
        if address == TWIM + DISABLE:
            self.wanted &= ~value
        if address == TWIM + ERRORS:
            # What is written clears.
            self.kept[address] = 0
        if value and self.hand and address in (TWIM + START_SENDING, TWIM + STOP):
            self.send(address == TWIM + STOP)
        if value and address in STARTS:
            self.kept[STARTS[address]] = 1

    def send(self, stop):
        """A message, or the end of one."""
        if not stop:
            start, count = self.read(TWIM + POINTER), self.read(TWIM + COUNT)
            if not 0x2000_0000 <= start <= 0x2004_0000 - count:
                raise Wrong(f"{start:#x}: the I2C reads RAM alone")
            message = bytes(self.core.mem_read(start, count))
            self.hand.display.take(self.read(TWIM + ADDRESS), message)
            self.kept[TWIM + AMOUNT], self.kept[TWIM + LAST_SENT] = count, 1
            stop = self.read(TWIM + SHORTS) & STOPS_AFTER
        if stop:
            self.kept[TWIM + STOPPED] = 1
            self.sent = bool(self.wanted & STOPPED_INTERRUPT)

    def core_hz(self):
        # The only one that the core has.
        return 64_000_000

    def sleep(self):
        """What has been sent meanwhile interrupts; else time passes until something is compared with success; the interrupt that this is."""
        if self.sent:
            self.sent = False
            return TWIM_INTERRUPT
        armed = [n for n in range(4) if self.enabled >> 16 + n & 1]
        if not armed:
            raise Wrong("it sleeps, and nothing will wake it")
        left = {n: (self.read(RTC1 + COMPARE + 4 * n) - self.ticks) % RTC1_RANGE for n in armed}
        first = min(left, key=left.get)
        self.ticks += left[first]
        self.kept[RTC1 + COMPARED + 4 * first] = 1
        return RTC1_INTERRUPT
