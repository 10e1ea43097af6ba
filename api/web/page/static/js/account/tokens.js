// Tokens for programs: made with what they may do, shown once, revoked.

import { button, h, icon, put } from '../dom.js';
import { t } from '../i18n.js';
import { Problem } from '../plylog.js';
import { select, text, toggle } from '../lobby/fields.js';
import { Part } from './part.js';
import { day } from './words.js';

const SCOPES = ['games:read', 'games:play', 'games:create', 'audit:read', 'admin'], DAYS = ['7', '30', '90', '366'];

export class Tokens extends Part {
  /** @param {import('../app.js').Page} page */
  constructor(page) {
    super(page, 'tokens');
    this.list = h('div');
    this.made = h('div', { role: 'status' });
    this.name = text(t('tokens.name'), '', { max: 60, help: t('tokens.nameHelp') });
    const scopes = SCOPES.filter((s) => s !== 'admin' || page.account.me.admin);
    this.scopes = scopes.map((scope) => ({ scope, field: toggle(scope, t(`scope.${scope.replace(':', '.')}`), scope === 'games:read') }));
    this.days = select(t('tokens.days'), DAYS.map((value) => ({ value, label: t('tokens.for', { n: Number(value) }) })), '90');
    const wrong = h('p', { class: 'wrong', role: 'alert' });
    const send = h('button', { type: 'submit', class: 'btn' }, t('tokens.make'));
    put(this.body, this.made, this.list, h('details', { class: 'fold' }, h('summary', null, t('tokens.new')), h('form', { class: 'form', novalidate: true, on: { submit: async (e) => {
      e.preventDefault();
      this.name.refuse(undefined);
      put(wrong);
      const wanted = this.scopes.filter((s) => s.field.value).map((s) => s.scope);
      if (!this.name.value) return this.name.refuse(t('tokens.nameWrong'));
      if (!wanted.length) return put(wrong, t('tokens.scopeWrong'));
      send.disabled = true;
      await this.attempt(async () => {
        try {
          this.#once(await this.account.ask('POST', '/me/tokens', { name: this.name.value, scopes: wanted, days: Number(this.days.value) }));
        } catch (err) {
          if (!(err instanceof Problem && err.field === 'name')) throw err;
          return this.name.refuse(t('tokens.nameWrong'));
        }
        this.name.value = '';
        await this.load();
      });
      send.disabled = false;
    } } }, this.name.el, h('fieldset', { class: 'field form' }, h('legend', { class: 'lab' }, t('tokens.scopes')), this.scopes.map((s) => s.field.el)), this.days.el, wrong, h('div', null, send))));
  }

  load() {
    return this.attempt(async () => {
      const { tokens } = await this.account.ask('GET', '/me/tokens');
      if (this.page.left.aborted) return;
      put(this.list, tokens.length ? h('ul', { class: 'lines' }, tokens.map((x) => this.line(x.name,
        [h('bdi', { class: 'mono' }, x.scopes.join(' ')), [t('tokens.until'), ' ', day(x.expires)], [t('me.used'), ' ', day(x.used)]],
        this.act(t('tokens.revoke'), async () => {
          await this.account.ask('DELETE', `/me/tokens/${encodeURIComponent(x.id)}`);
          put(this.made);
          await this.load();
          this.el.querySelector('h2')?.focus();
        }, { 'aria-label': t('tokens.revokeLabel', { name: x.name }) })))) : h('p', { class: 'sm muted' }, t('tokens.none')));
    });
  }

  /** The secret, which nobody sees again. @param {any} made */
  #once(made) {
    put(this.made, h('div', { class: 'note ok' }, icon('lock'), h('b', null, t('tokens.made')), h('span'), h('p', null, t('tokens.madeText')),
      h('div', { class: 'acts' }, h('code', { class: 'mono secret' }, made.token),
        button(t('tokens.copy'), { icon: 'copy', cls: 'sm', on: { click: () => (async () => navigator.clipboard.writeText(made.token))().then(() => this.page.toast(t('tokens.copied')), () => getSelection()?.selectAllChildren(/** @type {Node} */ (this.made.querySelector('code')))) } }))));
    this.made.scrollIntoView({ block: 'nearest' });
  }
}
