// How many pictures a second the page shows, and how long its program takes for one:
// node pictures.mjs CHROMIUM PAGE SECONDS ADDRESS...
import { Browser, sleep } from "./browser.mjs";

const [chromium, index, seconds, ...addresses] = process.argv.slice(2);
// Counts the pictures that are put on the canvas, and the time from a question to its answer.
const before = `
  globalThis.times = { shown: [], taken: [] };
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...all) {
    times.shown.push(performance.now());
    return put.apply(this, all);
  };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (what, ...all) {
    if ("told" in what) {
      const asked = performance.now();
      this.addEventListener("message", () => times.taken.push(performance.now() - asked), { once: true });
    }
    return post.call(this, what, ...all);
  };`;
const median = (all) => all.slice().sort((a, b) => a - b)[all.length >> 1];
const browser = new Browser(chromium);
for (const address of addresses) {
  // 1280 × 720 for the canvas: below it the page has a line of its own.
  const page = await browser.open(index + "?" + address, { before });
  await page.shown();
  // What the browser compiles first, it compiles in haste.
  await sleep(3000);
  await page.run("times.shown = []; times.taken = []; 0");
  await sleep(1000 * Number(seconds));
  const { shown, taken } = await page.run("times");
  const size = await page.run(`[canvas.width, canvas.height].join(" × ")`);
  const rate = ((shown.length - 1) / (shown.at(-1) - shown[0])) * 1e3;
  console.log(`${address}: ${rate.toFixed(1)} pictures a second of ${size}, ` +
    `${median(taken).toFixed(1)} ms each in the worker (median of ${taken.length})`);
  for (const error of page.errors()) console.error(error);
}
await browser.close();
