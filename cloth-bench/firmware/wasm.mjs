// Runs a module as a program: node wasm.mjs MODULE.wasm. Its argument is the module's name.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { argv, exit } from "node:process";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: ["host_lines", basename(argv[2], ".wasm")] });
const module = new WebAssembly.Module(readFileSync(argv[2]));
const imports = { wasi_snapshot_preview1: wasi.wasiImport, env: {} };
// What Debian's C library of 2022 does not have: no thread can be made, no path is found.
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  if (from === "env") imports.env[name] = () => (name === "pthread_create" ? 52 : 0);
}
exit(wasi.start(new WebAssembly.Instance(module, imports)));
