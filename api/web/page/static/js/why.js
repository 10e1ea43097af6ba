// Why something was not done, in the language of the page. The server says it in
// English, with a stable word for it; what it says of a move or of a field names what
// it is about, so who reads English reads that.

import { bring, has, language, t } from './i18n.js';
import { Problem, Unreachable } from './plylog.js';
import { capital } from './game/words.js';

/** What the server says more about than its word: from when, which one. */
const TOLD = ['not-found', 'no-takeback', 'too-early', 'not-offered', 'seat-taken'];

/** A sentence of the server's, as one. @param {string} text */
const whole = (text) => capital(text).replace(/([^.!?])$/, '$1.');

/** @param {unknown} err */
export async function why(err) {
  if (err instanceof Unreachable || err instanceof TypeError && /modul/.test(err.message)) return t('failed.unreachable');
  if (!(err instanceof Problem)) return err instanceof Error ? err.message : String(err);
  const { code, field, slug, message } = err;
  return code || field || TOLD.includes(slug) ? refused(code ?? slug, message) : (await known(slug)) ?? whole(message);
}

/** Why a move is refused or barred. @param {string} code stable word of the rules, or of the server @param {string} detail in English */
export async function refused(code, detail) {
  return language() === 'en' ? whole(detail) : (await known(code)) ?? whole(detail);
}

/** The sentence for a stable word, where there is one; words of moves begin with the kind of game. @param {string} word */
export async function known(word) {
  const kind = word.includes('.') ? word.split('.')[0] : '', key = `refused.${word}`;
  if (!kind || has(`kind.${kind}`)) await bring(kind ? `refused/${kind}` : 'refused').catch(() => {}); // what cannot be fetched is said in English
  return has(key) ? t(key) : undefined;
}
