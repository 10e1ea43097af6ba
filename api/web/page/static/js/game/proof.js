// The proof of one roll: the dice, the shares that they follow from, and who held the
// chains that the shares come from.

import { h, icon, s } from '../dom.js';
import { has, t } from '../i18n.js';
import { die } from '../boards/die.js';
import { other } from './model.js';
import { capital, sideOf } from './words.js';

/** @typedef {import('./model.js').Game} Game */

/** The last event with dice, up to one. @param {Game} game @param {number} n */
export const rolled = (game, n) => game.events.slice(0, n).findLast((e) => e.then?.some((x) => x.dice));

/** Which seats hold their own chain after an event. @param {Game} game @param {number} n @returns {('first' | 'second')[]} */
function own(game, n) {
  /** @type {Set<any>} */
  const seats = new Set();
  for (const { type, data } of game.events.slice(0, n)) {
    if (type === 'joined' && data.anchor) seats.add(data.seat);
    else if (type === 'waived') seats.delete(data.seat);
    else if (type === 'accepted' && data.what === 'waive') seats.delete(other(data.seat));
  }
  return [...seats];
}

/** In groups of four, for whoever compares. @param {string} hex */
export const groups = (hex) => hex.match(/.{1,4}/g)?.join(' ') ?? '';

const mini = (n) => s('svg', { class: 'minidie', viewBox: '-31 -31 62 64', 'aria-hidden': 'true' }, die(0, 0, n));

/** @param {Game} game @param {any} event with dice @param {number} good how many events were found right */
export function proof(game, event, good) {
  const mode = game.created.dice, proven = event.n <= good && mode !== 'recorded';
  const falls = event.then.filter((x) => x.dice);
  const who = own(game, event.n);
  const by = mode === 'recorded' ? 'nobody' : who.length === 2 ? 'all' : who.length ? 'one' : 'server';
  const names = [t('audit.server'), capital(sideOf(game, 'first')), capital(sideOf(game, 'second'))];
  const chip = event.n > good ? h('span', { class: 'chip bad' }, icon('x'), t('audit.notProven'))
    : proven ? h('span', { class: 'chip ok' }, icon('ok'), t('audit.proven')) : h('span', { class: 'chip warn' }, t('audit.reported'));
  return h('div', { class: 'proof' }, falls.map((fall) => {
    const name = fall.roll ? t(has(`audit.roll.${mode}`) ? `audit.roll.${mode}` : 'audit.roll', { n: fall.roll }) : t('audit.rollOwn');
    return [
      h('div', { class: 'row' }, h('span', { class: 'row', role: 'img', 'aria-label': t('said.dice', { dice: fall.dice.join('-') }) }, fall.dice.map(mini)), h('span', { class: 'grow sm' }, name), chip.cloneNode(true)),
      (fall.shares ?? []).map((share, i) => h('div', { class: 'share' }, h('span', null, names[i]), ' ', h('code', { title: share }, groups(share)), proven ? icon('ok') : null)),
      fall.roll && !fall.shares ? h('p', { class: 'xs muted' }, t('audit.tie')) : null,
    ];
  }), h('p', { class: 'xs muted' }, t(`audit.by.${by}`)));
}
