// What happened, for those who hear the page: fetched when there is something to say.

import { bring, count, has, t } from '../i18n.js';
import { capital, result, sideOf } from './words.js';

/** @typedef {import('./model.js').Game} Game */

/** An event in a sentence. @param {Game} game @param {any} e */
export async function said(game, e) {
  await Promise.all([bring('said'), e.after.result && bring('over')]);
  const who = e.data?.seat ? capital(sideOf(game, e.data.seat)) : '';
  const parts = [];
  const place = { who, move: e.data?.move ?? '', what: e.data?.what && has(`what.${e.data.what}`) ? t(`what.${e.data.what}`) : e.data?.what ?? '', reason: e.data?.reason ?? '' };
  if (has(`said.${e.type}`)) parts.push(t(`said.${e.type}`, place));
  for (const then of e.then ?? []) {
    if (then.dice) parts.push(t('said.dice', { dice: then.dice.join('-') }));
    if (then.pass) parts.push(t('said.pass', { who: capital(sideOf(game, then.pass)) }));
  }
  if (e.after.seen > 1) parts.push(count('said.seen', e.after.seen));
  if (e.after.result) {
    const r = result(game, e.after.result);
    parts.push(`${r.title}. ${r.text}`);
  }
  return parts.join(' ');
}
