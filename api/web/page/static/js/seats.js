// The seats that this browser holds: a token for each seat of each game. They stay in
// the browser and go to the server in headers only. Who is signed in needs none where
// they sit as themselves; of such a game it is only remembered that there is one.

const KEY = 'plylog.seats';

let me = '';

/** Says who is signed in; undefined: nobody. @param {string | undefined} id */
export const signedInAs = (id) => { me = id ?? ''; };

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

/** @typedef {{ first?: string, second?: string }} Pair of something of both seats */

/** The seats held in a game, in order. @param {string} game @param {Pair} [players] who sits there @returns {('first' | 'second')[]} */
export const mine = (game, players) => /** @type {const} */ (['first', 'second']).filter((seat) => token(game, seat) || me && players?.[seat] === me);

/** Keeps tokens, but for those of who is signed in. @param {string} game @param {Pair} tokens @param {string} [kind] @param {Pair} [players] who sits there */
export function keep(game, tokens, kind, players) {
  const guests = Object.fromEntries(Object.entries(tokens).filter(([seat]) => !me || players?.[seat] !== me));
  change((held) => { held[game] = { since: Date.now(), ...held[game], ...guests, ...(kind ? { kind } : {}) }; });
}

/** Keeps what a join answers. @param {string} game @param {{ seat: string, token: string, event: any }} done @param {string} [kind] */
export const keepSeat = (game, done, kind) => keep(game, { [done.seat]: done.token }, kind, { [done.seat]: done.event.by });


/** Lets a game go. @param {string} game */
export const drop = (game) => change((held) => { delete held[game]; });

/** Changes what is held. @param {(held: Record<string, Held>) => void} f */
export function change(f) {
  const held = all();
  f(held);
  localStorage.setItem(KEY, JSON.stringify(held));
}

/** Remembers that a game is over. @param {string} game */
export function over(game) {
  const held = of(game);
  if (held && !held.over) change((held) => { held[game].over = true; });
}
