// The Bagh-Chal board: a slab of slate with carved lines, points a1 to e5.

import { s } from '../dom.js';
import * as mark from './marks.js';
import { goat, tiger } from './beasts.js';

const FILES = 'abcde';
const LINES = 'M96 96h680v680h-680zM96 266h680M96 436h680M96 606h680M266 96v680M436 96v680M606 96v680M96 96l680 680M776 96l-680 680M436 96l340 340l-340 340l-340-340z';
export const ratio = 1;

const cells = Array.from({ length: 25 }, (_, i) => ({
  id: FILES[i % 5] + (5 - Math.floor(i / 5)), row: Math.floor(i / 5), col: i % 5, x: 96 + 170 * (i % 5), y: 96 + 170 * Math.floor(i / 5),
}));

/** The pieces of a board line: rows from the top, T and G, numbers for empty points. @param {string} line */
function read(line) {
  const out = new Map();
  line.split(' ')[0].split('/').forEach((row, r) => {
    let c = 0;
    for (const x of row) {
      if (x === 'T' || x === 'G') out.set(FILES[c++] + (5 - r), x);
      else c += Number(x) || 1;
    }
  });
  return out;
}

/** The point between two, if there is one. @param {string} a @param {string} b */
function between(a, b) {
  const file = (FILES.indexOf(a[0]) + FILES.indexOf(b[0])) / 2, rank = (Number(a[1]) + Number(b[1])) / 2;
  return Number.isInteger(file) && Number.isInteger(rank) ? FILES[file] + rank : undefined;
}

/** @type {import('./grid.js').Kind} */
export const kind = {
  width: 872, height: 872, cells, half: 82, radius: 52, quiet: true, put: () => 'G',
  base: (flip) => [
    s('rect', { class: 's-edge', width: 872, height: 872, rx: 16 }), s('rect', { class: 's-b', x: 5, y: 5, width: 862, height: 860, rx: 13 }),
    s('rect', { fill: 'url(#pSlate)', x: 5, y: 5, width: 862, height: 860, rx: 13 }), s('rect', { class: 'hair', x: 6, y: 6, width: 860, height: 858, rx: 12 }),
    s('path', { class: 's-k', d: LINES, transform: 'translate(-1 -2.5)' }), s('path', { class: 's-c', d: LINES }),
    s('g', { class: 's-p' }, cells.map((c) => s('circle', { cx: c.x, cy: c.y, r: 8 }))),
    ...Array.from({ length: 5 }, (_, k) => [
      s('text', { class: 's-t', x: 96 + 170 * k, y: 852, 'font-size': 25 }, FILES[flip ? 4 - k : k]),
      s('text', { class: 's-t', x: 21, y: 97 + 170 * k, 'font-size': 25 }, String(flip ? k + 1 : 5 - k)),
    ]).flat(),
  ],
  read,
  piece: (p, x, y, { trapped } = {}) => p === 'T' ? tiger(x, y, { scale: 1.12, trapped }) : goat(x, y, { scale: 1.12 }),
  name: (p) => p === 'T' ? 'tiger' : 'goat',
  last({ move }) {
    const [a, b] = (move ?? '').split(/[-x]/);
    if (!/^[a-e][1-5]$/.test(a ?? '')) return {};
    const to = b ?? a;
    const takes = move.includes('x') ? [between(a, b)].filter(Boolean) : [];
    return { from: b ? a : undefined, to, path: b ? [a, b] : [], takes, marks: (at) => ({
      below: b ? [mark.lastFrom(at(a).x, at(a).y, 16)] : [], above: [mark.lastTo(at(to).x, at(to).y, 46)],
    }) };
  },
};

/** The tigers that no step and no capture is open to, by the lines of the board. @param {string} line */
export function trapped(line) {
  const pieces = read(line);
  const free = (id, dx, dy) => {
    const file = FILES.indexOf(id[0]), rank = Number(id[1]);
    const to = (k) => { const x = file + k * dx, y = rank + k * dy; return x >= 0 && x < 5 && y >= 1 && y <= 5 ? FILES[x] + y : undefined; };
    const one = to(1), two = to(2);
    return one && (!pieces.has(one) || pieces.get(one) === 'G' && two && !pieces.has(two));
  };
  return [...pieces].filter(([, p]) => p === 'T').map(([id]) => id).filter((id) => {
    const diagonal = (FILES.indexOf(id[0]) + Number(id[1]) - 1) % 2 === 0;
    for (let dx = -1; dx <= 1; dx++) for (let dy = -1; dy <= 1; dy++) {
      if ((dx || dy) && (diagonal || !dx || !dy) && free(id, dx, dy)) return false;
    }
    return true;
  });
}

/** @param {'first' | 'second'} seat */
export const picture = (seat) => seat === 'first'
  ? s('svg', { class: 'pic', viewBox: '-44 -44 88 88', 'aria-hidden': 'true' }, goat(0, 0))
  : s('svg', { class: 'pic', viewBox: '-56 -58 112 114', 'aria-hidden': 'true' }, tiger(0, 0));

/** @param {string} line */
export const thumb = (line) => s('svg', { class: 'board thumb', viewBox: '0 0 872 872', 'aria-hidden': 'true' },
  s('rect', { class: 's-b', width: 872, height: 872 }), s('path', { class: 's-c', d: LINES, 'stroke-width': 9 }),
  [...read(line)].map(([id, p]) => { const c = cells.find((x) => x.id === id); return p === 'T' ? tiger(c.x, c.y, { scale: 1.35, thumb: true }) : goat(c.x, c.y, { scale: 1.4, thumb: true }); }));

export const art = () => s('svg', { viewBox: '0 0 400 300', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid slice' },
  s('rect', { class: 's-b', width: 400, height: 300 }), s('path', { class: 's-c', d: 'M-40 60h480M-40 240h480M110-40v400M290-40v400M-70 -120l540 540M-70 420l540-540' }),
  tiger(110, 72, { scale: 1.2 }), goat(290, 60, { scale: 1.25 }), goat(290, 240, { scale: 1.25 }), goat(110, 240, { scale: 1.25 }));

/** @param {string} line @param {'first' | 'second'} seat */
export function counters(line, seat) {
  const [, , hand, lost] = line.split(' ');
  return seat === 'first'
    ? [{ key: 'hand', n: Number(hand) }, { key: 'lost', n: Number(lost) }]
    : [{ key: 'captured', n: Number(lost), of: 5 }, { key: 'trapped', n: trapped(line).length, of: 4, square: true }];
}

/** What part of the game this is, by the name of its word. @param {string} line */
export const phase = (line) => Number(line.split(' ')[2]) ? 'placing' : 'moving';
