// The page in a browser: node page.mjs CHROMIUM FOLDER ADDRESS DESKTOP TWIN [PHOTOS]
//
// FOLDER is where the page is, ADDRESS a server's that shows it, DESKTOP the program cloth-viewer,
// TWIN the example `desktop`, PHOTOS where pictures of the page go, to be looked at. ONLY names
// the tests that are to be run by a part of their names.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, hashOf, sleep, until } from "./browser.mjs";

const [chromium, folder, served, desktop, twin, photos] = process.argv.slice(2);
const local = pathToFileURL(join(folder, "index.html")).href;
const counts = { passed: 0, failed: 0 };
let browser = null;

const assert = (holds, what) => {
  if (!holds) throw new Error(what);
};
const same = (found, expected, what) =>
  assert(found === expected, `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);

// One test, with a browser of its own: what one saves is not another's.
async function test(name, body) {
  if (!name.includes(process.env.ONLY || "")) return;
  browser = new Browser(chromium);
  try {
    const said = await body();
    counts.passed++;
    console.log(`test web: ${name} ... ok${said ? ` (${said})` : ""}`);
  } catch (error) {
    counts.failed++;
    console.log(`test web: ${name} ... FAILED\n${error.stack}`);
  }
  await browser.close();
}

const viewer = (...words) => execFileSync(desktop, words, { encoding: "utf8", cwd: browser.home });
const hash = (...words) => viewer(...words, "--hash").match(/[0-9a-f]{16}/)[0];
const flag = ["flag", "--grid", "64", "--mode", "xpbd"];
const flagged = "?scene=flag&grid=64&mode=xpbd";

for (const form of ["simd128", "scalar"]) {
  await test(`${form} runs to the desktop's hash`, async () => {
    const page = await browser.open(`${served}${flagged}&program=${form}`);
    await page.rest();
    await page.step(40);
    same((await page.state()).hash, hash(...flag, "--frames", "40"), "the state");
    assert(page.errors().length === 0, page.errors().join("\n"));
  });
}

await test("a page from file:// shows its first picture soon", async () => {
  const page = await browser.open(local);
  await page.shown();
  const ms = await page.run(`Math.round(performance.getEntriesByName("picture")[0].startTime)`);
  assert(ms > 10 && ms < 5_000, `${ms} ms`);
  same(page.errors().join("\n"), "", "the console");
  return `${ms} ms`;
});

await test("a picture that is saved is the desktop's, to the byte", async () => {
  const page = await browser.open(served + flagged, { width: 500, height: 432 });
  await page.rest();
  await page.step(10);
  const size = await page.run(`[canvas.width, canvas.height]`);
  await page.key("F9");
  const found = readFileSync(await browser.saved(".png"));
  const press = (key) => [{ picture: [{ size, keys: [[key, true], [key, false]] }] }, { picture: [{ size }] }];
  const address = [["scene", "flag"], ["grid", "64"], ["mode", "xpbd"]];
  const keys = ["P", "R", ...Array(10).fill("N"), "F9"];
  tell([{ open: { address, size } }, ...keys.flatMap(press)]);
  assert(found.equals(readFileSync(join(browser.home, "cloth-out/flag-001.png"))), "another picture");
  return size.join(" × ");
});

// What the page's program says on this machine: numbers of its pictures.
function tell(asks) {
  const input = asks.map((ask) => JSON.stringify(ask)).join("\n");
  const { stdout } = spawnSync(twin, { input, encoding: "utf8", cwd: browser.home });
  return stdout.trim().split("\n").map((line) => Number(line.split(" ")[0]));
}

// What a user does, as the page tells the program: time and pictures do not depend on a clock.
function script(size) {
  const ticks = (count, what = {}) =>
    // In all less than half a second: after that the line at the top has measured times.
    Array.from({ length: count }, () => ({ size, elapsed: 10, ...what }));
  const [x, y] = [size[0] * 0.3, size[1] * 0.4];
  const drag = (buttons, to) => ({ cursor: [x + to, y + to / 2], buttons });
  const told = [
    ...ticks(12),
    ...ticks(1, drag(1, 0)), ...ticks(8, drag(1, 40)), ...ticks(8, drag(1, 90)), ...ticks(1, drag(0, 90)),
    ...ticks(3, { turn: [12, -5], wheel: 0.5 }),
    ...ticks(1, { keys: [["P", true], ["P", false], ["M", true], ["M", false]] }), ...ticks(2),
    ...ticks(1, { keys: [["F4", true], ["F4", false], ["F1", true], ["F1", false]] }), ...ticks(2),
    ...ticks(1, { cursor: [size[0] - 60, 200] }), ...ticks(3, { cursor: [size[0] - 60, 240] }),
  ];
  return told.map((one) => ({ picture: [one] }));
}

