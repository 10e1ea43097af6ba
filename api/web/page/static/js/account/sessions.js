// Where one is signed in.

import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { Part } from './part.js';
import { moment, way } from './words.js';

export class Sessions extends Part {
  /** @param {import('../app.js').Page} page */
  constructor(page) { super(page, 'sessions'); }

  load() {
    return this.attempt(async () => {
      const { sessions } = await this.account.ask('GET', '/me/sessions');
      if (this.page.left.aborted) return;
      put(this.body, h('ul', { class: 'lines' }, sessions.map((s) => this.line(s.device || t('sessions.unknown'),
        [s.current && h('span', { class: 'chip ok' }, t('sessions.this')), way(s.method, this.account.me.signin?.providers), [t('sessions.since'), ' ', moment(s.created)], [t('sessions.seen'), ' ', moment(s.seen)]],
        this.act(t('sessions.end'), async () => {
          await this.account.ask('DELETE', `/me/sessions/${encodeURIComponent(s.id)}`);
          if (s.current) return this.account.load();
          await this.load();
          this.el.querySelector('h2')?.focus();
        }, { 'aria-label': t('sessions.endLabel', { name: s.device || t('sessions.unknown') }) })))),
      h('div', null, this.act(t('sessions.everywhere'), async () => {
        await this.account.ask('DELETE', '/me/sessions');
        await this.account.load();
      })));
    });
  }
}
