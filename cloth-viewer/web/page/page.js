// The page as a window: hears its user, asks the program for pictures, shows them.
"use strict";

(async () => {
  const canvas = document.getElementById("canvas");
  const context = canvas.getContext("2d", { alpha: false });
  const message = document.getElementById("message");
  const hash = document.getElementById("hash");
  // Time between two looks at what does not run and is left alone, ms.
  const ASLEEP = 200;
  // The longest time that a picture counts as, ms: a page that was not seen does not catch up.
  const LONGEST = 250;

  const say = (text) => {
    message.textContent = text || "";
    message.hidden = !text;
  };
  message.onclick = () => say("");

  // ---- The program.

  // A function with one operation on vectors: whether the browser knows them.
  const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0,
    65, 0, 253, 15, 253, 98, 11];

  const load = (name) => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = name + ".js";
    script.onload = () => done(globalThis.CLOTH);
    script.onerror = () => failed(new Error(name + ".js cannot be loaded"));
    document.head.append(script);
  });

  function worker() {
    try {
      const source = `(${clothWorker})(self, ${clothSystem})`;
      return new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    } catch {
      // Some browsers allow none on a page from file://.
      const { port1, port2 } = new MessageChannel();
      clothWorker(port2, clothSystem);
      return port1;
    }
  }

  const address = [...new URLSearchParams(location.search)];
  const forced = address.find(([name]) => name === "program");
  if (typeof WebAssembly !== "object") {
    return say("This browser has no WebAssembly, which the cloth needs: any of 2018 or later has it.");
  }
  const vectors = WebAssembly.validate(new Uint8Array(VECTORS));
  const name = forced ? forced[1] : vectors ? "simd128" : "scalar";
  if (!["simd128", "scalar"].includes(name)) {
    return say(`program=${name} in the address: allowed are simd128 and scalar`);
  }
  let code;
  try {
    globalThis.CLOTH = code = { unpack: await load("unpack"), packed: await load(name) };
  } catch (error) {
    return say("The cloth cannot be loaded: " + error.message);
  }
  const program = worker();

  // ---- What is heard.

  let told = [];
  let last = performance.now();
  const now = { cursor: null, buttons: 0 };
  const down = new Set();

  const size = () => [canvas.clientWidth, canvas.clientHeight];

  function tell(what) {
    Object.assign(now, "cursor" in what && { cursor: what.cursor }, "buttons" in what && { buttons: what.buttons });
    const time = performance.now();
    const elapsed = Math.min(time - last, LONGEST);
    last = time;
    told.push(Object.assign({ size: size(), elapsed, down: [...down] }, what, now));
  }

  const touch = clothTouch(tell);
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  for (const [name, heard] of Object.entries({
    pointerdown: (event) => touch.down(event.pointerId, ...place(event)),
    pointermove: (event) => touch.move(event.pointerId, ...place(event)),
    pointerup: (event) => touch.up(event.pointerId, false),
    pointercancel: (event) => touch.up(event.pointerId, true),
  })) {
    canvas.addEventListener(name, (event) => {
      event.preventDefault();
      if (name === "pointerdown") {
        canvas.focus();
        canvas.setPointerCapture(event.pointerId);
      }
      if (event.pointerType === "touch") return heard(event);
      tell({ cursor: place(event), buttons: event.buttons & 7 });
    });
  }
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch" && event.buttons === 0) tell({ cursor: null });
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const notch = event.deltaMode === 0 ? 100 : 3;
    tell({ wheel: -event.deltaY / notch });
  }, { passive: false });

  // A key's name in the viewer: letters do not depend on Shift.
  const named = (key) => (key.length === 1 ? key.toUpperCase() : key);
  // The browser keeps what it has with Ctrl, but for taking back.
  const isOurs = (event) => !(event.ctrlKey || event.metaKey || event.altKey) || named(event.key) === "Z";
  const press = (key, isDown) => {
    const name = named(key);
    isDown ? down.add(name) : down.delete(name);
    tell({ keys: [[name, isDown]], typed: isDown && key.length === 1 ? key : "" });
  };
  window.addEventListener("keydown", (event) => {
    if (["Shift", "Control", "Meta"].includes(event.key)) return press(event.key, true);
    if (!isOurs(event)) return;
    event.preventDefault();
    press(event.key, true);
  });
  window.addEventListener("keyup", (event) => press(event.key, false));
  window.addEventListener("blur", () => [...down].forEach((name) => press(name, false)));
  for (const button of document.querySelectorAll("[data-key]")) {
    button.onclick = () => {
      press(button.dataset.key, true);
      press(button.dataset.key, false);
      canvas.focus();
    };
  }

  // ---- Files.

  async function drop(file) {
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    program.postMessage({ dropped: file.name, bytes }, [bytes.buffer]);
    say("");
  }
  const input = document.getElementById("file");
  input.onchange = () => {
    drop(input.files[0]);
    input.value = "";
    canvas.focus();
  };
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    drop(event.dataTransfer.files[0]);
  });

  function save(name, bytes) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  // ---- Pictures.

  let shown = null;
  let pictures = 0;
  const spares = [];
  // Pictures that the program has been asked for. While it makes one for longer than a screen shows it,
  // the next is asked for, so that it never waits.
  const AHEAD = 2;
  let waiting = 0;
  let isRunning = true;
  let asked = 0;
  let frame = 0;

  function show() {
    if (!shown) return;
    if (canvas.width !== shown.width || canvas.height !== shown.height) {
      [canvas.width, canvas.height] = [shown.width, shown.height];
    }
    context.putImageData(shown, 0, 0);
    if (!pictures++) performance.mark("picture");
  }
  // What a browser has thrown away is shown again.
  canvas.addEventListener("contextrestored", show);

  program.onmessage = ({ data }) => {
    if (data.saved) return save(data.saved, data.bytes);
    if (data.stopped) {
      cancelAnimationFrame(frame);
      console.error(data.stopped);
      return say("The program has stopped; reload the page to start again.\n" + data.stopped);
    }
    if (data.opened) {
      say("");
      last = performance.now();
      frame = requestAnimationFrame(look);
    }
    if (data.message) say(data.message);
    if (data.drawn) {
      if (shown) spares.push(shown.data.buffer);
      shown = new ImageData(new Uint8ClampedArray(data.bytes), ...data.size);
      show();
    }
    if (data.spare) spares.push(data.spare);
    if (data.answers) waiting -= 1;
    if ("running" in data) isRunning = data.running;
    if (data.cursor) canvas.style.cursor = data.cursor;
    if (data.hash) {
      const [state, time] = data.hash;
      hash.textContent = `${time.toFixed(2)} s · ${state}`;
    }
    document.title = data.behind ? `Cloth · ${data.behind}` : "Cloth";
  };

  // Browsers do not call it while the page is not seen.
  function look(time) {
    frame = requestAnimationFrame(look);
    const wait = isRunning || told.length > 0 ? 0 : ASLEEP;
    if (waiting < AHEAD && time - asked >= wait) askFor(time);
  }

  function askFor(time) {
    if (canvas.clientWidth === 0) return;
    waiting += 1;
    asked = time;
    tell({});
    const spare = spares.pop();
    program.postMessage({ told, spare }, spare ? [spare] : []);
    told = [];
  }
  document.addEventListener("visibilitychange", () => (last = performance.now()));

  canvas.focus();
  const open = { address: address.filter(([name]) => name !== "program"), size: size() };
  program.postMessage({ code, open });
})();
