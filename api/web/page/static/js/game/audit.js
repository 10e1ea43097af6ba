// The audit of a game, made in this browser: by the verifier of plylog verify, from the
// stored bytes, against a signed checkpoint and against what was seen here before.

import { button, h, icon, put, s } from '../dom.js';
import { count, has, language, t } from '../i18n.js';
import { Problem } from '../plylog.js';
import { Verifier } from '../verify/verifier.js';
import * as kept from '../verify/kept.js';
import { found } from './checks.js';
import { groups, proof, rolled } from './proof.js';
import { why } from '../why.js';

/** @typedef {import('./model.js').Game} Game */
/** @typedef {import('./checks.js').Found} Found */

const ICONS = { ok: 'ok', warn: 'info', bad: 'x' };
const MARKS = { verified: 'ok', open: 'warn', broken: 'bad' };
const TICKS = { ok: 'M15 22.500l5 5L29.500 17', warn: 'M15 22h14', bad: 'M16 16l12 12M28 16L16 28' };
const PAUSE = 400; // events come in pairs; a game is verified once behind them

export class Audit {
  /** @type {Found | undefined} */
  found = undefined;
  #verifier = new Verifier();
  #running = false;
  #timer = 0;
  #seen = 0; // how many events the last verification was about

  /**
   * @param {Game} game @param {HTMLElement} el where it is shown
   * @param {(checked?: number) => void} [changed] hears how many events were verified, and when there is a verdict
   */
  constructor(game, el, changed = () => {}) {
    this.game = game;
    this.changed = changed;
    this.el = el;
    this.verdict = h('div', { class: 'verdict', role: 'status' });
    this.head = h('div');
    this.checks = h('div', { class: 'checks' });
    this.dice = h('div');
    this.files = h('div', { class: 'files' });
    this.stored = h('details', { class: 'stored', on: { toggle: () => this.#stored() } }, h('summary', null, t('audit.stored')), h('div', { class: 'lines', tabindex: '0', role: 'region', 'aria-label': t('audit.stored') }));
    put(el, this.verdict, this.head, this.checks, this.dice, this.stored, this.files);
    game.listen((change) => {
      if (change === 'shown' || change === 'event') this.#shown();
      if (change === 'event') this.#soon();
    });
    game.page.left.addEventListener('abort', () => this.close(), { once: true });
  }

  /** The tab was opened: what happened since the last time is verified. */
  open() {
    if (this.#seen !== this.game.n) void this.#run();
  }

  close() {
    clearTimeout(this.#timer);
    this.#verifier.stop();
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => { if (!this.el.hidden) this.open(); }, PAUSE);
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    try {
      if (!this.found) this.#say('', t('audit.loading'), t('audit.loadingText'), h('progress', { 'aria-label': t('audit.loading') }));
      await this.#verify();
    } catch (err) {
      if (!this.game.page.left.aborted) await this.#fail(err);
    }
    this.#running = false;
    this.changed();
    if (this.#seen && this.#seen !== this.game.n) this.#soon();
  }

  async #verify() {
    const { game } = this;
    const told = await this.#told();
    if (told.audit?.events.length > game.n) await game.catchUp(); // the proof is of an event that the feed has not brought
    const n = game.n, log = `${game.raw.slice(0, n).join('\n')}\n`;
    const head = kept.head(game.id);
    if (!this.found) this.changed(0);
    const { report, ms } = await this.#verifier.verify(log, { ...told.kept, head: head ? [head.line] : [] }, (read) => {
      if (this.found) return;
      this.changed(read);
      this.#say('', t('audit.running'), t('tape.of', { at: String(read), n: String(n) }), h('progress', { value: String(read), max: String(n), 'aria-label': t('audit.running') }));
    });
    if (game.page.left.aborted) return;
    if (report.verdict !== 'violated' && report.head) kept.keepHead(game.id, report.head);
    this.#seen = n;
    this.report = report;
    this.told = told;
    this.before = head?.line;
    this.found = found(report, game.events.slice(0, n), head?.n);
    this.#draw(n, ms);
  }

  /** What the server gives to hold it to. Without it the game is verified all the same. */
  async #told() {
    const { game } = this;
    /** @param {Promise<any>} asked */
    const maybe = (asked) => asked.catch((err) => {
      if (err instanceof Problem) return undefined;
      throw err;
    });
    const [audit, signed] = await Promise.all([maybe(game.plylog.audit(game.id, { token: game.token })), maybe(game.plylog.checkpoints())]);
    if (!signed) return { audit, kept: {}, key: '' };
    const key = kept.key(signed.store, signed.key);
    const receipt = audit?.checkpoint?.proof;
    return { audit, key, proof: receipt, kept: { key: [key], rotation: key === signed.key ? [] : signed.rotations, receipt: receipt ? [receipt] : [] } };
  }

  /** The seal and what it says; without a mark it is still open. @param {'ok' | 'warn' | 'bad' | ''} mark @param {string} title @param {string} text @param {...any} more */
  #say(mark, title, text, ...more) {
    this.verdict.className = `verdict ${mark}`;
    put(this.verdict, s('svg', { class: 'seal', viewBox: '0 0 44 44', 'aria-hidden': 'true' }, s('circle', { class: 'a', cx: 22, cy: 22, r: 21 }),
      s('circle', { class: 'b', cx: 22, cy: 22, r: 20, 'stroke-dasharray': '2.600 1.090' }), s('circle', { class: 'b', cx: 22, cy: 22, r: 15.5, 'stroke-width': 1 }), mark ? s('path', { class: 'c', d: TICKS[mark] }) : null),
    h('div', null, h('h2', null, title), ' ', h('p', null, text), more));
  }