for (const [scene, size] of [["drape", [1100, 640]], ["four-corners", [390, 700]]]) {
  await test(`${scene} at ${size.join(" × ")}: every picture is the desktop's, panel and text too`, async () => {
    const asks = [{ open: { address: [["scene", scene], ["grid", "20"]], size } }, ...script(size)];
    const page = await browser.open(served);
    await page.shown();
    const there = () => page.run(`(async () => {
      const { port1, port2 } = new MessageChannel();
      clothWorker(port2, clothSystem);
      const [open, ...pictures] = ${JSON.stringify(asks)};
      const answer = (what) => new Promise((done) => {
        port1.onmessage = ({ data }) => done(data);
        port1.postMessage(what);
      });
      await answer({ code: CLOTH, ...open });
      const lines = [];
      let words = new Uint32Array(0);
      for (const { picture } of pictures) {
        const said = await answer({ told: picture });
        if (said.drawn) words = new Uint32Array(said.bytes);
        lines.push(${hashOf}(words));
      }
      return lines;
    })()`);
    // Again: a program that a busy machine holds up in a step takes it for a long one, and goes on
    // without it, here as there.
    const differs = [];
    for (let attempt = 0; attempt < 3 && !differs.includes(-1); attempt++) {
      const [found, expected] = [await there(), tell(asks)];
      same(found.length, expected.length, "pictures");
      assert(new Set(expected).size > 20, "the pictures hardly differ");
      differs.push(found.findIndex((one, i) => one !== expected[i]));
    }
    assert(differs.includes(-1), `the first picture that differs: ${differs}`);
    return `${asks.length - 1} pictures`;
  });
}

// Pulls the cloth of a page that records, and returns the recording.
async function pulled(page, pull) {
  await page.shown();
  await page.key("F12");
  await sleep(300);
  await pull();
  await sleep(300);
  await page.key("F12");
  return browser.saved(".tape");
}

// A recording runs to its end with the same bits, and has pulls in it.
function check(tape) {
  const text = readFileSync(tape, "utf8");
  assert(/pull/i.test(text), "nothing was pulled");
  return viewer("--replay", tape, "--headless").trim().replace(/^.*: /, "");
}

await test("a drag by mouse pulls, and its recording replays on the desktop", async () => {
  const page = await browser.open(`${served}?scene=four-corners&grid=24`);
  return check(await pulled(page, async () => {
    const [x, y] = [450, 360];
    await page.mouse("mouseMoved", x, y);
    await page.mouse("mousePressed", x, y, 1);
    for (let i = 1; i <= 8; i++) await page.mouse("mouseMoved", x + 8 * i, y - 10 * i, 1);
    await page.mouse("mouseReleased", x + 64, y - 80);
  }));
});

const phone = { width: 390, height: 844, phone: true };

await test("one finger pulls, and its recording replays on the desktop", async () => {
  const page = await browser.open(`${served}?scene=four-corners&grid=24`, phone);
  return check(await pulled(page, async () => {
    const [x, y] = [190, 400];
    await page.touch("touchStart", [x, y]);
    for (let i = 1; i <= 8; i++) await page.touch("touchMove", [x + 4 * i, y - 10 * i]);
    await page.touch("touchEnd");
  }));
});

await test("two fingers turn and zoom, and leave the cloth alone", async () => {
  const page = await browser.open(`${served}?scene=four-corners&grid=24`, phone);
  await page.rest();
  const before = [await page.pixels(), (await page.state()).hash];
  await page.touch("touchStart", [150, 400]);
  await page.touch("touchStart", [150, 400], [250, 400]);
  for (let i = 1; i <= 6; i++) await page.touch("touchMove", [150 - 6 * i, 400], [250 + 6 * i, 400 + 8 * i]);
  await page.touch("touchEnd");
  await sleep(500);
  same((await page.state()).hash, before[1], "the state");
  assert((await page.pixels()) !== before[0], "the view is the same");
});

await test("a tap pins, on a phone", async () => {
  const page = await browser.open(`${served}?scene=four-corners&grid=24`, phone);
  await page.rest();
  const { hash } = await page.state();
  await page.touch("touchStart", [190, 400]);
  await page.touch("touchEnd");
  await until("a pin", async () => (await page.state()).hash !== hash);
});

await test("addresses with nonsense say what is allowed", async () => {
  for (const [address, expected] of [
    ["?scene=nosuch", "allowed are FILE.toml, four-corners"],
    ["?grid=0", "each 1 to 4096"],
    ["?grid=99999999999999999999", "each 1 to 4096"],
    ["?mode=silk", "allowed are hooke, constraint, pbd, xpbd"],
    ["?colour=red", "allowed are scene, grid, mode"],
    ["?scene=%00%ff&scene=", "unexpected argument"],
    ["?scene=flag&scene=drape", "unexpected argument"],
    ["?out=a.png", "allowed are scene, grid, mode"],
    ["?scene=--help", "SCENE"],
    ["?program=x", "allowed are simd128 and scalar"],
  ]) {
    const page = await browser.open(served + address);
    const text = await until(`a message for ${address}`, async () => {
      const text = await page.message();
      return text !== "Loading …" && text;
    });
    assert(text.includes(expected), `${address}: ${text}`);
    same(page.errors().join("\n"), "", address);
    // The default scene runs all the same, but where there is no program.
    if (!address.includes("program")) await page.shown();
  }
});

