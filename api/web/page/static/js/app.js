// The page: which view stands at which address, and the bar above all of them.

import { h, s, put, icon } from './dom.js';
import { sprite } from './icons.js';
import { materials } from './boards/materials.js';
import { Plylog } from './plylog.js';
import { Live } from './live.js';
import { Account } from './account.js';
import * as seats from './seats.js';
import { LANGUAGES, language, preferred, speak, t } from './i18n.js';
import { themes } from './theme.js';
import { why } from './why.js';

/**
 * What a view is given. A view puts its elements into `main`, may return a function
 * that is called when it is left, and goes elsewhere with `go`.
 * @typedef {{ main: HTMLElement, plylog: Plylog, live: Live, account: Account, path: string[], query: URLSearchParams,
 *   go: (path: string) => void, title: (text: string) => void, say: (text: string) => void, toast: (text: string) => void, copy: (text: string, said: string) => Promise<void>,
 *   sheet: (name: string) => Promise<void>, left: AbortSignal, waiting?: Promise<any[]> }} Page
 * @typedef {(page: Page) => Promise<void | (() => void)>} View
 */

/** By the first word of the address: its place in the bar, its sheets of style, its code. @type {Record<string, { nav: string, sheets: string[], load: () => Promise<{ view: View }> }>} */
const VIEWS = {
  '': { nav: 'play', sheets: ['lobby'], load: () => import('./views/lobby.js') },
  games: { nav: 'play', sheets: ['game'], load: () => import('./views/game.js') },
  watch: { nav: 'watch', sheets: ['lobby'], load: () => import('./views/watch.js') },
  learn: { nav: 'learn', sheets: ['lobby', 'learn'], load: () => import('./views/learn.js') },
  signin: { nav: '', sheets: ['lobby', 'account'], load: () => import('./views/signin.js') },
  me: { nav: '', sheets: ['lobby', 'account'], load: () => import('./views/me.js') },
};

const plylog = new Plylog();
const live = new Live(plylog, () => Object.values(seats.all()).sort((a, b) => b.since - a.since).flatMap((g) => [g.first, g.second]).filter((x) => x !== undefined).slice(0, 50), () => void account.load());
const account = new Account('', () => void show(), toast, () => bar());
const main = h('main', { id: 'main', tabindex: '-1' });
const polite = h('div', { class: 'sr', role: 'status', 'aria-live': 'polite' });
const toasts = h('div', { class: 'toasts', role: 'status' });
const header = h('header', { class: 'top' });
const footer = h('footer', { class: 'foot' });

/** @type {AbortController | undefined} */
let left;
let toastTimer = 0;
/** @type {typeof import('./focus.js') | undefined} */
let keys;

/** Goes to an address of this page. @param {string} path */
function go(path) {
  history.pushState(null, '', path);
  void arrive();
}

/** Shows another view: whoever uses the keyboard, or hears the page, begins at its title. */
async function arrive() {
  keys?.release();
  await show();
  if (document.activeElement !== document.body) return;
  const title = main.querySelector('h1');
  title?.setAttribute('tabindex', '-1');
  (title ?? main).focus({ preventScroll: true });
}

/** @param {string} text */
function toast(text) {
  clearTimeout(toastTimer);
  put(toasts, h('div', { class: 'toast' }, text));
  toastTimer = window.setTimeout(() => put(toasts), 5000);
}

/** Copies a text, and says so; where the browser does not allow it (a page that did not come over TLS), the text is shown. @param {string} text @param {string} said */
async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(text);
  }
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** A sheet of style that only some views need; it comes with the first of them. @param {string} name */
function sheet(name) {
  const there = sheets.get(name);
  if (there) return there;
  const link = h('link', { rel: 'stylesheet', href: `/assets/css/${name}.css` });
  const loaded = new Promise((done, fail) => {
    link.addEventListener('load', () => done(undefined));
    link.addEventListener('error', () => { sheets.delete(name); link.remove(); fail(new Error(t('failed.title'))); });
  });
  sheets.set(name, /** @type {Promise<void>} */ (loaded));
  document.head.append(link);
  return loaded;
}

