// A game as the page knows it: its events, its state now, what the seats held here
// may do, and which of its events is shown. It tells whoever listens what changed.

import { learn } from '../names.js';
import * as seats from '../seats.js';
import { Problem } from '../plylog.js';

/** @typedef {import('../plylog.js').Event} Event */
/** @typedef {import('../plylog.js').Seat} Seat */
/** @typedef {{ choices: any[], barred: any[], seat?: Seat, reason?: string }} Choices */
/** @typedef {'event' | 'state' | 'shown' | 'presence' | 'wire'} Change */

/** @param {Seat} seat @returns {Seat} */
export const other = (seat) => seat === 'first' ? 'second' : 'first';

const NONE = { choices: [], barred: [] };

export class Game {
  /** @type {Event[]} */
  events = [];
  /** @type {string[]} the stored bytes of each, as the hashes cover them */
  raw = [];
  /** @type {any} the state as the server told it last */
  state = undefined;
  /** @type {Choices} */
  choices = NONE;
  /** the event that is shown; undefined: always the newest @type {number | undefined} */
  at = undefined;
  /** @type {{ first: boolean, second: boolean, watchers: number } | undefined} */
  presence = undefined;
  /** @type {{ first?: number, second?: number }} since when a seat is away, by this machine's clock */
  away = {};
  /** the next game of the series, once there is one @type {{ id: string, joined: boolean } | undefined} */
  next = undefined;
  /** @type {'open' | 'lost' | 'idle'} */
  wire = 'idle';
  /** @type {Set<(change: Change, detail?: any) => void>} */
  #listeners = new Set();
  /** @type {Promise<void> | undefined} */
  #asking = undefined;

  /** @param {import('../app.js').Page} page @param {string} id */
  constructor(page, id) {
    this.page = page;
    this.plylog = page.plylog;
    this.id = id;
  }

