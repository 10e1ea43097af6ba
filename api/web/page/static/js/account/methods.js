// The ways to sign in: the address, providers, passkeys.

import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { text } from '../lobby/fields.js';
import { Part } from './part.js';
import * as passkey from './passkey.js';
import { day, refused } from './words.js';

export class Methods extends Part {
  /** @param {import('../app.js').Page} page */
  constructor(page) {
    super(page, 'methods');
    this.refused = refused(page.query);
  }

  async load() {
    await this.attempt(async () => {
      const { methods } = await this.account.ask('GET', '/me/methods');
      if (!this.page.left.aborted) this.#show(methods);
    });
    if (!this.refused || this.page.left.aborted) return;
    put(this.wrong, this.refused);
    this.refused = undefined;
    this.el.scrollIntoView({ block: 'nearest' });
  }

  /** @param {any[]} methods */
  #show(methods) {
    const ways = this.account.me.signin ?? { providers: [], passkeys: false };
    const has = (/** @type {string} */ name) => methods.some((m) => m.kind === 'provider' && m.name === name);
    put(this.body, h('ul', { class: 'lines' }, methods.map((m) => this.line(m.title ?? m.name,
      [t(`way.${m.kind}`), [t('me.added'), ' ', day(m.added)], m.used && [t('me.used'), ' ', day(m.used)], !m.works && t('methods.off')],
      m.kind !== 'mail' && this.act(t('methods.remove'), async () => {
        await this.account.ask('DELETE', `/me/methods/${encodeURIComponent(m.id)}`);
        await this.load();
        this.el.querySelector('h2')?.focus();
      }, { 'aria-label': t('methods.removeLabel', { name: m.title ?? m.name }) })))),
    ways.providers.filter((p) => !has(p.name)).map((p) => h('div', null, this.act(t('methods.add', { name: p.title }), async () => {
      const { location: to } = await this.account.ask('POST', '/me/methods', { provider: p.name, next: '/me' });
      location.assign(to);
    }, { icon: 'plus' }))),
    ways.passkeys && passkey.possible() && this.#passkey());
  }

  #passkey() {
    const name = text(t('methods.passkeyName'), '', { max: 30, help: t('methods.passkeyHelp') });
    return h('form', { class: 'form', novalidate: true, on: { submit: async (e) => {
      e.preventDefault();
      name.refuse(undefined);
      if (name.value.length < 2) return name.refuse(t('profile.nameWrong'));
      await this.attempt(async () => {
        try {
          await passkey.add(this.account, name.value);
        } catch (err) {
          if (!passkey.dropped(err)) throw err;
          return name.refuse(t('methods.passkeyNone'));
        }
        await this.load();
        this.page.toast(t('methods.passkeyAdded'));
      });
    } } }, name.el, h('div', null, h('button', { type: 'submit', class: 'btn sm' }, t('methods.passkeyAdd'))));
  }
}
