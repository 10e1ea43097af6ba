// What this browser keeps so that no server can tell it one thing today and another
// tomorrow: how far each game had come when it was last right, and the key of each
// store as it was seen first.

const HEADS = 'plylog.heads', KEYS = 'plylog.keys';
const MOST_HEADS = 500;

/** @param {string} name @returns {Record<string, any>} */
function read(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    return {}; // somebody else wrote there
  }
}

/** The head of a game that was seen last: "GAME N HASH". @param {string} game @returns {{ line: string, n: number, at: number } | undefined} */
export function head(game) {
  const kept = read(HEADS)[game];
  return typeof kept?.line === 'string' ? { line: kept.line, n: Number(kept.line.split(' ')[1]), at: kept.at } : undefined;
}

/** Keeps the head of a game that was found right. @param {string} game @param {string} line */
export function keepHead(game, line) {
  const heads = read(HEADS);
  if (heads[game]?.line === line) return;
  heads[game] = { line, at: Date.now() };
  const games = Object.keys(heads).sort((a, b) => heads[a].at - heads[b].at);
  for (const old of games.slice(0, Math.max(0, games.length - MOST_HEADS))) delete heads[old];
  localStorage.setItem(HEADS, JSON.stringify(heads));
}

/** The key of a store: the one that was seen first. @param {string} store @param {string} told by the server */
export function key(store, told) {
  const keys = read(KEYS);
  if (typeof keys[store] === 'string') return keys[store];
  keys[store] = told;
  localStorage.setItem(KEYS, JSON.stringify(keys));
  return told;
}
