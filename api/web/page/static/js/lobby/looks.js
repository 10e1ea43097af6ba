// How kinds look in lists. A kind without drawings of its own gets a plain look.

import { s } from '../dom.js';
import { drawn } from '../boards/drawings.js';

/** The drawings of a kind: art, thumb, picture. @param {string} kind @returns {Promise<{ art?: () => Element, thumb?: (line: string) => Element, picture?: (seat: 'first' | 'second') => Element }>} */
export const drawings = async (kind) => await drawn(kind) ?? {};

/** The large picture of a kind: of one that nobody has drawn, a plain board. @param {string} kind */
export async function art(kind) {
  return (await drawings(kind)).art?.() ?? s('svg', { viewBox: '0 0 400 300', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid slice' },
    s('rect', { class: 's-edge', width: 400, height: 300 }),
    s('path', { class: 's-b', d: Array.from({ length: 24 }, (_, i) => [i % 6, Math.floor(i / 6)]).filter(([c, r]) => (c + r) % 2).map(([c, r]) => `M${80 * c - 40} ${80 * r - 10}h80v80h-80z`).join('') }),
    s('g', { class: 'ivory', transform: 'translate(160 110)' }, s('circle', { class: 'e', r: 32 }), s('circle', { class: 'b', r: 30 })),
    s('g', { class: 'ebony', transform: 'translate(240 190)' }, s('circle', { class: 'e', r: 32 }), s('circle', { class: 'b', r: 30 })));
}

/** A small sign of a kind: its second seat's piece on its board's ground. @param {string} kind */
export async function sign(kind) {
  const look = await drawings(kind);
  const ground = { baghchal: 's-b', backgammon: 'n-f', reversi: 'f-b', checkers: 'w-d' }[kind] ?? 's-edge';
  const piece = look.picture?.(kind === 'baghchal' ? 'second' : 'first');
  const el = s('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' }, s('rect', { class: ground, width: 40, height: 40 }));
  if (piece) {
    for (const [name, value] of Object.entries({ x: 5, y: 5, width: 30, height: 30 })) piece.setAttribute(name, String(value));
    el.append(piece);
  }
  return el;
}
