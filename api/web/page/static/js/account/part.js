// A part of the account: a card with a heading, a list, and what went wrong.

import { button, h, icon, put } from '../dom.js';
import { t } from '../i18n.js';
import { Problem } from '../plylog.js';
import { why } from '../why.js';

export class Part {
  /** @param {import('../app.js').Page} page @param {string} name of its sentences */
  constructor(page, name) {
    this.page = page;
    this.account = page.account;
    this.wrong = h('div', { role: 'alert' });
    this.body = h('div', { class: 'form' });
    this.el = h('section', { class: 'card part', 'aria-labelledby': `p-${name}` }, h('h2', { id: `p-${name}`, tabindex: '-1' }, t(`${name}.title`)), h('p', { class: 'sm muted' }, t(`${name}.text`)), this.body, this.wrong);
  }

  /** Does something about the account, and says why where it was not done; true if it was. @param {() => Promise<any>} act */
  async attempt(act) {
    put(this.wrong);
    try {
      await act();
      return true;
    } catch (err) {
      if (this.page.left.aborted) return false;
      if (err instanceof Problem && err.slug === 'signed-out') await this.account.load();
      else put(this.wrong, await this.#told(err));
      return false;
    }
  }

  /** @param {unknown} err */
  async #told(err) {
    if (!(err instanceof Problem && err.slug === 'sign-in-again')) return h('p', { class: 'wrong' }, await why(err));
    return h('div', { class: 'note warn' }, icon('lock'), h('b', null, t('me.again')), h('span'), h('p', null, t('me.againText')),
      h('div', { class: 'acts' }, h('a', { class: 'btn sm pri', href: '/signin?next=/me' }, t('nav.signin'))));
  }

  /** A button that does something once at a time. @param {string} label @param {() => Promise<any>} act @param {any} [props] */
  act(label, act, props = {}) {
    const b = button(label, { cls: 'sm', ...props, on: { click: async () => {
      b.disabled = true;
      await this.attempt(act);
      b.disabled = false;
    } } });
    return b;
  }

  /** A line of a list: what it is, what is known of it, what can be done. @param {any} title @param {any[]} facts @param {any} [does] */
  line(title, facts, does) {
    return h('li', null, h('div', null, h('b', null, h('bdi', null, title)), h('p', { class: 'xs muted' }, facts.filter(Boolean).map((f, i) => [i > 0 && ' · ', f]))), does);
  }
}
