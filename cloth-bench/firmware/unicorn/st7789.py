"""An ST7789 with 240 × 240 pixels on an SPI: takes the bytes as the display would."""

from chip import Wrong

SIDE = 240
COLUMNS, ROWS, PIXELS, FORMAT, TURN = 0x2A, 0x2B, 0x2C, 0x3A, 0x36
# Sleep out, inversion on, normal mode, display on.
STARTED = {0x11, 0x21, 0x13, 0x29}
SIXTEEN_BITS, UPRIGHT = 0x55, 0


class St7789:
    ENDING = "rgb565"

    def __init__(self):
        # Row by row, two bytes a pixel, high byte first.
        self.memory, self.on = bytearray(2 * SIDE * SIDE), set()
        self.columns = self.rows = (0, SIDE - 1)
        self.command, self.data, self.bytes = None, [], 0

    def take(self, byte, is_data):
        if is_data:
            self.take_data(byte)
            return
        self.check_whole()
        self.on |= {byte} & STARTED
        if byte == PIXELS and self.on != STARTED:
            raise Wrong("pixels before the display is on")
        self.command, self.data, self.bytes = byte, [], 0

    def check_whole(self):
        """The window must be filled when the next command comes."""
        if self.command == PIXELS and self.bytes != self.expected():
            raise Wrong(f"{self.bytes} bytes for a window of {self.expected()}")

    def expected(self):
        return 2 * (self.columns[1] - self.columns[0] + 1) * (self.rows[1] - self.rows[0] + 1)

    def take_data(self, byte):
        if self.command == PIXELS:
            if self.bytes == self.expected():
                raise Wrong(f"more than {self.bytes} bytes for a window")
            width = self.columns[1] - self.columns[0] + 1
            pixel = self.bytes >> 1
            x, y = self.columns[0] + pixel % width, self.rows[0] + pixel // width
            self.memory[2 * (y * SIDE + x) + (self.bytes & 1)] = byte
            self.bytes += 1
            return
        self.data.append(byte)
        if (self.command, byte) not in ((FORMAT, SIXTEEN_BITS), (TURN, UPRIGHT)) and self.command in (FORMAT, TURN):
            raise Wrong(f"pixels of another kind: {self.command:#x} {byte:#x}")
        if self.command in (COLUMNS, ROWS) and len(self.data) == 4:
            span = self.data[0] << 8 | self.data[1], self.data[2] << 8 | self.data[3]
            if not span[0] <= span[1] < SIDE:
                raise Wrong(f"a window from {span[0]} to {span[1]}")
            if self.command == COLUMNS:
                self.columns = span
            else:
                self.rows = span
