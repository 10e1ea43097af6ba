// What the account's views say: times, and what the server refused.

import { h } from '../dom.js';
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

/** How somebody signed in. @param {string} method @param {any[]} [providers] */
export const way = (method, providers = []) => has(`way.${method}`) ? t(`way.${method}`) : providers.find((p) => p.name === method)?.title ?? method;
