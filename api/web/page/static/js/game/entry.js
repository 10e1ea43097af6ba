// The text box: moves in the notation of the game, for those who would rather type.

import { button, h } from '../dom.js';
import { t } from '../i18n.js';

export class Entry {
  /** @param {import('./model.js').Game} game @param {string | undefined} notation @param {(move: string) => void} send */
  constructor(game, notation, send) {
    this.game = game;
    this.input = h('input', { class: 'inp', name: 'move', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 200, dir: 'ltr',
      'aria-label': t('entry.label'), placeholder: t('entry.label'), title: notation ?? null });
    this.el = h('form', { class: 'entry', on: { submit: (e) => {
      e.preventDefault();
      const text = this.input.value.trim();
      if (!text) return;
      this.input.value = '';
      send(text);
    } } }, this.input, button(t('entry.send'), { cls: 'sm', type: 'submit' }));
  }

  draw() {
    const { game } = this;
    this.el.hidden = !game.mine.length || game.over;
  }
}
