// How a backgammon board is drawn: wool and walnut, with the viewer's home at the bottom
// right. The board that is played on is in backgammon.js, fetched where one plays.

import { s } from '../dom.js';
import { die } from './die.js';
import { checker } from './pieces.js';
import { f } from './materials.js';
import { read, pips, BAR, OFF } from './bgline.js';

export const ratio = 1.184;

/** Two drawings of one board: the compact one for narrow pages. */
export const WIDE = { bx0: 22, bw: 61, bar: 52, top: 38, bottom: 722, ph: 292, height: 760, r: 28, gap: 14, tray: 58 };
export const COMPACT = { bx0: 12, bw: 66, bar: 40, top: 38, bottom: 774, ph: 322, height: 812, r: 31, gap: 8, tray: 38 };

export const colour = (seat) => seat === 'first' ? 'ivory' : 'ebony';
export const other = (seat) => seat === 'first' ? 'second' : 'first';

/** @param {typeof WIDE} g @param {number} p a point as the viewer counts */
export function xOf(g, p) {
  const right = g.bx0 + 6 * g.bw + g.bar;
  if (p >= 19) return right + (p - 19) * g.bw + g.bw / 2;
  if (p >= 13) return g.bx0 + (p - 13) * g.bw + g.bw / 2;
  if (p >= 7) return g.bx0 + (12 - p) * g.bw + g.bw / 2;
  return right + (6 - p) * g.bw + g.bw / 2;
}

/** The middle of the k-th of n checkers on a point. */
function yOf(g, p, k, n) {
  const step = n <= 5 ? 2 * g.r : (g.ph - 8 - 2 * g.r) / (n - 1);
  return p <= 12 ? g.bottom - g.r - k * step : g.top + g.r + k * step;
}

export const barX = (g) => g.bx0 + 6 * g.bw + g.bar / 2;
export const trayX = (g) => g.bx0 + 12 * g.bw + g.bar + g.gap;

/** Where a checker stands. `mine` are the viewer's: their bar is above the middle. */
export function place(g, mine, p, k, n) {
  const at = mine ? p : 25 - p;
  if (p === BAR) return { x: barX(g), y: mine ? g.height / 2 - 62 - k * 58 : g.height / 2 + 62 + k * 58 };
  if (p === OFF) return { x: trayX(g) + g.tray / 2, y: mine ? g.bottom - 13 - 16 * k : g.top + 13 + 16 * k };
  return { x: xOf(g, at), y: yOf(g, at, k, n) };
}

/** Rail, fields, points, numbers, trays. */
export function base(g, thumb) {
  const fields = [g.bx0, g.bx0 + 6 * g.bw + g.bar];
  return [
    s('rect', { class: 'n-rail', width: 900, height: g.height, rx: 14 }),
    !thumb && [s('rect', { fill: 'url(#pGrain)', width: 900, height: g.height, rx: 14 }), s('rect', { class: 'hair', x: 1, y: 1, width: 898, height: g.height - 2, rx: 13 })],
    fields.map((x) => ['n-f', ...(thumb ? [] : ['', 'n-line'])].map((cls) => s('rect', { class: cls || null, fill: cls ? null : 'url(#pTwill)', x, y: g.top, width: 6 * g.bw, height: g.bottom - g.top }))),
    Array.from({ length: 24 }, (_, i) => {
      const p = i + 1, x = xOf(g, p), [y0, y1] = p <= 12 ? [g.bottom, g.bottom - g.ph] : [g.top, g.top + g.ph];
      return [
        s('path', { class: p % 2 ? 'n-b' : 'n-a', d: `M${f(x - g.bw / 2 + 2)} ${y0}L${f(x)} ${y1}L${f(x + g.bw / 2 - 2)} ${y0}z` }),
        !thumb && s('text', { class: 'n-t', x: f(x), y: p <= 12 ? g.height - 18 : 20, 'font-size': 24 }, String(p)),
      ];
    }),
    [g.top, g.bottom - 250].map((y) => s('rect', { class: 'n-deep', x: trayX(g), y, width: g.tray, height: 250, rx: 6 })),
    !thumb && s('path', { class: 'n-line', d: `M${barX(g)} 0V${g.height}` }),
  ];
}

/** The checkers of both seats. @returns {{ el: SVGElement, mine: boolean, p: number, k: number }[]} */
export function checkers(g, men, viewer, thumb) {
  const out = [];
  for (const seat of [viewer, other(viewer)]) {
    const mine = seat === viewer;
    men[seat].forEach((n, p) => {
      for (let k = 0; k < n; k++) {
        const { x, y } = place(g, mine, p, k, n);
        const el = p === OFF
          ? s('rect', { class: seat === 'first' ? 'off-i' : 'off-e', x: trayX(g) + 4, y: f(y - 7), width: g.tray - 8, height: 14, rx: 3 })
          : checker(x, y, colour(seat), { r: p === BAR ? 25 : g.r, n: !thumb && p !== BAR && n > 5 && k === n - 1 ? n : 0, thumb });
        out.push({ el: s('g', { class: 'piece' }, el), mine, p, k });
      }
    });
  }
  return out;
}

/** @param {'first' | 'second'} seat */
export const picture = (seat) => s('svg', { class: 'pic', viewBox: '-31 -31 62 62', 'aria-hidden': 'true' }, checker(0, 0, colour(seat)));

/** @param {string} line */
export const thumb = (line) => s('svg', { class: 'board thumb', viewBox: '0 0 900 760', 'aria-hidden': 'true' },
  base(WIDE, true), checkers(WIDE, read(line).men, 'first', true).map((x) => x.el));

/** A face of a die, to be pressed. @param {number} n */
export const face = (n) => s('svg', { viewBox: '-2 -2 60 62', width: 30, height: 31, 'aria-hidden': 'true' }, die(28, 28, n));

export const art = () => s('svg', { viewBox: '0 0 400 300', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid slice' },
  s('rect', { class: 'n-f', width: 400, height: 300 }), s('rect', { fill: 'url(#pTwill)', width: 400, height: 300 }),
  Array.from({ length: 5 }, (_, n) => s('path', { class: n % 2 ? 'n-a' : 'n-b', d: `M${-36 + 96 * n} 300L${10 + 96 * n} 20L${56 + 96 * n} 300z` })),
  checker(106, 256, 'ivory', { r: 44 }), checker(106, 170, 'ivory', { r: 44 }), checker(298, 256, 'ebony', { r: 44 }), checker(298, 170, 'ebony', { r: 44 }), checker(298, 84, 'ebony', { r: 44 }),
  die(188, 84, 5, { size: 62 }), die(30, 84, 3, { size: 62 }));

/** @param {string} line @param {'first' | 'second'} seat */
export function counters(line, seat) {
  const l = read(line);
  return [{ key: 'pips', n: pips(l.men[seat]) }, ...(l.length === 1 ? [] : [{ key: 'points', n: l.score[seat === 'first' ? 0 : 1] }])];
}

/** What is special about this game of a match. @param {string} line */
export const phase = (line) => read(line).crawford ? 'crawford' : '';

/** What makes boards to play on. @returns {Promise<(hooks: any) => any>} */
export const maker = async () => (await import('./backgammon.js')).make;
