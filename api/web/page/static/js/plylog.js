// A client of a plylog server, for browsers and for anything else that has fetch.
//
// Every command goes out under an id of its own and is sent again when nobody
// answers: a command is stored once however often it was sent. What can pass (a lost
// race, a server that stops, a network that fails) is tried again with growing
// pauses; what cannot is thrown at once as a Problem with the server's own words.
// follow yields every event of every game once, in the order of its game, across
// broken connections and restarts of the server.
//
// It needs nothing else of this page and can be copied as it is.

/** @typedef {'first' | 'second'} Seat */
/** @typedef {{ by: Seat, what: string, value?: string }} Offer */
/** @typedef {{ winner?: Seat, points?: number, reason: string, score?: [number, number] }} Result */
/** @typedef {{ first: number, second: number, running?: Seat, deadline?: string, periods?: [number, number] }} Clock */
/** @typedef {{ board: string, turn: Seat | 'chance' | 'nobody', seen?: number, offer?: Offer, result?: Result, clock?: Clock }} After */
/** @typedef {{ v: 1, game: string, n: number, kind: string, ruleset: number, type: string, time: string, by?: string, command: string, prev: string, data?: any, then?: any[], after: After }} Event */
/** @typedef {{ move: string, steps?: any[] }} Choice */
/** @typedef {{ game: string, first: boolean, second: boolean, watchers: number }} Presence */
/** @typedef {{ event: Event, raw: string } | { state: any } | { presence: Presence } | { bye: { game?: string, reason: string, again: boolean } } | { beat: true } | { open: true } | { lost: Error }} Record */

/** What a server refuses (RFC 9457), in its own words. */
export class Problem extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.detail || body?.title || `the server answered ${status}`);
    this.name = 'Problem';
    this.status = status;
    /** the last part of its type, for programs: "illegal-move" */
    this.slug = String(body?.type ?? '').replace('/problems/', '');
    this.rule = body?.rule;
    this.code = body?.code;
    this.legal = body?.legal;
    this.candidates = body?.candidates;
    this.version = body?.version;
    this.field = body?.field;
    this.retryAfter = body?.retryAfter;
  }
}

/** Thrown when no answer came although it was asked for again and again. */
export class Unreachable extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super('the server does not answer', { cause });
    this.name = 'Unreachable';
  }
}

const PASSING = new Set([409, 429, 502, 503, 504]);
const PASSING_CONFLICTS = new Set(['conflict']);

/** Whether asking again may help. @param {unknown} err */
export const passes = (err) => !(err instanceof Problem) ||
  PASSING.has(err.status) && (err.status !== 409 || PASSING_CONFLICTS.has(err.slug));

export class Plylog {
  /**
   * @param {string} [base] the server's address; empty: the page's own
   * @param {{ tries?: number, patience?: number, silence?: number, pause?: (ms: number) => Promise<void>, fetch?: typeof fetch }} [options]
   *   patience: milliseconds that one try may take; silence: how long a feed may say
   *   nothing, heartbeats included, before it counts as broken
   */
  constructor(base = '', { tries = 6, patience = 30_000, silence = 45_000, pause, fetch: f } = {}) {
    this.base = base.replace(/\/$/, '');
    this.tries = tries;
    this.patience = patience;
    this.silence = silence;
    this.pause = pause ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
    this.least = -Infinity;
    this.most = Infinity;
    this.fetch = f ?? globalThis.fetch.bind(globalThis);
  }

  /** The kinds of games that are offered. */
  kinds() { return this.#get('/v1/kinds'); }

  /** Games that everybody may see: kind, status, player, limit, cursor. @param {Record<string, string | number>} [query] */
  games(query) { return this.#get('/v1/games', { query }); }

  /** A game's state, at any of its versions. @param {string} id @param {{ at?: number, token?: string, board?: string }} [o] */
  state(id, { at, token, board } = {}) { return this.#get(`/v1/games/${id}`, { query: { at, board }, token }); }

  /** What a seat may play. @param {string} id @param {{ seat?: Seat, at?: number, token?: string }} [o] */
  choices(id, { seat, at, token } = {}) { return this.#get(`/v1/games/${id}/choices`, { query: { seat, at }, token }); }

  /** A page of events: { events, version, next }. @param {string} id @param {{ after?: number, limit?: number, token?: string }} [o] */
  events(id, { after, limit, token } = {}) { return this.#get(`/v1/games/${id}/events`, { query: { after, limit }, token, accept: 'application/json' }); }

  /** The stored bytes of all events, one a line, as text. @param {string} id @param {{ after?: number, token?: string }} [o] */
  log(id, { after, token } = {}) {
    return this.#answer('GET', `/v1/games/${id}/events`, { query: { after }, token, accept: 'application/x-ndjson' }, (res) => res.text());
  }

  /** The game as a file of a format, with the name that the server gives it. @param {string} id @param {string} format @param {{ token?: string }} [o] */
  exported(id, format, { token } = {}) {
    return this.#answer('GET', `/v1/games/${id}/export`, { query: { format }, token, accept: '*/*' }, async (res) => ({
      name: /filename="?([^";]+)/.exec(res.headers.get('Content-Disposition') ?? '')?.[1] ?? `${id}.${format}`,
      blob: await res.blob(),
    }));
  }

