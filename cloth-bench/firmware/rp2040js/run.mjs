// Runs a UF2 for the RP2040: what it prints over USB goes to stdout, line by line. Exits with 0 after {"end":true}, with 1 after a panic or a fault. With a display,
// its memory goes to a file after each picture, and the run ends after so many.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import process from 'node:process';
import { attach } from './st7789.mjs';

// The packages lie in a cache, not beside this file: their folder is named.
const [packages, image, option, folder, pictures, presses] = process.argv.slice(2);
const { RP2040, USBCDC, ConsoleLogger, LogLevel } = createRequire(`${packages}/`)('rp2040js');

const FLASH = 0x10000000;
// Behind the second boot stage. There is no boot ROM here that would run that
// stage, and no flash that would have to be woken.
const VECTORS = FLASH + 0x100;

/** Writes the blocks of a UF2 to the emulator's flash. */
function load(chip, file) {
  for (let at = 0; at + 512 <= file.length; at += 512) {
    if (file.readUInt32LE(at) !== 0x0a324655 || file.readUInt32LE(at + 4) !== 0x9e5d5157) {
      throw new Error(`block ${at / 512} is not one of a UF2`);
    }
    const target = file.readUInt32LE(at + 12) - FLASH;
    const size = file.readUInt32LE(at + 16);
    chip.flash.set(file.subarray(at + 32, at + 32 + size), target);
  }
}

/** A line as it is true of an emulator: the image takes chip and counter for the real ones. */
function honest(line) {
  return line
    .replace('"target":"pico"', '"target":"rp2040"')
    .replace('"cycles_measured":', '"cycles_estimated":');
}

/** Prints a line; its exit status if it ends the run. */
function take(line) {
  process.stdout.write(`${honest(line)}\n`);
  if (line === '{"end":true}') return 0;
  if (line.startsWith('{"panic":') || line.startsWith('{"fault":')) return 1;
  return undefined;
}

/** Hands out whole lines of the bytes that it is given. */
function lines(take) {
  let line = '';
  return (byte) => {
    if (byte === 0x0a) {
      take(line.trimEnd());
      line = '';
    } else {
      line += String.fromCharCode(byte);
    }
  };
}

/** The computer at the other end of the USB cable, with the serial port open. */
function listen(usb, take) {
  const send = usb.sendSetupPacket.bind(usb);
  usb.sendSetupPacket = (packet) => {
    // "The port is open" goes to the interface; rp2040js sends it to the device.
    if (packet[0] === 0x20 && packet[1] === 0x22) packet[0] = 0x21;
    send(packet);
  };
  new USBCDC(usb).onSerialData = take;
}

function run() {
  const chip = new RP2040();
  chip.logger = new ConsoleLogger(LogLevel.Error, true);
  load(chip, readFileSync(image));
  chip.core.VTOR = VECTORS;
  chip.core.SP = chip.readUint32(VECTORS);
  chip.core.PC = chip.readUint32(VECTORS + 4) & ~1;

  let status;
  const ended = (line) => {
    // For the test that SysTick and the core count alike.
    if (option === '--cycles') process.stdout.write(`{"core":${chip.core.cycles}}\n`);
    status = take(line);
  };
  const fromUsb = lines(ended);
  listen(chip.usbCtrl, (bytes) => bytes.forEach(fromUsb));
  chip.onBreak = (code) => {
    process.stderr.write(`breakpoint ${code} at 0x${chip.core.PC.toString(16)}\n`);
    status = 1;
  };
  if (option === '--display') {
    attach(chip, Number(presses ?? 0), (memory, taken) => {
      writeFileSync(join(folder, `${taken.picture}.rgb565`), memory);
      process.stdout.write(`${JSON.stringify(taken)}\n`);
      if (taken.picture === Number(pictures)) status = 0;
    });
  }
  // SysTick follows the clock, so it counts the cycles that core.cycles does: 8 ns each, a whole number,
  // at 125 MHz.
  while (status === undefined) {
    if (chip.core.waiting) {
      chip.clock.tick(chip.clock.nanosToNextAlarm);
      continue;
    }
    const began = chip.core.cycles;
    chip.core.executeInstruction();
    chip.clock.tick((chip.core.cycles - began) * (1e9 / chip.clkSys));
  }
  return status;
}

process.exitCode = run();
