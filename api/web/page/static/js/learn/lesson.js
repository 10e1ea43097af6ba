// One lesson: its text, the practice board, and what the board says.

import { button, h, icon, put, toBoard } from '../dom.js';
import { language, t } from '../i18n.js';
import { boardOf } from '../boards/index.js';
import { cellName } from '../game/cell.js';
import { read } from '../game/rules.js';
import { capital, kindName, side } from '../game/words.js';
import { refused, why } from '../why.js';
import * as seats from '../seats.js';
import { learn, learned } from './progress.js';
import { Practice } from './practice.js';

export class LessonView {
  /**
   * @param {import('../app.js').Page} page @param {string} kind @param {import('./lessons.js').Lesson[]} lessons @param {number} at
   * @param {() => void} progressed
   */
  constructor(page, kind, lessons, at, progressed) {
    this.page = page;
    this.kind = kind;
    this.lesson = lessons[at];
    this.at = at;
    this.progressed = progressed;
    /** @type {import('../plylog.js').Event[]} */
    this.tried = [];
    const { lesson } = this;
    const key = `learn.${kind}.${lesson.name}`;
    const next = at + 1 < lessons.length ? h('a', { class: 'btn grow', href: `/learn/${kind}?lesson=${at + 2}` }, t('learn.next')) : h('a', { class: 'btn grow', href: '/learn' }, t('learn.others'));
    this.next = next;
    this.note = h('div');
    this.meter = h('div', { class: 'row sm wrap' });
    this.extra = lesson.more ? h('p', { class: 'sm' }, t(`${key}.more`), ' ', this.#chip(lesson.more)) : null;
    this.steps = h('div', { class: 'row', hidden: true });
    this.text = h('section', { class: 'lesson la', 'aria-labelledby': 'lesson' },
      h('div', null, h('span', { class: 'muted sm' }, t('learn.of', { n: at + 1, all: lessons.length })), h('h1', { id: 'lesson', tabindex: '-1' }, t(`${key}.title`))),
      h('p', { class: 'lead' }, t(`${key}.lead`), ' ', this.#chip(lesson.rule)),
      h('div', { class: 'goal' }, h('b', null, t('learn.try')), ' ', h('span', { class: 'muted' }, t(`${key}.try`))));
    const again = lesson.whole ? button(t('learn.play'), { cls: 'pri grow', on: { click: () => void this.#whole() } }) : button(t('learn.again'), { icon: 'undo', on: { click: () => void this.begin() } });
    this.foot = h('section', { class: 'lesson lb', 'aria-label': t('learn.notes') }, this.note, this.extra, this.meter, this.steps, h('div', { class: 'row wrap' }, again, next));
    this.holder = h('div', { class: 'g-board' });
    if (learned(kind).includes(lesson.name)) this.#ready();
  }

  /** Draws the board and begins. */
  async open() {
    const { page, kind, lesson } = this;
    const module = await boardOf(kind);
    if (page.left.aborted) return;
    this.module = module;
    this.board = module.make({
      play: (move) => { this.board.expect?.(move); void this.practice.play(move); },
      refuse: (from, to) => this.practice.refuse(from, to, this.board.pieces), say: page.say, label: t('board.label', { kind: kindName(kind) }),
      cellName: (cell, piece, what) => cellName(module, cell, piece, what), barredText: '3×', because: (b) => refused(b.code, b.detail),
      dieName: (n, used) => t(used ? 'die.used' : 'die.name', { n: String(n) }), changed: () => this.#turn(),
    });
    put(this.holder, this.board.el);
    this.practice = new Practice(page, kind, lesson, {
      show: (shown, animate) => this.#show(shown, animate),
      tried: (event) => this.#done(event),
      barred: (b) => void this.#refused(b.move, refused(b.code, b.detail), b.rule),
      refused: (err, move) => void this.#refused(move, why(err), /** @type {any} */ (err).rule),
      failed: async (err) => put(this.note, note('bad', 'cut', t('learn.failed'), await why(err))),
    });
    await this.begin();
  }

  async begin() {
    this.tried = [];
    put(this.note);
    await this.practice.begin();
  }

  stop() { this.practice?.stop(); }

  /** @param {import('./practice.js').Shown} shown @param {boolean} animate */
  #show(shown, animate) {
    const { module, lesson } = this;
    const bottom = lesson.seat;
    // A stranger's board has no sides: the learner's side lies at the bottom where sides have one.
    this.board.show({ line: shown.board, flip: module.bottom ? bottom !== module.bottom : false, viewer: bottom, seat: bottom, choices: shown.choices, barred: shown.barred,
      move: shown.move, before: shown.before, by: shown.by, animate, trapped: module.trapped?.(shown.board), allowed: [] });
    this.#count(shown.board);
    const barred = shown.barred?.find((b) => lesson.barred?.(b));
    if (barred && shown.own) {
      this.#reached();
      this.#say(t(`learn.${this.kind}.${lesson.name}.done`));
    }
  }

  /** What is counted of both seats. @param {string} line */
  #count(line) {
    put(this.meter, /** @type {const} */ (['first', 'second']).map((seat) => {
      // A board that was set up does not tell what was captured on the way to it.
      const counters = (this.module.counters?.(line, seat) ?? []).filter((c) => c.of || c.key !== 'captured');
      return counters.length > 0 && h('span', { class: 'row wrap' }, h('span', { class: 'muted' }, capital(side(this.kind, seat))), ' ', counters.map((c) => [h('span', null, t(`count.${c.key}`), ' ',
        c.of && h('span', { class: 'tally', 'aria-hidden': 'true' }, Array.from({ length: c.of }, (_, i) => h('i', { class: `${i < c.n ? 'x ' : ''}${c.square ? 't' : ''}`.trim() }))), c.of && ' ', h('b', { class: 'num' }, c.of ? `${c.n}/${c.of}` : String(c.n))), ' ']));
    }));
  }

  /** A turn of several steps is ended by a button. */
  #turn() {
    const { board } = this;
    if (!board?.done) return;
    const open = board.active ?? false;
    const focused = this.steps.contains(document.activeElement);
    this.steps.hidden = !open;
    put(this.steps, open && [
      button(t('act.undo'), { icon: 'undo', disabled: board.canUndo ? null : true, on: { click: () => board.undo() } }),
      button(t('act.done'), { cls: 'pri grow', disabled: board.whole === undefined ? true : null, on: { click: () => board.done() } }),
    ]);
    if (focused) toBoard(this.steps.querySelector('.btn:not([disabled])'));
  }

  /** @param {import('../plylog.js').Event} event */
  #done(event) {
    this.tried.push(event);
    const key = `learn.${this.kind}.${this.lesson.name}`;
    if (this.lesson.done(event, this.tried)) {
      this.#reached();
      this.#say(t(`${key}.done`));
    } else if (!this.reached && this.lesson.asks) {
      put(this.note, note('', 'info', t('learn.notYet'), t('learn.notYetText')));
    } else {
      put(this.note);
    }
  }

  #reached() {
    learn(this.kind, this.lesson.name);
    this.reached = true;
    this.#ready();
    this.progressed();
  }

