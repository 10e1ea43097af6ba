// Games as lists show them: their last state, kept fresh by the tab's one feed.

import { learn } from '../names.js';
import * as seats from '../seats.js';

/**
 * @typedef {import('../plylog.js').Seat} Seat
 * @typedef {{ id: string, kind: string, status: string, version: number, board: string, turn: string, names?: Record<string, string>,
 *   seats: { first?: string, second?: string }, options?: any, dice?: string, control?: any, clock?: any, result?: any, private?: boolean, start?: string, updated: string }} State
 */

/** How many games one feed carries at most. */
export const MOST = 40;

export class Games {
  /** @type {Map<string, { state?: State, stop?: () => void }>} */
  #games = new Map();

  /** @param {import('../app.js').Page} page @param {() => void} changed called once for a burst of changes */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    this.told = false;
  }

  /** @param {string} id @returns {State | undefined} */
  get(id) { return this.#games.get(id)?.state; }

  /** Follows exactly these games from now on; what is known of others is forgotten. @param {string[]} ids */
  follow(ids) {
    const wanted = new Set(ids.slice(0, MOST));
    for (const [id, g] of this.#games) {
      if (wanted.has(id)) continue;
      g.stop?.();
      this.#games.delete(id);
    }
    for (const id of wanted) {
      if (this.#games.has(id)) continue;
      const g = {};
      this.#games.set(id, g);
      g.stop = this.page.live.follow(id, 'now', (record) => this.#hear(id, record));
    }
  }

  /** Fetches states once, for games that nothing happens in any more. @param {string[]} ids */
  async fetch(ids) {
    await Promise.all(ids.filter((id) => !this.get(id)).map(async (id) => {
      const state = await this.page.plylog.state(id, { token: seats.anyToken(id) });
      this.#games.set(id, { ...this.#games.get(id), state });
    }));
    await this.#name();
  }

  stop() { this.follow([]); }

  #name() { return learn(this.page.account.plylog, [...this.#games.values()].flatMap((g) => Object.values(g.state?.seats ?? {}))); }

  /** @param {string} id @param {any} record of the feed */
  #hear(id, record) {
    const g = this.#games.get(id);
    if (!g) return;
    if (record.state) {
      g.state = record.state;
    } else if (record.event && g.state) {
      const { after, data, type, by, time, n } = record.event;
      g.state = { ...g.state, version: n, board: after.board, turn: after.turn, result: after.result, clock: after.clock, updated: time,
        status: after.result ? 'over' : type === 'joined' ? 'playing' : g.state.status,
        seats: type === 'joined' && data?.seat ? { ...g.state.seats, [data.seat]: by } : type === 'seated' ? { ...g.state.seats, [data.seat]: data.player } : g.state.seats };
    } else {
      return;
    }
    if (this.told) return;
    this.told = true;
    queueMicrotask(async () => {
      this.told = false;
      await this.#name();
      if (!this.page.left.aborted) this.changed();
    });
  }
}
