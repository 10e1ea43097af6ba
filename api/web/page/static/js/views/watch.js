// What is being played, and what was: of all kinds or of one.

import { button, h, icon, put } from '../dom.js';
import { bring, count, t } from '../i18n.js';
import { result } from '../game/words.js';
import { card } from '../lobby/card.js';
import { Games } from '../lobby/games.js';
import { Keyed } from '../lobby/keyed.js';
import { whileSeen } from '../lobby/seen.js';
import { kindName, names, toMove } from '../lobby/who.js';
import { why } from '../why.js';

const RUNNING = 24, FINISHED = 12, PAUSE = 6000;

/** @type {import('../app.js').View} */
export async function view(page) {
  await Promise.all([bring('lobby'), bring('over')]);
  page.title(t('watch.title'));
  const { kinds } = await page.plylog.kinds();
  const kind = kinds.find((k) => k.kind === page.query.get('kind'))?.kind;
  if (page.left.aborted) return;
  const link = (name, text) => h('a', { href: name ? `/watch?kind=${encodeURIComponent(name)}` : '/watch', 'aria-current': name === kind ? 'page' : null }, text);
  const running = new Part(page, kind, 'running', (g) => [kindName(g.kind), g.turn ? toMove(g) : '']);
  const finished = new Part(page, kind, 'finished', over);
  const none = h('div', { class: 'empty', hidden: true }, icon('eye'), h('b', null, t('watch.none')), h('p', { class: 'muted sm' }, t('watch.noneText')), h('a', { class: 'btn sm pri', href: '/' }, t('watch.noneAct')));
  const noneOver = h('p', { class: 'muted sm', hidden: true }, t('watch.noneOver'));
  const lost = h('div', { class: 'note warn', role: 'status', hidden: true }, icon('cut'), h('b', null, t('lobby.lost')), h('span'), h('p', null, t('lobby.lostText')));
  put(page.main, h('div', { class: 'page watch' }, h('div', { class: 'bar' }, h('h1', null, t('watch.title')),
    h('nav', { class: 'pick', 'aria-label': t('watch.kinds') }, link(undefined, t('watch.all')), kinds.map((k) => link(k.kind, kindName(k.kind))))), lost,
    h('section', { 'aria-labelledby': 'w-running' }, h('h2', { id: 'w-running', class: 'sec' }, t('watch.running')), running.el, none),
    h('section', { 'aria-labelledby': 'w-finished' }, h('h2', { id: 'w-finished', class: 'sec' }, t('watch.finished')), finished.el, noneOver)));

  void whileSeen(page.left, PAUSE, async () => {
    const [now, past] = await Promise.all([page.plylog.games({ kind, status: 'playing', limit: running.wanted(RUNNING) }), page.plylog.games({ kind, status: 'over', limit: finished.wanted(FINISHED) })]);
    if (page.left.aborted) return;
    running.live(now);
    await finished.fetched(past);
    none.hidden = now.games.length > 0;
    noneOver.hidden = past.games.length > 0;
  }, (err) => { lost.hidden = !err; });
  return () => { running.stop(); finished.stop(); };
}

/** How a game that is over is told of. @param {any} g */
function over(g) {
  const lines = [kindName(g.kind)];
  if (g.result) {
    const r = result(/** @type {any} */ ({ kind: g.kind, mine: [], state: { names: g.names } }), g.result);
    lines.push(r.title, r.text);
  }
  lines.push(g.origin ? t('watch.imported') : count('watch.moves', g.version));
  return lines;
}

/** A part of the page: cards, and a button for more of them. */
class Part {
  /** @param {import('../app.js').Page} page @param {string | undefined} kind of all of them @param {string} name @param {(g: any) => string[]} lines */
  constructor(page, kind, name, lines) {
    this.page = page;
    this.kind = kind;
    /** @type {any[]} */
    this.listed = [];
    /** @type {any[]} what came by going on in the list */
    this.further = [];
    /** @type {string | undefined} */
    this.next = undefined;
    this.games = new Games(page, () => this.draw());
    const cards = h('div', { class: 'live-cards' });
    this.rows = new Keyed(cards, (g) => g.id, (g) => card(g, (state) => ({ title: names(state), lines: lines({ ...g, ...state }) })));
    this.more = button(t('watch.more'), { cls: 'sm', on: { click: () => void this.#further() } });
    this.box = h('div', { class: 'more' }, this.more);
    this.el = h('div', null, cards, this.box);
    this.name = name;
    this.box.hidden = true;
  }

  /** @param {number} usual */
  wanted(usual) { return usual; }

  /** Games that go on: the feed keeps them fresh. @param {any} list */
  live(list) {
    this.#take(list);
    this.games.follow(this.listed.map((g) => g.id));
    this.draw();
  }

  /** Games that are over: their states are fetched once. @param {any} list */
  async fetched(list) {
    this.#take(list);
    this.draw();
    await this.games.fetch(this.listed.map((g) => g.id));
    this.draw();
  }

  /** A fresh beginning of the list, before what was asked for beyond it. @param {any} list */
  #take(list) {
    const first = list.games, seen = new Set(first.map((g) => g.id));
    this.listed = [...first, ...this.further.filter((g) => !seen.has(g.id))];
    if (!this.further.length) this.next = list.next;
    this.box.hidden = !this.next;
  }

  async #further() {
    const { page } = this;
    this.more.disabled = true;
    try {
      const status = this.name === 'running' ? 'playing' : 'over';
      const list = await page.plylog.games({ kind: this.kind, status, limit: FINISHED, cursor: this.next });
      if (page.left.aborted) return;
      this.further.push(...this.listed.filter((g) => !this.further.some((x) => x.id === g.id)), ...list.games);
      this.next = list.next;
      this.#take({ games: this.listed, next: list.next });
      if (this.name === 'running') this.games.follow(this.listed.map((g) => g.id));
      else await this.games.fetch(this.listed.map((g) => g.id));
      this.draw();
    } catch (err) {
      page.toast(await why(err));
    } finally {
      this.more.disabled = false;
    }
  }

  draw() { this.rows.show(this.listed.map((g) => ({ ...g, ...this.games.get(g.id) })).filter((g) => this.name !== 'running' || !g.result)); }

  stop() { this.games.stop(); }
}
