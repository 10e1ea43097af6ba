// The table of games that wait for somebody.

import { button, h, put } from '../dom.js';
import { t } from '../i18n.js';
import { capital, side } from '../game/words.js';
import { why } from '../why.js';
import * as seats from '../seats.js';
import { Keyed } from './keyed.js';
import { sign } from './looks.js';
import { clock, kindName, player, terms } from './who.js';

export class OpenGames {
  /** @param {import('../app.js').Page} page @param {(kind: string) => void} create @param {() => Promise<void>} further asks for more of them */
  constructor(page, create, further) {
    this.page = page;
    const head = (name) => h('th', { scope: 'col' }, t(`lobby.head.${name}`));
    const body = h('tbody');
    this.rows = new Keyed(body, (g) => g.id, (g) => this.#row(g));
    this.table = h('div', { class: 'card tblcard' }, h('table', { class: 'tbl' }, h('thead', null, h('tr', null, ['game', 'player', 'you', 'clock', 'terms'].map(head), h('th', { scope: 'col' }, h('span', { class: 'sr' }, t('lobby.join'))))), body));
    this.none = h('div', { class: 'empty' }, h('b', null, t('lobby.noOpen')), h('p', { class: 'muted sm' }, t('lobby.noOpenText')),
      h('button', { type: 'button', class: 'btn sm', on: { click: () => create('') } }, t('lobby.noOpenAct')));
    this.all = h('span', { class: 'sm muted' });
    this.more = h('div', { class: 'more', hidden: true }, button(t('watch.more'), { cls: 'sm', on: { click: () => void further().catch(async (err) => page.toast(await why(err))) } }));
    this.el = h('section', { 'aria-labelledby': 'open-games' }, h('div', { class: 'sec' }, h('h2', { id: 'open-games' }, t('lobby.open')), this.all), this.table, this.more, this.none);
    this.none.hidden = this.table.hidden = true;
  }

  /** @param {any[]} games states of open games, newest first @param {string} all how many there are @param {boolean} more whether the list could be longer */
  show(games, all, more) {
    this.rows.show(games);
    this.table.hidden = games.length === 0;
    this.none.hidden = games.length > 0;
    this.more.hidden = !more;
    put(this.all, games.length ? all : '');
  }

  /** @param {any} g */
  #row(g) {
    const name = kindName(g.kind);
    const free = g.seats.first ? 'second' : 'first';
    const who = player(g.seats.first ?? g.seats.second);
    const picture = h('span', { class: 'sg' });
    void sign(g.kind).then((el) => put(picture, el));
    const join = h('button', { type: 'button', class: 'btn sm', 'aria-label': t('lobby.joinLabel', { who, kind: name }), on: { click: () => void this.#join(g, join) } }, t('lobby.join'));
    const el = h('tr', null, h('td', null, h('span', { class: 'gk' }, picture, name)), h('td', null, who), h('td', { data: { head: t('lobby.head.you') } }, capital(side(g.kind, free, g.names))),
      h('td', null, clock(g.control)), h('td', null, terms(g)), h('td', null, join));
    return { el, update: () => {} }; // what is offered does not change while it is open
  }

  /** @param {any} g @param {HTMLButtonElement} button */
  async #join(g, button) {
    const { page } = this;
    button.disabled = true;
    try {
      const done = await page.plylog.join(g.id);
      seats.keepSeat(g.id, done, g.kind);
      page.go(`/games/${g.id}`);
    } catch (err) {
      button.disabled = false;
      page.toast(await why(err));
    }
  }
}
