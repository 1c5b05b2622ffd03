// How long a step takes in a browser and in a native program, in turn, round after round:
// node speed.mjs CHROMIUM SYSTEM.js NATIVE VECTORS.wasm SCALAR.wasm ROUNDS
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Browser } from "./browser.mjs";

const [chromium, system, native, vectors, scalar, rounds] = process.argv.slice(2);
const browser = new Browser(chromium);
const page = await browser.open("about:blank");
await page.run(readFileSync(system, "utf8") + "; globalThis.clothSystem = clothSystem; 0");

// Compiled as a page's program is, and run once before it counts: browsers first run what they have
// compiled in haste.
for (const [name, path] of Object.entries({ vectors, scalar })) {
  const base64 = readFileSync(path).toString("base64");
  await page.run(`(async () => {
    const bytes = Uint8Array.from(atob("${base64}"), (letter) => letter.charCodeAt(0));
    globalThis.${name} = await WebAssembly.compile(bytes);
  })()`);
}
const inBrowser = (name) => page.run(`(() => {
  const lines = [];
  const system = clothSystem((line) => lines.push(line));
  const program = new WebAssembly.Instance(${name}, system.imports(${name})).exports;
  system.use(program.memory);
  program._start();
  return lines.join("\\n");
})()`);
for (const name of ["vectors", "scalar"]) await inBrowser(name);

const times = new Map();
const take = (text) => {
  for (const line of text.trim().split("\n")) {
    const [form, mode, side, ns] = line.split(" ");
    const key = `${mode} ${side}`;
    const forms = times.get(key) || times.set(key, new Map()).get(key);
    forms.set(form, [...(forms.get(form) || []), Number(ns)]);
  }
};
for (let round = 0; round < Number(rounds); round++) {
  take(execFileSync(native, { encoding: "utf8" }));
  take(await inBrowser("vectors"));
  take(await inBrowser("scalar"));
}
await browser.close();

// Medians, and of ratios within a round, so that a busy neighbour falls on both.
const median = (all) => all.slice().sort((a, b) => a - b)[all.length >> 1];
const ratio = (forms, one, other) =>
  forms.has(other) ? median(forms.get(one).map((time, i) => time / forms.get(other)[i])).toFixed(2) : "-";
console.log("ms a step, and vectors in the browser over the native program's");
for (const [key, forms] of times) {
  const all = [...forms].map(([form, ns]) => `${form} ${(median(ns) / 1e6).toFixed(2)}`);
  console.log(`${key}: ${all.join(", ")}; over SSE2 ${ratio(forms, "vectors", "baseline")}, ` +
    `over AVX2 ${ratio(forms, "vectors", "avx2")}`);
}
