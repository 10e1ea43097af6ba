// The end of an account.

import { button, h, put } from '../dom.js';
import { t } from '../i18n.js';
import { Part } from './part.js';

export class Erase extends Part {
  /** @param {import('../app.js').Page} page */
  constructor(page) {
    super(page, 'erase');
    const dialog = h('dialog', { class: 'card', 'aria-labelledby': 'erase-ask' });
    const sure = this.act(t('erase.sure'), async () => {
      try {
        await this.account.ask('DELETE', '/me');
      } finally {
        dialog.close();
      }
      page.toast(t('erase.done'));
      history.replaceState(null, '', '/');
      await this.account.load();
    }, { cls: 'danger' });
    put(dialog, h('h2', { id: 'erase-ask' }, t('erase.ask')), h('p', null, t('erase.warning')), h('div', { class: 'row wrap' }, button(t('erase.keep'), { cls: 'pri', autofocus: true, on: { click: () => dialog.close() } }), sure));
    put(this.body, h('div', null, button(t('erase.act'), { cls: 'danger', on: { click: () => dialog.showModal() } })), dialog);
  }
}
