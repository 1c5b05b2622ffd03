"""Runs a board's own image (ELF) in Unicorn, a processor without a chip around it;
stm32f411.py and the others answer for the chip's registers.

    run.py BOARD IMAGE.elf [--display FOLDER PICTURES PRESSES]

What the image prints goes to stdout, line by line, without counts: no cycles are
modelled. Exits with 0 after {"end":true}, with 1 after a panic or a fault, or where
the image's clock is not the one that its registers give.

With --display what a display on the demo's pins shows goes to FOLDER/1.ssd1306 and so on, 128 × 64 bits: a
byte for eight rows of a column, page by page; of a Pico 2 to FOLDER/1.rgb565, as rp2040js/run has it. The
button for the next look is pressed so often, that for wind held while pictures 44 to 47 are shown, that for gravity while 46 to 49 are. The run ends
after so many pictures.
"""

import json
import sys

from elftools.elf.elffile import ELFFile

from arm import m4, m33
from chip import Wrong
from esp32c3 import Esp32c3
from hand import Hand
from nrf52840 import Nrf52840
from riscv import Riscv
from rp2350 import Rp2350
from stm32f411 import Stm32f411

# Stretches of instructions without a word, after which an image is taken to hang.
SILENCE = 500

BOARDS = {
    "esp32-c3": lambda elf: Riscv(Esp32c3(), elf),
    "pico2": lambda elf: m33(Rp2350(), elf),
    "stm32f411": lambda elf: m4(Stm32f411(), elf),
    "nrf52840-dk": lambda elf: m4(Nrf52840(), elf),
}


def take(line, machine):
    """Prints a line; the run's exit status if it ends it."""
    try:
        object = json.loads(line)
    except ValueError:
        object = {}
    said = object.get("clock_hz")
    if said is not None and said != machine.chip.core_hz():
        raise Wrong(f"the image says {said} Hz, its registers {machine.chip.core_hz()}")
    # No time passes while the core works.
    counts = [object.pop(key, None) for key in ("cycles_measured", "us")]
    if any(count is not None for count in counts):
        line = json.dumps(object, separators=(",", ":"))
    print(line, flush=True)
    if object.get("end"):
        return 0
    return 1 if "panic" in object or "fault" in object else None


def main(board, image, display=None, folder=None, pictures=0, presses=0):
    with open(image, "rb") as file:
        machine = BOARDS[board](ELFFile(file))
        if display:
            machine.chip.show(Hand(folder, int(pictures), int(presses)))
        text, silence, shown = b"", 0, 0
        while True:
            printed = machine.run()
            silence = 0 if printed or display and machine.chip.hand.number > shown else silence + 1
            shown = machine.chip.hand.number if display else 0
            *lines, text = (text + printed).split(b"\n")
            for line in lines:
                status = take(line.decode().rstrip("\r"), machine)
                if status is not None:
                    return status
            if display and machine.chip.hand.is_done():
                return 0
            if machine.ended:
                raise Wrong("the image ended without saying so")
            if silence > SILENCE:
                raise Wrong(f"it hangs, about {machine.pc:#x}")


if __name__ == "__main__":
    with_display = len(sys.argv) == 7 and sys.argv[3] == "--display"
    if not (len(sys.argv) == 3 or with_display) or sys.argv[1] not in BOARDS:
        sys.exit(f"run.py BOARD IMAGE.elf [--display FOLDER PICTURES PRESSES], with BOARD one of {', '.join(BOARDS)}")
    try:
        sys.exit(main(*sys.argv[1:]))
    except Wrong as wrong:
        sys.exit(f"{sys.argv[2]}: {wrong}")
