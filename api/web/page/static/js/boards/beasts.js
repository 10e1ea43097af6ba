// The tigers and goats of Bagh-Chal, each around a point.

import { s } from '../dom.js';
import { at, circle, path } from './pieces.js';

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
