// The fields of a form: each has an element, a value, and a place for what was wrong
// with it.

import { h, put } from '../dom.js';

/**
 * @template T
 * @typedef {{ el: HTMLElement, value: T, refuse: (text: string | undefined) => void }} Field
 */

let made = 0;
/** A name that nothing else on the page has. @param {string} name */
const unique = (name) => `f${++made}-${name}`;

/** What was wrong: beside the field, and told to whoever hears the page. @param {Element[]} inputs */
function wrong(inputs) {
  const el = h('p', { class: 'wrong', id: unique('wrong'), role: 'alert' });
  return { el, refuse: (/** @type {string | undefined} */ text) => {
    put(el, text);
    for (const x of inputs) {
      if (text) {
        x.setAttribute('aria-invalid', 'true');
        x.setAttribute('aria-describedby', el.id);
      } else {
        x.removeAttribute('aria-invalid');
      }
    }
  } };
}

/**
 * One of a few, side by side.
 * @param {string} label @param {{ value: string, label: string, picture?: Element }[]} choices @param {string} value @param {(value: string) => void} [changed]
 * @returns {Field<string> & { choose: (value: string) => void }}
 */
export function segments(label, choices, value, changed) {
  const name = unique('seg');
  const inputs = choices.map((c) => h('input', { type: 'radio', name, value: c.value, checked: c.value === value, class: 'sr', on: { change: () => changed?.(c.value) } }));
  const { el, refuse } = wrong(inputs);
  return {
    el: h('fieldset', { class: 'field' }, h('legend', { class: 'lab' }, label),
      h('div', { class: 'seg' }, choices.map((c, i) => h('label', null, inputs[i], c.picture, h('bdi', null, c.label)))), el),
    get value() { return inputs.find((x) => x.checked)?.value ?? value; },
    choose: (to) => { for (const x of inputs) x.checked = x.value === to; },
    refuse,
  };
}

/**
 * One of several. @param {string} label @param {{ value: string, label: string }[]} choices @param {string} value @param {(value: string) => void} [changed]
 * @returns {Field<string>}
 */
export function select(label, choices, value, changed, help) {
  const id = unique('select');
  const input = h('select', { id, class: 'inp', on: { change: () => changed?.(input.value) } }, choices.map((c) => h('option', { value: c.value, selected: c.value === value }, c.label)));
  const { el, refuse } = wrong([input]);
  return { el: h('div', { class: 'field' }, h('label', { for: id }, label), input, hint(help), el), get value() { return input.value; }, set value(to) { input.value = to; }, refuse };
}

/**
 * A number. @param {string} label @param {number} value @param {{ min?: number, max?: number, unit?: string, help?: any, changed?: () => void }} [o]
 * @returns {Field<number>}
 */
export function numeric(label, value, { min, max, unit, help, changed } = {}) {
  const id = unique('number');
  const input = h('input', { id, class: 'inp', type: 'number', inputmode: 'numeric', dir: 'ltr', min: min ?? null, max: max ?? null, step: 1, value: String(value), on: { input: () => changed?.() } });
  const { el, refuse } = wrong([input]);
  return { el: h('div', { class: 'field' }, h('label', { for: id }, label), h('div', { class: 'row' }, input, unit && h('span', { class: 'muted sm' }, unit)), hint(help), el),
    get value() { return input.value === '' ? NaN : Number(input.value); }, refuse };
}

/**
 * A text. @param {string} label @param {string} value @param {{ type?: string, autocomplete?: string, inputmode?: string, max?: number, help?: any, dir?: string, cls?: string }} [o]
 * @returns {Field<string>}
 */
export function text(label, value, { type = 'text', autocomplete, inputmode, max, help, dir, cls = '' } = {}) {
  const id = unique('text');
  const input = h('input', { id, class: `inp ${cls}`.trim(), type, autocomplete: autocomplete ?? 'off', inputmode: inputmode ?? null, maxlength: max ?? null, dir: dir ?? null, spellcheck: 'false', value });
  const { el, refuse } = wrong([input]);
  return { el: h('div', { class: 'field' }, h('label', { for: id }, label), input, hint(help), el), get value() { return input.value.trim(); }, set value(to) { input.value = to; },
    refuse: (why) => { refuse(why); if (why) input.focus(); } };
}

/**
 * Yes or no. @param {string} label @param {string | Element | undefined} help @param {boolean} value @param {(value: boolean) => void} [changed]
 * @returns {Field<boolean>}
 */
export function toggle(label, help, value, changed) {
  const input = h('input', { type: 'checkbox', role: 'switch', checked: value, class: 'sr', on: { change: () => changed?.(input.checked) } });
  const { el, refuse } = wrong([input]);
  return { el: h('div', { class: 'field' }, h('label', { class: 'sw' }, h('span', null, label, ' ', help && h('small', null, help)), input, h('i')), el),
    get value() { return input.checked; }, set value(to) { input.checked = to; }, refuse };
}

/** @param {any} help */
const hint = (help) => help && h('p', { class: 'xs muted' }, help);
