// What players are called. Events say ids only; the server says who goes by what name.

const MOST = 100;

/** @type {Map<string, string>} */
const known = new Map();

/** The name of a player, as far as it was learned. @param {string | undefined} id */
export const nameOf = (id) => known.get(id ?? '');

/** Says what a player is called from now on. @param {string} id @param {string} name */
export const call = (id, name) => { known.set(id, name); };

/** Learns the names of players that are not known yet; where that fails, their ids are shown. @param {import('./plylog.js').Plylog} plylog @param {(string | undefined)[]} ids */
export async function learn(plylog, ids) {
  const news = [...new Set(ids)].filter((id) => id && !known.has(id));
  for (let i = 0; i < news.length; i += MOST) {
    try {
      const { players } = await plylog.names(/** @type {string[]} */ (news.slice(i, i + MOST)));
      for (const p of players) known.set(p.player, p.name);
    } catch {
      return; // a game is shown without them
    }
  }
}
