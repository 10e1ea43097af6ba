// What the account's views say: times, and what the server refused.

import { h, icon } from '../dom.js';
import { has, t } from '../i18n.js';
import { capital } from '../game/words.js';
import { Problem, Unreachable } from '../plylog.js';

/** A moment, to the minute: in digits that every language reads. @param {string | undefined} time */
export function moment(time) {
  if (!time) return t('me.never');
  const d = new Date(time), two = (n) => String(n).padStart(2, '0');
  return h('time', { class: 'num', datetime: time }, `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${two(d.getHours())}:${two(d.getMinutes())}`);
}

/** A day. @param {string | undefined} time */
export const day = (time) => time ? h('time', { class: 'num', datetime: time }, time.slice(0, 10)) : t('me.never');

/** Why something was not done, in the language of the page where it knows the reason. @param {unknown} err */
export function why(err) {
  if (err instanceof Unreachable) return t('failed.unreachable');
  if (!(err instanceof Problem)) return err instanceof Error ? err.message : String(err);
  if (err.status === 429) return t('failed.often');
  return has(`failed.${err.slug}`) ? t(`failed.${err.slug}`) : capital(err.message);
}

/** What a page is told that went wrong on the way to it, at a provider for one: once, not when it is loaded again. @param {URLSearchParams} query */
export function refused(query) {
  const slug = query.get('problem');
  if (!slug) return undefined;
  const { pathname, searchParams } = new URL(location.href);
  searchParams.delete('problem');
  history.replaceState(history.state, '', pathname + (searchParams.size ? `?${searchParams}` : '') + location.hash);
  return h('div', { class: 'note bad', role: 'alert' }, icon('stop'), h('b', null, t('failed.title')), h('span'), h('p', null, t(has(`failed.${slug}`) ? `failed.${slug}` : 'failed.again')));
}

/** How somebody signed in. @param {string} method @param {any[]} [providers] */
export const way = (method, providers = []) => has(`way.${method}`) ? t(`way.${method}`) : providers.find((p) => p.name === method)?.title ?? method;
