// The reversi board: felt, 8 by 8, a1 at the top left.

import { s } from '../dom.js';
import * as mark from './marks.js';
import { disc } from './pieces.js';

const FILES = 'abcdefgh', RAIL = 36;
export const ratio = 1;

const cells = Array.from({ length: 64 }, (_, i) => ({
  id: FILES[i % 8] + (Math.floor(i / 8) + 1), row: Math.floor(i / 8), col: i % 8, x: RAIL + 50 + 100 * (i % 8), y: RAIL + 50 + 100 * Math.floor(i / 8),
}));

/** The pieces of a board line: 64 of X O -, the side to move, the supplies. @param {string} line */
function read(line) {
  const out = new Map();
  cells.forEach((c, i) => { if (line[i] === 'X' || line[i] === 'O') out.set(c.id, line[i]); });
  return out;
}

const colour = (p) => p === 'X' ? 'ebony' : 'ivory';

function field(thumb) {
  const o = thumb ? 0 : RAIL;
  return [
    s('rect', { class: 'f-b', x: o, y: o, width: 800, height: 800, rx: thumb ? 0 : 4 }),
    !thumb && s('rect', { fill: 'url(#pNap)', x: o, y: o, width: 800, height: 800 }),
    s('path', { class: 'f-l', fill: 'none', d: Array.from({ length: 9 }, (_, k) => `M${o + 100 * k} ${o}v800M${o} ${o + 100 * k}h800`).join('') }),
    [2, 6].flatMap((a) => [2, 6].map((b) => s('circle', { class: 'f-d', cx: o + 100 * a, cy: o + 100 * b, r: 8 }))),
  ];
}

/** @type {import('./grid.js').Kind} */
export const kind = {
  width: 872, height: 872, cells, half: 50, radius: 40, turns: true, put: (line) => line[65],
  base: (flip) => [
    s('rect', { class: 'f-rail', width: 872, height: 872, rx: 14 }), s('rect', { class: 'hair', x: 1, y: 1, width: 870, height: 870, rx: 13 }),
    ...field(false),
    ...Array.from({ length: 8 }, (_, k) => [
      s('text', { class: 'f-t', x: 86 + 100 * k, y: 19, 'font-size': 25 }, FILES[flip ? 7 - k : k]),
      s('text', { class: 'f-t', x: 18, y: 87 + 100 * k, 'font-size': 25 }, String(flip ? 8 - k : k + 1)),
    ]).flat(),
  ],
  read,
  piece: (p, x, y) => disc(x, y, colour(p)),
  name: (p) => p === 'X' ? 'black' : 'white',
  last({ move, before, line }) {
    const to = /^[a-h][1-8]/.exec(move ?? '')?.[0];
    if (!to) return {};
    const was = read(before ?? ''), now = read(line);
    const flips = before ? [...now.keys()].filter((id) => was.has(id) && was.get(id) !== now.get(id)) : [];
    return { to, flips, marks: (at) => {
      const { x, y } = at(to);
      return {
        below: [mark.tint(x, y, false, 48.7)],
        above: [mark.placed(x, y - 1.5), ...flips.map((id) => mark.flipped(at(id).x, at(id).y - 1.5))],
      };
    } };
  },
};

/** What a seat is shown by. @param {'first' | 'second'} seat */
export const picture = (seat) => s('svg', { class: 'pic', viewBox: '-44 -44 88 90', 'aria-hidden': 'true' }, disc(0, 0, seat === 'first' ? 'ebony' : 'ivory'));

/** A small board. @param {string} line */
export const thumb = (line) => s('svg', { class: 'board thumb', viewBox: '0 0 800 800', 'aria-hidden': 'true' }, field(true),
  [...read(line)].map(([id, p]) => { const c = cells.find((x) => x.id === id); return disc(c.x - RAIL, c.y - RAIL, colour(p), { thumb: true }); }));

/** A close view for the lobby. */
export const art = () => s('svg', { viewBox: '0 0 400 300', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid slice' },
  s('rect', { class: 'f-b', width: 400, height: 300 }), s('rect', { fill: 'url(#pNap)', width: 400, height: 300 }),
  s('path', { class: 'f-l', d: 'M80-10v320M200-10v320M320-10v320M-10 30h420M-10 150h420M-10 270h420' }),
  [[140, 90, 'X'], [260, 90, 'O'], [140, 210, 'O'], [260, 210, 'X'], [20, 90, 'O'], [380, 210, 'X']].map(([x, y, p]) => disc(x, y, colour(p), { r: 48 })));

/** What is counted of a seat. @param {string} line @param {'first' | 'second'} seat */
export function counters(line, seat) {
  const mine = seat === 'first' ? 'X' : 'O';
  const supplies = line.split(' ').slice(2).map(Number);
  return [
    { key: 'discs', n: [...line.slice(0, 64)].filter((c) => c === mine).length },
    { key: 'supply', n: supplies[seat === 'first' ? 0 : 1] ?? 0 },
  ];
}

