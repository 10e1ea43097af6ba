// The seats that this browser holds: a token for each seat of each game. They stay in
// the browser and go to the server in headers only.

const KEY = 'plylog.seats';

/** @typedef {{ first?: string, second?: string, kind?: string, since: number, over?: boolean }} Held */

/** @returns {Record<string, Held>} */
export function all() {
  try {
    const held = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return held && typeof held === 'object' ? held : {};
  } catch {
    return {}; // somebody else wrote there: nothing of ours is lost that could be read
  }
}

/** What is held of a game. @param {string} game @returns {Held | undefined} */
export const of = (game) => all()[game];

/** The token of a seat. @param {string} game @param {'first' | 'second'} seat */
export const token = (game, seat) => of(game)?.[seat];

/** Any token of a game: it proves that one may see it. @param {string} game */
export const anyToken = (game) => of(game)?.first ?? of(game)?.second;

/** The seats held in a game, in order. @param {string} game @returns {('first' | 'second')[]} */
export const mine = (game) => /** @type {const} */ (['first', 'second']).filter((seat) => token(game, seat));

/** Keeps tokens. @param {string} game @param {{ first?: string, second?: string }} tokens @param {string} [kind] */
export function keep(game, tokens, kind) {
  const held = all();
  held[game] = { since: Date.now(), ...held[game], ...tokens, ...(kind ? { kind } : {}) };
  localStorage.setItem(KEY, JSON.stringify(held));
}

/** Lets a game go. @param {string} game */
export function drop(game) {
  const held = all();
  delete held[game];
  localStorage.setItem(KEY, JSON.stringify(held));
}

/** Remembers that a game is over. @param {string} game */
export function over(game) {
  const held = all();
  if (!held[game] || held[game].over) return;
  held[game].over = true;
  localStorage.setItem(KEY, JSON.stringify(held));
}
