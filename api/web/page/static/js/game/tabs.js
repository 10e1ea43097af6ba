// The tabs beside the board. The arrows go from one to the next.

import { h, put } from '../dom.js';
import { t } from '../i18n.js';

export class Tabs {
  /** @param {{ name: string, pane: Element, open?: () => void }[]} tabs @param {string} first @param {(name: string) => void} changed */
  constructor(tabs, first, changed) {
    this.tabs = tabs;
    this.changed = changed;
    this.heads = tabs.map(({ name }) => h('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `pane-${name}`, on: { click: () => this.show(name) } }, t(`tab.${name}`)));
    for (const { name, pane } of tabs) {
      pane.setAttribute('role', 'tabpanel');
      pane.setAttribute('aria-labelledby', `tab-${name}`);
      pane.id = `pane-${name}`;
      pane.classList.add('pane');
    }
    this.el = h('section', { class: 'g-log' });
    put(this.el, h('div', { class: 'tabs', role: 'tablist', on: { keydown: (e) => this.#key(e) } }, this.heads), tabs.map((x) => x.pane));
    this.show(tabs.some((x) => x.name === first) ? first : tabs[0].name, true);
  }

  /** @param {string} name @param {boolean} [quiet] */
  show(name, quiet) {
    this.name = name;
    this.tabs.forEach((tab, i) => {
      const on = tab.name === name;
      this.heads[i].setAttribute('aria-selected', String(on));
      this.heads[i].tabIndex = on ? 0 : -1;
      /** @type {HTMLElement} */ (tab.pane).hidden = !on;
      if (on) tab.open?.();
    });
    this.el.classList.toggle('tall', name === 'audit');
    if (!quiet) this.changed(name);
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    const i = this.heads.indexOf(/** @type {any} */ (document.activeElement)), by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (i < 0 || !by) return;
    e.preventDefault();
    e.stopPropagation();
    const to = (i + (document.documentElement.dir === 'rtl' ? -by : by) + this.tabs.length) % this.tabs.length;
    this.show(this.tabs[to].name);
    this.heads[to].focus();
  }
}
