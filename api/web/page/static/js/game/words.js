// What happened, in words.

import { count, has, language, t } from '../i18n.js';
import { other } from './model.js';

/** @typedef {import('./model.js').Game} Game */

/** The word for a seat: its colour or its animals. @param {string} kind @param {string} seat @param {any} [names] */
export const side = (kind, seat, names) => has(`side.${kind}.${seat}`) ? t(`side.${kind}.${seat}`) : names?.[seat] ?? seat;

/** With a capital where the script has them. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/** The name of a kind of games. @param {string} kind */
export const kindName = (kind) => has(`kind.${kind}`) ? t(`kind.${kind}`) : capital(kind);

/** The name of who plays a bot's seat, or nothing. @param {string | undefined} player */
export const bot = (player) => /^p_bot(.+)$/.exec(player ?? '')?.[1];

/** The level of a bot, in words. @param {string} name */
export function level(name) {
  const n = /^level(\d+)$/.exec(name)?.[1];
  if (n) return t('bot.level', { n: Number(n) });
  return has(`bot.${name}`) ? t(`bot.${name}`) : name;
}

/** What a bot is called. @param {string} name */
export const computer = (name) => t('bot.computer', { level: level(name) });

/** @param {Game} game @param {string} seat */
export const sideOf = (game, seat) => side(game.kind, seat, game.state.names);

/** How a control of time is written. @param {any} c */
export function control(c) {
  if (!c || c.kind === 'none') return '';
  const minutes = c.base % 60000 ? t('time.seconds', { n: c.base / 1000 }) : t('time.minutes', { n: c.base / 60000 });
  if (c.kind === 'correspondence') return count('time.days', c.days);
  if (c.kind === 'fischer') return c.increment ? t('time.fischer', { base: minutes, n: c.increment / 1000 }) : minutes;
  if (c.kind === 'delay') return t('time.delay', { base: minutes, n: c.delay / 1000 });
  return t('time.byoyomi', { base: minutes, periods: c.periods, n: c.period / 1000 });
}

/** How a game ended. @param {Game} game @param {any} r */
export function result(game, r) {
  const reason = has(`reason.${r.reason}`) ? t(`reason.${r.reason}`) : r.reason.replaceAll('-', ' ');
  if (r.reason === 'aborted') return { title: t('result.aborted'), text: t('result.abortedText') };
  const score = r.score ? ` ${Math.max(...r.score)}–${Math.min(...r.score)}.` : '';
  const points = game.kind === 'backgammon' && r.points ? ` ${count('result.points', r.points)}` : '';
  if (!r.winner) return { title: t('result.draw'), text: `${capital(reason)}.${score}` };
  const mine = game.mine;
  const title = mine.length === 1 ? t(mine[0] === r.winner ? 'result.won' : 'result.lost') : t('result.wins', { side: capital(sideOf(game, r.winner)) });
  return { title, text: `${capital(reason)}.${score}${points}` };
}

/**
 * One thing that a seat did, as the move list shows it.
 * @typedef {{ n: number, seat: 'first' | 'second', dice?: number[], move?: string, word?: string, open?: boolean }} Entry
 */

const WORDS = { doubled: 'double', took: 'take', dropped: 'drop', resigned: 'resign', flagged: 'flag', claimed: 'claim', seated: 'seated' };

/** What the seats did, up to an event. @param {Game} game @param {number} n @returns {Entry[]} */
export function entries(game, n) {
  /** @type {Entry[]} */
  const out = [];
  /** @type {{ seat: any, dice: number[], n: number } | undefined} */
  let fallen;
  for (const e of game.line(n)) {
    const seat = e.data?.seat;
    let roller = e.type === 'rolled' ? seat : seat ? other(seat) : undefined;
    if (e.type === 'moved') {
      out.push({ n: e.n, seat, move: e.data.move, dice: fallen?.seat === seat ? fallen?.dice : undefined });
      fallen = undefined;
    } else if (e.type === 'corrected') {
      const last = out.findLast((x) => x.seat === seat && x.move);
      if (last) Object.assign(last, { move: e.data.move, n: e.n });
    } else if (e.type in WORDS) {
      out.push({ n: e.n, seat, word: t(`log.${WORDS[e.type]}`) });
    } else if (e.type === 'offered' || e.type === 'accepted' || e.type === 'declined') {
      const key = `log.${e.type}.${e.data.what}`;
      out.push({ n: e.n, seat, word: t(has(key) ? key : `log.${e.type}.any`) });
    } else if (e.data && !seat && has(`log.${e.type}`)) { // nobody's seat did it: it stands where the next move would
      out.push({ n: e.n, seat: game.events[e.n - 2]?.after.turn === 'second' ? 'second' : 'first', word: t(`log.${e.type}`) });
    }
    for (const then of e.then ?? []) {
      if (then.dice) {
        if (e.type === 'created' || e.type === 'joined') roller = e.then?.length === 1 || then === e.then?.at(-1) ? e.after.turn : undefined;
        if (roller === 'first' || roller === 'second') fallen = { seat: roller, dice: then.dice.toSorted((a, b) => b - a), n: e.n };
      } else if (then.pass) {
        out.push({ n: e.n, seat: then.pass, word: t('log.pass'), dice: fallen?.seat === then.pass ? fallen?.dice : undefined });
        fallen = undefined;
        roller = other(then.pass);
      }
    }
    if (e.after.result) fallen = undefined;
  }
  if (fallen) out.push({ n: fallen.n, seat: fallen.seat, dice: fallen.dice, open: true });
  return out;
}
