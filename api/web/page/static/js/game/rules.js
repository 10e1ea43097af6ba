// The rules of the kind, as the engine that keeps them has them written down. Every
// rule has its name, by which a refusal leads here.

import { h, put } from '../dom.js';
import { language, t } from '../i18n.js';
import { why } from '../why.js';

/**
 * Reads what the server sends: headings with ## for chapters and ### for rules.
 * @param {string} text @returns {{ chapter?: string, name?: string, title?: string, text: string[] }[]}
 */
export function read(text) {
  /** @type {{ chapter?: string, name?: string, title?: string, text: string[] }[]} */
  const parts = [];
  let open = true;
  for (const line of text.split('\n')) {
    const rule = /^### ([A-Z]+-\d+)\s*(.*)$/.exec(line), chapter = /^## (.+)$/.exec(line);
    if (rule) parts.push({ name: rule[1], title: rule[2], text: [] });
    else if (chapter) parts.push({ chapter: chapter[1], text: [] });
    else if (line.startsWith('# ')) continue;
    else if (!line.trim()) open = false;
    else {
      const part = parts.at(-1);
      if (!part) continue; // what stands before the first rule is for those who write code
      if (open && part.text.length) part.text.push(`${part.text.pop()} ${line.trim()}`);
      else part.text.push(line.trim());
      open = true;
      continue;
    }
    open = false;
  }
  return parts;
}

/** Text with `code` in it. @param {string} text */
const inline = (text) => text.split('`').map((part, i) => i % 2 ? h('code', { class: 'mono' }, part) : part.replaceAll('**', ''));

/** The rules tab. */
export class Rules {
  /** @param {import('./model.js').Game} game @param {HTMLElement} el where they are shown */
  constructor(game, el) {
    this.game = game;
    this.el = el;
    /** @type {Promise<void> | undefined} */
    this.loaded = undefined;
  }

  /** Draws them, once, and goes to a rule. @param {string} [name] */
  async open(name) {
    this.loaded ??= this.#load();
    try {
      await this.loaded;
    } catch (err) {
      this.loaded = undefined;
      return void put(this.el, h('p', { class: 'muted', role: 'alert' }, await why(err)));
    }
    if (!name) return; // opening the tab may be done with after going to a rule of it
    for (const el of this.el.querySelectorAll('.meant')) el.classList.remove('meant');
    const at = this.el.querySelector(`[id="${name}"]`);
    if (!(at instanceof HTMLElement)) return;
    at.classList.add('meant');
    at.scrollIntoView({ block: 'nearest' });
    at.focus({ preventScroll: true });
  }

  async #load() {
    const parts = read(await this.game.plylog.rules(this.game.kind));
    put(this.el, language() === 'en' ? null : h('p', { class: 'muted xs' }, t('rules.english')),
      h('div', { lang: 'en', dir: 'ltr' }, parts.map((p) => p.chapter ? h('h2', null, p.chapter)
        : h('section', { id: p.name, tabindex: '-1', class: 'rule-text', 'aria-label': p.name }, h('p', { class: 'hd' }, h('span', { class: 'rule' }, p.name), p.title ? [' ', h('b', null, p.title)] : null),
          p.text.map((x) => h('p', null, inline(x)))))));
  }
}
