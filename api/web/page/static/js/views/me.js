// The account: what others see, how one signs in, where one is signed in, tokens for
// programs, and the end of it all.

import { h, put } from '../dom.js';
import { bring, t } from '../i18n.js';
import { Erase } from '../account/erase.js';
import { Methods } from '../account/methods.js';
import { Profile } from '../account/profile.js';
import { Sessions } from '../account/sessions.js';
import { Tokens } from '../account/tokens.js';

/** @type {import('../app.js').View} */
export async function view(page) {
  await Promise.all([bring('account'), page.account.known]);
  if (page.left.aborted) return;
  if (!page.account.me.id) return void page.go('/signin?next=/me');
  page.title(t('me.title'));
  const parts = [Profile, Methods, Sessions, Tokens, Erase].map((Part) => new Part(page));
  put(page.main, h('div', { class: 'page account' }, h('h1', null, t('me.title')), parts.map((p) => p.el)));
  await Promise.all(parts.map((p) => p.load?.()));
}
