// The program in a worker: it makes steps and pictures while the page listens to its user.
"use strict";

function clothWorker(port, clothSystem) {
  const OUT = "cloth-out";
  const utf8 = { to: new TextEncoder(), from: new TextDecoder() };
  const system = clothSystem();
  // What of OUT has been handed out: a file by its name and size, a folder when it is done.
  const saved = new Set();
  let program = null;

  // Bytes from base64: a page from file:// can load scripts and nothing else.
  function bytes(base64) {
    const text = atob(base64);
    const raw = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) raw[i] = text.charCodeAt(i);
    return raw;
  }

  async function load(code) {
    const module = await WebAssembly.compile(code);
    const instance = await WebAssembly.instantiate(module, system.imports(module));
    system.use(instance.exports.memory);
    return instance.exports;
  }

  // A small program unpacks the large one; browsers know nothing that packs as well.
  async function start({ unpack, packed }) {
    system.write("program.lzma", bytes(packed));
    (await load(bytes(unpack)))._start();
    system.take("program.lzma");
    program = await load(system.take("program.wasm"));
    program.__wasm_call_ctors();
  }

  function ask(what) {
    const asked = utf8.to.encode(JSON.stringify(what));
    const room = program.room(asked.length);
    new Uint8Array(program.memory.buffer, room, asked.length).set(asked);
    const length = program.ask();
    const said = new Uint8Array(program.memory.buffer, program.said(), length);
    return JSON.parse(utf8.from.decode(said));
  }

  // A folder of pictures or shapes as one file, as tar has it.
  function tar(folder, files) {
    const padded = (size) => Math.ceil(size / 512) * 512;
    const total = files.reduce((sum, [, node]) => sum + 512 + padded(node.size), 1024);
    const all = new Uint8Array(total);
    let at = 0;
    for (const [name, node] of files) {
      const head = all.subarray(at, at + 512);
      const put = (text, place) => head.set(utf8.to.encode(text), place);
      put(folder + "/" + name, 0);
      put("0000644\0" + "0000000\0" + "0000000\0", 100);
      put(node.size.toString(8).padStart(11, "0") + "\0", 124);
      put("00000000000\0" + "        " + "0", 136);
      put("ustar\0" + "00", 257);
      const sum = head.reduce((a, b) => a + b, 0);
      put(sum.toString(8).padStart(6, "0") + "\0 ", 148);
      all.set(node.bytes.subarray(0, node.size), at + 512);
      at += 512 + padded(node.size);
    }
    return all;
  }

  // Hands out files that have come to be. A folder that is being written is none yet.
  function save(recording) {
    for (const [name, node] of system.files(OUT)) {
      if (saved.has(name) || (node.entries && recording)) continue;
      saved.add(name);
      const isFolder = node.entries !== null;
      const bytes = isFolder
        ? tar(name, system.files(OUT + "/" + name))
        : node.bytes.slice(0, node.size);
      port.postMessage({ saved: isFolder ? name + ".tar" : name, bytes }, [bytes.buffer]);
    }
  }

  function picture(told, spare) {
    const answer = Object.assign(ask({ picture: told }), { answers: true });
    const transfer = [];
    if (answer.drawn) {
      const [width, height] = answer.size;
      const size = 4 * width * height;
      const fits = spare && spare.byteLength === size;
      answer.bytes = fits ? spare : new ArrayBuffer(size);
      new Uint8Array(answer.bytes).set(new Uint8Array(program.memory.buffer, answer.pixels, size));
      transfer.push(answer.bytes);
    } else if (spare) {
      answer.spare = spare;
      transfer.push(spare);
    }
    port.postMessage(answer, transfer);
    save(answer.recording);
  }

  port.onmessage = async ({ data }) => {
    try {
      if (data.code) {
        await start(data.code);
        port.postMessage(Object.assign(ask({ open: data.open }), { opened: true }));
      } else if (data.dropped) {
        system.write(data.dropped, data.bytes);
        port.postMessage(ask({ dropped: data.dropped }));
      } else {
        picture(data.told, data.spare);
      }
    } catch (error) {
      port.postMessage({ stopped: String((error && error.stack) || error) });
    }
  };
}