await test("a scene file that is opened runs; one that is none is refused", async () => {
  const page = await browser.open(served);
  await page.shown();
  const scene = join(browser.home, "own.toml");
  writeFileSync(scene, `name = "own"\nsource = "s"\nsummary = "u"\n[cloth]\ncolumns = 7\nrows = 5\n`);
  await page.drop(scene);
  await page.rest();
  await page.step(5);
  same((await page.state()).hash, hash(scene, "--frames", "5"), "the scene's state");
  // What is saved of it is a scene file again.
  await page.key("k");
  const saved = readFileSync(await browser.saved("own-001.toml"), "utf8");
  assert(saved.includes("columns = 7"), saved);
  // One that is none is refused, and nothing changes but a line in the picture, which says why.
  const before = [(await page.state()).hash, await page.pixels()];
  writeFileSync(scene, `name = "own"\n[cloth]\ncolumns = -7\n`);
  await page.drop(scene);
  await until("a reason", async () => (await page.pixels()) !== before[1]);
  same((await page.state()).hash, before[0], "the state");
  // So is a recording of an earlier release, with a message.
  const tape = join(browser.home, "old.tape");
  writeFileSync(tape, `{"cloth-tape":1}\n`);
  await page.drop(tape);
  const text = await until("a refusal", () => page.message());
  assert(text.includes("earlier release"), text);
  same(page.errors().join("\n"), "", "the console");
});

await test("the picture follows the page's size, and comes back after it was lost", async () => {
  const page = await browser.open(served + flagged);
  await page.rest();
  const size = () => page.run(`[canvas.width, canvas.height].join()`);
  await page.resize(640, 400);
  await until("another size", async () => (await size()) === (await page.run(`[canvas.clientWidth, canvas.clientHeight].join()`)) && (await size()).startsWith("640"));
  await sleep(500);
  const before = await page.pixels();
  // As a browser does that has thrown the canvas away: it is empty, and then told.
  await page.run(`canvas.getContext("2d").fillRect(0, 0, 9999, 9999)`);
  assert((await page.pixels()) !== before, "the canvas is not empty");
  await page.run(`canvas.dispatchEvent(new Event("contextrestored"))`);
  same(await page.pixels(), before, "the picture");
});

await test("it pauses while it is not seen", async () => {
  const page = await browser.open(served + flagged);
  await page.shown();
  await sleep(1000);
  const other = await browser.ask("Target.createTarget", { url: "about:blank" });
  await browser.ask("Target.activateTarget", other);
  await until("a page that is not seen", () => page.run(`document.visibilityState === "hidden"`));
  await sleep(300);
  const { time } = await page.state();
  await sleep(1500);
  same((await page.state()).time, time, "the time");
  await browser.ask("Target.activateTarget", { targetId: page.target });
  await until("more time", async () => (await page.state()).time > time);
  const after = (await page.state()).time;
  assert(after < time + 1.2, `it caught up: ${after - time} s`);
});

await test("old browsers are told, or run the scalar form", async () => {
  const none = await browser.open(served, { before: "delete globalThis.WebAssembly" });
  await until("a message", async () => (await none.message()).includes("no WebAssembly"));
  const before = "WebAssembly.validate = () => false";
  const scalar = await browser.open(served + flagged, { before });
  await scalar.shown();
  const scripts = await scalar.run(`[...document.scripts].map((one) => one.src).join()`);
  assert(scripts.includes("scalar.js") && !scripts.includes("simd128.js"), scripts);
  same(scalar.errors().join("\n"), "", "the console");
});

if (photos) {
  mkdirSync(photos, { recursive: true });
  await test("photos", async () => {
    for (const [name, address, size, keys] of [
      ["desktop", served, { width: 1280, height: 752 }, []],
      ["phone", served + flagged, phone, []],
      ["phone-panel", served + flagged, phone, ["F2"]],
      ["message", served + "?mode=silk", phone, []],
    ]) {
      const page = await browser.open(address, size);
      await page.shown();
      for (const key of keys) await page.key(key);
      await sleep(2500);
      writeFileSync(join(photos, `${name}.png`), await page.photo());
    }
  });
}

const { passed, failed } = counts;
console.log(`\ntest result: ${failed ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out`);
process.exit(failed ? 1 : 0);
