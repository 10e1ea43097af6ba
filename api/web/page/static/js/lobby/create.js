// The form of a new game: few fields, each with a good default, the rest folded away.

import { h, put } from '../dom.js';
import { bring, t } from '../i18n.js';
import { capital, kindName, level, side } from '../game/words.js';
import { Problem } from '../plylog.js';
import * as seats from '../seats.js';
import { why } from '../why.js';
import { segments, select, toggle } from './fields.js';
import { drawings } from './looks.js';
import { Options } from './options.js';
import { Time } from './time.js';

export class Create {
  /** @param {import('../app.js').Page} page @param {any[]} kinds of /v1/kinds */
  constructor(page, kinds) {
    this.page = page;
    this.kinds = kinds;
    this.game = select(t('lobby.game'), kinds.map((k) => ({ value: k.kind, label: kindName(k.kind) })), kinds[0]?.kind, () => void this.#kind());
    this.opponent = segments(t('lobby.opponent'), ['open', 'invite', 'bot', 'self'].map((value) => ({ value, label: t(`lobby.opponent.${value}`) })), 'open', () => this.#fold());
    this.time = new Time();
    this.private = toggle(t('lobby.private'), t('lobby.privateText'), false);
    this.level = h('div');
    this.side = h('div');
    this.more = h('div', { class: 'form' });
    this.details = h('details', { class: 'fold', on: { toggle: () => void this.#unfold() } }, h('summary', null, t('lobby.options')), this.more);
    this.wrong = h('p', { class: 'wrong', role: 'alert' });
    this.send = h('button', { type: 'submit', class: 'btn pri wide' });
    this.el = h('form', { class: 'card form', 'aria-labelledby': 'new-game', novalidate: true, on: { submit: (e) => { e.preventDefault(); void this.#submit(); } } },
      h('h2', { id: 'new-game', tabindex: '-1' }, t('lobby.new')), this.game.el, this.opponent.el, this.level, this.side, this.time.el, this.private.el, this.details, this.wrong, this.send);
    void this.#kind();
  }

  get kind() { return this.kinds.find((k) => k.kind === this.game.value); }

  /** Begins with a kind. @param {string} kind */
  async choose(kind) {
    this.game.value = kind;
    await this.#kind();
    this.el.scrollIntoView({ block: 'nearest' });
    this.el.querySelector('h2')?.focus({ preventScroll: true });
  }

  /** What follows from the kind. */
  async #kind() {
    const { kind } = this;
    if (!kind) return;
    const look = await drawings(kind.kind);
    if (kind !== this.kind) return;
    const sides = ['first', 'second'].map((seat) => ({ value: seat, label: capital(side(kind.kind, seat, kind.seats)), picture: look.picture?.(/** @type {any} */ (seat)) }));
    this.seat = segments(t('lobby.youPlay'), [sides[0], { value: 'random', label: t('lobby.either') }, sides[1]], 'random');
    put(this.side, this.seat.el);
    const was = this.bot?.value;
    this.bot = kind.bots?.length ? select(t('lobby.strength'), [...kind.bots].sort(byStrength).map((name) => ({ value: name, label: level(name) })),
      was && kind.bots.includes(was) ? was : kind.bots.includes('level2') ? 'level2' : kind.bots[0]) : undefined;
    put(this.level, this.bot?.el);
    this.options = undefined;
    this.dice = kind.dice ? segments(t('lobby.dice'), ['delegated', 'shared', 'recorded'].map((value) => ({ value, label: t(`lobby.dice.${value}`) })), 'delegated') : undefined;
    put(this.more, this.dice?.el);
    this.details.hidden = !this.dice && !kind.options?.length;
    void this.#unfold();
    this.#fold();
  }

  /** The options of the kind, where somebody looks: until then the server's defaults are good. */
  async #unfold() {
    const { kind } = this;
    if (!this.details.open || this.options) return;
    await bring('options').catch(() => {}); // without their words they are named as programs name them
    if (kind !== this.kind || this.options) return;
    this.options = new Options(kind);
    put(this.more, this.dice?.el, this.options.el);
  }

  /** What is asked for follows from the opponent. */
  #fold() {
    const who = this.opponent.value;
    this.level.hidden = who !== 'bot';
    this.side.hidden = who === 'self';
    this.private.el.hidden = who === 'invite';
    this.time.usual(who === 'bot' || who === 'self' ? 'none' : who === 'invite' ? 'day' : '10+5');
    put(this.send, t(`lobby.send.${who}`));
  }

  /** The body of POST /v1/games. */
  get body() {
    const who = this.opponent.value;
    return {
      kind: this.kind.kind, options: this.options?.value, clock: this.time.value.kind === 'none' ? undefined : this.time.value,
      opponent: who === 'bot' ? `bot:${this.bot?.value}` : who === 'self' ? 'self' : 'open',
      seat: who === 'self' ? undefined : this.seat?.value,
      private: who === 'invite' || this.private.value || undefined,
      dice: this.dice && this.dice.value !== 'delegated' ? this.dice.value : undefined,
    };
  }

  async #submit() {
    const { page } = this;
    this.time.clear();
    this.options?.clear();
    for (const f of [this.game, this.opponent, this.seat, this.bot, this.private, this.dice]) f?.refuse(undefined);
    put(this.wrong);
    this.send.disabled = true;
    try {
      const made = await page.plylog.create(this.body);
      seats.keep(made.game.id, made.tokens, made.game.kind, made.game.seats);
      page.go(`/games/${made.game.id}`);
    } catch (err) {
      await this.#refused(err);
    } finally {
      this.send.disabled = false;
    }
  }

  /** Shows what was wrong where it was wrong. @param {unknown} err */
  async #refused(err) {
    const text = await why(err);
    const [field, ...rest] = err instanceof Problem && err.field ? err.field.split('.') : [];
    if (field === 'options' && this.options?.refuse(rest.join('.'), text)) this.details.open = true;
    else if (field === 'clock') this.time.refuse(rest.join('.'), text);
    else if (field === 'dice' && this.dice) {
      this.dice.refuse(text);
      this.details.open = true;
    } else if (field === 'opponent') (this.opponent.value === 'bot' && this.bot ? this.bot : this.opponent).refuse(text);
    else put(this.wrong, text);
    const at = this.el.querySelector('[aria-invalid=true]');
    if (at instanceof HTMLElement) at.focus();
  }
}

/** Levels by their number, the others behind them. @param {string} a @param {string} b */
const byStrength = (a, b) => Number(/^level/.test(b)) - Number(/^level/.test(a)) || a.localeCompare(b);
