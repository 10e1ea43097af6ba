// Which board shows a kind of games. A kind that has none here is still played
// (plain.js).

import { drawn } from './drawings.js';

/**
 * What the page needs of a board, whatever it is made of.
 * @typedef {{ el: Element, show: (shown: any) => void, undo: () => void, expect?: (move: string) => void, light?: (cells: string[]) => void }} Board
 * @typedef {{ make: (hooks: any) => Board, ratio: number, bottom?: 'first' | 'second', resigns?: string[], words: boolean,
 *   face?: (n: number) => Element, picture?: (seat: 'first' | 'second') => Element, thumb?: (line: string) => Element, counters?: (line: string, seat: 'first' | 'second', options?: any) => any[],
 *   trapped?: (line: string) => string[], phase?: (line: string) => string }} BoardModule
 */

/** What a board is like, by its kind. `bottom`: whose side lies at the bottom of the unturned board, where sides lie anywhere. */
const TRAITS = {
  checkers: { bottom: 'second' },
  backgammon: { bottom: 'first', resigns: ['single', 'gammon', 'backgammon'] },
};

/** The board of a kind, and of a game's options where they ask for another way to move. @param {string} kind @param {any} [options] @returns {Promise<BoardModule>} */
export async function boardOf(kind, options) {
  const traits = TRAITS[kind];
  const mod = await drawn(kind);
  if (!mod) return { make: (await import('./plain.js')).make, ratio: 1, words: false, ...traits };
  const make = mod.maker ? await mod.maker() : options?.flips === 'manual' ? (await import('./byhand.js')).byHand(mod.kind) : (await import('./grid.js')).onGrid(mod.kind);
  return { ...mod, make, ratio: mod.ratio ?? 1, words: true, ...traits };
}
