"""An SSD1306 with 128 × 64 pixels at an I2C: takes messages as the display would, and hands out its memory
whenever a picture is complete."""

from chip import Wrong

ADDRESS, COLUMNS, PAGES = 0x3C, 128, 8
COMMANDS, DATA = 0x00, 0x40
# Commands with bytes behind them: addressing, columns, pages, contrast, charge pump, height, offset, clock,
# precharge, pins, level.
OPERANDS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
# With the cable above, columns from the left and rows from the top.
UPRIGHT = {0xA1, 0xC8}
ON = 0xAF


class Ssd1306:
    ENDING = "ssd1306"

    def __init__(self, shown):
        """`shown` is called when a picture is complete. The memory: a byte for eight rows of a column, page by
        page."""
        self.shown, self.on, self.memory = shown, set(), bytearray(COLUMNS * PAGES)
        self.command, self.left, self.window, self.at = [], 0, (0, 127, 0, 7), 0

    def take(self, address, message):
        if address != ADDRESS:
            raise Wrong(f"nothing answers at I2C address {address:#x}")
        kind, message = message[0], message[1:]
        if kind not in (COMMANDS, DATA):
            raise Wrong(f"a message of kind {kind:#x} for the display")
        for byte in message:
            (self.take_command if kind == COMMANDS else self.take_data)(byte)

    def take_command(self, byte):
        if self.left == 0:
            if self.at:
                raise Wrong(f"{self.at} bytes for a window of {self.size()}")
            self.command, self.left = [byte], OPERANDS.get(byte, 0)
        else:
            self.command.append(byte)
            self.left -= 1
        if self.left == 0:
            self.obey(*self.command)

    def obey(self, command, *operands):
        left, right, top, bottom = self.window
        if command == 0x20 and operands != (0,):
            raise Wrong("bytes that do not go along rows")
        if command == 0x21:
            left, right = operands
        if command == 0x22:
            top, bottom = operands
        if not (left <= right < COLUMNS and top <= bottom < PAGES):
            raise Wrong(f"a window of columns {left} to {right}, pages {top} to {bottom}")
        self.window = left, right, top, bottom
        self.on.add(command)

    def size(self):
        left, right, top, bottom = self.window
        return (right - left + 1) * (bottom - top + 1)

    def take_data(self, byte):
        if not UPRIGHT | {ON} <= self.on:
            raise Wrong("pixels before the display is on and upright")
        left, right, top, _ = self.window
        width = right - left + 1
        self.memory[COLUMNS * (top + self.at // width) + left + self.at % width] = byte
        self.at += 1
        if self.at == self.size():
            self.at = 0
            self.shown()
