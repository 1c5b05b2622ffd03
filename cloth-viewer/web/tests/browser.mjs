// A browser without a window, told what to do over its own protocol (Chrome DevTools) through two
// pipes: nothing needs to be installed for that.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Asks until there is something else than nothing.
export async function until(what, ask, ms = 30_000) {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`${what}: not within ${ms / 1000} s`);
}

export class Browser {
  constructor(program) {
    this.home = mkdtempSync(join(tmpdir(), "cloth-web-"));
    const options = ["--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
      "--no-first-run", "--disable-background-networking", `--user-data-dir=${this.home}`];
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
    this.child = spawn(program, options, { stdio, detached: true });
    this.answers = new Map();
    this.events = [];
    this.count = 0;
    let rest = "";
    this.child.stdio[4].on("data", (data) => {
      const lines = (rest + data).split("\0");
      rest = lines.pop();
      lines.forEach((line) => this.hear(JSON.parse(line)));
    });
  }

  hear(message) {
    if (!message.id) return this.events.push(message);
    const [done, failed] = this.answers.get(message.id);
    this.answers.delete(message.id);
    message.error ? failed(new Error(JSON.stringify(message.error))) : done(message.result);
  }

  ask(method, params = {}, sessionId) {
    const id = ++this.count;
    this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((done, failed) => this.answers.set(id, [done, failed]));
  }

  async close() {
    const over = new Promise((done) => this.child.on("exit", done));
    await this.ask("Browser.close").catch(() => {});
    await over;
    // Its helpers may still be writing there.
    rmSync(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  // A page of a size; `before` is run in it before its own scripts.
  async open(url, { width = 1280, height = 752, phone = false, before = "" } = {}) {
    const { targetId } = await this.ask("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.ask("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, targetId, sessionId);
    for (const domain of ["Page", "Runtime", "Log", "DOM"]) await page.ask(`${domain}.enable`);
    await page.resize(width, height, phone);
    if (phone) await page.ask("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    if (before) await page.ask("Page.addScriptToEvaluateOnNewDocument", { source: before });
    const behavior = { behavior: "allow", downloadPath: this.home, eventsEnabled: true };
    await this.ask("Browser.setDownloadBehavior", behavior);
    await page.ask("Page.navigate", { url });
    return page;
  }

  // The path of a file that a page has saved.
  saved(ending) {
    return until(`a saved ${ending}`, () => {
      const name = readdirSync(this.home).find((name) => name.endsWith(ending));
      return name && join(this.home, name);
    });
  }
}

export class Page {
  constructor(browser, target, session) {
    Object.assign(this, { browser, target, session });
  }

  ask(method, params) {
    return this.browser.ask(method, params, this.session);
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.ask("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  resize(width, height, mobile = false) {
    return this.ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
  }

  // What was written to the console as an error, and what no script has caught.
  errors() {
    const own = this.browser.events.filter((event) => event.sessionId === this.session);
    const texts = own.map(({ method, params }) => {
      if (method === "Runtime.exceptionThrown") return JSON.stringify(params.exceptionDetails);
      if (method === "Log.entryAdded" && params.entry.level === "error") return params.entry.text;
      if (method === "Runtime.consoleAPICalled" && params.type === "error") return JSON.stringify(params.args);
      return null;
    });
    return texts.filter((text) => text !== null);
  }

  message() {
    return this.run(`(() => {
      const message = document.getElementById("message");
      return message && !message.hidden ? message.textContent : "";
    })()`);
  }

  // Simulated time, and the state's hash.
  async state() {
    const text = await this.run(`document.getElementById("hash").textContent`);
    const [time, hash] = text.split(" s · ");
    return { time: Number(time), hash };
  }

  shown() {
    return until("a picture", () => this.run(`performance.getEntriesByName("picture").length > 0`));
  }

  async key(key) {
    const text = key.length === 1 ? key : undefined;
    await this.ask("Input.dispatchKeyEvent", { type: "keyDown", key, text });
    await this.ask("Input.dispatchKeyEvent", { type: "keyUp", key });
  }

  // A number for the canvas's pixels.
  pixels() {
    return this.run(`(() => {
      const canvas = document.getElementById("canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return ${hashOf}(new Uint32Array(data.buffer));
    })()`);
  }

  // Stops the cloth at its start.
  async rest() {
    await this.shown();
    await until("time that passes", async () => (await this.state()).time > 0);
    await this.key("p");
    await until("a pause", async () => {
      const before = await this.state();
      await sleep(400);
      return (await this.state()).hash === before.hash;
    });
    await this.key("r");
    await until("the start", async () => (await this.state()).time === 0);
  }

  async step(count) {
    for (let i = 0; i < count; i++) {
      const { time } = await this.state();
      await this.key("n");
      await until("a step", async () => (await this.state()).time > time);
    }
  }

  async mouse(type, x, y, buttons = 0) {
    const button = buttons === 1 ? "left" : "none";
    const held = type === "mouseReleased" ? "left" : button;
    await this.ask("Input.dispatchMouseEvent", { type, x, y, button: held, buttons, clickCount: 1 });
    await sleep(30);
  }

  async touch(type, ...points) {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await this.ask("Input.dispatchTouchEvent", { type, touchPoints });
    await sleep(30);
  }

  async drop(path) {
    const { root } = await this.ask("DOM.getDocument");
    const { nodeId } = await this.ask("DOM.querySelector", { nodeId: root.nodeId, selector: "#file" });
    await this.ask("DOM.setFileInputFiles", { nodeId, files: [path] });
  }

  async photo() {
    const { data } = await this.ask("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }
}

// FNV-1a over words, as text: it runs in the page.
export const hashOf = `((words) => {
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193) >>> 0;
  return hash;
})`;
