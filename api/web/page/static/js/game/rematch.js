// The next game of a series: whoever asks first makes it, the other one is told.

import * as seats from '../seats.js';

export class Rematch {
  #timer = 0;

  /** @param {import('./model.js').Game} game @param {() => void} changed */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
  }

  stop() { clearTimeout(this.#timer); }

  /** Looks for the next game once this one is over, until there is one. */
  async look() {
    clearTimeout(this.#timer);
    const { game } = this;
    if (!game.over || game.page.left.aborted) return;
    if (!document.hidden) {
      try {
        const series = await game.plylog.series(game.id, { token: game.token });
        const i = series.games.findIndex((g) => g.id === game.id);
        const next = series.games[i + 1];
        if (next) {
          game.next = { id: next.id, joined: Boolean(seats.of(next.id)) };
          return this.changed();
        }
      } catch {
        // It is asked again; nothing of this game depends on it.
      }
    }
    this.#timer = window.setTimeout(() => void this.look(), 4000);
  }
}
