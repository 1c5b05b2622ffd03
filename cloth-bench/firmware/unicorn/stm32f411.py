"""STM32F411: oscillators, the switch of the clock, wait states (RM0383, 3, 5 and 6)."""

from chip import Probed, Wrong
from ssd1306 import Ssd1306

RCC_CR, RCC_PLLCFGR, RCC_CFGR = 0x4002_3800, 0x4002_3804, 0x4002_3808
RCC_CSR = 0x4002_3874
FLASH_ACR = 0x4002_3C00
PWR_CSR = 0x4000_7004
# I2C1, and the pins of port A; of these three buttons to ground: wind, the next look, gravity.
CR1, DR, SR1, SR2 = 0x4000_5400, 0x4000_5410, 0x4000_5414, 0x4000_5418
START, STOP = 1 << 8, 1 << 9
STARTED, ADDRESSED, SENT, MASTER = 1 << 0, 1 << 1, 1 << 7 | 1 << 2, 1
PORT_A, BUTTONS = 0x4002_0010, (1 << 0, 1 << 1, 1 << 2)
# HSI, HSE, PLL, PLLI2S: each one's ready bit is the next.
SWITCHES = 1 << 0 | 1 << 16 | 1 << 24 | 1 << 26
HSI_HZ = 16_000_000
# At 2.7 V and above flash takes another cycle for each of these.
WAIT_STATE_HZ = 30_000_000
MOST_HZ = 100_000_000


class Stm32f411(Probed):
    Display = Ssd1306
    memory = [(0x0800_0000, 512 << 10), (0x2000_0000, 128 << 10)]
    # The chip's, its unique number and flash size, the core's.
    peripherals = [(0x4000_0000, 0x8_0000), (0x1FFF_7000, 0x1000)] + Probed.peripherals

    def __init__(self):
        super().__init__()
        self.kept = {RCC_CR: 0x83, RCC_PLLCFGR: 0x2400_3010, PWR_CSR: 1 << 14}

    def read(self, address):
        if address == PORT_A and self.hand:
            held = zip(BUTTONS, self.hand.held())
            return sum(pin for pin, is_held in held if not is_held)
        return super().read(address)

    def write(self, address, value):
        if address in (CR1, DR) and self.hand:
            value = self.send(address, value)
        if address == RCC_CR:
            value = value & ~(SWITCHES << 1) | (value & SWITCHES) << 1
        elif address == RCC_CFGR:
            value = value & ~0xC | (value & 3) << 2
        elif address == RCC_CSR:
            # LSI and its ready bit.
            value = value & ~2 | (value & 1) << 1
        super().write(address, value)
        if address == RCC_CFGR:
            self.check_clock()

    def send(self, address, value):
        """I2C1: an address and a message between a start and a stop. What CR1 then says."""
        if address == CR1 and value & START:
            self.message, self.kept[SR1], self.kept[SR2] = [], STARTED, MASTER
        elif address == CR1 and value & STOP:
            self.hand.display.take(self.message[0] >> 1, bytes(self.message[1:]))
            self.kept[SR1] = self.kept[SR2] = 0
        elif address == DR:
            self.kept[SR1] = SENT if self.message else ADDRESSED | SENT
            self.message.append(value & 0xFF)
        # Both are done at once.
        return value & ~(START | STOP)

    def core_hz(self):
        source = self.read(RCC_CFGR) >> 2 & 3
        if source == 0:
            return HSI_HZ
        pll = self.read(RCC_PLLCFGR)
        if source != 2 or pll >> 22 & 1 or not self.read(RCC_CR) >> 25 & 1:
            raise Wrong("the core's clock comes neither from HSI nor from its running PLL")
        divided, multiplied, output = pll & 0x3F, pll >> 6 & 0x1FF, 2 * ((pll >> 16 & 3) + 1)
        prescaler = self.read(RCC_CFGR) >> 4 & 0xF
        if prescaler >= 8:
            raise Wrong("the core's clock is divided")
        return HSI_HZ * multiplied // divided // output

    def check_clock(self):
        hz, states = self.core_hz(), self.read(FLASH_ACR) & 0xF
        if hz > MOST_HZ:
            raise Wrong(f"{hz} Hz is above the rating of {MOST_HZ}")
        if states < (hz - 1) // WAIT_STATE_HZ:
            raise Wrong(f"flash has {states} wait states when {hz} Hz are switched on")
