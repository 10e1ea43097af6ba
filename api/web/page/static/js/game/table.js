// The table: the board and everything around it, kept in step with the game.

import { button, h, icon, put } from '../dom.js';
import { bring, count, t } from '../i18n.js';
import * as seats from '../seats.js';
import { Actions } from './actions.js';
import { cellName } from './cell.js';
import { Commands } from './command.js';
import { Entry } from './entry.js';
import { other } from './model.js';
import { MoveList } from './moves.js';
import { Notes } from './notes.js';
import { SeatPanel } from './seat.js';
import { Tabs } from './tabs.js';
import { Tape } from './tape.js';
import { Tried } from './tried.js';
import { refused, why } from '../why.js';
import { control, kindName, sideOf, capital } from './words.js';

export class Table {
  /**
   * @param {import('../app.js').Page} page @param {import('./model.js').Game} game
   * @param {import('../boards/index.js').BoardModule} module @param {any} kind of /v1/kinds
   */
  constructor(page, game, module, kind) {
    this.page = page;
    this.game = game;
    this.module = module;
    this.turned = false;
    this.tried = new Tried();
    this.commands = new Commands(game, {
      sending: (waiting) => { if (this.notes.waiting !== waiting) { this.notes.waiting = waiting; this.notes.draw(); } },
      refused: (err, command) => { this.#show(false); void this.notes.refused(err, command); },
    });
    this.board = module.make({
      play: (move) => this.play(move), refuse: (from, to) => this.#illegal(from, to), say: page.say, label: t('board.label', { kind: kindName(game.kind) }),
      cellName: (cell, piece, what) => cellName(module, cell, piece, what), barredText: '3×', because: (b) => refused(b.code, b.detail),
      correct: (move) => void this.commands.send({ type: 'correct', move }, game.able('correct')),
      dieName: (n, used) => t(used ? 'die.used' : 'die.name', { n: String(n) }), changed: () => this.#turn(),
    });
    this.seats = [new SeatPanel(game, module), new SeatPanel(game, module)];
    this.moves = new MoveList(game);
    this.tape = new Tape(game);
    this.written = h('div', { class: 'rules', tabindex: '0' });
    this.notes = new Notes(game, {
      act: (command, what) => this.act(command, what), rule: (name) => this.rule(name), join: () => void this.#join(), decline: () => void this.#decline(), rematch: () => void this.#rematch(),
      show: (cells) => this.board.light?.(cells),
    });
    this.actions = new Actions(game, { act: (command, what) => this.act(command, what), undo: () => this.board.undo(), done: () => this.board.done?.(), correct: () => {
      const last = game.lastMove;
      if (last) this.board.correct?.(last.before, last.event.data.move);
    } }, module);
    this.entry = new Entry(game, kind?.notation, (move) => this.type(move));
    this.moves.el.append(this.entry.el);
    this.audited = h('div', { class: 'audit' });
    this.tabs = new Tabs([
      { name: 'moves', pane: this.moves.el },
      { name: 'audit', pane: this.audited, open: () => void this.#audit() },
      { name: 'rules', pane: this.written, open: () => void this.#rules() },
    ], page.query.get('tab') ?? 'moves', (name) => history.replaceState(null, '', name === 'moves' ? location.pathname : `${location.pathname}?tab=${name}`));
    const more = button(t('menu.label'), { icon: 'more', cls: 'quiet sm', words: false, 'aria-haspopup': 'menu', 'aria-expanded': 'false', on: { click: async () => {
      const [{ Menu }] = await Promise.all([import('./menu.js'), bring('menu')]);
      this.menu ??= new Menu(game, kind?.formats ?? ['jsonl'], more, () => this.actions.ask());
      this.menu.toggle();
    } } });
    this.chips = h('span', { class: 'row' });
    this.terms = h('span', { class: 'muted sm terms' });
    this.head = h('section', { class: 'g-head' }, h('h1', null, kindName(game.kind), ' ', this.terms), this.chips,
      button(t('menu.turn'), { icon: 'turn', cls: 'quiet sm', words: false, on: { click: () => { this.turned = !this.turned; this.draw(); } } }), h('div', { class: 'menu' }, more));
    const holder = h('div', { class: 'g-board' }, this.board.el);
    page.main.className = 'game';
    page.main.style.setProperty('--ar', String(module.ratio));
    put(page.main, this.head, this.seats[0].el, holder, this.seats[1].el, this.notes.el, this.actions.el, this.tape.el, this.tabs.el);
    page.title(kindName(game.kind));
    game.listen((change, detail) => this.#changed(change, detail));
    this.timer = setInterval(() => this.seats.forEach((x) => x.tick()), 100);
    document.addEventListener('keydown', (e) => this.#key(e), { signal: page.left });
    this.draw();
    void this.#next();
    if (location.hash) this.rule(decodeURIComponent(location.hash.slice(1)));
  }

  close() {
    clearInterval(this.timer);
    this.rematch?.stop();
    this.page.main.style.removeProperty('--ar');
  }

  /** What is played for, which part of the game it is, and the clock. */
  #terms() {
    const { game, module } = this;
    const length = game.created.options?.matchLength, phase = module.phase?.(game.after.board);
    const text = [length > 1 && count('game.match', length), phase && t(`phase.${phase}`), control(game.state.control)].filter(Boolean).join(' · ');
    if (this.terms.textContent !== text) this.terms.textContent = text;
  }

  /** The seat at the bottom of the page. */
  get bottom() {
    const { game, module } = this;
    const usual = game.mine.length === 1 ? game.mine[0] : module.bottom ?? 'first';
    return this.turned ? other(usual) : usual;
  }

  draw() {
    const { bottom } = this;
    this.seats[0].show(other(bottom), 's1');
    this.seats[1].show(bottom, 's2');
    this.#show(false);
    this.moves.draw();
    this.#frame();
  }

  /** What changes with the state around the board. */
  #frame() {
    this.tape.draw();
    this.notes.draw();
    this.actions.draw();
    this.entry.draw();
    this.#terms();
    const { game } = this;
    const verdict = this.audit?.found?.verdict ?? 'unknown';
    put(this.chips, h('button', { type: 'button', class: `chip ${{ verified: 'ok', open: 'warn', broken: 'bad', unknown: '' }[verdict]}`, on: { click: () => this.tabs.show('audit') } }, icon(verdict === 'verified' ? 'ok' : 'link'), t(`audit.chip.${verdict}`)),
      game.state.private && h('span', { class: 'chip' }, icon('lock'), t('game.private')),
      game.created.board && h('span', { class: 'chip' }, t('game.start')),
      game.presence?.watchers ? h('span', { class: 'chip', title: count('game.watchers', game.presence.watchers) }, icon('eye'), h('span', { class: 'sr' }, count('game.watchers', game.presence.watchers)), h('span', { class: 'num', 'aria-hidden': 'true' }, String(game.presence.watchers))) : null);
  }

  /** What stands of the turn that is put together on the board. */
  #turn() {
    const { board, actions } = this;
    if (!actions || !board) return;
    actions.turn = board.done && (this.game.able('move') || board.turning) && this.game.live ? { made: board.canUndo, whole: board.whole } : undefined;
    actions.draw();
  }

  /** Shows the position on the board. @param {boolean} animate */
  #show(animate) {
    const { game, module, bottom } = this;
    const last = game.lastMove, after = game.after;
    const playing = game.live && !after.result && game.choices.choices.length > 0;
    this.board.show({
      viewer: bottom, line: after.board, flip: module.bottom ? bottom !== module.bottom : this.turned, animate,
      move: last?.event.data.move, before: last?.before,
      choices: playing ? game.choices.choices : undefined, barred: playing ? game.choices.barred : undefined,
      trapped: module.trapped?.(after.board),
    });
  }

  /** @param {import('./model.js').Change} change @param {any} detail */
  #changed(change, detail) {
    const { game } = this;
    if (change === 'event') {
      const e = detail;
      this.notes.own = undefined;
      this.actions.resigning = false;
      if (game.live) {
        const stands = game.lastMove?.event === e && this.expected !== `${e.data.seat} ${e.data.move}`;
        this.seats[0].show(other(this.bottom), 's1');
        this.seats[1].show(this.bottom, 's2');
        this.#show(stands);
      }
      this.expected = undefined;
      this.moves.draw();
      this.#frame();
      const own = game.mine.length === 1 && e.data?.seat === game.mine[0] && !e.then && !e.after.result;
      if (!own) void this.#tell(e);
      if (['moved', 'rolled', 'corrected', 'doubled'].includes(e.type)) void import('./sound.js').then((sound) => sound.knock(/[x*]/.test(e.data?.move ?? '')), () => {}); // without it the game goes on
      if (e.after.result) void this.#next();
    } else if (change === 'state') {
      if (game.live && !this.commands.busy) this.#show(false);
      this.seats[0].show(other(this.bottom), 's1');
      this.seats[1].show(this.bottom, 's2');
      this.#frame();
    } else if (change === 'shown') {
      this.notes.own = undefined;
      this.draw();
      if (Math.abs(game.showing - detail) === 1 && game.showing > detail) this.#show(true);
      void this.#tell(game.events[game.showing - 1], `${t('tape.of', { at: String(game.showing), n: String(game.n) })}. `);
    } else if (change === 'presence') {
      const was = detail;
      for (const seat of /** @type {const} */ (['first', 'second'])) {
        if (was && !game.mine.includes(seat) && game.mine.length === 1 && !was[seat] && game.presence?.[seat] && !game.over && game.events.length > 2) this.page.toast(t('seat.back', { side: capital(sideOf(game, seat)) }));
      }
      this.seats.forEach((x, i) => x.show(x.seat, i ? 's2' : 's1'));
      this.#frame();
    } else if (change === 'wire') {
      if (detail.was === 'lost' && game.wire === 'open') this.page.toast(t('note.back'));
      this.notes.draw();
    }
  }