  /** @param {unknown} err */
  async #fail(err) {
    this.#say('warn', t('audit.failed'), await why(err));
    this.verdict.lastElementChild?.append(button(t('failed.act'), { cls: 'sm', on: { click: () => void this.#run() } }));
  }

  /** @param {number} n @param {number} ms */
  #draw(n, ms) {
    const { found: f, report, told } = this;
    if (!f || !report) return;
    const { problem } = f;
    if (problem) {
      const key = `audit.why.${problem.reason}`;
      // Who reads English also reads what exactly the verifier found; others do where it says something new.
      this.#say('bad', f.broken ? t('audit.broken', { n: String(f.broken) }) : t('audit.forged'), has(key) ? t(key, { n: String(problem.n ?? problem.line) }) : '',
        has(key) && language() !== 'en' ? null : h('p', { class: 'xs', lang: 'en', dir: 'ltr' }, `${problem.reason}: ${problem.detail}`));
    } else if (f.verdict === 'unknown') {
      this.#say('warn', t('audit.failed'), t('audit.unknown'));
    } else {
      const title = t(`audit.${f.verdict}`);
      this.#say(MARKS[f.verdict], title, f.verdict === 'verified' ? count('audit.checked', n, { ms: Math.max(1, Math.round(ms)) }) : t(told?.key ? 'audit.openText' : 'audit.unsigned', { n: String(n) }));
    }
    put(this.checks, f.checks.map((c) => [icon(ICONS[c.mark], c.mark), h('span', null, t(c.name === 'checkpoint' && c.mark !== 'ok' ? `audit.check.checkpoint.${c.mark}` : c.name === 'dice' && c.mark === 'warn' ? 'audit.check.dice.warn' : `audit.check.${c.name}`, { ...c.figure, at: String(n) })),
      h('span', { class: 'v num' }, c.name === 'checkpoint' && c.mark !== 'ok' ? '' : has(`audit.figure.${c.name}.one`) ? count(`audit.figure.${c.name}`, c.figure.n) : t(`audit.figure.${c.name}`, { n: String(c.figure.n) }))]));
    this.#head(report.head);
    this.#shown();
    this.#offer();
  }

  /** @param {string | undefined} line */
  #head(line) {
    if (!line) return put(this.head);
    const [, n, hash] = line.split(' ');
    put(this.head, h('span', { class: 'lbl' }, t(this.found?.broken ? 'audit.headOfGood' : 'audit.head', { n })), ' ', h('div', { class: 'head-hash' },
      h('code', { title: line }, h('span', null, groups(hash.slice(0, 32))), ' ', h('span', null, groups(hash.slice(32)))), button(t('audit.copy'), { icon: 'copy', cls: 'quiet sm', words: false, on: { click: () => void this.game.page.copy(line, t('audit.copied')) } })));
  }

  /** What belongs to the event that is shown. */
  #shown() {
    const { game, found: f } = this;
    if (!f) return;
    const event = rolled(game, game.showing);
    put(this.dice, event ? [h('span', { class: 'lbl' }, t('audit.diceOf', { n: String(event.n) })), ' ', proof(game, event, event.n > this.#seen ? event.n : f.good)] : null);
    this.#stored();
  }

  /** The events as they are stored, where somebody looks. */
  #stored() {
    const { game, stored } = this;
    if (!stored.open) return;
    const box = /** @type {HTMLElement} */ (stored.lastElementChild);
    put(box, game.raw.map((line, i) => h('code', { 'aria-current': i + 1 === game.showing ? 'true' : null, class: this.found?.broken === i + 1 ? 'bad' : null }, line)));
    const at = box.children[game.showing - 1];
    if (at instanceof HTMLElement) box.scrollTop = at.offsetTop - box.offsetTop;
  }

  /** The log and what vouches for it as files, and the command that checks them. */
  #offer() {
    const { game, told, report } = this;
    const names = { log: `${game.id}.jsonl`, proof: `${game.id}.tlog-proof` };
    const log = game.raw.slice(0, this.#seen);
    const head = this.found?.check === 'head' ? this.before : told?.proof ? undefined : report?.head;
    const given = [told?.proof && report?.receipts?.length ? `${names.proof} --key '${told.key}'` : '', head ? `--head '${head}'` : ''];
    put(this.files, h('div', { class: 'row wrap' },
      button(t('audit.download'), { icon: 'down', cls: 'sm', on: { click: () => save(names.log, `${log.join('\n')}\n`) } }),
      told?.proof ? button(t('audit.downloadProof'), { icon: 'down', cls: 'sm', on: { click: () => save(names.proof, told.proof) } }) : null,
      h('a', { class: 'sm', href: '/docs/trust' }, t('audit.cannot'))),
    h('p', { class: 'lbl' }, t('audit.command')), h('code', { class: 'command', tabindex: '0' }, ['plylog verify', names.log, ...given].filter(Boolean).join(' ')));
  }
}

/** Hands a file to whoever asked. @param {string} name @param {string} text */
function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}
