// What the account's views say: times, and what a provider refused.

import { h, icon, put } from '../dom.js';
import { has, t } from '../i18n.js';
import { known } from '../why.js';

/** A moment, to the minute: in digits that every language reads. @param {string | undefined} time */
export function moment(time) {
  if (!time) return t('me.never');
  const d = new Date(time), two = (n) => String(n).padStart(2, '0');
  return h('time', { class: 'num', datetime: time }, `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${two(d.getHours())}:${two(d.getMinutes())}`);
}

/** A day. @param {string | undefined} time */
export const day = (time) => time ? h('time', { class: 'num', datetime: time }, time.slice(0, 10)) : t('me.never');

/** What a page is told that went wrong on the way to it, at a provider for one: once, not when it is loaded again. @param {URLSearchParams} query */
export function refused(query) {
  const slug = query.get('problem');
  if (!slug) return undefined;
  const { pathname, searchParams } = new URL(location.href);
  searchParams.delete('problem');
  history.replaceState(history.state, '', pathname + (searchParams.size ? `?${searchParams}` : '') + location.hash);
  const text = h('p');
  void known(slug).then((sentence) => put(text, sentence ?? t('failed.again')));
  return h('div', { class: 'note bad', role: 'alert' }, icon('stop'), h('b', null, t('failed.title')), h('span'), text);
}

/** How somebody signed in. @param {string} method @param {any[]} [providers] */
export const way = (method, providers = []) => has(`way.${method}`) ? t(`way.${method}`) : providers.find((p) => p.name === method)?.title ?? method;
