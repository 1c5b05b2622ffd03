// An ST7789 with 240 × 240 pixels on SPI0 of the emulated chip: takes the bytes as the display
// would, at the pace of the wire, and hands out its memory whenever a picture is complete.

const SIDE = 240;
// As in boards/common/src/pico.rs.
const DATA_COMMAND = 16;
const SELECT = 17;
const [STEPPING, PROJECTING, DRAWING] = [10, 11, 12];
const [TILT, WIND, NEXT] = [13, 14, 15];
const LED = 25;
// The button for wind is held from the one picture to the other, and so is that for gravity.
const WINDY = [44, 48];
const TILTED = [46, 50];
// A pin's state, as rp2040js has it.
const HIGH = 1;

/** What the display does with the bytes that it is sent. */
class Panel {
  /** Row by row, two bytes a pixel, high byte first. */
  memory = Buffer.alloc(2 * SIDE * SIDE);
  window = { left: 0, right: 0, top: 0, bottom: 0 };
  on = new Set();
  command = 0;
  data = [];
  bytes = 0;

  take(byte, isData) {
    if (isData) return this.takeData(byte);
    const { left, right, top, bottom } = this.window;
    const expected = 2 * (right - left + 1) * (bottom - top + 1);
    if (this.command === 0x2c && this.bytes !== expected) {
      throw new Error(`${this.bytes} bytes for a window of ${expected}`);
    }
    // Sleep out, inversion on, normal mode, display on.
    if ([0x11, 0x21, 0x13, 0x29].includes(byte)) this.on.add(byte);
    if (byte === 0x2c && this.on.size !== 4) throw new Error('pixels before the display is on');
    [this.command, this.data, this.bytes] = [byte, [], 0];
  }

  takeData(byte) {
    this.data.push(byte);
    if (this.command === 0x2a && this.data.length === 4) {
      [this.window.left, this.window.right] = this.span();
    } else if (this.command === 0x2b && this.data.length === 4) {
      [this.window.top, this.window.bottom] = this.span();
    } else if (this.command === 0x2c) {
      const { left, right, top } = this.window;
      const pixel = this.bytes >> 1;
      const width = right - left + 1;
      const [x, y] = [left + (pixel % width), top + Math.floor(pixel / width)];
      this.memory[2 * (y * SIDE + x) + (this.bytes & 1)] = byte;
      this.bytes += 1;
      this.data.length = 0;
    } else if (this.command === 0x3a && byte !== 0x55) {
      throw new Error(`pixels of format 0x${byte.toString(16)}, not of 16 bits`);
    } else if (this.command === 0x36 && byte !== 0) {
      throw new Error(`turned: 0x${byte.toString(16)}`);
    }
  }

  /** First and last of columns or rows. */
  span() {
    const [from, to] = [this.data[0] * 256 + this.data[1], this.data[2] * 256 + this.data[3]];
    if (from > to || to >= SIDE) throw new Error(`a window from ${from} to ${to}`);
    return [from, to];
  }
}

/** How long a pin is high, in cycles, from its rise to its fall, and when it rose: handed to `took`. */
function time(chip, pin, took) {
  let rose;
  chip.gpio[pin].addListener((state) => {
    if (state !== HIGH && rose !== undefined) took(chip.core.cycles - rose, rose);
    rose = state === HIGH ? chip.core.cycles : undefined;
  });
}

/** Attaches a display, and presses the button for the next look so often, in every second of the
 * first pictures, for wind while pictures 44 to 47 are shown and for gravity while 46 to 49 are. `shown` is given
 * the display's memory after each picture, and what it took: the LED changes when all of it is handed over, and a
 * command begins the next. */
export function attach(chip, presses, shown) {
  const panel = new Panel();
  const spi = chip.spi[0];
  // Not pressed: the emulator has no pull-ups.
  for (const button of [TILT, WIND, NEXT]) chip.gpio[button].setInputValue(true);
  let [number, wire, ended] = [0, 0, undefined];
  const took = {};
  let complete;
  const end = () => {
    number += 1;
    const all = { picture: number, ...complete, wire };
    [complete, wire] = [undefined, 0];
    shown(panel.memory, all);
  };
  const done = chip.clock.createAlarm(() => spi.completeTransmit(0));
  spi.onTransmit = (byte) => {
    const pins = chip.sio.gpioValue;
    const isData = ((pins >> DATA_COMMAND) & 1) === 1;
    if (complete && !isData) end();
    const nanoseconds = (spi.dataBits * 1e9) / spi.clockFrequency;
    wire += (nanoseconds * chip.clkSys) / 1e9;
    if (((pins >> SELECT) & 1) === 0) panel.take(byte, isData);
    done.schedule(nanoseconds);
  };
  time(chip, STEPPING, (cycles, rose) => {
    took.step = cycles;
    // The first picture's.
    ended ??= rose;
  });
  time(chip, PROJECTING, (cycles) => (took.view = cycles));
  time(chip, DRAWING, (cycles) => (took.draw = cycles));
  chip.gpio[LED].addListener(() => {
    const now = chip.core.cycles;
    // Switched off before the first picture.
    if (took.draw === undefined) return;
    complete = { cycles_estimated: now - ended, ...took };
    const next = number + 1;
    chip.gpio[NEXT].setInputValue(next > 2 * presses || next % 2 === 0);
    chip.gpio[WIND].setInputValue(next < WINDY[0] || next >= WINDY[1]);
    chip.gpio[TILT].setInputValue(next < TILTED[0] || next >= TILTED[1]);
    ended = now;
  });
}
