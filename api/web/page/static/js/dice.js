// The dice chains that this browser holds for its seats (plylog-dice/1): in a game of
// shared dice nobody can throw without both players. The seed of a chain stays in the
// browser; a share is told with the command that brings it, and not before.

const KEY = 'plylog.dice';
const ROLLS = 1024;

const hex = (/** @type {Uint8Array} */ bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
const bytes = (/** @type {string} */ text) => Uint8Array.from(text.match(/../g) ?? [], (x) => parseInt(x, 16));

/** @returns {Record<string, { first?: string, second?: string }>} */
function seeds() {
  try {
    const held = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return held && typeof held === 'object' ? held : {};
  } catch {
    return {}; // somebody else wrote there
  }
}

/** Whether a chain is held here. @param {string} game @param {'first' | 'second'} seat */
export const holds = (game, seat) => Boolean(seeds()[game]?.[seat]);

/** A new seed, kept before anybody is told of its anchor. @param {string} game @param {'first' | 'second'} seat */
function seed(game, seat) {
  const held = seeds(), known = held[game]?.[seat];
  if (known) return known;
  const made = hex(crypto.getRandomValues(new Uint8Array(32)));
  held[game] = { ...held[game], [seat]: made };
  localStorage.setItem(KEY, JSON.stringify(held));
  return made;
}

/**
 * The values of a chain: the seed, and what follows from each.
 * @param {string} game @param {'first' | 'second'} seat @param {string} from the seed, in hexadecimal digits
 */
export async function chain(game, seat, from) {
  const label = new TextEncoder().encode('plylog-dice/1 chain\0'), id = bytes(game.replaceAll('-', ''));
  const step = new Uint8Array(label.length + 16 + 1 + 32);
  step.set(label);
  step.set(id, label.length);
  step[label.length + 16] = seat === 'first' ? 0 : 1;
  const values = [bytes(from)];
  for (let k = 0; k < ROLLS; k++) {
    step.set(values[k], label.length + 17);
    values.push(new Uint8Array(await crypto.subtle.digest('SHA-256', step)));
  }
  return values;
}

/** @type {Map<string, Promise<Uint8Array[]>>} chains are long to walk, and walked once */
const walked = new Map();

/** @param {string} game @param {'first' | 'second'} seat */
function held(game, seat) {
  const name = `${game} ${seat}`;
  if (!walked.has(name)) walked.set(name, chain(game, seat, seed(game, seat)));
  return /** @type {Promise<Uint8Array[]>} */ (walked.get(name));
}

/** What puts a seat's chain on record: the command that is sent with its token. @param {string} game @param {'first' | 'second'} seat */
export const commitment = async (game, seat) => ({ type: 'join', anchor: hex((await held(game, seat))[ROLLS]) });

/**
 * A command with the share that it brings, if it brings one. `awaited` is what the
 * state says of the shared dice. Where the chain is held elsewhere the server says so.
 * @param {any} awaited @param {string} game @param {'first' | 'second'} seat @param {any} command
 */
export async function pledge(awaited, game, seat, command) {
  const due = awaited?.[seat];
  if (!due?.with.includes(command.type) || !holds(game, seat)) return command;
  return { ...command, share: hex((await held(game, seat))[ROLLS - due.share]) };
}
