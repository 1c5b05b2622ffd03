// How many pictures a second the page shows:
// node pictures.mjs CHROMIUM PAGE SECONDS ADDRESS...
import { Browser, sleep } from "./browser.mjs";

const [chromium, index, seconds, ...addresses] = process.argv.slice(2);
// Notes when a picture is put on the canvas.
const before = `
  globalThis.shown = [];
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...all) {
    shown.push(performance.now());
    return put.apply(this, all);
  };`;
const median = (all) => all.slice().sort((a, b) => a - b)[all.length >> 1];
const browser = new Browser(chromium);
for (const address of addresses) {
  // 1280 × 720 for the canvas: below it the page has a line of its own.
  const page = await browser.open(index + "?" + address, { before, height: 756 });
  await page.shown();
  // What the browser compiles first, it compiles in haste. Later the cloth rests, and nothing new is shown.
  await sleep(2000);
  await page.run("shown = []; 0");
  await sleep(1000 * Number(seconds));
  const shown = await page.run("shown");
  const size = await page.run(`[canvas.width, canvas.height].join(" × ")`);
  const between = shown.slice(1).map((time, i) => time - shown[i]);
  const rate = (between.length / (shown.at(-1) - shown[0])) * 1e3;
  console.log(`${address}: ${rate.toFixed(1)} pictures a second of ${size}, ` +
    `${median(between).toFixed(1)} ms from one to the next (median)`);
  for (const error of page.errors()) console.error(error);
}
await browser.close();