  /** Tells of an event those who hear the page. @param {any} e */
  async #tell(e, before = '') {
    try {
      const { said } = await import('./said.js');
      this.page.say(before + await said(this.game, e));
    } catch {
      // The game goes on without it.
    }
  }

  /** Plays a move: it is shown at once, and taken back where the server refuses it. @param {string} move */
  play(move) {
    const seat = this.game.able('move');
    if (!seat || this.commands.busy) return;
    this.notes.own = undefined;
    this.notes.draw();
    this.board.expect?.(move);
    this.expected = `${seat} ${move}`;
    void this.commands.send({ type: 'move', move }, seat).then((done) => { if (!done) this.expected = undefined; });
  }

  /** What was typed. @param {string} text */
  type(text) {
    const { game } = this;
    const word = text.toLowerCase();
    for (const what of ['roll', 'double', 'take', 'drop']) if (word === what) return void this.act({ type: what }, what);
    const seat = game.able('move') ?? game.able('correct');
    if (!seat) return this.notes.say({ kind: 'bad', icon: 'stop', title: t('note.notYours'), text: t('note.notYoursText') });
    void this.commands.send({ type: game.able('move') ? 'move' : 'correct', move: text }, seat);
  }

  /** @param {any} command @param {string} what in the words of `allowed` */
  act(command, what) { void this.commands.send(command, this.game.able(what) ?? this.game.me); }

  /** Something was tried on the board that is no choice. @param {string} from @param {string} to */
  #illegal(from, to) {
    const { game } = this;
    const moves = this.tried.moves(from, to, game.choices.choices, this.board.pieces);
    if (!moves) return;
    const barred = game.choices.barred.find((b) => moves.includes(b.move));
    if (barred) return void this.notes.barred(barred);
    if (game.kind === 'backgammon') return;
    // The server knows why not; nothing else here knows the rules.
    void this.commands.send({ type: 'move', move: moves[0] }, game.able('move'));
  }

  /** Looks for the next game of the series once this one is over. */
  async #next() {
    if (!this.game.over) return;
    const { Rematch } = await import('./rematch.js');
    this.rematch ??= new Rematch(this.game, () => this.notes.draw());
    void this.rematch.look();
  }

  /** Leads to a rule. @param {string} name */
  rule(name) {
    this.tabs.show('rules');
    void this.#rules(name);
  }

  /** @param {string} [name] of the rule to go to */
  async #rules(name) {
    const { Rules } = await import('./rules.js');
    this.rules ??= new Rules(this.game, this.written);
    await this.rules.open(name);
  }

  /** Verifies the game; what that needs is fetched when it is first asked for. */
  async #audit() {
    const [{ Audit }] = await Promise.all([import('./audit.js'), bring('audit'), bring('said'), this.page.sheet('audit')]);
    this.audit ??= new Audit(this.game, this.audited, (checked) => {
      this.tape.checked = checked;
      if (checked === undefined) this.#frame();
      else this.tape.draw();
    });
    this.audit.open();
  }

  async #join() {
    const { game, page } = this;
    try {
      const done = await page.plylog.join(game.id);
      seats.keepSeat(game.id, done, game.kind);
      page.go(`/games/${game.id}`); // with the token of the seat
    } catch (err) {
      this.notes.say({ kind: 'bad', icon: 'stop', title: t('note.refused'), text: await why(err) });
    }
  }

  /** Says no to an invitation, which is for who is signed in and holds no seat. */
  async #decline() {
    const { game, page } = this;
    try {
      await page.plylog.submit(game.id, { type: 'decline', what: 'invitation' }, {});
      await game.catchUp();
    } catch (err) {
      this.notes.say({ kind: 'bad', icon: 'stop', title: t('note.refused'), text: await why(err) });
    }
  }

  async #rematch() {
    const { game, page } = this;
    const done = await this.commands.send({ type: 'rematch' }, game.able('rematch'));
    if (!done) return;
    seats.keepSeat(done.game, done, game.kind);
    page.go(`/games/${done.game}`);
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || !(e.target instanceof Element)) return;
    if (e.target.closest('.board, input, textarea, select, [role=tablist], [role=menu]')) return;
    const { game } = this;
    const to = { ArrowLeft: game.showing - 1, ArrowRight: game.showing + 1, Home: 1, End: undefined }[e.key];
    if (!(e.key in { ArrowLeft: 1, ArrowRight: 1, Home: 1, End: 1 })) return;
    e.preventDefault();
    game.show(to);
  }
}
