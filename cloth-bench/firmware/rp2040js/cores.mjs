// The RP2040's second core, which rp2040js has not: it waits for the first core's commands, as the boot
// ROM lets it, and then runs beside it. One instruction at a time, of the core that is behind, so that what
// one does is seen by the other in the order of their clocks. Neither waits for the other at the bus.

const CPUID = 0x000;
const [FIFO_ST, FIFO_WR, FIFO_RD] = [0x050, 0x054, 0x058];
const PLACES = 8;
const VALID = 1;
const READY = 2;
// Divider and interpolators: each core has its own, and there is one of each here.
const [OWN_FROM, OWN_TO] = [0x060, 0x100];
// A core's memory protection unit: off at first. What it is told is not done.
const [MPU_FROM, MPU_TO] = [0xd90, 0xda4];

/** Gives the chip both cores, and returns what makes it run on: by an instruction, or until something
 * happens. `Core` is the class of a core. */
export function withBoth(chip, Core) {
  const cores = [chip.core, new Core(chip)];
  const [first, second] = cores;
  // What each core is to read.
  const inboxes = [[], []];
  // Commands that start the second core; how many it has taken.
  let [commands, begun] = [[], false];
  const other = () => (chip.core === first ? 1 : 0);
  const own = () => 1 - other();

  /** A command to the core that waits in its ROM: said again, and the sixth in a row starts it. */
  const command = (value) => {
    const expected = [0, 0, 1][commands.length];
    commands = expected === undefined || expected === value ? [...commands, value] : [];
    inboxes[0].push(value);
    if (commands.length < 6) return;
    [second.VTOR, second.SP, second.PC] = [commands[3], commands[4], commands[5] & ~1];
    second.cycles = first.cycles;
    begun = true;
  };

  const { sio } = chip;
  const [read, write] = [sio.readUint32.bind(sio), sio.writeUint32.bind(sio)];
  const checked = (offset) => {
    if (begun && chip.core === second && offset >= OWN_FROM && offset < OWN_TO) {
      throw new Error(`the second core's divider or interpolator, at 0x${offset.toString(16)}`);
    }
  };
  sio.readUint32 = (offset) => {
    checked(offset);
    if (offset === CPUID) return own();
    if (offset === FIFO_RD) return inboxes[own()].shift() ?? 0;
    if (offset !== FIFO_ST) return read(offset);
    const full = inboxes[other()].length >= PLACES;
    return (inboxes[own()].length > 0 ? VALID : 0) | (full ? 0 : READY);
  };
  sio.writeUint32 = (offset, value) => {
    checked(offset);
    if (offset === FIFO_ST) return;
    if (offset !== FIFO_WR) return write(offset, value);
    if (own() === 0 && !begun) return command(value);
    if (inboxes[other()].length < PLACES) inboxes[other()].push(value);
  };
  const { ppb } = chip;
  const [readOwn, writeOwn] = [ppb.readUint32.bind(ppb), ppb.writeUint32.bind(ppb)];
  const isProtection = (offset) => offset >= MPU_FROM && offset < MPU_TO;
  ppb.readUint32 = (offset) => (isProtection(offset) ? 0 : readOwn(offset));
  ppb.writeUint32 = (offset, value) => {
    if (!isProtection(offset)) writeOwn(offset, value);
  };
  chip.setInterrupt = (irq, value) => cores.forEach((core) => core.setInterrupt(irq, value));

  // An event for both cores: rp2040js only notes it.
  const { logger } = chip;
  chip.logger = Object.assign(Object.create(logger), {
    info: (name, text) => {
      if (text !== 'SEV') return logger.info(name, text);
      for (const core of cores) {
        if (core.waiting) core.waiting = false;
        else core.eventRegistered = true;
      }
    },
  });

  /** Runs an instruction of a core; true where it sleeps. */
  const sleeps = (core) => {
    if (core.waiting) return true;
    chip.core = core;
    core.executeInstruction();
    chip.core = first;
    return false;
  };
  // SysTick follows the clock, so it counts the cycles that core.cycles does: 8 ns each, a whole number,
  // at 125 MHz.
  return () => {
    const began = first.cycles;
    if (begun && second.cycles < first.cycles) {
      if (sleeps(second)) second.cycles = first.cycles;
      return;
    }
    if (!sleeps(first)) {
      chip.clock.tick((first.cycles - began) * (1e9 / chip.clkSys));
      return;
    }
    // Until the next alarm; the other core's instructions take their time.
    if (begun && !second.waiting) {
      first.cycles = Math.max(second.cycles, first.cycles + 1);
      chip.clock.tick((first.cycles - began) * (1e9 / chip.clkSys));
    } else {
      chip.clock.tick(chip.clock.nanosToNextAlarm);
    }
  };
}
