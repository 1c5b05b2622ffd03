"""A core of Unicorn's with a chip's memory and registers around it."""

from unicorn import UC_HOOK_INTR, UcError

from chip import Wrong

# Instructions from one look at the output to the next.
STRETCH = 2_000_000


class Machine:
    """What each instruction set has of its own: `START_BITS` of an address that is jumped to,
    the register `PC`, and which address of a segment it is `LOADED` to."""

    def __init__(self, chip, elf, core):
        self.chip, self.core, self.ended, self.wrong = chip, core, False, None
        for address, size in chip.memory:
            core.mem_map(address, size)
        for address, size in chip.peripherals:
            core.mmio_map(address, size, self.read, address, self.write, address)
        for segment in elf.iter_segments("PT_LOAD"):
            self.load(segment[self.LOADED], segment.data())
        core.hook_add(UC_HOOK_INTR, lambda _, number, __: self.guarded(self.interrupt, number))
        symbols = elf.get_section_by_name(".symtab").iter_symbols()
        chip.attach(core, {symbol.name: symbol["st_value"] for symbol in symbols})
        self.entry = elf["e_entry"]
        self.start()

    def load(self, address, data):
        try:
            self.core.mem_write(address, data)
        except UcError:
            raise Wrong(f"{address:#x}: the board has no memory for {len(data)} bytes there") from None

    def guarded(self, work, *arguments):
        # An exception does not pass through the emulator's own code.
        try:
            return work(*arguments)
        except Exception as wrong:
            self.wrong = wrong
            self.core.emu_stop()
            return 0

    def read(self, _core, offset, size, base):
        address = base + offset
        word = self.guarded(self.chip.read, address & ~3)
        return word >> 8 * (address & 3) & (1 << 8 * size) - 1

    def write(self, _core, offset, size, value, base):
        self.guarded(self.chip.write, base + offset, value)
        if self.chip.reset:
            self.core.emu_stop()

    def run(self):
        """Runs a stretch, and returns what was printed in it."""
        try:
            self.core.emu_start(self.pc | self.START_BITS, 0xFFFF_FFFF, count=STRETCH)
        except UcError as error:
            raise Wrong(f"{error} at {self.core.reg_read(self.PC):#x}") from None
        self.pc = self.core.reg_read(self.PC)
        if self.wrong:
            raise self.wrong
        if self.chip.reset:
            self.chip.reset = False
            self.start()
        return self.chip.drain()
