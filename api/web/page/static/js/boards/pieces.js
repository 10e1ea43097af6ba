// The pieces, each around a point. A thumb is a small one: flat, without its shadow.

import { s } from '../dom.js';
import { f } from './materials.js';

/** Where a piece lies. @param {number} x @param {number} y @param {number} [scale] */
export const at = (x, y, scale) => `translate(${f(x)} ${f(y)})${scale && scale !== 1 ? ` scale(${scale})` : ''}`;
export const circle = (cls, r, more) => s('circle', { class: cls, r: f(r), ...more });
export const path = (cls, d, more) => s('path', { class: cls, d, ...more });

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
