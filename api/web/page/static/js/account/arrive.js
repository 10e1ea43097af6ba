// Somebody has signed in in this browser: what it held as a guest becomes theirs.

import { bring, count, t } from '../i18n.js';
import * as seats from '../seats.js';

/** How many games are claimed at once: two tokens of each fit into a header. */
const CLAIMED = 25;

/** Claims the seats, and says how many. What fails is tried again when the page is loaded the next time. @param {import('../account.js').Account} account */
export async function arrive(account) {
  try {
    await bring('account');
    const n = await claim(account);
    localStorage.setItem(account.key, account.me.id ?? '');
    const hello = t('signin.hello', { name: `\u2068${account.me.name}\u2069` });
    account.toast(n ? `${hello} ${count('signin.claimed', n)}` : hello);
  } catch (err) {
    console.info(err); // a seat's token is good until it is claimed
  }
}

/** @param {import('../account.js').Account} account */
async function claim(account) {
  const held = Object.entries(seats.all()).filter(([, g]) => !g.over && (g.first || g.second)).sort(([, a], [, b]) => b.since - a.since);
  let n = 0;
  for (let i = 0; i < held.length; i += CLAIMED) {
    const part = held.slice(i, i + CLAIMED);
    const tokens = part.flatMap(([, g]) => [g.first, g.second].filter((x) => x !== undefined));
    const { seats: done } = await account.plylog.ask('POST', '/v1/me/seats', { body: { games: part.map(([id]) => id) }, seats: tokens });
    const claimed = done.filter((s) => s.claimed);
    seats.change((mine) => { for (const { game, seat } of claimed) delete mine[game]?.[seat]; });
    n += claimed.length;
  }
  return n;
}
