// The marks on boards: one set for all of them, each of a shape of its own.

import { s } from '../dom.js';
import { f } from './materials.js';

const circle = (cls, x, y, r, more) => s('circle', { class: cls, cx: f(x), cy: f(y), r: f(r), ...more });

/** A ring in its casing. @param {number} x @param {number} y @param {number} r */
function ring(x, y, r, width = 6, cls = 'mk-ring', dash) {
  const more = { 'stroke-dasharray': dash };
  return [circle('mk-ring0', x, y, r, { 'stroke-width': width + 4, ...more }), circle(cls, x, y, r, { 'stroke-width': width, ...more })];
}

/** Where the selected piece may go. */
export const legal = (x, y, r = 12) => s('g', { class: 'mark-legal' }, circle('mk-case', x, y, r + 3), circle('mk-dot', x, y, r));
/** The selected piece; it lies under the piece. */
export const selected = (x, y, r) => s('g', { class: 'mark-selected' }, circle('mk-sel', x, y, r + 8), ring(x, y, r + 7, 7));
/** A piece that can move. */
export const selectable = (x, y, r) => s('g', { class: 'mark-selectable' }, ring(x, y, r + 4, 3.2, 'mk-ring mk-able'));
/** A piece that would be captured, or hit. */
export function hit(x, y, r, width = 7) {
  const R = r + 6, quarter = 2 * Math.PI * R / 4, gap = quarter * 0.34;
  return s('g', { class: 'mark-hit', transform: `rotate(${f(gap / 2 / R * 180 / Math.PI)} ${f(x)} ${f(y)})` }, ring(x, y, R, width, 'mk-hit', `${f(quarter - gap)} ${f(gap)}`));
}
/** Where the last move came from, and went to. */
export const lastFrom = (x, y, r = 13) => s('g', { class: 'mark-last' }, ring(x, y, r, 3.5, 'mk-last'));
export const lastTo = (x, y, r) => s('g', { class: 'mark-last' }, ring(x, y, r + 4, 3.5, 'mk-last'));
/** A disc that was just placed, and one that was just flipped. */
export const placed = (x, y) => s('g', { class: 'mark-last' }, ring(x, y, 14, 4, 'mk-last'));
export const flipped = (x, y) => circle('mk-flip', x, y, 9);
/** What a rule bars. @param {string} text why, in two characters */
export const barred = (x, y, text = '3×', r = 34) => s('g', { class: 'mark-barred' }, circle('mk-barbg', x, y, r), circle('mk-bar', x, y, r), s('text', { class: 'mk-bart', x: f(x), y: f(y + 1), 'font-size': 27 }, text));
/** A square that the last move left (low) or came to. */
export const tint = (x, y, low = false, half = 50) => s('rect', { class: `mk-tint${low ? ' lo' : ''}`, x: f(x - half), y: f(y - half), width: 2 * half, height: 2 * half });
/** Where the keyboard is: the only square mark. */
export const focus = (x, y, half, rx = 14) => s('g', { class: 'mark-focus' },
  s('rect', { class: 'mk-foc', x: f(x - half), y: f(y - half), width: f(2 * half), height: f(2 * half), rx }),
  s('rect', { class: 'mk-foc2', x: f(x - half + 5), y: f(y - half + 5), width: f(2 * half - 10), height: f(2 * half - 10), rx: rx - 4 }));
