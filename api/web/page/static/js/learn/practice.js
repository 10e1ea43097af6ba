// A practice game: a private one on the server, begun from the lesson's board, so that
// its rules are those of every other game. The learner plays one seat; the other one is
// answered for here, by what the lesson foresees or by some legal move.
//
// The game ends with its lesson: it is aborted where the server says that it may be, and
// else the learner's seat resigns it, for the highest value, which nobody has to accept
// (BG-26). That is sent when the lesson is left, begun again, or the document goes away.
// A browser that is killed, or that goes away before the server has answered that the
// game is made, leaves one that stands: private, and in no list.

import { Tried } from '../game/tried.js';

/**
 * @typedef {import('./lessons.js').Lesson} Lesson
 * @typedef {{ id: string, tokens: any, abort: boolean, over?: boolean }} Held a game, and whether it may be aborted
 * @typedef {import('../plylog.js').Event} Event
 * @typedef {{ board: string, choices?: any[], barred?: any[], move?: string, before?: string, by?: string, own: boolean, over: boolean }} Shown
 * @typedef {{ show: (shown: Shown, animate: boolean) => void, tried: (event: Event) => void, barred: (move: any) => void, refused: (err: Error, move: string) => void, failed: (err: Error) => void }} Told
 */

/** How long an answer waits, so that the learner's own move can be seen. */
const PAUSE = 600;

export class Practice {
  /** @param {import('../app.js').Page} page @param {string} kind @param {Lesson} lesson @param {Told} told */
  constructor(page, kind, lesson, told) {
    this.page = page;
    this.kind = kind;
    this.lesson = lesson;
    this.told = told;
    this.round = 0;
    this.attempt = new Tried();
    /** @type {any} */
    this.choices = { choices: [], barred: [] };
    addEventListener('pagehide', () => this.stop(), { signal: page.left });
    // Whoever comes back to a page that was kept finds a lesson that can be done.
    addEventListener('pageshow', (e) => e.persisted && void this.begin(), { signal: page.left });
  }

  /** Begins, or begins anew. */
  async begin() {
    this.stop();
    const round = this.round;
    const { page, kind, lesson } = this;
    try {
      const made = await page.plylog.create({ kind, opponent: 'self', private: true, board: lesson.board, dice: kind === 'backgammon' ? 'recorded' : undefined });
      const game = { id: made.game.id, tokens: made.tokens, abort: true };
      if (round !== this.round) return this.#end(game);
      this.game = game;
      this.board = made.game.board;
      this.last = undefined;
      await this.#go(round, false);
    } catch (err) {
      if (round === this.round && !page.left.aborted) this.told.failed(/** @type {Error} */ (err));
    }
  }

  /** Ends the game, whoever is to move. */
  stop() {
    this.round++;
    const { game } = this;
    this.game = undefined;
    if (game && !game.over) this.#end(game);
  }

  /** @param {Held} game */
  #end({ id, tokens, abort }) {
    const command = abort ? { type: 'abort' } : { type: 'resign', value: this.kind === 'backgammon' ? 'backgammon' : undefined };
    // Nobody waits for the answer, and nobody is there to read why it failed.
    void this.page.plylog.submit(id, command, { token: tokens[this.lesson.seat], keepalive: true }).catch(() => {});
  }

  /** The learner's move. @param {string} move */
  async play(move) {
    const { round } = this;
    if (!this.game) return; // it is only being made
    try {
      const event = await this.#send(this.lesson.seat, { type: 'move', move });
      if (round !== this.round) return;
      this.told.tried(event);
      await this.#go(round, true);
    } catch (err) {
      if (round !== this.round || this.page.left.aborted) return;
      this.#show(false);
      this.told.refused(/** @type {Error} */ (err), move);
    }
  }

  /** Something was tried that is no choice: why not, the server knows. @param {string} from @param {string} to @param {Map<string, string>} [pieces] */
  refuse(from, to, pieces) {
    const moves = this.attempt.moves(from, to, this.choices.choices, pieces);
    if (!moves) return;
    const barred = this.choices.barred?.find((b) => moves.includes(b.move));
    if (barred) return this.told.barred(barred);
    if (this.kind !== 'backgammon') void this.play(moves[0]);
  }

  /** @param {'first' | 'second'} seat @param {any} command */
  async #send(seat, command) {
    const game = /** @type {Held} */ (this.game);
    game.abort = false; // until the server says so again
    const event = await this.page.plylog.submit(game.id, command, { token: game.tokens[seat] });
    game.over = Boolean(event.after.result);
    if (game !== this.game) return event;
    const before = this.board;
    this.board = event.after.board;
    if (event.type === 'moved') this.last = { move: event.data.move, before, by: seat };
    return event;
  }

  /** Goes on until the learner has something to do. @param {number} round @param {boolean} animate */
  async #go(round, animate) {
    const { page, lesson } = this;
    const other = lesson.seat === 'first' ? 'second' : 'first';
    for (;;) {
      const game = /** @type {Held} */ (this.game);
      const state = await page.plylog.state(game.id, { token: game.tokens.first });
      if (round !== this.round || page.left.aborted) return;
      const can = (seat, what) => state.allowed?.[seat]?.includes(what);
      game.over = Boolean(state.result);
      game.abort = can(lesson.seat, 'abort');
      this.choices = can(lesson.seat, 'move') ? await page.plylog.choices(game.id, { seat: lesson.seat, token: game.tokens[lesson.seat] }) : { choices: [], barred: [] };
      if (round !== this.round || page.left.aborted) return;
      this.#show(animate);
      animate = true;
      const seat = can(lesson.seat, 'roll') ? lesson.seat : other;
      if (game.over || can(lesson.seat, 'move') || !(can(seat, 'roll') || can(seat, 'move'))) return;
      await new Promise((done) => setTimeout(done, PAUSE));
      if (round !== this.round || page.left.aborted) return;
      if (can(seat, 'roll')) await this.#send(seat, { type: 'roll', dice: [die(), die()] });
      else await this.#answer(other, game);
      if (round !== this.round) return;
    }
  }

  /** The other seat's move. @param {'first' | 'second'} seat @param {Held} game */
  async #answer(seat, game) {
    const { choices } = await this.page.plylog.choices(game.id, { seat, token: game.tokens[seat] });
    if (game !== this.game) return;
    const foreseen = this.lesson.replies?.map((m) => choices.find((c) => c.move === m)).find(Boolean);
    const quiet = choices.filter((c) => !/[x*]/.test(c.move));
    const move = foreseen ?? pick(quiet.length ? quiet : choices);
    await this.#send(seat, { type: 'move', move: move.move });
  }

  /** @param {boolean} animate */
  #show(animate) {
    const own = this.choices.choices.length > 0;
    this.told.show({ board: this.board, choices: own ? this.choices.choices : undefined, barred: own ? this.choices.barred : undefined, ...this.last, own, over: Boolean(this.game?.over) }, animate);
  }
}

const pick = (/** @type {any[]} */ list) => list[Math.floor(Math.random() * list.length)];
/** Practice dice need no proof: the game says that they were brought along. */
const die = () => 1 + Math.floor(Math.random() * 6);
