// The note above the action row: one at a time, what matters most. What was refused
// comes first, then the connection, what somebody asks of whom plays here, the result,
// and what the rules made happen.

import { button, h, icon, put } from '../dom.js';
import { bring, has, t } from '../i18n.js';
import { nameOf } from '../names.js';
import { Problem, Unreachable } from '../plylog.js';
import { refused, why } from '../why.js';
import { capital, result, sideOf } from './words.js';

/** @typedef {import('./model.js').Game} Game */
/** @typedef {{ kind: string, icon: string, title: string, text?: any, rule?: string, acts?: any[] }} Note */

export class Notes {
  /**
   * @param {Game} game
   * @param {{ act: (command: any, what: string) => void, rule: (name: string) => void, show: (cells: string[]) => void, join: () => void, decline: () => void, rematch: () => void }} hooks
   */
  constructor(game, hooks) {
    this.game = game;
    this.hooks = hooks;
    /** @type {Note | undefined} */
    this.own = undefined;
    this.waiting = false;
    this.el = h('section', { class: 'g-note', 'aria-label': t('note.label') });
    this.drawn = '';
    /** the note that is drawn @type {Note | undefined} */
    this.last = undefined;
  }

  /** Says something until the game goes on. @param {Note | undefined} note */
  say(note) {
    this.own = note;
    this.draw();
  }

  /** Why something was refused. @param {Error} err @param {any} command */
  async refused(err, command) {
    const what = command.move ?? (has(`what.${command.what}`) ? t(`what.${command.what}`) : command.type);
    if (err instanceof Unreachable) return this.say({ kind: 'bad', icon: 'cut', title: t('note.unsent'), text: t('failed.unreachable') });
    const p = err instanceof Problem ? err : undefined;
    if (p?.status === 412) return this.say({ kind: 'warn', icon: 'info', title: t('note.stale'), text: t('note.staleText') });
    const title = command.type === 'move' || command.type === 'correct' ? t('note.illegal', { move: what }) : t('note.refused');
    await this.#because(title, why(err), p?.rule, p?.candidates?.length ? ` ${p.candidates.join(', ')}` : '');
  }

  /** A move that the rules bar, as the server listed it. @param {{ move: string, detail: string, rule: string, code: string }} b */
  async barred(b) { await this.#because(t('note.illegal', { move: b.move }), refused(b.code, b.detail), b.rule); }

  /** Says why, unless the game has gone on by the time that it is known. @param {string} title @param {Promise<string>} why @param {string | undefined} rule @param {string} [more] */
  async #because(title, why, rule, more) {
    const { n } = this.game, text = await why;
    if (this.game.n !== n) return;
    const cells = rule ? this.#captures() : [];
    this.say({ kind: 'bad', icon: 'stop', title, text: [text, more], rule,
      acts: cells.length ? [button(t('note.showCaptures'), { cls: 'sm', on: { click: () => this.hooks.show(cells) } })] : undefined });
  }