  #ready() { this.next.classList.add('pri'); }

  /** @param {string} text */
  #say(text) { put(this.note, note('ok', 'bulb', t('learn.done'), text)); }

  /** @param {string} move @param {Promise<string>} why @param {string} [rule] */
  async #refused(move, why, rule) {
    const text = await why;
    put(this.note, note('bad', 'stop', t('note.illegal', { move }), [text, rule && ' ', rule && this.#chip(rule)], 'alert'));
  }

  /** The name of a rule, which tells the rule. @param {string} name */
  #chip(name) { return h('button', { type: 'button', class: 'rule', 'aria-label': t('learn.rule', { name }), on: { click: () => void this.#rule(name) } }, name); }

  /** Shows a rule as it is written down. @param {string} name */
  async #rule(name) {
    try {
      const part = read(await this.page.plylog.rules(this.kind)).find((x) => x.name === name);
      put(this.note, note('', 'info', name, h('span', { lang: 'en', dir: 'ltr' }, (part?.text ?? []).join(' ').replaceAll(/[`*]/g, ''))));
      if (language() !== 'en') this.note.firstElementChild?.append(h('span'), h('p', { class: 'xs' }, t('rules.english')));
    } catch (err) {
      this.page.toast(await why(err));
    }
  }

  /** A whole game, against the computer. */
  async #whole() {
    const { page, kind } = this;
    try {
      const made = await page.plylog.create({ kind, opponent: 'bot:level1', seat: this.lesson.seat });
      seats.keep(made.game.id, made.tokens, kind, made.game.seats);
      this.#reached();
      page.go(`/games/${made.game.id}`);
    } catch (err) {
      page.toast(await why(err));
    }
  }
}

/** @param {string} kind @param {string} sign @param {string} title @param {any} text */
const note = (kind, sign, title, text, role = 'status') => h('div', { class: `note ${kind}`, role }, icon(sign), h('b', null, title), h('span'), h('p', null, text));
