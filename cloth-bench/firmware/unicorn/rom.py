"""Functions that an ESP32-C3 has in its ROM, of which there is no copy here: libgcc's,
after its manual ("Routines for floating point emulation"), and a few of C's and the maker's.

A function takes the argument registers a0 to a7 and the memory, and gives a0 and a1.
"""

import math
import operator
import re
import struct
from ctypes import c_float

# They wait, or set what is not modelled. A reset's reason is that power came.
ANSWERS = {
    "ets_delay_us": 0,
    "ets_update_cpu_frequency": 0,
    "esp_rom_regi2c_read": 0,
    "rom_i2c_readReg": 0,
    "rom_i2c_writeReg": 0,
    "rtc_get_reset_reason": 1,
}
COMPARE = {"eq", "ne", "lt", "le", "gt", "ge"}
# One double holds the exact sum, difference or product of two singles, or enough of their
# quotient, so that rounding it once more gives the single that is nearest.
ARITHMETIC = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


def divide(a, b):
    if b:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


INTEGERS = {"div": quotient, "mod": lambda a, b: a - b * quotient(a, b)}


def double(low, high):
    return struct.unpack("<d", struct.pack("<II", low, high))[0]


def single(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def bits(value, kind):
    """The registers that hold a value: s is a single, d a double."""
    if kind == "s":
        return struct.unpack("<I", struct.pack("<f", c_float(value).value))
    return struct.unpack("<II", struct.pack("<d", value))


def both(kind, a):
    return (single(a[0]), single(a[1])) if kind == "s" else (double(*a[:2]), double(*a[2:4]))


def signed(value, width):
    return value - (1 << width) if value >> width - 1 else value


def compare(name, kind, a):
    x, y = both(kind, a)
    if math.isnan(x) or math.isnan(y):
        return (-1 if name in ("gt", "ge") else 1,)
    return ((x > y) - (x < y),)


def to_integer(kind, width, a):
    value = int(single(a[0]) if kind == "s" else double(*a[:2]))
    return (value, value >> 32) if width == "di" else (value,)


def from_integer(unsigned, width, kind, a):
    value = a[0] if width == "si" else a[0] | a[1] << 32
    if not unsigned:
        value = signed(value, 32 if width == "si" else 64)
    if kind == "s" and abs(value) >> 53:
        raise ValueError("rounded twice")
    return bits(float(value), kind)


def integers(unsigned, work, a):
    x, y = a[0] | a[1] << 32, a[2] | a[3] << 32
    value = work(x, y) if unsigned else work(signed(x, 64), signed(y, 64))
    return value, value >> 32


def memory(name, core, a):
    to, what, size = a[:3]
    if name == "memcmp":
        x, y = bytes(core.mem_read(to, size)), bytes(core.mem_read(what, size))
        return ((x > y) - (x < y),)
    filled = bytes([what & 0xFF]) * size
    core.mem_write(to, filled if name == "memset" else bytes(core.mem_read(what, size)))
    return (to,)


def function(name, core):
    """The function of this name, or None."""
    if name in ANSWERS:
        return lambda a: (ANSWERS[name],)
    if name in ("memcpy", "memmove", "memset", "memcmp"):
        return lambda a: memory(name, core, a)
    if name == "__extendsfdf2":
        return lambda a: bits(single(a[0]), "d")
    if name == "__truncdfsf2":
        return lambda a: bits(double(*a[:2]), "s")
    if found := re.fullmatch("__(add|sub|mul|div)([sd])f3", name):
        work, kind = ARITHMETIC.get(found[1], divide), found[2]
        return lambda a: bits(work(*both(kind, a)), kind)
    if (found := re.fullmatch("__([a-z]{2})([sd])f2", name)) and found[1] in COMPARE:
        return lambda a: compare(found[1], found[2], a)
    if found := re.fullmatch("__unord([sd])f2", name):
        return lambda a: (any(math.isnan(x) for x in both(found[1], a)),)
    if found := re.fullmatch("__fix(?:uns)?([sd])f([sd]i)", name):
        return lambda a: to_integer(found[1], found[2], a)
    if found := re.fullmatch("__float(un)?([sd]i)([sd])f", name):
        return lambda a: from_integer(found[1], found[2], found[3], a)
    if found := re.fullmatch("__(u)?(div|mod)di3", name):
        return lambda a: integers(found[1], INTEGERS[found[2]], a)
    return None
