// One connection for the whole tab: whatever shows a game asks for it here. A hidden
// tab has none; when it is seen again everything goes on behind the event that it saw
// last, so nothing is missed and nothing comes twice.

/** @typedef {import('./plylog.js').Plylog} Plylog */
/** @typedef {{ seen: number | 'now' | undefined, readers: Set<(record: any) => void> }} Followed */

export class Live {
  /** @type {Map<string, Followed>} */
  #games = new Map();
  /** @type {AbortController | undefined} */
  #running;
  #changed = 0;
  /** @type {Set<(status: 'open' | 'lost' | 'idle', err?: Error) => void>} */
  #watchers = new Set();
  /** @type {'open' | 'lost' | 'idle'} */
  status = 'idle';

  /** @param {Plylog} plylog @param {() => string[]} tokens @param {() => void} signedOut called when a feed ended for that */
  constructor(plylog, tokens, signedOut) {
    this.signedOut = signedOut;
    this.plylog = plylog;
    this.tokens = tokens;
    document.addEventListener('visibilitychange', () => this.#restart());
    addEventListener('online', () => this.#restart());
    addEventListener('pageshow', (e) => e.persisted && this.#restart());
  }

  /**
   * Follows a game behind a version until the returned function is called. The reader
   * hears { event, raw }, { state }, { presence } and { bye } of that game.
   * @param {string} game @param {number | 'now' | undefined} after @param {(record: any) => void} reader
   */
  follow(game, after, reader) {
    let g = this.#games.get(game);
    if (!g) this.#games.set(game, g = { seen: after, readers: new Set() });
    g.readers.add(reader);
    this.#restart();
    return () => {
      g.readers.delete(reader);
      if (g.readers.size === 0 && this.#games.get(game) === g) {
        this.#games.delete(game);
        this.#restart();
      }
    };
  }

  /** Tells how the connection does, now and whenever that changes. @param {(status: 'open' | 'lost' | 'idle', err?: Error) => void} f */
  watch(f) {
    this.#watchers.add(f);
    f(this.status);
    return () => this.#watchers.delete(f);
  }

  #tell(status, err) {
    this.status = status;
    for (const f of this.#watchers) f(status, err);
  }

  /** Changes come in bursts (a page is left, another shown): one connection follows. */
  #restart() {
    const change = ++this.#changed;
    queueMicrotask(() => {
      if (change !== this.#changed) return;
      this.#running?.abort();
      this.#running = undefined;
      if (document.hidden || this.#games.size === 0) return this.#tell('idle');
      this.#running = new AbortController();
      void this.#run(this.#running.signal);
    });
  }

  /** @param {AbortSignal} signal */
  async #run(signal) {
    const games = new Map([...this.#games].map(([id, g]) => [id, g.seen]));
    try {
      for await (const record of this.plylog.follow(games, { tokens: this.tokens(), signal })) {
        if (signal.aborted) return;
        if ('open' in record) this.#tell('open');
        else if ('lost' in record) this.#tell('lost', record.lost);
        else this.#deliver(record);
      }
      if (!signal.aborted) this.#tell('idle');
    } catch (err) {
      if (!signal.aborted) this.#tell('lost', /** @type {Error} */ (err));
    }
  }

  #deliver(record) {
    const id = record.event?.game ?? record.state?.id ?? record.presence?.game ?? record.bye?.game;
    if (!id && record.bye?.reason === 'signed-out') return this.signedOut();
    const g = this.#games.get(id);
    if (!g) return;
    if (record.event) g.seen = record.event.n;
    else if (record.state && g.seen === 'now') g.seen = record.state.version;
    for (const f of [...g.readers]) f(record);
  }
}
