// The menu of a game: turn the board, sound, the game as a file in every format of its
// kind, a game of one's own from the point that is shown.

import { h, icon, put } from '../dom.js';
import { has, t } from '../i18n.js';
import * as seats from '../seats.js';
import { why } from '../why.js';
import * as sound from './sound.js';

/** @typedef {import('./model.js').Game} Game */

export class Menu {
  /** @param {Game} game @param {string[]} formats @param {HTMLElement} button that opens it @param {() => void} resign */
  constructor(game, formats, button, resign) {
    this.game = game;
    this.formats = formats;
    this.button = button;
    this.resign = resign;
    this.items = h('div', { class: 'menu-items card', role: 'menu', hidden: true, on: { keydown: (e) => this.#key(e) } });
    const el = /** @type {HTMLElement} */ (button.parentElement);
    el.append(this.items);
    document.addEventListener('click', (e) => { if (!el.contains(/** @type {Node} */ (e.target))) this.#close(); }, { signal: game.page.left });
    el.addEventListener('keydown', (e) => { if (e.key === 'Escape' && !this.items.hidden) { e.stopPropagation(); this.#close(); this.button.focus(); } });
  }

  toggle() { this.items.hidden ? this.#open() : this.#close(); }

  #close() {
    this.items.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
  }

  #open() {
    const item = (label, name, act) => h('button', { type: 'button', role: 'menuitem', class: 'menu-item', on: { click: () => { this.#close(); this.button.focus(); void act(); } } }, icon(name), h('span', null, label));
    put(this.items,
      item(t('menu.fork', { at: String(this.game.showing) }), 'plus', () => this.#fork()),
      item(t('menu.link'), 'link', () => this.#link()),
      item(t(sound.on() ? 'menu.soundOff' : 'menu.soundOn'), sound.on() ? 'x' : 'ok', () => sound.turn(!sound.on())),
      this.game.able('resign') && item(t('act.resign'), 'flag', this.resign),
      this.formats.map((f) => item(t('menu.export', { format: has(`format.${f}`) ? t(`format.${f}`) : f.toUpperCase() }), 'down', () => this.#export(f))));
    this.items.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
    /** @type {HTMLElement} */ (this.items.firstChild)?.focus();
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    const all = [...this.items.querySelectorAll('button')], i = all.indexOf(/** @type {any} */ (document.activeElement));
    const to = { ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: all.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    all.at(to % all.length)?.focus();
  }

  #link() {
    const { game } = this;
    const address = `${location.origin}/games/${game.id}${game.live ? '' : `?at=${game.showing}`}`;
    return game.page.copy(address, t('note.copied'));
  }

  /** @param {string} format */
  async #export(format) {
    const { game } = this;
    try {
      const { name, blob } = await game.plylog.exported(game.id, format, { token: game.token });
      const href = URL.createObjectURL(blob);
      h('a', { href, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10000);
    } catch (err) {
      game.page.toast(await why(err));
    }
  }

  async #fork() {
    const { game } = this;
    try {
      const made = await game.plylog.fork(game.id, { at: game.showing, token: game.token });
      seats.keep(made.game.id, made.tokens, game.kind, made.game.seats);
      game.page.go(`/games/${made.game.id}`);
      game.page.toast(t('menu.forked'));
    } catch (err) {
      game.page.toast(await why(err));
    }
  }
}
