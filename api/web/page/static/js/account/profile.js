// What others see, and in which language letters come.

import { h, put } from '../dom.js';
import { LANGUAGES, t } from '../i18n.js';
import { Problem } from '../plylog.js';
import { select, text } from '../lobby/fields.js';
import { Part } from './part.js';

export class Profile extends Part {
  /** @param {import('../app.js').Page} page */
  constructor(page) {
    super(page, 'profile');
    const { me } = this.account;
    const lang = me.lang && me.lang in LANGUAGES ? me.lang : 'en';
    const name = text(t('profile.name'), me.chosen ? me.name ?? '' : '', { max: 30, autocomplete: 'nickname', help: t('profile.nameHelp', { name: `\u2068${me.name}\u2069` }) });
    const language = select(t('profile.lang'), Object.entries(LANGUAGES).map(([value, l]) => ({ value, label: l.name })), lang);
    const save = h('button', { type: 'submit', class: 'btn pri' }, t('profile.save'));
    put(this.body, h('p', { class: 'sm' }, me.address ? [t('profile.address'), ' ', h('bdi', null, h('b', null, me.address))] : t('profile.noAddress')),
      h('form', { class: 'form', novalidate: true, on: { submit: async (e) => {
        e.preventDefault();
        save.disabled = true;
        name.refuse(undefined);
        const done = await this.attempt(async () => {
          try {
            await this.account.ask('PATCH', '/me', { name: name.value, lang: language.value });
          } catch (err) {
            if (!(err instanceof Problem && err.field === 'name')) throw err;
            return name.refuse(t('profile.nameWrong'));
          }
          await this.account.load();
          page.toast(t('profile.saved', { name: `\u2068${this.account.me.name}\u2069` }));
        });
        save.disabled = false;
        if (done) this.account.renamed();
      } } }, name.el, language.el, h('div', null, save)));
  }
}
