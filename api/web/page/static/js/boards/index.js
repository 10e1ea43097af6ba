// Which board shows a kind of games. A kind that has none here is still played: its
// board line stands as text, and its moves as buttons.

import { h, put } from '../dom.js';
import { count, t } from '../i18n.js';
import { drawn } from './drawings.js';

/**
 * What the page needs of a board, whatever it is made of.
 * @typedef {{ el: Element, show: (shown: any) => void, undo: () => void, expect?: (move: string) => void, light?: (cells: string[]) => void }} Board
 * @typedef {{ make: (hooks: any) => Board, ratio: number, bottom?: 'first' | 'second', resigns?: string[], words: boolean,
 *   face?: (n: number) => Element, picture?: (seat: 'first' | 'second') => Element, thumb?: (line: string) => Element, counters?: (line: string, seat: 'first' | 'second', options?: any) => any[],
 *   trapped?: (line: string) => string[] }} BoardModule
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
  if (!mod) return { make: (hooks) => new Plain(hooks), ratio: 1, words: false, ...traits };
  const make = mod.maker ? await mod.maker() : options?.flips === 'manual' ? (await import('./byhand.js')).byHand(mod.kind) : (await import('./grid.js')).onGrid(mod.kind);
  return { ...mod, make, ratio: mod.ratio ?? 1, words: true, ...traits };
}

/** A board without a drawing. */
class Plain {
  /** @param {any} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** the place among the moves that the keyboard comes back to; 0: none */
    this.kept = 0;
    this.line = h('pre', { class: 'plain-line', tabindex: '0' });
    this.moves = h('div', { class: 'plain-moves', role: 'group', 'aria-label': t('plain.moves') });
    this.el = h('div', { class: 'plain card', role: 'region', 'aria-label': hooks.label }, this.line, this.moves);
  }

  /** @param {any} shown */
  show(shown) {
    this.line.textContent = shown.line;
    const choices = shown.choices ?? [], now = choices.map((c) => c.move).join('\n');
    const focused = document.activeElement, at = [...this.moves.children].indexOf(/** @type {any} */ (focused));
    if (at >= 0) this.kept = at;
    else if (focused !== this.line) this.kept = 0;
    if (now === this.open) return;
    this.open = now;
    put(this.moves, choices.length ? h('p', { class: 'sm muted' }, count('game.openMoves', choices.length)) : null,
      choices.map((c) => h('button', { type: 'button', class: 'btn sm', on: { click: () => this.hooks.play(c.move) } }, h('bdi', null, c.move))));
    // The keyboard stays among the moves; while there are none, on the line.
    const next = this.moves.children[Math.min(this.kept, choices.length)];
    if (this.kept) /** @type {HTMLElement} */ (next ?? this.line).focus();
  }

  undo() {}
}
