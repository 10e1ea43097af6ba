// The pieces, each around a point. A thumb is a small one: flat, without its shadow.

import { s } from '../dom.js';
import { f } from './materials.js';

const at = (x, y, scale) => `translate(${f(x)} ${f(y)})${scale && scale !== 1 ? ` scale(${scale})` : ''}`;
const circle = (cls, r, more) => s('circle', { class: cls, r: f(r), ...more });
const path = (cls, d, more) => s('path', { class: cls, d, ...more });

/** A checkers man or king. @param {number} x @param {number} y @param {'red' | 'ivory'} colour */
export function man(x, y, colour, { r = 38, king = false, thumb = false } = {}) {
  const layer = (dy, top) => {
    const g = s('g', { transform: `translate(0 ${dy})` }, circle('e', r), circle('b', r - 2.5));
    if (!thumb && top) {
      g.append(circle('g mill', r - 7, { 'stroke-dasharray': '3.2 4.2' }));
      if (king) g.append(circle('g', r * 0.66), path('crown', 'M-19 13L-22-9L-9.500 1L0-16L9.500 1L22-9L19 13Z'));
      else g.append(circle('g', r * 0.62), circle('g', r * 0.3));
      g.append(path('sheen', `M${f(-r * 0.78)} ${f(-r * 0.36)}A${f(r * 0.86)} ${f(r * 0.86)} 0 0 1 ${f(-r * 0.2)} ${f(-r * 0.83)}`));
    } else if (top && king) {
      g.append(path('crown', 'M-19 13L-22-9L-9 1L0-16L9 1L22-9L19 13Z'));
    }
    return g;
  };
  return s('g', { class: colour, transform: at(x, y) },
    !thumb && circle('sh', r, { cx: 2, cy: king ? 10 : 6 }),
    king ? [layer(6, false), layer(-5, true)] : layer(0, true));
}

/** A reversi disc: two layers, the lower one of the other colour. @param {number} x @param {number} y @param {'ebony' | 'ivory'} colour */
export function disc(x, y, colour, { r = 40, thumb = false } = {}) {
  const under = colour === 'ebony' ? 'ivory' : 'ebony';
  return s('g', { class: 'disc', transform: at(x, y) },
    !thumb && circle('sh', r, { cx: 2, cy: 8 }),
    s('g', { class: under }, circle('e', r, { cy: 4 }), circle('b', r - 1.5, { cy: 4 })),
    s('g', { class: colour }, circle('e', r, { cy: -1.5 }), circle('b', r - 1.5, { cy: -1.5 }),
      !thumb && path('sheen', `M${f(-r * 0.8)} ${f(-r * 0.36)}A${f(r * 0.88)} ${f(r * 0.88)} 0 0 1 ${f(-r * 0.2)} ${f(-r * 0.86)}`)));
}

/** A backgammon checker, with a count where it stands for many. @param {number} x @param {number} y @param {'ivory' | 'ebony'} colour */
export function checker(x, y, colour, { r = 28, n = 0, thumb = false } = {}) {
  return s('g', { class: colour, transform: at(x, y) },
    !thumb && circle('sh', r, { cx: 1.5, cy: 4 }), circle('e', r), circle('b', r - 1.8),
    n ? s('text', { class: 'cnt', 'font-size': 26, y: 1 }, String(n))
      : !thumb && [circle('g', r * 0.6, { 'stroke-width': 2 }),
        path('sheen', `M${f(-r * 0.76)} ${f(-r * 0.36)}A${f(r * 0.84)} ${f(r * 0.84)} 0 0 1 ${f(-r * 0.2)} ${f(-r * 0.82)}`)]);
}

const STRIPES = 'M0-43q-6 10 0 24q6-14 0-24zM-15-40q-3 10 6 20q2-13-6-20zM15-40q3 10-6 20q-2-13 6-20zM-46-6q11 0 19 7q-12 2-19-7zM46-6q-11 0-19 7q12 2 19-7zM-44 11q10-3 18 2q-9 6-18-2zM44 11q-10-3-18 2q9 6 18-2z';

/** The mark of a trapped tiger. */
export const lock = () => s('g', { transform: 'translate(38 38)' }, circle('lock', 20), path('lock2', 'M-10 0h20M0-10v20', { transform: 'rotate(45)' }));

/** A tiger. @param {number} x @param {number} y */
export function tiger(x, y, { scale = 1, trapped = false, thumb = false } = {}) {
  const ear = (side) => [circle('e', 17, { cx: 31 * side, cy: -35 })];
  return s('g', { class: 'tiger', transform: at(x, y, scale) },
    !thumb && path('sh', 'M3-40a50 50 0 1 1-.1 0z', { transform: 'translate(0 -2)' }),
    ear(-1), ear(1), circle('e', 50),
    circle('b', 13, { cx: -31, cy: -35 }), circle('b', 13, { cx: 31, cy: -35 }), circle('s', 6, { cx: -31.5, cy: -36 }), circle('s', 6, { cx: 31.5, cy: -36 }),
    circle('b', 46.5), path('s', STRIPES),
    path('m', 'M0 7C15 7 27 15 27 25C27 35 15 38 0 43C-15 38-27 35-27 25C-27 15-15 7 0 7z'), path('s', 'M-13 9q13-6 26 0q-2 11-13 15q-11-4-13-15z'),
    path('o', 'M0 23v8m-9.500 2.500q6 2 9.500-2.500q3.500 4.500 9.500 2.500'), path('s', 'M-29-13q10-5 20 7q-14 5-20-7zM29-13q-10-5-20 7q14 5 20-7z'),
    trapped && lock());
}

/** A goat. @param {number} x @param {number} y */
export function goat(x, y, { scale = 1, thumb = false } = {}) {
  return s('g', { class: 'goat', transform: at(x, y, scale) },
    !thumb && circle('sh', 39, { cx: 2, cy: 7 }), circle('e', 39), circle('b', 36),
    path('o', 'M-7-9C-8-21-14-26-22-25M7-9C8-21 14-26 22-25'),
    path('s', 'M-11-9q11-5 22 0l-5 26q-6 8-12 0zM-12-6q-11-3-17 5q8 6 17 1zM12-6q11-3 17 5q-8 6-17 1z'),
    circle('y', 2.3, { cx: -5.5, cy: -1 }), circle('y', 2.3, { cx: 5.5, cy: -1 }));
}

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
