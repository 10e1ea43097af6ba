// The action row: whose move it is, what can be done about it, and a button for each
// command that the server would take now.

import { button, h, put, toBoard } from '../dom.js';
import { count, has, t } from '../i18n.js';
import { capital, sideOf } from './words.js';

/** @typedef {import('./model.js').Game} Game */

export class Actions {
  /**
   * @param {Game} game
   * @param {{ act: (command: any, what: string) => void, undo: () => void, done?: () => void, correct?: () => void }} hooks
   * @param {import('../boards/index.js').BoardModule} board
   */
  constructor(game, hooks, board) {
    this.game = game;
    this.hooks = hooks;
    this.board = board;
    /** a turn is being put together on the board @type {{ made: boolean, whole?: string } | undefined} */
    this.turn = undefined;
    this.resigning = false;
    /** the first of two dice that fell elsewhere @type {number | undefined} */
    this.fell = undefined;
    /** @type {typeof import('./faces.js').faces | undefined} */
    this.faces = undefined;
    this.status = h('div', { class: 'st' });
    this.buttons = h('div', { class: 'row wrap acts' });
    this.el = h('section', { class: 'g-act', 'aria-label': t('act.label') }, this.status, this.buttons);
  }

  draw() {
    const { title, hint } = this.#status();
    if (this.status.firstChild?.textContent !== title || this.status.lastChild?.textContent !== hint) put(this.status, h('span', null, title), hint && h('small', null, hint));
    const focused = this.buttons.contains(document.activeElement) && document.activeElement?.getAttribute('data-act');
    put(this.buttons, this.#buttons());
    if (focused) toBoard(this.buttons.querySelector(`[data-act="${focused}"]`));
  }

  /** @returns {{ title: string, hint?: string }} */
  #status() {
    const { game } = this;
    if (!game.live) return { title: t('act.past'), hint: t('act.pastHint') };
    const after = game.after;
    if (after.result) return { title: t('act.over') };
    if (game.open) return { title: t('act.waiting') };
    const choices = game.choices;
    if (this.turn && game.created.options?.flips === 'manual') return { title: t('act.byHand'), hint: t('act.byHandHint') };
    const turn = after.turn;
    const side = turn === 'first' || turn === 'second' ? capital(sideOf(game, turn)) : '';
    if (game.able('move')) {
      const dice = / \d\/(\d)(\d)/.exec(game.kind === 'backgammon' ? after.board : '');
      const one = game.mine.length === 1;
      const title = dice ? t(one ? 'act.playDice' : 'act.sidePlaysDice', { a: dice[1], b: dice[2], side }) : one ? t('act.yours') : t('act.side', { side });
      const n = choices.choices.length;
      if (!n) return { title };
      const captures = choices.choices.every((c) => c.steps?.some((x) => x.from && x.takes?.length)) && choices.barred.length > 0;
      const bars = choices.barred.filter((b) => b.code?.includes('repetition')).length;
      return { title, hint: captures ? count('act.captures', n) : [count(dice ? 'act.plays' : 'game.openMoves', n), bars ? count('act.barred', bars) : ''].filter(Boolean).join(' ') };
    }
    if (game.able('roll') && game.created.dice === 'recorded') return { title: t('act.fell'), hint: this.fell === undefined ? t('act.fellHint') : t('act.fellOne', { n: this.fell }) };
    if (game.able('roll')) return { title: t('act.yourRoll'), hint: game.able('double') ? t('act.mayDouble') : undefined };
    if (game.able('take')) return { title: t('act.yourAnswer') };
    if (turn === 'chance') return { title: t('act.dice') };
    const answer = / \dx/.test(game.kind === 'backgammon' ? after.board : '');
    if (game.able('correct')) return { title: t('act.side', { side }), hint: t('act.mayCorrect') };
    return { title: t(answer ? 'act.answers' : 'act.side', { side }), hint: game.mine.length ? undefined : t('act.watching') };
  }

  #buttons() {
    const { game, hooks } = this;
    if (this.resigning) return this.#resign();
    const out = [];
    const add = (what, label, more = {}) => {
      if (!game.able(what)) return;
      out.push(button(label, { ...more, 'data-act': what, on: { click: () => hooks.act(commandOf(what), what) } }));
    };
    const live = game.live;
    if (!live) return out;
    add('offer draw', t('act.draw'), { icon: 'half', words: false });
    add('offer takeback', t('act.takeback'), { icon: 'undo', words: false });
    add('waive', t('act.waive'), { cls: 'sm' });
    for (const what of this.#all().filter((x) => x.startsWith('claim '))) add(what, has(`act.${what.replace(' ', '.')}`) ? t(`act.${what.replace(' ', '.')}`) : what, { icon: 'half' });
    if (game.able('abort')) add('abort', t('act.abort'), this.turn ? { icon: 'x', words: false } : {});
    else if (game.able('resign') && !this.turn) out.push(button(t('act.resign'), { icon: 'flag', 'data-act': 'resign', on: { click: () => this.ask() } }));
    if (this.turn) {
      out.push(button(t('act.undo'), { icon: 'undo', 'data-act': 'undo', disabled: !this.turn.made, on: { click: hooks.undo } }));
      out.push(button(t('act.done'), { icon: 'ok', cls: 'pri', 'data-act': 'done', disabled: this.turn.whole === undefined, on: { click: () => hooks.done?.() } }));
    }
    if (game.able('correct') && game.created.options?.flips === 'manual' && !this.turn?.made) out.push(button(t('act.correct'), { icon: 'undo', 'data-act': 'correct', on: { click: hooks.correct } }));
    if (!game.able('take')) add('double', t('act.double'), {});
    if (game.able('roll') && game.created.dice === 'recorded' && this.board.face) out.push(this.faces ? this.faces(this) : this.#bring());
    else add('roll', t('act.roll'), { icon: 'dice', cls: 'pri' });
    return out;
  }

  /** Fetches what few games need. */
  #bring() {
    void import('./faces.js').then(({ faces }) => { this.faces = faces; this.draw(); }, () => {}); // the next drawing asks again
    return null;
  }

  /** Asks whether it is meant that the game is given up. */
  ask() {
    this.resigning = true;
    this.draw();
    this.#focus('no');
  }

  #all() { return this.game.mine.flatMap((seat) => this.game.allowed(seat)); }

  #resign() {
    const { hooks, board } = this;
    const send = (value) => () => { this.resigning = false; hooks.act({ type: 'resign', value }, 'resign'); };
    const values = board.resigns ?? [undefined];
    return [h('span', { class: 'sm ask' }, t('act.resignAsk')),
      values.map((value) => button(value ? t(`resign.${value}`) : t('act.yes'), { cls: 'sm', 'data-act': `resign ${value ?? ''}`, on: { click: send(value) } })),
      button(t('act.no'), { cls: 'sm', 'data-act': 'no', on: { click: () => { this.resigning = false; this.draw(); this.#focus('resign'); } } })];
  }

  /** @param {string} what */
  #focus(what) { /** @type {HTMLElement | null} */ (this.buttons.querySelector(`[data-act="${what}"]`))?.focus(); }
}

/** The command that a word of `allowed` stands for. @param {string} word */
function commandOf(word) {
  const [type, what] = word.split(' ');
  return what ? { type, what } : { type };
}
