// The checkers board: ash and oak, squares 1 to 32 on the dark ones. Red begins at the
// top of the unturned board; a seat that plays red sees it turned.

import { s } from '../dom.js';
import * as mark from './marks.js';
import { man } from './pieces.js';

const RAIL = 20;
export const ratio = 1;

const cells = Array.from({ length: 32 }, (_, i) => {
  const row = Math.floor(i / 4), col = 2 * (i % 4) + (row % 2 === 0 ? 1 : 0);
  return { id: String(i + 1), row, col, x: RAIL + 100 * col + 50, y: RAIL + 100 * row + 50 };
});

/** The pieces of a PDN FEN: B red, W white, small for men. @param {string} line */
function read(line) {
  const out = new Map();
  for (const part of line.split(':').slice(1)) {
    const side = part[0];
    for (const word of part.slice(1).split(',')) {
      const m = /^(K?)(\d+)(?:-(\d+))?$/.exec(word.trim());
      if (!m) continue;
      for (let n = Number(m[2]); n <= Number(m[3] ?? m[2]); n++) out.set(String(n), m[1] ? side : side.toLowerCase());
    }
  }
  return out;
}

const look = (p) => ({ colour: p === 'b' || p === 'B' ? 'red' : 'ivory', king: p === 'B' || p === 'W' });

function field(thumb) {
  const o = thumb ? 0 : RAIL;
  const light = Array.from({ length: 64 }, (_, i) => [i % 8, Math.floor(i / 8)]).filter(([c, r]) => (r + c) % 2 === 0).map(([c, r]) => `M${o + 100 * c} ${o + 100 * r}h100v100h-100z`).join('');
  return [
    s('rect', { class: 'w-d', x: o, y: o, width: 800, height: 800 }),
    !thumb && s('rect', { fill: 'url(#pGrain)', x: o, y: o, width: 800, height: 800 }),
    s('path', { class: 'w-l', d: light }), !thumb && s('path', { fill: 'url(#pGrainV)', d: light }),
  ];
}

/** The squares of a move, and what it jumps over. @param {string} move */
function path(move) {
  const squares = move.split(/[-x]/);
  const takes = !move.includes('x') ? [] : squares.slice(1).map((to, i) => {
    const a = cells[Number(squares[i]) - 1], b = cells[Number(to) - 1];
    return cells.find((c) => c.row === (a.row + b.row) / 2 && c.col === (a.col + b.col) / 2)?.id ?? '';
  });
  return { squares, takes };
}

/** @type {import('./grid.js').Kind} */
export const kind = {
  width: 840, height: 840, cells, half: 50, radius: 38,
  base: (flip) => [
    s('rect', { class: 'w-rail', width: 840, height: 840, rx: 14 }), s('rect', { class: 'hair', x: 1, y: 1, width: 838, height: 838, rx: 13 }),
    ...field(false),
    ...cells.map((c) => s('text', { class: 'w-n', x: (flip ? 840 - c.x : c.x) + 46, y: (flip ? 840 - c.y : c.y) - 37, 'font-size': 20 }, c.id)),
    s('rect', { class: 'n-line', x: RAIL, y: RAIL, width: 800, height: 800 }),
  ],
  read,
  piece: (p, x, y) => man(x, y, look(p).colour, { king: look(p).king }),
  name: (p) => ({ b: 'redMan', B: 'redKing', w: 'whiteMan', W: 'whiteKing' })[p],
  last({ move }) {
    const { squares, takes } = path(move ?? '');
    const from = squares[0], to = squares[squares.length - 1];
    if (!cells[Number(from) - 1] || !cells[Number(to) - 1]) return {};
    return { from, to, path: squares, takes, marks: (at) => {
      const a = at(from), b = at(to);
      return { below: [mark.tint(b.x, b.y), mark.tint(a.x, a.y, true)], above: [mark.lastFrom(a.x, a.y, 14)] };
    } };
  },
};

/** @param {'first' | 'second'} seat */
export const picture = (seat) => s('svg', { class: 'pic', viewBox: '-44 -44 88 88', 'aria-hidden': 'true' }, man(0, 0, seat === 'first' ? 'red' : 'ivory'));

/** @param {string} line */
export const thumb = (line) => s('svg', { class: 'board thumb', viewBox: '0 0 800 800', 'aria-hidden': 'true' }, field(true),
  [...read(line)].map(([id, p]) => { const c = cells[Number(id) - 1]; return man(800 - (c.x - RAIL), 800 - (c.y - RAIL), look(p).colour, { king: look(p).king, thumb: true }); }));

export const art = () => s('svg', { viewBox: '0 0 400 300', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid slice' },
  s('rect', { class: 'w-d', width: 400, height: 300 }), s('rect', { fill: 'url(#pGrain)', width: 400, height: 300 }),
  s('path', { class: 'w-l', d: 'M-60-90h120v120h-120zM180-90h120v120h-120zM60 30h120v120h-120zM300 30h120v120h-120zM-60 150h120v120h-120zM180 150h120v120h-120zM60 270h120v120h-120zM300 270h120v120h-120z' }),
  man(240, 90, 'ivory', { r: 48 }), man(120, 210, 'red', { r: 48, king: true }), man(360, 210, 'ivory', { r: 48 }));

/** @param {string} line @param {'first' | 'second'} seat */
export function counters(line, seat) {
  const all = [...read(line).values()];
  const [man_, king] = seat === 'first' ? ['b', 'B'] : ['w', 'W'];
  const theirs = all.filter((p) => p.toLowerCase() !== man_).length;
  return [
    { key: 'men', n: all.filter((p) => p === man_).length }, { key: 'kings', n: all.filter((p) => p === king).length },
    { key: 'captured', n: Math.max(0, 12 - theirs) },
  ];
}