  /** The rules of a kind, as they are written down (Markdown). @param {string} kind */
  rules(kind) { return this.#answer('GET', `/rules/${kind}`, { accept: 'text/markdown' }, (res) => res.text()); }

  /** The server's time, as near as its answers tell. */
  now() { return Date.now() + this.#ahead(); }

  /** Moves as people read them. @param {string} id @param {{ boards?: boolean, token?: string }} [o] */
  history(id, { boards, token } = {}) { return this.#get(`/v1/games/${id}/history`, { query: { boards: boards ? 1 : undefined }, token }); }

  /** Positions that count, how often each stood, and what is barred. @param {string} id @param {{ token?: string }} [o] */
  repetitions(id, { token } = {}) { return this.#get(`/v1/games/${id}/repetitions`, { token }); }

  /** The games of a series. @param {string} id @param {{ token?: string }} [o] */
  series(id, { token } = {}) { return this.#get(`/v1/games/${id}/series`, { token }); }

  /** The server's own audit of a game, and the proof that its last event is under a signed checkpoint. @param {string} id @param {{ token?: string }} [o] */
  audit(id, { token } = {}) { return this.#get(`/v1/games/${id}/audit`, { token }); }

  /** Who is signed in, and how one can: { id, name, signin }. */
  me() { return this.#get('/v1/me'); }

  /** What players are called: { players: [{ player, name }] }. @param {string[]} ids at most 100 */
  names(ids) { return this.#get('/v1/players', { query: { ids: ids.join(',') } }); }

  /** What waits for who is signed in, in all their games. */
  matters() {
    return this.#answer('GET', '/v1/me/feed', { accept: 'application/x-ndjson' }, async (res) => {
      for await (const line of lines(res.body)) if (line) return JSON.parse(line).state.matters;
    });
  }

  /** Any other part of the interface; undefined where there is nothing to answer. @param {string} method @param {string} path @param {{ body?: any, seats?: string[] }} [o] */
  ask(method, path, o) { return this.#answer(method, path, o, async (res) => res.status === 204 ? undefined : res.json()); }

  /** What is signed, by which key. */
  checkpoints() { return this.#get('/v1/checkpoints'); }

  /** Makes a game; the tokens of its seats come with it. @param {any} game @param {{ key?: string }} [o] */
  create(game, { key = crypto.randomUUID() } = {}) { return this.#post('/v1/games', game, { key }); }

  /** A practice game from any point of any game. @param {string} id @param {{ at?: number, token?: string, key?: string }} [o] */
  fork(id, { at, token, key = crypto.randomUUID() } = {}) { return this.#post(`/v1/games/${id}/fork`, undefined, { query: { at }, key, token }); }

  /** Takes the free seat. @param {string} id @param {{ key?: string, seat?: Seat, token?: string }} [o] */
  join(id, { key = crypto.randomUUID(), seat, ...more } = {}) { return this.#post(`/v1/games/${id}/events`, { type: 'join', seat, ...more }, { key }); }

  /**
   * Sends a command of a seat: { type: 'move', move: 'd3' }, { type: 'roll' } … The
   * answer is the event. ifMatch is the version that the sender saw; keepalive sends it
   * even while the page is left.
   * @param {string} id @param {any} command @param {{ token?: string, key?: string, ifMatch?: number, keepalive?: boolean }} o
   */
  submit(id, command, { token, key = crypto.randomUUID(), ifMatch, keepalive }) {
    return this.#post(`/v1/games/${id}/events`, command, { token, key, ifMatch, keepalive });
  }

  /** The address of a game as a file. @param {string} id @param {string} format */
  exportAddress(id, format) { return `${this.base}/v1/games/${id}/export?format=${encodeURIComponent(format)}`; }

  /**
   * Follows games until the signal, or until all have ended: yields what the feed says,
   * and `open` and `lost` as the connection comes and goes. A game begins behind the
   * version that is given for it; without one with its first event.
   * @param {Map<string, number | 'now' | undefined>} games
   * @param {{ tokens?: string[], signal?: AbortSignal }} [o]
   * @returns {AsyncGenerator<Record>}
   */
  async *follow(games, { tokens = [], signal } = {}) {
    const seen = new Map(games);
    for (let failures = 0; !signal?.aborted;) {
      const guard = watchdog(this.silence, signal);
      try {
        const query = { games: [...seen].map(([id, n]) => n === undefined ? id : `${id}:${n}`).join(',') };
        const res = await this.#once('GET', '/v1/feed', { query, accept: 'application/x-ndjson', seats: tokens, signal: guard.signal });
        if (res.status === 204) return;
        yield { open: true };
        for await (const line of lines(res.body, guard.signal)) {
          guard.beat();
          failures = 0;
          const record = line ? JSON.parse(line) : { beat: true };
          if (record.v) {
            const n = seen.get(record.game);
            if (typeof n === 'number' && record.n !== n + 1) {
              if (record.n <= n) continue; // seen
              throw new Error(`event ${record.n} of game ${record.game} came behind event ${n}`);
            }
            seen.set(record.game, record.n);
            yield { event: record, raw: line };
          } else if (record.state) {
            if (seen.get(record.state.id) === 'now') seen.set(record.state.id, record.state.version);
            yield record;
          } else {
            yield record;
            if (record.bye && !record.bye.again && !record.bye.game) return;
          }
        }
      } catch (err) {
        if (signal?.aborted) return;
        if (!passes(err)) throw err;
        yield { lost: /** @type {Error} */ (err) };
      } finally {
        guard.end();
      }
      await this.pause(wait(failures++));
    }
  }

  /** Answers say the second: each narrows down how far the server's clock is ahead. @param {Response} res @param {number} sent */
  #learn(res, sent) {
    const date = Date.parse(res.headers.get('Date') ?? '');
    if (!date) return;
    const least = date - Date.now(), most = date + 1000 - sent;
    if (least > this.most || most < this.least) [this.least, this.most] = [least, most]; // a clock was set
    else [this.least, this.most] = [Math.max(this.least, least), Math.min(this.most, most)];
  }

  #ahead() { return Number.isFinite(this.least) ? (this.least + this.most) / 2 : 0; }

  /** @param {string} path @param {any} [o] */
  #get(path, o) { return this.#answer('GET', path, o, (res) => res.json()); }

  /** @param {string} path @param {any} body @param {any} o */
  #post(path, body, o) { return this.#answer('POST', path, { ...o, body }, (res) => res.json()); }

  /**
   * Asks until there is an answer and all of it was read.
   * @template T @param {string} method @param {string} path @param {any} o @param {(res: Response) => Promise<T>} read
   * @returns {Promise<T>}
   */
  async #answer(method, path, o, read) {
    let last;
    for (let n = 0; n < this.tries; n++) {
      if (n > 0) await this.pause(last instanceof Problem && last.retryAfter ? last.retryAfter * 1000 : wait(n - 1));
      const guard = watchdog(this.patience, o?.signal);
      try {
        return await read(await this.#once(method, path, { ...o, signal: guard.signal }));
      } catch (err) {
        if (o?.signal?.aborted || !passes(err)) throw err;
        last = err;
      } finally {
        guard.end();
      }
    }
    throw last instanceof Problem ? last : new Unreachable(last);
  }

  /** @param {string} method @param {string} path @param {any} o */
  async #once(method, path, { query, token, seats, accept = 'application/json', key, ifMatch, keepalive, body, signal }) {
    const q = new URLSearchParams();
    for (const [k, v] of Object.entries(query ?? {})) if (v !== undefined && v !== null && v !== '') q.set(k, String(v));
    /** @type {Record<string, string>} */
    const headers = { Accept: accept };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (seats?.length) headers['Plylog-Seats'] = seats.join(', ');
    if (key) headers['Idempotency-Key'] = key;
    if (ifMatch) headers['If-Match'] = `"${ifMatch}"`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const sent = Date.now();
    const res = await this.fetch(`${this.base}${path}${q.size ? `?${q}` : ''}`, {
      method, headers, signal, keepalive, body: body === undefined ? undefined : JSON.stringify(body), cache: 'no-store', redirect: 'error', credentials: 'same-origin',
    });
    this.#learn(res, sent);
    if (res.ok) return res;
    throw new Problem(res.status, await res.json().catch(() => null));
  }
}

/** How long to wait after so many failures: up to eight seconds, not all at once. @param {number} failures */
const wait = (failures) => Math.min(8000, 250 * 2 ** failures) * (0.5 + Math.random() / 2);

/**
 * A signal that is given with another one, or when there was no beat for so long: a
 * network may swallow all without a word.
 * @param {number} ms @param {AbortSignal} [signal]
 */
function watchdog(ms, signal) {
  const own = new AbortController();
  const stop = () => own.abort(signal?.reason);
  let timer = setTimeout(stop, ms);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return {
    signal: own.signal,
    beat() {
      clearTimeout(timer);
      timer = setTimeout(stop, ms);
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

/** The lines of a body as they come. @param {ReadableStream<Uint8Array> | null} body @param {AbortSignal} [signal] */
async function* lines(body, signal) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  try {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return; // a line without an end was cut off and will come again
      const parts = (rest + value).split('\n');
      rest = /** @type {string} */ (parts.pop());
      yield* parts;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
