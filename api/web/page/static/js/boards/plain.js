// The board of a kind that nobody has drawn: its board line stands as text, and its
// moves as buttons.

import { h, put } from '../dom.js';
import { count, t } from '../i18n.js';

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

/** @param {any} hooks */
export const make = (hooks) => new Plain(hooks);
