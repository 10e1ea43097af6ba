// A practice game: a private one on the server, begun from the lesson's board, so that
// its rules are those of every other game. The learner plays one seat; the other one is
// answered for here, by what the lesson foresees or by some legal move.

import { Tried } from '../game/tried.js';

/**
 * @typedef {import('./lessons.js').Lesson} Lesson
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
  }

  /** Begins, or begins anew. */
  async begin() {
    const round = ++this.round;
    const { page, kind, lesson } = this;
    try {
      const made = await page.plylog.create({ kind, opponent: 'self', private: true, board: lesson.board, dice: kind === 'backgammon' ? 'recorded' : undefined });
      if (round !== this.round) return;
      this.id = made.game.id;
      this.tokens = made.tokens;
      this.board = made.game.board;
      this.last = undefined;
      await this.#go(round, false);
    } catch (err) {
      if (round === this.round && !page.left.aborted) this.told.failed(/** @type {Error} */ (err));
    }
  }

  /** Lets the game go. */
  stop() { this.round++; }

  /** The learner's move. @param {string} move */
  async play(move) {
    const round = this.round;
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
    const event = await this.page.plylog.submit(this.id, command, { token: this.tokens[seat] });
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
      const state = await page.plylog.state(this.id, { token: this.tokens.first });
      if (round !== this.round || page.left.aborted) return;
      const can = (seat, what) => state.allowed?.[seat]?.includes(what);
      this.over = Boolean(state.result);
      this.choices = can(lesson.seat, 'move') ? await page.plylog.choices(this.id, { seat: lesson.seat, token: this.tokens[lesson.seat] }) : { choices: [], barred: [] };
      if (round !== this.round || page.left.aborted) return;
      this.#show(animate);
      animate = true;
      const seat = can(lesson.seat, 'roll') ? lesson.seat : other;
      if (this.over || can(lesson.seat, 'move') || !(can(seat, 'roll') || can(seat, 'move'))) return;
      await new Promise((done) => setTimeout(done, PAUSE));
      if (round !== this.round || page.left.aborted) return;
      if (can(seat, 'roll')) await this.#send(seat, { type: 'roll', dice: [die(), die()] });
      else await this.#answer(other);
    }
  }

  /** The other seat's move. @param {'first' | 'second'} seat */
  async #answer(seat) {
    const { choices } = await this.page.plylog.choices(this.id, { seat, token: this.tokens[seat] });
    const foreseen = this.lesson.replies?.map((m) => choices.find((c) => c.move === m)).find(Boolean);
    const quiet = choices.filter((c) => !/[x*]/.test(c.move));
    const move = foreseen ?? pick(quiet.length ? quiet : choices);
    await this.#send(seat, { type: 'move', move: move.move });
  }

  /** @param {boolean} animate */
  #show(animate) {
    const own = this.choices.choices.length > 0;
    this.told.show({ board: this.board, choices: own ? this.choices.choices : undefined, barred: own ? this.choices.barred : undefined, ...this.last, own, over: Boolean(this.over) }, animate);
  }
}

const pick = (/** @type {any[]} */ list) => list[Math.floor(Math.random() * list.length)];
/** Practice dice need no proof: the game says that they were brought along. */
const die = () => 1 + Math.floor(Math.random() * 6);
