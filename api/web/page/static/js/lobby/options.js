// The options of a kind of games, as the server lists them: any kind's, also of one
// that this page has never heard of.

import { h } from '../dom.js';
import { has, language, t } from '../i18n.js';
import { capital, side } from '../game/words.js';
import { numeric, select, toggle } from './fields.js';

/** @typedef {{ name: string, type: string, default: any, min?: number, max?: number, values?: string[], rule?: string, help?: string }} Option */

/** @param {string} name as programs write it */
const words = (name) => name.replaceAll('-', ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().replace(/^./, (c) => c.toUpperCase());

export class Options {
  /** @param {any} kind of /v1/kinds */
  constructor(kind) {
    this.kind = kind;
    /** @type {Map<string, { field: any, read: () => any, touched: boolean }>} */
    this.fields = new Map();
    this.el = h('div', { class: 'form' }, (kind.options ?? []).map((o) => this.#field(o)));
  }

  /** What was chosen: an option left alone is left to the server, which knows what is usual with the others. */
  get value() {
    const out = {};
    for (const [name, f] of this.fields) if (f.touched) out[name] = f.read();
    return Object.keys(out).length ? out : undefined;
  }

  /** Shows beside its field what was wrong. @param {string} name @param {string} text */
  refuse(name, text) {
    const f = this.fields.get(name.split('.')[0]);
    f?.field.refuse(text);
    return Boolean(f);
  }

  clear() { for (const f of this.fields.values()) f.field.refuse(undefined); }

  /** @param {Option} o */
  #field(o) {
    const { kind } = this, key = `lobby.option.${kind.kind}.${o.name}`;
    const label = has(key) ? t(key) : words(o.name);
    const help = has(`${key}.help`) ? t(`${key}.help`) : o.help && (language() === 'en' ? o.help : h('span', { lang: 'en', dir: 'ltr' }, o.help));
    const keep = (field, read = () => field.value) => {
      const kept = { field, read, touched: false };
      field.el.addEventListener('input', () => { kept.touched = true; });
      this.fields.set(o.name, kept);
      return field.el;
    };
    if (o.type === 'boolean') return keep(toggle(label, help, o.default));
    if (o.type === 'integer') return keep(numeric(label, o.default, { min: o.min, max: o.max, help }));
    if (o.values) return keep(select(label, o.values.map((v) => ({ value: v, label: has(`${key}.${v}`) ? t(`${key}.${v}`) : words(v) })), o.default, undefined, help));
    if (o.type === 'object' && o.default && Object.values(o.default).every((v) => typeof v === 'number')) {
      const parts = Object.entries(o.default).map(([part, n]) => [part, numeric(part in kind.seats ? capital(side(kind.kind, part, kind.seats)) : words(part), n, { min: 0 })]);
      const last = parts[parts.length - 1][1];
      const el = h('fieldset', { class: 'field' }, h('legend', { class: 'lab' }, label), h('div', { class: 'two' }, parts.map(([, f]) => f.el)), help && h('p', { class: 'xs muted' }, help));
      return keep({ el, refuse: last.refuse }, () => Object.fromEntries(parts.map(([part, f]) => [part, f.value])));
    }
    return null; // what this page cannot ask for stays as the server has it
  }
}
