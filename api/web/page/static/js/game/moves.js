// The move list: a row for each turn of both seats, in the notation of the game.
// Whatever is chosen there is shown on the board.

import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { capital, entries, sideOf } from './words.js';

/** @typedef {import('./model.js').Game} Game */

export class MoveList {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.head = h('div', { class: 'lhd', 'aria-hidden': 'true' });
    this.list = h('ol', { class: 'log', tabindex: '0', 'aria-label': t('log.label') });
    this.el = h('div', { class: 'moves' }, this.head, this.list);
    // Whatever appears beside the list leaves it less room.
    new ResizeObserver(() => this.#follow()).observe(this.list);
  }

  draw() {
    const { game } = this;
    put(this.head, h('i'), h('span', null, capital(sideOf(game, 'first'))), h('span', null, capital(sideOf(game, 'second'))));
    /** @type {(import('./words.js').Entry | undefined)[][]} */
    const rows = [];
    for (const e of entries(game, game.n)) {
      const col = e.seat === 'first' ? 0 : 1;
      const row = rows.at(-1);
      if (!row || row[col] || (col === 0 && row[1])) rows.push(col ? [undefined, e] : [e]);
      else row[col] = e;
    }
    const shown = game.showing;
    const all = rows.flat().filter((e) => e !== undefined);
    const current = all.findLast((e) => e.n <= shown);
    put(this.list, rows.map((row, i) => h('li', { class: current && row.includes(current) ? 'cur' : null }, h('span', { class: 'n' }, String(i + 1)),
      [0, 1].map((col) => this.#cell(row[col], current, col)))));
    this.at = current;
    this.#follow();
  }

  /** @param {import('./words.js').Entry | undefined} e @param {any} current @param {number} col */
  #cell(e, current, col) {
    if (!e) return h('span');
    const cur = e === current;
    return h('a', { href: `/games/${this.game.id}?at=${e.n}`, class: cur ? 'cur' : null, 'aria-current': cur ? 'true' : null, data: { n: String(e.n) },
      on: { click: (ev) => { ev.preventDefault(); this.game.show(e.n); } } }, h('span', { class: 'sr' }, capital(sideOf(this.game, e.seat)), ': '),
    h('bdi', null, e.dice && h('span', { class: 'd' }, e.dice.join('')), e.dice && ' ', e.move ?? e.word ?? '…'));
  }

  /** Keeps the current move in sight without moving the page. */
  #follow() {
    const cur = this.list.querySelector('li.cur');
    if (!(cur instanceof HTMLElement)) return;
    const top = cur.offsetTop - this.list.offsetTop;
    if (top < this.list.scrollTop || top + cur.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight + cur.offsetHeight + 8;
    }
  }
}
