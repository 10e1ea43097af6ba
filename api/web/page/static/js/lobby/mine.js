// The games whose seats this browser holds: those that wait for a move first. Before
// them what who is signed in is invited to.

import { h, put } from '../dom.js';
import { count, t } from '../i18n.js';
import { face, left } from '../game/clock.js';
import { side } from '../game/words.js';
import * as seats from '../seats.js';
import { card } from './card.js';
import { Games } from './games.js';
import { Keyed } from './keyed.js';
import { clock, kindName, names, player, terms, toMove } from './who.js';

/** How many of the newest held games are looked at. */
const LOOKED_AT = 20;

export class Mine {
  /** @param {import('../app.js').Page} page */
  constructor(page) {
    this.page = page;
    this.games = new Games(page, () => this.draw());
    this.invited = this.#part('mine-invited', t('lobby.invitations'));
    this.turns = this.#part('mine-turn', t('lobby.yourTurn'));
    this.others = this.#part('mine-other', t('lobby.yourGames'));
    this.el = [this.invited.el, this.turns.el, this.others.el];
    this.timer = window.setInterval(() => this.draw(), 1000);
    this.refresh();
  }

  stop() {
    clearInterval(this.timer);
    this.games.stop();
  }

  /** Follows the games that are held now, and others in which one sits signed in. @param {string[]} [others] */
  refresh(others = []) {
    const all = seats.all();
    const held = Object.entries(all).filter(([, g]) => !g.over).sort(([, a], [, b]) => b.since - a.since);
    this.held = [...new Set([...held.map(([id]) => id), ...others.filter((id) => !all[id]?.over)])];
    this.games.follow(this.held.slice(0, LOOKED_AT));
    this.draw();
  }

  draw() {
    const invited = [], turn = [], other = [];
    for (const id of this.held) {
      const g = this.games.get(id);
      if (!g) continue;
      if (g.result) seats.over(id);
      else if (this.#isInvited(g)) invited.push(g);
      else if (this.#myTurn(g)) turn.push(g);
      else other.push(g);
    }
    turn.sort((a, b) => (Date.parse(a.clock?.deadline ?? '') || Infinity) - (Date.parse(b.clock?.deadline ?? '') || Infinity) || b.updated.localeCompare(a.updated));
    this.invited.show(invited);
    this.turns.show(turn);
    this.others.show(other);
  }

  /** @param {any} g */
  #isInvited(g) { return g.status === 'open' && Boolean(g.invited) && g.invited === this.page.account.me.id; }

  /** @param {any} g */
  #myTurn(g) {
    const mine = seats.mine(g.id, g.seats);
    if (g.status === 'open') return false;
    // An offer and a double wait for whoever is not on turn.
    return mine.some((seat) => g.allowed?.[seat]?.some((what) => /^(move|roll|take|accept)/.test(what)) ?? g.turn === seat) || mine.includes(g.turn);
  }

  /** @param {string} id @param {string} title */
  #part(id, title) {
    const chip = h('span', { class: 'chip acc' }), list = h('div', { class: 'stack2' });
    const el = h('section', { 'aria-labelledby': id, hidden: true }, h('div', { class: 'sec' }, h('h2', { id }, title), chip), list);
    const rows = new Keyed(list, (g) => g.id, (g) => card(g, (state) => this.#say(state)));
    let shown = -1;
    return { el, show: (games) => {
      rows.show(games);
      el.hidden = games.length === 0;
      if (shown === games.length) return;
      shown = games.length;
      put(chip, count('lobby.games', shown));
    } };
  }

  /** @param {any} g */
  #say(g) {
    const free = g.seats.first ? 'second' : 'first';
    if (this.#isInvited(g)) return { title: player(g.seats.first ?? g.seats.second), lines: [t('lobby.kindSide', { kind: kindName(g.kind), side: side(g.kind, free, g.names) }), clock(g.control), terms(g)], turn: true };
    const mine = seats.mine(g.id, g.seats), turn = this.#myTurn(g);
    const lines = [mine.length === 1 ? t('lobby.kindSide', { kind: kindName(g.kind), side: side(g.kind, mine[0], g.names) }) : kindName(g.kind)];
    if (g.status === 'open') return { title: t('lobby.waiting'), lines };
    const running = g.clock?.running;
    const time = running && mine.includes(running) ? t('lobby.left', { time: face(left(g.clock, g.control, running, this.page.plylog.now()).ms).replace(/\.\d$/, '') }) : '';
    lines.push(turn ? time : toMove(g));
    return { title: names(g), lines, turn };
  }
}
