// The name in the bar, and what is behind it.

import { h } from '../dom.js';
import { bring, t } from '../i18n.js';
import { why } from '../why.js';

/** @param {import('../account.js').Account} account @param {AbortSignal | undefined} left */
export async function menu(account, left) {
  await bring('account');
  const name = account.me.name ?? '';
  const el = h('details', { class: 'mine' },
    h('summary', { title: t('me.menu', { name }) }, h('span', { class: 'ava', data: { letter: [...name][0]?.toUpperCase() } }), h('bdi', null, name)),
    h('div', { class: 'card' }, h('a', { class: 'btn quiet sm', href: '/me' }, t('me.title')), h('button', { class: 'btn quiet sm', type: 'button', on: { click: () => void signOut() } }, t('me.signout'))));
  const signOut = async () => {
    try {
      await account.ask('POST', '/signout');
      await account.load();
    } catch (err) {
      account.toast(await why(err));
    }
  };
  document.addEventListener('click', (e) => { if (!el.contains(/** @type {Node} */ (e.target))) el.open = false; }, { signal: left });
  el.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape' || !el.open) return;
    el.open = false;
    el.querySelector('summary')?.focus();
  });
  return el;
}
