// Commands of the seats played here. Each goes out under an id of its own: sent again
// when nobody answered, it is still carried out once.

import { Problem, Unreachable } from '../plylog.js';
import * as seats from '../seats.js';

/** Commands that mean the same whatever happened meanwhile. */
const UNCONDITIONAL = new Set(['rematch', 'join']);

/** @typedef {import('./model.js').Game} Game */
/** @typedef {{ sending: (waiting: boolean) => void, refused: (err: Error, command: any) => void }} Told */

export class Commands {
  /** a command is on its way */
  busy = false;
  /** the seats whose dice chain was put on record from here @type {Set<string>} */
  committed = new Set();

  /** @param {Game} game @param {Told} told */
  constructor(game, told) {
    this.game = game;
    this.told = told;
    game.listen((change) => {
      if (change === 'wire' && game.wire === 'open') this.#wake();
      if (change === 'state') void this.commit();
    });
    void this.commit();
    addEventListener('online', () => this.#wake(), { signal: game.page.left });
  }

  /**
   * Sends a command of a seat, and answers what the server did; undefined if it was
   * refused, which is told.
   * @param {any} command @param {'first' | 'second' | undefined} seat
   */
  async send(command, seat) {
    const { game } = this;
    if (!seat || this.busy || !game.mine.includes(seat)) return undefined;
    const token = seats.token(game.id, seat);
    this.busy = true;
    const slow = setTimeout(() => this.told.sending(true), 1500);
    const saw = game.events[game.n - 1].after.board;
    try {
      for (;;) {
        try {
          const done = await this.#deliver(await this.#whole(command, seat), token, game.n);
          this.#arrives(done.event?.n ?? done.n);
          return done;
        } catch (err) {
          // Something else happened first. What was meant still stands if the board does.
          if (!(err instanceof Problem && err.status === 412)) throw err;
          await this.game.catchUp();
          if (game.events[game.n - 1].after.board !== saw || !game.allowed(seat).includes(command.type)) throw err;
        }
      }
    } catch (err) {
      this.told.refused(/** @type {Error} */ (err), command);
      return undefined;
    } finally {
      this.busy = false;
      clearTimeout(slow);
      this.told.sending(false);
    }
  }

  /** A command with what shared dice take. @param {any} command @param {'first' | 'second'} seat */
  async #whole(command, seat) {
    const { id, state } = this.game;
    if (!state.shared) return command;
    const { pledge } = await import('../dice.js');
    return pledge(state.shared, id, seat, command);
  }

  /**
   * Puts the chains of the seats played here on record, where the game awaits that.
   * One that was refused is not tried again: the note says what to do.
   */
  async commit() {
    const { game } = this;
    const seat = game.mine.find((x) => game.state.shared?.anchors.includes(x) && !this.committed.has(x));
    if (!seat || this.busy) return;
    this.committed.add(seat);
    const { commitment } = await import('../dice.js');
    await this.send(await commitment(game.id, seat), seat);
  }

  /** @param {any} command @param {string | undefined} token @param {number} n */
  async #deliver(command, token, n) {
    const key = crypto.randomUUID();
    for (;;) {
      try {
        return await this.game.plylog.submit(this.game.id, command, { token, key, ifMatch: UNCONDITIONAL.has(command.type) ? undefined : n });
      } catch (err) {
        if (!(err instanceof Unreachable) || this.game.page.left.aborted) throw err;
        await this.#online();
      }
    }
  }

  #wake = () => {};

  /** Waits for the network, or a while. */
  #online() {
    return new Promise((done) => {
      const timer = setTimeout(done, 5000);
      this.#wake = () => { clearTimeout(timer); done(undefined); };
    });
  }

  /** An answered event comes by the feed as well; where that is cut it is fetched. @param {number} n */
  #arrives(n) {
    const late = () => this.game.n < n && void this.game.catchUp();
    if (this.game.wire === 'open') setTimeout(late, 1200);
    else late();
  }
}
