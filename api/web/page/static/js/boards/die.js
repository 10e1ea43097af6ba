// The dice and the doubling cube.

import { s } from '../dom.js';
import { f } from './materials.js';
import { at, circle } from './pieces.js';

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die. @param {number} x @param {number} y @param {number} n */
export function die(x, y, n, { size = 56, used = false } = {}) {
  return s('g', { class: `die${used ? ' used' : ''}`, transform: at(x - size / 2, y - size / 2) },
    s('rect', { class: 'sh', x: 1, y: 4, width: size, height: size, rx: f(size * 0.2) }), s('rect', { class: 'e', width: size, height: size, rx: f(size * 0.2) }),
    s('rect', { class: 'b', x: 1.5, y: 1.5, width: size - 3, height: size - 3, rx: f(size * 0.18) }),
    (PIPS[n] ?? []).map((k) => circle('p', size * 0.088, { cx: f(size * (0.25 + 0.25 * (k % 3))), cy: f(size * (0.25 + 0.25 * Math.floor(k / 3))) })));
}

/** The doubling cube. @param {number} x @param {number} y @param {number} n */
export function cube(x, y, n, size = 44) {
  return s('g', { class: 'cube', transform: at(x - size / 2, y - size / 2) },
    s('rect', { class: 'sh', x: 1, y: 3, width: size, height: size, rx: 7 }), s('rect', { class: 'e', width: size, height: size, rx: 7 }),
    s('rect', { class: 'b', x: 1.5, y: 1.5, width: size - 3, height: size - 3, rx: 6 }),
    s('text', { x: size / 2, y: size / 2 + 1, 'font-size': n < 10 ? 26 : 22 }, String(n)));
}
