// Who plays, and what for, in the words of lists.

import { count, has, t } from '../i18n.js';
import { bot, computer, control, kindName, side } from '../game/words.js';
import { nameOf } from '../names.js';
import * as seats from '../seats.js';

/** @typedef {import('./games.js').State} State */

/** A player by their name, by their id before it is known. Whatever is in it, it does not turn the sentence around it. @param {string | undefined} id */
export function player(id) {
  if (!id) return t('lobby.nobody');
  const robot = bot(id);
  if (robot) return computer(robot);
  const name = nameOf(id);
  return name ? `\u2068${name}\u2069` : t('lobby.guest', { id: id.slice(2, 6) });
}

/** Who is in a game: the opponent's name where one of the seats is held here. @param {{ id: string, seats: { first?: string, second?: string } }} g */
export function names(g) {
  const mine = seats.mine(g.id, g.seats);
  if (mine.length === 2) return t('lobby.both');
  if (mine.length === 1) return g.seats[mine[0] === 'first' ? 'second' : 'first'] ? player(g.seats[mine[0] === 'first' ? 'second' : 'first']) : t('lobby.nobodyYet');
  return t('lobby.and', { a: player(g.seats.first), b: player(g.seats.second) });
}

/** What is played for beside the clock. @param {Partial<State>} g */
export function terms(g) {
  const parts = [];
  const length = g.options?.matchLength;
  if (length > 1) parts.push(count('game.match', length));
  else if (length === 0) parts.push(t('lobby.unlimited'));
  if (g.dice && g.dice !== 'delegated') parts.push(t(`lobby.dice.${g.dice}Short`));
  for (const [name, value] of Object.entries(g.options ?? {})) {
    const key = `lobby.term.${g.kind}.${name}.${value}`;
    if (has(key)) parts.push(t(key));
  }
  if (g.start) parts.push(t('game.start'));
  return parts.join(', ');
}

/** @param {any} c */
export const clock = (c) => control(c) || t('lobby.noClock');

/** Whose move it is. @param {Partial<State>} g */
export function toMove(g) {
  if (g.turn !== 'first' && g.turn !== 'second') return t('lobby.toRoll');
  return t('lobby.toMove', { side: side(g.kind ?? '', g.turn, g.names) });
}

export { kindName };