/** Shows what stands at the address. */
async function show() {
  left?.abort();
  const leaving = left = new AbortController();
  const path = location.pathname.split('/').filter(Boolean);
  const known = VIEWS[path[0] ?? ''];
  bar();
  put(footer, t('nav.review')); // what nobody has reviewed says so
  put(main);
  main.className = '';
  scrollTo(0, 0);
  const title = (/** @type {string} */ text) => { document.title = text ? `${text} · plylog` : 'plylog'; };
  title('');
  if (!known) {
    title(t('nowhere.title'));
    return void put(main, nowhere());
  }
  try {
    const [{ view }] = await Promise.all([known.load(), account.known, ...known.sheets.map(sheet)]);
    if (leaving.signal.aborted) return;
    const done = await view({
      main, plylog, live, account, sheet, path: path.slice(1), query: new URLSearchParams(location.search), go, title, toast, copy,
      say: (text) => { polite.textContent = text; }, left: leaving.signal,
    });
    if (!done) return;
    if (leaving.signal.aborted) done();
    else leaving.signal.addEventListener('abort', done, { once: true });
  } catch (err) {
    if (leaving.signal.aborted) return;
    console.warn(err);
    const text = await why(err);
    if (!leaving.signal.aborted) put(main, failed(text));
  }
}

const nowhere = () => h('div', { class: 'page' }, h('div', { class: 'empty' }, icon('info'), h('h1', { class: 'md' }, t('nowhere.title')),
  h('p', { class: 'muted sm' }, t('nowhere.text')), h('a', { class: 'btn pri sm', href: '/' }, t('nowhere.act'))));

/** @param {string} text */
const failed = (text) => h('div', { class: 'page' }, h('div', { class: 'empty', role: 'alert' }, icon('cut'), h('h1', { class: 'md' }, t('failed.title')),
  h('p', { class: 'muted sm' }, text), h('button', { class: 'btn sm', type: 'button', on: { click: () => void show() } }, t('failed.act'))));

const mark = () => s('svg', { viewBox: '0 0 28 26', 'aria-hidden': 'true' },
  s('path', { class: 'b1', d: 'M2.740 8.300A11 11 0 0 1 21.260 8.300z' }),
  s('path', { class: 'b2', d: 'M6.320 10.200H26.680A11 11 0 0 1 26.680 15.800H6.320A11 11 0 0 1 6.320 10.200z' }),
  s('path', { class: 'b1', d: 'M2.740 17.700H21.260A11 11 0 0 1 2.740 17.700z' }));

/** @param {string} [current] */
function drawHeader(current) {
  const link = (name, href) => h('a', { href, 'aria-current': name === current ? 'page' : null }, t(`nav.${name}`));
  const languages = h('select', { class: 'lang', 'aria-label': t('nav.language'), on: { change: (e) => void choose(e.target.value) } },
    Object.entries(LANGUAGES).map(([code, l]) => h('option', { value: code, lang: code, selected: code === language() }, l.name)));
  put(header,
    h('a', { class: 'skip', href: '#main' }, t('nav.skip')),
    h('a', { class: 'brand', href: '/', 'aria-label': 'plylog' }, mark(), h('span', null, 'plylog')),
    h('nav', { class: 'nav', 'aria-label': t('nav.label') }, link('play', '/'), link('watch', '/watch'), link('learn', '/learn')),
    h('div', { class: 'who' }, icon('globe'), languages, themes(t), entrance()));
}

const bar = () => drawHeader(VIEWS[location.pathname.split('/')[1]]?.nav);

/** Who is signed in, or where one signs in; nothing where there is no way to. */
function entrance() {
  const { me } = account, ways = me.signin, signal = left?.signal;
  if (me.id) {
    const el = h('span');
    void Promise.all([import('./account/menu.js'), sheet('menu')]).then(async ([{ menu }]) => put(el, await menu(account, signal)), () => {});
    return el;
  }
  return ways && (ways.mail || ways.passkeys || ways.providers.length > 0) && h('a', { class: 'btn sm in', href: location.pathname === '/signin' ? '/signin' : `/signin?next=${location.pathname}` }, icon('person'), h('span', null, t('nav.signin')));
}

/** @param {string} code */
async function choose(code) {
  localStorage.setItem('plylog.language', code);
  await speak(code);
  await show();
}

// Links within the page change the view, not the document.
document.addEventListener('click', (e) => {
  const a = e.target instanceof Element ? e.target.closest('a[href]') : null;
  if (!(a instanceof HTMLAnchorElement) || e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  const url = new URL(a.href);
  if (url.origin !== location.origin || a.target || a.hasAttribute('download') || !(url.pathname.split('/')[1] in VIEWS)) return;
  if (url.hash && url.pathname === location.pathname) return;
  e.preventDefault();
  go(url.pathname + url.search);
});
// What keeps the keyboard where it is comes with the first key.
addEventListener('keydown', () => void import('./focus.js').then((m) => { keys = m; }, () => {}), { once: true });
addEventListener('popstate', () => void arrive());
// Another tab signed in or out.
addEventListener('storage', (e) => { if (e.key === account.key) void account.load(); });

await speak(preferred());
void account.known.then(bar);
document.body.append(sprite(), materials(), header, main, footer, polite, toasts);
await show();
