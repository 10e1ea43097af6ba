// What players are called. Events say ids only; the server says who goes by what name.

const MOST = 100;

/** @type {Map<string, string>} */
const known = new Map();

/** The name of a player, as far as it was learned. @param {string | undefined} id */
export const nameOf = (id) => known.get(id ?? '');

/** Says what a player is called from now on. @param {string} id @param {string} name */
export const call = (id, name) => { known.set(id, name); };

/** What is being asked for: lists that change quickly ask once. @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Learns the names of players that are not known yet; where that fails, their ids are shown. @param {import('./plylog.js').Plylog} plylog @param {(string | undefined)[]} ids */
export async function learn(plylog, ids) {
  const wanted = /** @type {string[]} */ ([...new Set(ids)].filter((id) => id && !known.has(id)));
  const news = wanted.filter((id) => !asked.has(id));
  for (let i = 0; i < news.length; i += MOST) {
    const part = news.slice(i, i + MOST), answer = ask(plylog, part);
    for (const id of part) asked.set(id, answer);
  }
  await Promise.all(wanted.map((id) => asked.get(id)));
}

/** @param {import('./plylog.js').Plylog} plylog @param {string[]} ids */
async function ask(plylog, ids) {
  try {
    const { players } = await plylog.names(ids);
    for (const p of players) known.set(p.player, p.name);
  } catch {
    // a game is shown without them
  } finally {
    for (const id of ids) asked.delete(id);
  }
}
