// The tape: a tick for each event of the log, and the slider, the buttons and the keys
// that go along it. It runs from left to right in every language.

import { button, h, put, s } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('./model.js').Game} Game */

const WIDTH = 360;
const num = (x) => x.toFixed(1);

export class Tape {
  /** how many events were verified, while that goes on: it fills the tape @type {number | undefined} */
  checked = undefined;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.ticks = s('svg', { class: 'tape', viewBox: `0 0 ${WIDTH} 30`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.range = h('input', { type: 'range', class: 'tape-range', min: 1, step: 1, 'aria-label': t('tape.event'), on: { input: () => game.show(Number(this.range.value)) } });
    this.pos = h('span', { class: 'pos' });
    const go = (name, label, to) => button(label, { icon: name, cls: 'quiet sm', words: false, on: { click: () => game.show(to()) } });
    this.back = [go('first', t('tape.first'), () => 1), go('prev', t('tape.prev'), () => game.showing - 1)];
    this.forth = [go('next', t('tape.next'), () => game.showing + 1), go('last', t('tape.last'), () => undefined)];
    this.live = h('button', { type: 'button', class: 'btn sm', on: { click: () => game.show(undefined) } }, t('tape.back'));
    this.el = h('section', { class: 'g-tape', 'aria-label': t('tape.label') }, h('div', { class: 'tape-box' }, this.ticks, this.range),
      h('div', { class: 'tape-ctl' }, this.back, this.pos, this.forth));
  }

  draw() {
    const { game } = this;
    const n = game.n, at = game.showing, w = WIDTH / n;
    put(this.ticks, game.events.map((e, i) => {
      const x = i * w, width = Math.min(3.2, Math.max(0.8, w * 0.5));
      if (e.n === at) return s('rect', { class: 'tc', x: num(Math.max(0, x - 0.6)), y: 1, width: num(width + 1.6), height: 28, rx: 1.5 });
      if (quiet(e)) return s('rect', { class: 'th0', x: num(x + 0.5), y: 11, width: num(Math.max(0.6, width - 0.6)), height: 8 });
      const height = loud(e, game.events[i - 1]) ? 22 : 12;
      return s('rect', { class: (this.checked === undefined ? e.n < at : e.n <= this.checked) ? 'tp' : 'tf', x: num(x), y: 15 - height / 2, width: num(width), height, rx: 0.8 });
    }));
    this.range.max = String(n);
    this.range.value = String(at);
    this.range.setAttribute('aria-valuetext', t('tape.of', { at: String(at), n: String(n) }));
    put(this.pos, h('bdi', null, game.live ? [h('span', { class: 'live' }, t(game.over ? 'tape.end' : 'tape.live')), ' · '] : null,
      t('tape.event'), ' ', h('b', { class: 'num' }, String(at)), ' ', t('tape.ofWord'), ' ', h('span', { class: 'num' }, String(n))), game.live ? null : [' ', this.live]);
    for (const b of this.back) b.toggleAttribute('disabled', at === 1);
    for (const b of this.forth) b.toggleAttribute('disabled', game.live);
  }
}

/** Whether an event changed nothing on the board, or was passed. @param {any} e */
const quiet = (e) => !['moved', 'corrected', 'rolled', 'took', 'dropped', 'doubled'].includes(e.type) || Boolean(e.then?.some((x) => x.pass));

/** Whether something was captured, hit, or turned in numbers. @param {any} e @param {any} before */
function loud(e, before) {
  if (/[x*]/.test(e.data?.move ?? '')) return true;
  if (e.kind !== 'reversi' || !before) return false;
  const a = before.after.board, b = e.after.board;
  let turned = 0;
  for (let i = 0; i < 64; i++) if (a[i] !== b[i] && a[i] !== '-') turned++;
  return turned >= 4;
}
