// The verifier beside the page: it is loaded once and runs anew for every question,
// so that nothing of one game is left for the next.

import { run } from './wasi.js';

/** @type {Promise<WebAssembly.Module> | undefined} */
let program;

/** Loads the verifier; what failed is tried again. */
function load() {
  program ??= WebAssembly.compileStreaming(fetch(new URL('../../verify.wasm', import.meta.url))).catch((err) => {
    program = undefined;
    throw err;
  });
  return program;
}

self.onmessage = async ({ data: { id, args, log } }) => {
  try {
    const loaded = await load();
    const began = performance.now();
    let talk = '';
    const { code, out } = await run(loaded, args, typeof log === 'string' ? new TextEncoder().encode(log) : log, (text) => {
      talk += text;
      const n = /(?:^|\n)(\d+)\n$/.exec(talk); // how many events were read
      if (n) self.postMessage({ id, read: Number(n[1]) });
    });
    const ms = performance.now() - began;
    // Without a report it says why there is none.
    if (out) self.postMessage({ id, code, report: JSON.parse(out), ms });
    else self.postMessage({ id, failed: talk.trim() || `exit code ${code}` });
  } catch (err) {
    self.postMessage({ id, failed: /** @type {Error} */ (err).message });
  }
};
