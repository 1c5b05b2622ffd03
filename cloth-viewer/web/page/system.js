// The few calls of a system (WASI, preview 1) that the program makes: a clock, a console, and files
// in memory in place of a disk. Text without `fetch` and modules: a page from file:// has neither.
"use strict";

// `print` takes lines of the program's standard output and error.
function clothSystem(print = console.error) {
  const [OK, BADF, EXIST, INVAL, ISDIR, NOENT, NOSYS, NOTDIR, NOTEMPTY] = [0, 8, 20, 28, 31, 44, 52, 54, 55];
  const [FOLDER, FILE] = [3, 4];
  const UNSUPPORTED = 52;
  const ROOT = 3;
  const utf8 = { to: new TextEncoder(), from: new TextDecoder() };
  const root = folder();
  // 3 is the folder that all paths begin in.
  const open = new Map([[ROOT, { node: root, at: 0 }]]);
  let memory = null;
  let line = "";

  function folder() {
    return { entries: new Map(), bytes: null, size: 0 };
  }

  function view() {
    return new DataView(memory.buffer);
  }

  function text(at, length) {
    return utf8.from.decode(new Uint8Array(memory.buffer, at, length));
  }

  // The folder that a path leads through, the last name, and what has it.
  function find(path) {
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    const last = names.pop();
    let parent = root;
    for (const name of names) {
      parent = parent.entries && parent.entries.get(name);
      if (!parent) return { error: NOENT };
    }
    if (!parent.entries) return { error: NOTDIR };
    return { parent, last, node: last === undefined ? root : parent.entries.get(last) };
  }

  // A file's bytes with room for so many.
  function grow(node, size) {
    if (size <= node.bytes.length) return;
    const bytes = new Uint8Array(Math.max(size, 2 * node.bytes.length, 4096));
    bytes.set(node.bytes.subarray(0, node.size));
    node.bytes = bytes;
  }

  // Each piece of memory of a list of them, until one is not wanted.
  function pieces(list, count, each) {
    const data = view();
    let total = 0;
    for (let i = 0; i < count; i++) {
      const at = data.getUint32(list + 8 * i, true);
      const done = each(new Uint8Array(memory.buffer, at, data.getUint32(list + 8 * i + 4, true)));
      if (done === 0) break;
      total += done;
    }
    return total;
  }

  function stat(node, at) {
    const data = view();
    for (let i = 0; i < 64; i += 8) data.setBigUint64(at + i, 0n, true);
    data.setUint8(at + 16, node.entries ? FOLDER : FILE);
    data.setBigUint64(at + 24, 1n, true);
    data.setBigUint64(at + 32, BigInt(node.size), true);
  }

  function remove(path, length, wanted) {
    const { error, parent, last, node } = find(text(path, length));
    if (error) return error;
    if (!node) return NOENT;
    if (wanted === FOLDER && !node.entries) return NOTDIR;
    if (wanted === FILE && node.entries) return ISDIR;
    if (node.entries && node.entries.size > 0) return NOTEMPTY;
    parent.entries.delete(last);
    return OK;
  }

  const wasi = {
    clock_time_get(clock, precision, at) {
      const now = clock === 0 ? Date.now() : performance.timeOrigin + performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return OK;
    },
    random_get(at, length) {
      for (let i = 0; i < length; i += 65536) {
        crypto.getRandomValues(new Uint8Array(memory.buffer, at + i, Math.min(65536, length - i)));
      }
      return OK;
    },
    sched_yield: () => OK,
    proc_exit(status) {
      throw new Error("the program has ended with status " + status);
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    fd_prestat_get(fd, at) {
      if (fd !== ROOT) return BADF;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(fd, at) {
      view().setUint8(at, ".".charCodeAt(0));
      return OK;
    },
    fd_fdstat_get(fd, at) {
      const handle = open.get(fd);
      if (!handle && fd > 2) return BADF;
      const data = view();
      data.setUint8(at, handle && handle.node.entries ? FOLDER : handle ? FILE : 2);
      data.setUint16(at + 2, 0, true);
      // All rights.
      data.setBigUint64(at + 8, ~0n & 0x1fffffffn, true);
      data.setBigUint64(at + 16, 0x1fffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_filestat_get(fd, at) {
      const handle = open.get(fd);
      if (!handle) return BADF;
      stat(handle.node, at);
      return OK;
    },
    fd_close: (fd) => (open.delete(fd) ? OK : BADF),
    fd_sync: () => OK,
    fd_seek(fd, offset, from, at) {
      const handle = open.get(fd);
      if (!handle) return BADF;
      const base = [0, handle.at, handle.node.size][from];
      const place = base + Number(offset);
      if (place < 0) return INVAL;
      handle.at = place;
      view().setBigUint64(at, BigInt(place), true);
      return OK;
    },
    fd_write(fd, list, count, written) {
      const handle = open.get(fd);
      if (!handle && fd !== 1 && fd !== 2) return BADF;
      const total = pieces(list, count, (piece) => {
        if (!handle) {
          line += utf8.from.decode(piece, { stream: true });
          const lines = line.split("\n");
          line = lines.pop();
          lines.forEach((one) => print(one));
          return piece.length;
        }
        const { node, at } = handle;
        grow(node, at + piece.length);
        node.bytes.set(piece, at);
        handle.at += piece.length;
        node.size = Math.max(node.size, handle.at);
        return piece.length;
      });
      view().setUint32(written, total, true);
      return OK;
    },
    fd_read(fd, list, count, read) {
      const handle = open.get(fd);
      if (!handle || handle.node.entries) return handle ? ISDIR : BADF;
      const total = pieces(list, count, (piece) => {
        const { node, at } = handle;
        const part = node.bytes.subarray(at, Math.min(node.size, at + piece.length));
        piece.set(part);
        handle.at += part.length;
        return part.length;
      });
      view().setUint32(read, total, true);
      return OK;
    },
    fd_readdir(fd, at, length, cookie, used) {
      const handle = open.get(fd);
      if (!handle || !handle.node.entries) return handle ? NOTDIR : BADF;
      const out = new Uint8Array(memory.buffer, at, length);
      let size = 0;
      [...handle.node.entries].forEach(([name, node], i) => {
        if (i < Number(cookie) || size >= length) return;
        const bytes = utf8.to.encode(name);
        const entry = new Uint8Array(24 + bytes.length);
        const data = new DataView(entry.buffer);
        data.setBigUint64(0, BigInt(i + 1), true);
        data.setUint32(16, bytes.length, true);
        data.setUint8(20, node.entries ? FOLDER : FILE);
        entry.set(bytes, 24);
        // The last may be cut off: the program asks for it again.
        const part = entry.subarray(0, length - size);
        out.set(part, size);
        size += part.length;
      });
      view().setUint32(used, size, true);
      return OK;
    },
    path_open(fd, follow, path, length, how, rights, inheriting, flags, at) {
      const [create, directory, exclusive, truncate] = [1, 2, 4, 8].map((bit) => (how & bit) !== 0);
      const { error, parent, last, node: found } = find(text(path, length));
      if (error) return error;
      if (found && create && exclusive) return EXIST;
      if (!found && !create) return NOENT;
      if (found && directory && !found.entries) return NOTDIR;
      const node = found || { entries: null, bytes: new Uint8Array(0), size: 0 };
      if (!found) parent.entries.set(last, node);
      if (truncate && !node.entries) node.size = 0;
      let handle = ROOT + 1;
      while (open.has(handle)) handle++;
      open.set(handle, { node, at: (flags & 1) !== 0 ? node.size : 0 });
      view().setUint32(at, handle, true);
      return OK;
    },
    path_filestat_get(fd, follow, path, length, at) {
      const { error, node } = find(text(path, length));
      if (error || !node) return error || NOENT;
      stat(node, at);
      return OK;
    },
    path_create_directory(fd, path, length) {
      const { error, parent, last, node } = find(text(path, length));
      if (error) return error;
      if (node) return EXIST;
      parent.entries.set(last, folder());
      return OK;
    },
    path_unlink_file: (fd, path, length) => remove(path, length, FILE),
    path_remove_directory: (fd, path, length) => remove(path, length, FOLDER),
    path_rename(fd, path, length, other, to, toLength) {
      const { error, parent, last, node } = find(text(path, length));
      if (error || !node) return error || NOENT;
      const target = find(text(to, toLength));
      if (target.error) return target.error;
      if (target.node && target.node.entries) return ISDIR;
      parent.entries.delete(last);
      target.parent.entries.set(target.last, node);
      return OK;
    },
  };

  // What Debian's C library of 2022 does not have, and others have as functions that fail. No path
  // (`realpath`) is 0 too.
  const failing = { pthread_create: () => UNSUPPORTED };

  // What a module asks for and is not here says so when it is called.
  function imports(module) {
    const all = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      const own = from === "env" ? failing : wasi;
      const absent = from === "env" ? () => OK : () => NOSYS;
      (all[from] = all[from] || {})[name] = own[name] || absent;
    }
    return all;
  }

  return {
    imports,
    use: (of) => (memory = of),
    // Puts a file in the place of whatever has its name.
    write(path, bytes) {
      const { parent, last } = find(path);
      parent.entries.set(last, { entries: null, bytes, size: bytes.length });
    },
    // Takes a file away; its bytes.
    take(path) {
      const { parent, last, node } = find(path);
      parent.entries.delete(last);
      return node.bytes.subarray(0, node.size);
    },
    // Files of a folder that are complete: [name, node].
    files(path) {
      const { node } = find(path);
      const entries = node && node.entries ? [...node.entries] : [];
      return entries.filter(([name]) => !name.startsWith("."));
    },
  };
}