  /** @param {(change: Change, detail?: any) => void} f */
  listen(f) { this.#listeners.add(f); }

  /** @param {Change} change @param {any} [detail] */
  #tell(change, detail) {
    if (!this.page.left.aborted) for (const f of this.#listeners) f(change, detail);
  }

  get token() { return seats.anyToken(this.id); }
  /** The seats that this browser plays. */
  get mine() { return seats.mine(this.id, this.state?.seats); }
  get kind() { return this.state.kind; }
  /** The number of the newest event. */
  get n() { return this.events.length; }
  /** The number of the event that is shown. */
  get showing() { return this.at ?? this.n; }
  get live() { return this.at === undefined; }
  /** The state that the shown event led to. */
  get after() { return this.events[this.showing - 1].after; }
  get over() { return Boolean(this.events[this.n - 1].after.result); }
  get open() { return !this.over && !(this.state.seats?.first && this.state.seats?.second); }
  /** What is known of the game at its creation. */
  get created() { return this.events[0].data; }

  /** The seat played here that is meant now: the one on turn where both are. */
  get me() {
    const mine = this.mine, turn = this.events[this.n - 1].after.turn;
    return mine.length === 2 ? mine.find((x) => x === turn) ?? mine[0] : mine[0];
  }

  /** What a seat may do now. @param {Seat} seat @returns {string[]} */
  allowed(seat) { return this.state.version === this.n ? this.state.allowed?.[seat] ?? [] : []; }

  /** The seat played here that may do something now. @param {string} what */
  able(what) {
    const turn = this.events[this.n - 1].after.turn;
    return this.mine.filter((seat) => this.allowed(seat).includes(what)).sort((a, b) => Number(b === turn) - Number(a === turn))[0];
  }

  /** Loads the game, and follows it from there on. */
  async load() {
    const token = this.token;
    const [state, text] = await Promise.all([this.plylog.state(this.id, { token }), this.plylog.log(this.id, { token })]);
    for (const line of text.split('\n')) if (line) this.#append(JSON.parse(line), line);
    this.state = state;
    await Promise.all([this.#choose(), this.#name()]);
    const stop = this.page.live.follow(this.id, this.n, (record) => this.#hear(record));
    const unwatch = this.page.live.watch((status, err) => {
      const was = this.wire;
      this.wire = status;
      if (was !== status) this.#tell('wire', { was, err });
    });
    return () => { stop(); unwatch(); };
  }

  /** @param {Event} event @param {string} raw */
  #append(event, raw) {
    if (event.n !== this.n + 1) return false; // seen, by the feed or by an answer
    this.events.push(event);
    this.raw.push(raw);
    return true;
  }

  /** @param {any} record of the feed */
  #hear(record) {
    if (record.event) return this.take(record.event, record.raw);
    if (record.presence) {
      for (const seat of /** @type {const} */ (['first', 'second'])) {
        if (record.presence[seat]) delete this.away[seat];
        else this.away[seat] ??= Date.now();
      }
      const was = this.presence;
      this.presence = record.presence;
      return this.#tell('presence', was);
    }
    if (record.state && record.state.version >= this.n) {
      this.state = record.state;
      this.#tell('state');
      void this.refresh();
    }
  }

  /** Takes an event in, from the feed or from the answer to a command. @param {Event} event @param {string} raw */
  take(event, raw) {
    if (!this.#append(event, raw)) return;
    this.choices = NONE;
    this.#tell('event', event);
    void this.refresh();
  }

  /** Fetches what the feed has not brought. */
  async catchUp() {
    const text = await this.plylog.log(this.id, { after: this.n, token: this.token });
    for (const line of text.split('\n')) if (line) this.take(JSON.parse(line), line);
    await this.refresh();
  }

  /** Asks what may be done now. Events that come meanwhile are asked about again. */
  refresh() {
    this.#asking ??= this.#refresh().finally(() => { this.#asking = undefined; });
    return this.#asking;
  }

  async #refresh() {
    try {
      for (let n = -1; n !== this.n && !this.page.left.aborted;) {
        n = this.n;
        this.state = await this.plylog.state(this.id, { token: this.token });
        await Promise.all([this.#choose(), this.#name()]);
      }
      this.#tell('state');
    } catch (err) {
      if (err instanceof Problem && err.status === 423) this.state = { ...this.state, status: 'damaged' };
      this.#tell('wire', { was: this.wire, err });
    }
  }

  #name() { return learn(this.page.account.plylog, [...Object.values(this.state.seats ?? {}), this.state.invited]); }

  async #choose() {
    const seat = this.able('move');
    if (!seat) return void (this.choices = NONE);
    const n = this.n;
    const choices = await this.plylog.choices(this.id, { seat, token: seats.token(this.id, seat) });
    if (this.n === n && choices.version === n) this.choices = choices;
  }

  /** Shows an event; undefined and the newest follow the game. @param {number | undefined} n */
  show(n) {
    const was = this.showing;
    this.at = n === undefined || n >= this.n ? undefined : Math.max(1, n);
    if (this.showing !== was || this.live) this.#tell('shown', was);
  }

  /**
   * The events that stand at a point: what was taken back is gone from it.
   * @param {number} [n]
   */
  line(n = this.showing) {
    /** @type {Event[]} */
    let line = [];
    for (const e of this.events.slice(0, n)) {
      if (e.type === 'accepted' && e.data.to) line = line.filter((x) => x.n <= e.data.to);
      else line.push(e);
    }
    return line;
  }

  /** The last move that stands at the point shown, and the board before it. */
  get lastMove() {
    const line = this.line();
    for (let i = line.length - 1; i > 0; i--) {
      const e = line[i];
      if (e.type === 'moved' || e.type === 'corrected') {
        let before = i - 1;
        if (e.type === 'corrected') while (before > 0 && !(line[before].type === 'moved' && line[before].data.seat === e.data.seat)) before--;
        if (e.type === 'corrected') before--;
        return { event: e, before: line[Math.max(0, before)].after.board };
      }
    }
    return undefined;
  }
}
