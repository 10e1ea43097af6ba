// The first page: what can be played, who waits, one's own games, and a new game.

import { h, icon, put } from '../dom.js';
import { bring, number, t } from '../i18n.js';
import { sitting } from '../account/sitting.js';
import * as seats from '../seats.js';
import { card } from '../lobby/card.js';
import { Create } from '../lobby/create.js';
import { Games } from '../lobby/games.js';
import { Keyed } from '../lobby/keyed.js';
import { art } from '../lobby/looks.js';
import { Mine } from '../lobby/mine.js';
import { OpenGames } from '../lobby/open.js';
import { whileSeen } from '../lobby/seen.js';
import { kindName, names, toMove } from '../lobby/who.js';

const LISTED = 100, OPEN = 8, FURTHER = 20, PLAYING = 6, PAUSE = 6000;

/** @type {import('../app.js').View} */
export async function view(page) {
  await bring('lobby');
  page.title(t('nav.play'));
  const { kinds } = await page.plylog.kinds();
  if (page.left.aborted) return;
  const create = new Create(page, kinds);
  const mine = new Mine(page);
  const begin = (kind) => void create.choose(kind || create.game.value);
  let most = OPEN;
  const open = new OpenGames(page, begin, () => { most += FURTHER; return round(); });
  const tiles = kinds.map((k) => tile(k.kind, begin));
  const offered = new Games(page, () => {}), playing = new Games(page, () => drawPlaying());
  const cards = h('div', { class: 'live-cards' });
  const running = new Keyed(cards, (g) => g.id, (g) => card(g, (state) => ({ title: names(state), lines: [kindName(g.kind), state.turn ? toMove(state) : ''] })));
  const watchAll = h('a', { class: 'sm', href: '/watch' });
  const nothing = h('p', { class: 'muted sm', hidden: true }, t('lobby.nonePlaying'));
  const lost = h('div', { class: 'note warn', role: 'status', hidden: true }, icon('cut'), h('b', null, t('lobby.lost')), h('span'), h('p', null, t('lobby.lostText')));
  let listed = [];

  const drawPlaying = () => {
    running.show(listed.map((g) => playing.get(g.id) ?? g).filter((g) => !g.result));
    nothing.hidden = running.size > 0;
  };

  const round = async () => {
    const [waiting, going] = await Promise.all([page.plylog.games({ status: 'open', limit: LISTED }), page.plylog.games({ status: 'playing', limit: LISTED })]);
    const all = seats.all(), held = (g) => all[g.id] || seats.mine(g.id, g.seats).length;
    const others = waiting.games.filter((g) => !held(g));
    const shown = others.slice(0, most);
    await offered.fetch(shown.map((g) => g.id));
    if (page.left.aborted) return;
    open.show(shown.map((g) => offered.get(g.id)).filter(Boolean), t('lobby.all', { n: amount(others.length, waiting.next) }), others.length > most);
    for (const x of tiles) x.show(of(waiting, x.kind), of(going, x.kind));
    listed = going.games.filter((g) => !held(g) && !g.origin).slice(0, PLAYING);
    playing.follow(listed.map((g) => g.id));
    put(watchAll, t('lobby.watchAll', { n: amount(going.games.length, going.next) }));
    mine.refresh(await sitting(page));
    drawPlaying();
  };

  put(page.main, h('div', { class: 'page' }, lost, h('div', { class: 'lobby' },
    h('div', { class: 'stack' },
      h('section', { 'aria-labelledby': 'what' }, h('div', { class: 'sec' }, h('h1', { id: 'what' }, t('lobby.title'))), h('div', { class: 'kinds' }, tiles.map((x) => x.el))),
      open.el,
      h('section', { 'aria-labelledby': 'playing' }, h('div', { class: 'sec' }, h('h2', { id: 'playing' }, t('lobby.playing')), watchAll), cards, nothing)),
    h('aside', { class: 'stack', 'aria-label': t('lobby.aside') }, mine.el, create.el))));
  void whileSeen(page.left, PAUSE, round, (err) => { lost.hidden = !err; });
  return () => { mine.stop(); playing.stop(); };
}

/** How many of a page of games are of a kind. @param {any} list @param {string} kind */
const of = (list, kind) => amount(list.games.filter((g) => g.kind === kind).length, list.next);

/** A number, or at least a number where a list goes on. @param {number} n @param {string} [next] */
const amount = (n, next) => next ? t('lobby.atLeast', { n }) : number(n);

/** @param {string} kind @param {(kind: string) => void} begin */
function tile(kind, begin) {
  const picture = h('span', { class: 'art' }), counts = h('span', null, '\u00a0');
  void art(kind).then((el) => put(picture, el));
  const el = h('button', { type: 'button', class: 'kind', on: { click: () => begin(kind) } }, picture, h('b', null, kindName(kind)), ' ', counts);
  return { el, kind, show: (open, playing) => {
    const text = t('lobby.counts', { open, playing });
    if (counts.textContent !== text) put(counts, text);
  } };
}