  /** What can be captured, where every move captures. */
  #captures() {
    const { choices } = this.game.choices;
    if (!choices.length || !choices.every((c) => c.steps?.some((x) => x.from && x.takes?.length))) return [];
    return [...new Set(choices.flatMap((c) => c.steps.flatMap((x) => x.takes ?? [])))];
  }

  draw() {
    const n = this.#note();
    const key = JSON.stringify(n && [n.kind, n.title, n.rule, typeof n.text === 'string' ? n.text : '', n.acts?.length]);
    // Drawn anew it would slip away from under a finger that is about to press it.
    if (key === this.drawn && (n !== this.own || n === this.last)) return;
    this.drawn = key;
    this.last = n;
    put(this.el, n && h('div', { class: `note ${n.kind}`, role: n.kind === 'bad' ? 'alert' : 'status' }, icon(n.icon), h('b', null, n.title),
      n.text || n.rule ? [h('span'), h('p', null, n.text, n.rule && [' ', this.chip(n.rule)])] : null,
      n.acts?.some(Boolean) ? h('div', { class: 'acts' }, n.acts) : null));
  }

  /** The name of a rule, which leads to the rule. @param {string} name */
  chip(name) {
    return h('a', { class: 'rule', href: `/games/${this.game.id}?tab=rules#${name}`, on: { click: (e) => { e.preventDefault(); e.stopPropagation(); this.hooks.rule(name); } } }, name);
  }

  /** @returns {Note | undefined} */
  #note() {
    const { game } = this;
    if (this.own) return this.own;
    const said = this.#said();
    if (said && game.state.status === 'damaged') return { kind: 'bad', icon: 'cut', title: t('note.damaged'), text: game.state.closed ? t('note.closedText', { reason: game.state.closed.reason }) : t('note.damagedText') };
    if (this.waiting) return { kind: 'warn', icon: 'cut', title: t('note.unsent'), text: t('note.waiting') };
    if (game.wire === 'lost') return { kind: 'warn', icon: 'cut', title: t('note.lost'), text: t('note.lostText') };
    if (!said || !game.live) return undefined;
    if (game.after.paused) return this.#paused();
    return this.#free() ?? this.#asked() ?? this.#ended() ?? this.#passed();
  }

  /** Whether the sentences are here that come with the first game that needs them; they are sent for. */
  #said() {
    const { after, state, events, n } = this.game;
    const rare = state.status === 'damaged' || after.paused || after.offer || events[n - 1].type === 'adjudicated';
    const parts = [after.result && !has('result.draw') && 'over', rare && !has('offer.draw') && 'notes'].filter(Boolean);
    if (parts.length) void Promise.all(parts.map(bring)).then(() => this.draw(), () => {});
    return !parts.length;
  }

  /** An administrator stopped the game. @returns {Note} */
  #paused() {
    const reason = this.game.events.findLast((e) => e.type === 'paused')?.data.reason;
    return { kind: 'warn', icon: 'stop', title: t('note.paused'), text: t('note.pausedText', { reason }) };
  }

  /** A seat is free. @returns {Note | undefined} */
  #free() {
    const { game, hooks } = this;
    if (!game.open) return undefined;
    const { invited } = game.state, free = game.mine.length === 0;
    if (invited && (!free || invited !== game.page.account.me.id)) return { kind: '', icon: 'person', title: t('note.kept', { who: nameOf(invited) ?? t('seat.opponent') }) };
    if (invited) return { kind: '', icon: 'plus', title: t('note.invited'), text: t('note.freeText'), acts: [button(t('note.sit'), { cls: 'pri sm', on: { click: hooks.join } }), button(t('act.decline'), { cls: 'sm', on: { click: hooks.decline } })] };
    if (free) {
      return { kind: '', icon: 'plus', title: t('note.free'), text: t('note.freeText'), acts: [button(t('note.sit'), { cls: 'pri sm', on: { click: hooks.join } })] };
    }
    const address = `${location.origin}/games/${game.id}`;
    return { kind: '', icon: 'link', title: t('note.invite'), text: h('bdi', { class: 'mono invite' }, address), acts: [button(t('note.copy'), { cls: 'sm', icon: 'copy', on: { click: () => void game.page.copy(address, t('note.copied')) } }),
      navigator.share && button(t('note.share'), { cls: 'sm', on: { click: () => void navigator.share({ url: address }).catch(() => {}) } })] }; // they may think better of it
  }

  /** Something is asked. @returns {Note | undefined} */
  #asked() {
    const { game, hooks } = this;
    const after = game.after, act = (label, type, cls = '') => game.able(type) && button(label, { cls: `sm ${cls}`, on: { click: () => hooks.act({ type: type.split(' ')[0] }, type) } });
    if (game.able('take')) {
      return { kind: '', icon: 'dice', title: t('note.doubled', { who: capital(sideOf(game, game.able('take') === 'first' ? 'second' : 'first')) }), text: t('note.doubledText'),
        acts: [act(t('act.take'), 'take', 'pri'), act(t('act.drop'), 'drop'), act(t('act.beaver'), 'double')].filter(Boolean) };
    }
    const offer = after.offer;
    if (!offer || after.result) return undefined;
    const who = capital(sideOf(game, offer.by));
    const place = { who, value: offer.value ? t(`resign.${offer.value}`) : '' };
    if (game.able(`accept ${offer.what}`) || game.able(`decline ${offer.what}`)) {
      return { kind: '', icon: { draw: 'half', takeback: 'undo', resign: 'flag' }[offer.what] ?? 'info', title: t(`offer.${offer.what}`, place), text: has(`offer.${offer.what}Text`) ? t(`offer.${offer.what}Text`) : undefined,
        acts: [act(t(offer.what === 'takeback' ? 'act.allow' : 'act.accept'), `accept ${offer.what}`, 'pri'), act(t('act.decline'), `decline ${offer.what}`), act(t('act.withdraw'), `withdraw ${offer.what}`)].filter(Boolean) };
    }
    if (game.mine.includes(offer.by)) {
      return { kind: '', icon: 'info', title: t(`offered.${offer.what}`, place), text: t('offered.text'), acts: [act(t('act.withdraw'), `withdraw ${offer.what}`)].filter(Boolean) };
    }
    return { kind: '', icon: 'info', title: t(`offer.${offer.what}`, place) };
  }

  /** @returns {Note | undefined} */
  #ended() {
    const { game, hooks } = this;
    const r = game.after.result;
    if (!r) return undefined;
    const end = result(game, r), ruled = game.events[game.n - 1];
    const title = end.title, text = ruled.type === 'adjudicated' ? `${end.text} ${t('note.ruled', { reason: ruled.data.reason })}` : end.text;
    const acts = [];
    if (game.next) acts.push(h('a', { class: 'btn sm pri', href: `/games/${game.next.id}` }, t('act.nextGame')));
    if (game.able('rematch') && !(game.next && game.next.joined)) acts.unshift(button(t(game.next ? 'act.acceptRematch' : 'act.rematch'), { cls: 'pri sm', icon: 'turn', on: { click: hooks.rematch } }));
    const mine = game.mine;
    return { kind: mine.length === 1 && r.winner && r.winner !== mine[0] ? 'warn' : 'ok', icon: 'flag', title, text, acts };
  }

  /** Somebody could not move. @returns {Note | undefined} */
  #passed() {
    const { game } = this;
    const e = game.events[game.n - 1];
    const passes = (e.then ?? []).filter((x) => x.pass);
    if (!passes.length) return undefined;
    const dice = (e.then ?? []).find((x, i, all) => x.dice && all[i + 1]?.pass)?.dice;
    const who = capital(sideOf(game, passes[0].pass));
    return { kind: 'warn', icon: 'info', title: dice ? t('note.lostTurn', { who, dice: dice.join('-') }) : t('note.passed', { who }), text: t('note.passedText'),
      rule: { backgammon: 'BG-10', reversi: 'RV-8' }[game.kind] };
  }
}
