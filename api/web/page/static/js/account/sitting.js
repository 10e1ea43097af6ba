// The games in which somebody sits who is signed in.

/** Their ids, as far as they can be seen here: what waits for a move first. @param {import('../app.js').Page} page */
export async function sitting(page) {
  const { id } = page.account.me;
  if (!id) return [];
  // Private games stand in no list; they are known by what waits in them.
  const [matters, playing, open] = await Promise.all([page.waiting ??= page.account.plylog.matters().catch(() => []),
    ...['playing', 'open'].map((status) => page.plylog.games({ player: id, status, limit: 50 }))]);
  return [...matters.map((m) => m.game), ...playing.games.map((g) => g.id), ...open.games.map((g) => g.id)];
}
