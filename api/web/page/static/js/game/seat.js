// The panel of a seat: who sits there, what is counted of it, its clock.

import { h, put, s } from '../dom.js';
import { count, has, t } from '../i18n.js';
import { face, left } from './clock.js';
import { nameOf } from '../names.js';
import { bot, capital, computer, sideOf } from './words.js';

/** @typedef {import('./model.js').Game} Game */
/** @typedef {import('../plylog.js').Seat} Seat */

const LOW = [20, 10];

export class SeatPanel {
  /** @param {Game} game @param {any} board the module of the kind's board */
  constructor(game, board) {
    this.game = game;
    this.board = board;
    /** @type {Seat} */
    this.seat = 'first';
    this.warned = 0;
    this.picture = h('span', { class: 'pic-of' });
    this.name = h('div', { class: 'nm' });
    this.meta = h('div', { class: 'mt' });
    this.clock = h('span', { class: 'clock', role: 'timer' });
    this.el = h('section', { class: 'seat' }, this.picture, h('div', null, this.name, this.meta), this.clock);
  }

  /** @param {Seat} seat @param {'s1' | 's2'} place */
  show(seat, place) {
    const { game } = this;
    if (this.seat !== seat || !this.picture.firstChild) put(this.picture, this.board.picture?.(seat) ?? s('svg', { class: 'pic' }));
    this.seat = seat;
    const mine = game.mine, side = sideOf(game, seat), player = game.state.seats?.[seat];
    const robot = bot(player);
    const name = nameOf(player);
    const who = robot ? computer(robot) : !player && !game.over ? t('seat.free')
      : mine.includes(seat) && mine.length === 1 ? t('seat.you') : mine.length < 2 && name ? name : mine.length === 1 ? t('seat.opponent') : capital(side);
    const after = game.after;
    this.el.className = `seat ${place}${after.turn === seat && !after.result ? ' on' : ''}`;
    this.el.setAttribute('aria-label', `${who}, ${side}`);
    put(this.name, h('bdi', null, who), who.toLowerCase() === side.toLowerCase() ? null : [' ', h('small', null, side)], this.#presence(robot));
    const counters = this.board.counters?.(after.board, seat, game.created.options) ?? [];
    put(this.meta, counters.map((c) => [h('span', null, c.label ?? (has(`count.${c.key}`) ? t(`count.${c.key}`) : c.key), ' ',
      c.of && h('span', { class: 'tally', 'aria-hidden': 'true' }, Array.from({ length: c.of }, (_, i) => h('i', { class: `${i < c.n ? 'x ' : ''}${c.square ? 't' : ''}`.trim() }))), c.of && ' ',
      h('b', { class: 'num' }, typeof c.n === 'number' ? String(c.n) : c.n)), ' ']));
    this.tick();
  }

  /** @param {string | undefined} robot */
  #presence(robot) {
    const { game, seat } = this;
    this.since = undefined;
    if (robot || !game.presence || game.over || !game.state.seats?.[seat] || game.mine.includes(seat)) return null;
    if (game.presence[seat]) return [' ', h('span', { class: 'here', title: t('seat.here') }, h('span', { class: 'sr' }, t('seat.here')))];
    this.since = h('span', { class: 'num' });
    return [' ', h('span', { class: 'gone' }, t('seat.away'), ' ', this.since)];
  }

  /** Shows the time; called several times a second. */
  tick() {
    const { game, seat } = this;
    const away = game.away[seat];
    if (this.since && away) this.since.textContent = duration(Date.now() - away);
    const after = game.after;
    this.clock.hidden = !after.clock;
    if (!after.clock) return;
    const now = game.live ? game.plylog.now() : Date.parse(game.events[game.showing - 1].time);
    const c = left(after.clock, game.state.control, seat, now);
    const text = face(c.ms) + (c.periods ? ` ×${c.periods}` : '');
    if (this.clock.textContent !== text) this.clock.textContent = text;
    const low = c.running && c.ms < 20000 && (!c.periods || c.last);
    this.clock.classList.toggle('low', Boolean(low));
    if (!c.running || !game.live || !game.mine.includes(seat)) return void (this.warned = 0);
    const mark = LOW.filter((x) => c.ms <= x * 1000).at(-1) ?? 0;
    if (mark && mark !== this.warned && c.ms > (mark - 5) * 1000) game.page.say(count('clock.low', mark));
    this.warned = mark;
  }
}

/** A time that passed, in minutes and seconds. @param {number} ms */
function duration(ms) {
  const s = Math.floor(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}
