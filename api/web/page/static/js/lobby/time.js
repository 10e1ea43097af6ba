// The clock of a new game: a few usual ones, or one's own.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { numeric, segments, select } from './fields.js';

const MINUTE = 60000, SECOND = 1000;
const PRESETS = {
  '3+2': { kind: 'fischer', base: 3 * MINUTE, increment: 2 * SECOND },
  '10+5': { kind: 'fischer', base: 10 * MINUTE, increment: 5 * SECOND },
  day: { kind: 'correspondence', days: 1 },
  none: { kind: 'none' },
  own: undefined,
};

/** The fields of each control: name, unit, what it begins with, the least, the most. @type {Record<string, [string, number, number, number, number][]>} */
const CONTROLS = {
  fischer: [['base', MINUTE, 15, 1, 1440], ['increment', SECOND, 10, 0, 3600]],
  delay: [['base', MINUTE, 15, 1, 1440], ['delay', SECOND, 10, 0, 3600]],
  byoyomi: [['base', MINUTE, 15, 0, 1440], ['period', SECOND, 30, 1, 3600], ['periods', 1, 3, 1, 100]],
  correspondence: [['days', 1, 3, 1, 60]],
};

export class Time {
  constructor() {
    this.touched = false;
    this.preset = segments(t('lobby.clock'), Object.keys(PRESETS).map((value) => ({ value, label: t(`lobby.clock.${value}`) })), '10+5', () => {
      this.touched = true;
      this.#fold();
    });
    this.kind = select(t('lobby.control'), Object.keys(CONTROLS).map((value) => ({ value, label: t(`lobby.control.${value}`) })), 'fischer', () => this.#fold());
    this.own = h('div', { class: 'two' });
    this.custom = h('div', { class: 'form sub', hidden: true }, this.kind.el, this.own);
    this.el = h('div', { class: 'form' }, this.preset.el, this.custom);
    this.#fold();
  }

  /** Chooses what is usual, unless somebody has chosen. @param {string} preset */
  usual(preset) {
    if (this.touched) return;
    this.preset.choose(preset);
    this.#fold();
  }

  get value() {
    const preset = PRESETS[this.preset.value];
    if (preset) return preset;
    return { kind: this.kind.value, ...Object.fromEntries(this.parts.map(([name, unit, field]) => [name, Math.round(field.value * unit)])) };
  }

  /** @param {string} name of the field below "clock" @param {string} text */
  refuse(name, text) {
    const part = this.parts.find((p) => p[0] === name);
    (this.preset.value === 'own' && part ? part[2] : this.preset).refuse(text);
  }

  clear() {
    this.preset.refuse(undefined);
    for (const [, , field] of this.parts ?? []) field.refuse(undefined);
  }

  #fold() {
    this.custom.hidden = this.preset.value !== 'own';
    if (this.shown === this.kind.value) return;
    this.shown = this.kind.value;
    /** @type {[string, number, any][]} */
    this.parts = CONTROLS[this.shown].map(([name, unit, value, min, max]) => [name, unit, numeric(t(`lobby.time.${name}`), value, { min, max, unit: unit === MINUTE ? t('lobby.minutes') : unit === SECOND ? t('lobby.seconds') : undefined })]);
    this.own.replaceChildren(...this.parts.map((p) => p[2].el));
  }
}
