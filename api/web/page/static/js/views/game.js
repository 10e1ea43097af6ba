// One game: played, watched, and looked at again.

import { button, h, put } from '../dom.js';
import { bring, t } from '../i18n.js';
import { Problem } from '../plylog.js';
import * as seats from '../seats.js';
import { why } from '../why.js';
import { boardOf } from '../boards/index.js';
import { Table } from '../game/table.js';
import { Game } from '../game/model.js';

/** @type {import('../app.js').View} */
export async function view(page) {
  const id = page.path[0] ?? '';
  await bring('game');
  if (page.left.aborted) return;
  const game = new Game(page, id);
  /** @type {() => void} */
  let stop;
  try {
    stop = await game.load();
  } catch (err) {
    if (!(err instanceof Problem && (err.status === 404 || err.slug === 'bad-id')) || game.token) throw err;
    return void put(page.main, hidden(page, id, err.status === 404));
  }
  const { options, dice } = game.created;
  if (options?.flips === 'manual' || dice === 'recorded') await bring('byhand');
  const [board, kinds] = await Promise.all([boardOf(game.kind, game.created.options), page.plylog.kinds()]);
  if (page.left.aborted) return stop;
  const kind = kinds.kinds.find((k) => k.kind === game.kind);
  const table = new Table(page, game, board, kind);
  const at = Number(page.query.get('at'));
  if (at) game.show(at);
  return () => { stop(); table.close(); };
}

/** A game that one may not see: it is private, or there is none. @param {import('../app.js').Page} page @param {string} id @param {boolean} free whether there may be a seat */
function hidden(page, id, free) {
  page.title(t('hidden.title'));
  const sit = async () => {
    try {
      const done = await page.plylog.join(id);
      seats.keepSeat(id, done);
      page.go(`/games/${id}`);
    } catch (err) {
      page.toast(await why(err));
    }
  };
  return h('div', { class: 'page' }, h('div', { class: 'empty' }, h('h1', { class: 'md' }, t('hidden.title')), h('p', { class: 'muted sm' }, t('hidden.text')),
    h('div', { class: 'row' }, free && button(t('note.sit'), { cls: 'pri sm', on: { click: () => void sit() } }), h('a', { class: 'btn sm', href: '/' }, t('nowhere.act')))));
}
