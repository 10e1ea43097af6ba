// The verifier of plylog verify, in this browser. It is fetched when it is first
// asked, and runs beside the page, which goes on meanwhile.

/**
 * What was kept and vouches for events, each as text: public keys of the log, notes by
 * which they were replaced, receipts, heads ("GAME N HASH"), checkpoints.
 * @typedef {{ key?: string[], rotation?: string[], receipt?: string[], head?: string[], checkpoint?: string[] }} Kept
 */
/** @typedef {{ line?: number, game?: string, n?: number, reason: string, detail: string }} Wrong */
/**
 * @typedef {{ verdict: 'verified' | 'violated' | 'not anchored', events: number, games: number, finished: number, wrong: number,
 *   problems?: Wrong[], receipts?: { n: number, index: number, size: number, origin: string }[], heads?: number, head?: string,
 *   dice?: { rolls: number, doubles: number, ties: number, recorded: number, assured: any }, missing?: string[] }} Report
 */
/** @typedef {{ code: number, report: Report, ms: number }} Answer */

const WORKER = new URL('./worker.js', import.meta.url).href;

// The page may make no script of a text; this one address is the exception.
const policy = globalThis.trustedTypes?.createPolicy('plylog-verify', { createScriptURL: () => WORKER });

export class Verifier {
  /** @type {Worker | undefined} */
  #worker;
  #asked = 0;
  /** @type {Map<number, { done: (a: Answer) => void, failed: (err: Error) => void, read?: (events: number) => void }>} */
  #open = new Map();

  /**
   * Verifies events, one a line. @param {string | Uint8Array} log @param {Kept} [kept]
   * @param {(events: number) => void} [read] hears from time to time how many were read
   * @returns {Promise<Answer>}
   */
  verify(log, kept = {}, read) {
    const args = Object.entries(kept).flatMap(([name, list]) => (list ?? []).map((text) => `--${name}=${text}`));
    return new Promise((done, failed) => {
      const id = ++this.#asked;
      this.#open.set(id, { done, failed, read });
      this.#start().postMessage({ id, args, log });
    });
  }

  #start() {
    if (this.#worker) return this.#worker;
    const worker = this.#worker = new Worker(/** @type {any} */ (policy?.createScriptURL('') ?? WORKER), { type: 'module' });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (e) => this.stop(new Error(e.message || 'the verifier could not be started'));
    return worker;
  }

  /** @param {any} data */
  #hear({ id, read, failed, ...answer }) {
    const asked = this.#open.get(id);
    if (!asked) return;
    if (read !== undefined) return asked.read?.(read);
    this.#open.delete(id);
    if (failed !== undefined) asked.failed(new Error(failed));
    else asked.done(/** @type {Answer} */ (answer));
  }

  /** Gives back its memory; it starts again when it is asked. @param {Error} [why] for those who wait */
  stop(why = new Error('the verifier was stopped')) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { failed } of this.#open.values()) failed(why);
    this.#open.clear();
  }
}
