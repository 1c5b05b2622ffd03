"""What the models of the chips must refuse, and what functions in ROM give."""

import math
import struct
import unittest

import esp32c3
import rom
import rp2350
import stm32f411
from chip import Wrong
from run import take
from ssd1306 import Ssd1306
from st7789 import St7789


def stm32f411_at(wait_states, multiplier):
    """An STM32F411 whose core is switched to the PLL: 16 MHz / 8 × multiplier / 2."""
    chip = stm32f411.Stm32f411()
    chip.write(stm32f411.RCC_PLLCFGR, 8 | multiplier << 6)
    chip.write(stm32f411.RCC_CR, 1 | 1 << 24)
    chip.write(stm32f411.FLASH_ACR, wait_states)
    chip.write(stm32f411.RCC_CFGR, 2)
    return chip


class Machine:
    def __init__(self, chip):
        self.chip = chip


class Clocks(unittest.TestCase):
    def test_stm32f411_needs_wait_states_before_the_switch(self):
        self.assertEqual(stm32f411_at(3, 100).core_hz(), 100_000_000)
        self.assertEqual(stm32f411_at(2, 90).core_hz(), 90_000_000)
        for states, multiplier in (2, 100), (0, 31), (7, 101):
            with self.assertRaises(Wrong):
                stm32f411_at(states, multiplier)

    def test_a_line_with_another_clock_is_refused(self):
        machine = Machine(stm32f411_at(3, 100))
        with self.assertRaises(Wrong):
            take('{"clock_hz":84000000}', machine)

    def test_a_clock_that_was_not_set_up_is_refused(self):
        for chip in rp2350.Rp2350(), esp32c3.Esp32c3():
            with self.assertRaises(Wrong):
                chip.core_hz()


class Rom(unittest.TestCase):
    def call(self, name, *arguments):
        return [word & 0xFFFF_FFFF for word in rom.function(name, None)([*arguments, 0, 0, 0, 0])]

    def test_singles_are_rounded_to_nearest_even(self):
        one, ulp, half = 0x3F80_0000, 0x3400_0000, 0x3380_0000
        self.assertEqual(self.call("__addsf3", one, half), [one])
        self.assertEqual(self.call("__addsf3", one + 1, half), [one + 2])
        self.assertEqual(self.call("__addsf3", one, ulp), [one + 1])
        self.assertEqual(self.call("__divsf3", one, 0x4040_0000), [0x3EAA_AAAB])
        self.assertEqual(self.call("__mulsf3", 0x7F00_0000, 0x7F00_0000), [0x7F80_0000])
        self.assertEqual(self.call("__divsf3", one, 0x8000_0000), [0xFF80_0000])

    def test_comparisons_as_libgcc_gives_them(self):
        one, two, nan = 0x3F80_0000, 0x4000_0000, 0x7FC0_0000
        self.assertEqual(self.call("__ltsf2", one, two), [0xFFFF_FFFF])
        self.assertEqual(self.call("__gtsf2", two, one), [1])
        self.assertEqual(self.call("__gesf2", nan, one), [0xFFFF_FFFF])
        self.assertEqual(self.call("__lesf2", nan, one), [1])
        self.assertEqual(self.call("__unordsf2", nan, one), [1])

    def test_doubles_and_long_integers(self):
        third = struct.unpack("<II", struct.pack("<d", 1 / 3))
        three = struct.unpack("<II", struct.pack("<d", 3.0))
        self.assertEqual(self.call("__divdf3", 0, 0x3FF0_0000, *three), list(third))
        self.assertEqual(self.call("__divdi3", -7 & 0xFFFF_FFFF, 0xFFFF_FFFF, 2, 0), [2**32 - 3, 2**32 - 1])
        self.assertEqual(self.call("__umoddi3", 7, 1, 0, 1), [7, 0])
        self.assertTrue(math.isnan(rom.divide(0.0, 0.0)))


class Displays(unittest.TestCase):
    def test_an_ssd1306_shows_whole_windows_once_it_is_on(self):
        shown = []
        display = Ssd1306(lambda: shown.append(bytes(display.memory)))
        with self.assertRaises(Wrong):
            display.take(0x3C, b"\x40\xff")
        with self.assertRaises(Wrong):
            display.take(0x3D, b"\x00\xaf")
        for command in b"\xa1", b"\xc8", b"\xaf", b"\x21\x03\x04", b"\x22\x02\x03":
            display.take(0x3C, b"\x00" + command)
        display.take(0x3C, b"\x40\x01\x02\x03")
        self.assertEqual(shown, [])
        with self.assertRaises(Wrong):
            display.take(0x3C, b"\x00\xa4")
        display.take(0x3C, b"\x40\x04")
        at = {128 * page + column: shown[0][128 * page + column] for page in (2, 3) for column in (3, 4)}
        self.assertEqual(list(at.values()), [1, 2, 3, 4])
        self.assertEqual(sum(shown[0]), 10)
        with self.assertRaises(Wrong):
            display.take(0x3C, b"\x00\x21\x05\x80")

    def test_an_st7789_shows_windows_once_it_is_on(self):
        display = St7789()
        with self.assertRaises(Wrong):
            display.take(0x2C, False)
        for command in 0x11, 0x21, 0x13, 0x29:
            display.take(command, False)
        for command, first, last in ((0x2A, 7, 8), (0x2B, 5, 5)):
            display.take(command, False)
            for byte in (0, first, 0, last):
                display.take(byte, True)
        display.take(0x2C, False)
        for byte in (1, 2, 3):
            display.take(byte, True)
        with self.assertRaises(Wrong):
            display.take(0x29, False)
        display.take(4, True)
        display.take(0x29, False)
        at = 2 * (5 * 240 + 7)
        self.assertEqual(display.memory[at : at + 4], bytes((1, 2, 3, 4)))
        with self.assertRaises(Wrong):
            display.take(0x3A, False)
            display.take(0x66, True)


if __name__ == "__main__":
    unittest.main()
