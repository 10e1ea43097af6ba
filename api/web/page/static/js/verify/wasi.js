// As much of an operating system as a program needs that reads one input, writes
// what it found and ends: WASI preview 1, without files, network or environment.

const OK = 0, BADF = 8, NOENT = 44;
const IN = 0, OUT = 1, TALK = 2;
const CHARACTER_DEVICE = 2, CLOCK = 0;
const MOST_RANDOM = 65536; // bytes that a browser gives at a time

class Exit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`the program ended with ${code}`);
    this.code = code;
  }
}

/**
 * Runs a program to its end.
 * @param {WebAssembly.Module} program @param {string[]} args without the program's name
 * @param {Uint8Array} input @param {(text: string) => void} [talk] hears what goes to standard error, as it comes
 * @returns {Promise<{ code: number, out: string }>}
 */
export async function run(program, args, input, talk) {
  const system = new System(['program', ...args], input, talk);
  const { exports } = await WebAssembly.instantiate(program, { wasi_snapshot_preview1: system.calls() });
  system.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  try {
    /** @type {() => void} */ (exports._start)();
  } catch (err) {
    if (!(err instanceof Exit)) throw err;
    return { code: err.code, out: system.out + system.words[OUT].decode() };
  }
  return { code: 0, out: system.out + system.words[OUT].decode() };
}

class System {
  /** @type {WebAssembly.Memory} */
  memory;
  out = '';
  #at = 0; // how much of the input was read
  words = { [OUT]: new TextDecoder(), [TALK]: new TextDecoder() };

  /** @param {string[]} args @param {Uint8Array} input @param {(text: string) => void} [talk] */
  constructor(args, input, talk) {
    const encoder = new TextEncoder();
    this.args = args.map((a) => encoder.encode(`${a}\0`));
    this.input = input;
    this.talk = talk ?? (() => {});
  }

  // Memory that grows is another buffer: it is looked at anew in every call.
  get view() { return new DataView(this.memory.buffer); }

  /** @param {number} at @param {number} length */
  bytes(at, length) { return new Uint8Array(this.memory.buffer, at, length); }

  /** The pieces of memory that a list at an address names. @param {number} list @param {number} n */
  pieces(list, n) {
    const { view } = this;
    return Array.from({ length: n }, (_, i) => this.bytes(view.getUint32(list + 8 * i, true), view.getUint32(list + 8 * i + 4, true)));
  }

  /** @param {number} fd @param {number} list @param {number} n @param {number} done */
  read(fd, list, n, done) {
    if (fd !== IN) return BADF;
    let sum = 0;
    for (const piece of this.pieces(list, n)) {
      const part = this.input.subarray(this.#at, this.#at + piece.length);
      piece.set(part);
      this.#at += part.length;
      sum += part.length;
    }
    this.view.setUint32(done, sum, true);
    return OK;
  }

  /** @param {number} fd @param {number} list @param {number} n @param {number} done */
  write(fd, list, n, done) {
    if (fd !== OUT && fd !== TALK) return BADF;
    let sum = 0;
    for (const piece of this.pieces(list, n)) {
      const text = this.words[fd].decode(piece, { stream: true });
      if (fd === OUT) this.out += text;
      else this.talk(text);
      sum += piece.length;
    }
    this.view.setUint32(done, sum, true);
    return OK;
  }

  /** Strings, one behind another, and where each begins. @param {Uint8Array[]} strings @param {number} list @param {number} at */
  strings(strings, list, at) {
    for (const s of strings) {
      this.view.setUint32(list, at, true);
      this.bytes(at, s.length).set(s);
      list += 4;
      at += s.length;
    }
    return OK;
  }

  /** @param {Uint8Array[]} strings @param {number} count @param {number} size */
  sizes(strings, count, size) {
    this.view.setUint32(count, strings.length, true);
    this.view.setUint32(size, strings.reduce((n, s) => n + s.length, 0), true);
    return OK;
  }

  /** Whatever is waited for is there: nothing else runs that could bring it. @param {number} list @param {number} events @param {number} n @param {number} done */
  poll(list, events, n, done) {
    const { view } = this;
    for (let i = 0; i < n; i++) {
      const from = list + 48 * i, to = events + 32 * i, what = view.getUint8(from + 8);
      this.bytes(to, 32).fill(0);
      view.setBigUint64(to, view.getBigUint64(from, true), true);
      view.setUint8(to + 10, what);
      if (what !== CLOCK) view.setBigUint64(to + 16, 1n, true);
    }
    view.setUint32(done, n, true);
    return OK;
  }

  /** What a file is: all there are, are streams. @param {number} fd @param {number} to @param {number} size @param {number} at of its type */
  stat(fd, to, size, at) {
    if (fd > TALK) return BADF;
    this.bytes(to, size).fill(0);
    this.view.setUint8(to + at, CHARACTER_DEVICE);
    return OK;
  }

  /** The functions that a program imports. @returns {Record<string, (...args: any[]) => number>} */
  calls() {
    return {
      args_get: (list, at) => this.strings(this.args, list, at),
      args_sizes_get: (count, size) => this.sizes(this.args, count, size),
      environ_get: () => OK,
      environ_sizes_get: (count, size) => this.sizes([], count, size),
      clock_time_get: (id, _precision, to) => {
        const ms = id === 0 ? Date.now() : performance.now();
        this.view.setBigUint64(to, BigInt(Math.floor(ms * 1e6)), true);
        return OK;
      },
      random_get: (to, length) => {
        for (let i = 0; i < length; i += MOST_RANDOM) crypto.getRandomValues(this.bytes(to + i, Math.min(MOST_RANDOM, length - i)));
        return OK;
      },
      fd_read: (fd, list, n, done) => this.read(fd, list, n, done),
      fd_write: (fd, list, n, done) => this.write(fd, list, n, done),
      fd_close: (fd) => fd > TALK ? BADF : OK,
      fd_fdstat_get: (fd, to) => this.stat(fd, to, 24, 0),
      fd_fdstat_set_flags: (fd) => fd > TALK ? BADF : OK,
      fd_filestat_get: (fd, to) => this.stat(fd, to, 64, 16),
      fd_prestat_get: () => BADF, // no folder is open
      fd_prestat_dir_name: () => BADF,
      path_open: () => NOENT,
      path_filestat_get: () => NOENT,
      poll_oneoff: (list, events, n, done) => this.poll(list, events, n, done),
      sched_yield: () => OK,
      proc_exit: (code) => { throw new Exit(code); },
    };
  }
}
