// The backgammon board: wool and walnut. The viewer's home is at the bottom right. A
// turn is entered step by step, with either die first, until Done.

import { s, put } from '../dom.js';
import { Board, ms } from './board.js';
import * as mark from './marks.js';
import { cube, die } from './die.js';
import { f } from './materials.js';
import { WIDE, COMPACT, other, xOf, place, base, checkers, barX, trayX } from './bgdraw.js';
import { read, BAR, OFF } from './bgline.js';
import { Turn } from './bgturn.js';

/**
 * @typedef {import('./bgline.js').Line} Line
 * @typedef {{ line: string, viewer?: 'first' | 'second', choices?: any[], move?: string, before?: string, animate?: boolean }} Shown
 * @typedef {{ play: (move: string) => void, refuse?: (from: string, to: string) => void, changed?: () => void, say: (text: string) => void,
 *   label: string, cellName: (cell: string, who: { mine: number, theirs: number }, what: string[]) => string, dieName: (n: number, used: boolean) => string }} Hooks
 */

export class Backgammon extends Board {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    super(hooks, '24', ['base', 'below', 'pieces', 'above', 'focus', 'cells', 'dice'], { role: 'group' });
    this.narrow = matchMedia('(max-width: 560px)');
    this.order = 0; // which die is played first
    /** @type {number | undefined} */
    this.selected = undefined;
    this.layers.cells.setAttribute('role', 'grid');
    this.layers.cells.setAttribute('aria-label', hooks.label);
    this.narrow.addEventListener('change', () => this.shown && this.show({ ...this.shown, animate: false }));
  }

  get g() { return this.narrow.matches ? COMPACT : WIDE; }
  get viewer() { return this.shown?.viewer ?? 'first'; }
  /** Whether the viewer is the one who moves. */
  get own() { return this.line.turn === this.viewer; }

  /** @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    /** @type {Line} */
    this.line = read(shown.line);
    this.turn = new Turn(this.line, shown.choices ?? []);
    this.active = Boolean(shown.choices?.length);
    this.selected = undefined;
    this.order = 0;
    const { height } = this.g;
    this.el.setAttribute('viewBox', `0 0 900 ${height}`);
    put(this.layers.base, base(this.g, false));
    const there = this.layers.cells.contains(document.activeElement);
    this.#makeCells();
    this.#draw();
    if (there) this.focus(this.focused);
    if (shown.animate && shown.move) this.#move();
  }

  /** Takes the last step back. */
  undo() {
    this.turn.back();
    this.selected = undefined;
    this.#draw();
  }

  get canUndo() { return this.turn?.made.length > 0; }
  /** The move that Done would play, if the steps are one. */
  get whole() { return this.active ? this.turn.move : undefined; }
  /** Plays the turn. */
  done() {
    if (this.whole !== undefined) this.hooks.play(this.whole);
  }

  /** Lets the other die be played first. */
  swap() {
    this.order = 1 - this.order;
    this.#draw();
  }

  /** The dice in the order in which they are to be played. */
  #dice() {
    const d = this.line.dice;
    return this.order ? [...d].reverse() : d;
  }

  /** The cell of a point as the mover counts: cells are named as the viewer counts. */
  #cell(p) {
    if (p === BAR) return this.own ? 'bar' : 'bar2';
    if (p === OFF) return this.own ? 'off' : 'off2';
    return String(this.own ? p : 25 - p);
  }

  #point(cell) {
    if (cell === 'bar' || cell === 'bar2') return (cell === 'bar') === this.own ? BAR : undefined;
    if (cell === 'off' || cell === 'off2') return (cell === 'off') === this.own ? OFF : undefined;
    return this.own ? Number(cell) : 25 - Number(cell);
  }

  /** The men as they stand after the steps made. */
  #men() {
    const t = this.line.turn;
    if (!t || !this.turn.made.length) return this.line.men;
    return /** @type {any} */ ({ [t]: this.turn.now.own, [other(t)]: this.turn.now.opp });
  }

  #draw() {
    const g = this.g, men = this.#men();
    this.pieces = checkers(g, men, this.viewer, false);
    put(this.layers.pieces, this.pieces.map((x) => x.el), this.#cube());
    this.#drawDice();
    this.#mark();
    this.hooks.changed?.();
  }

  #cube() {
    const c = this.line.cube;
    if (!c || this.line.crawford) return null; // nobody doubles in that game
    const g = this.g, size = Math.min(44, g.bar - 2);
    const y = c.owner === undefined ? g.height / 2 : c.owner === this.viewer ? g.bottom - 28 : g.top + 28;
    const shown = this.line.awaits === 'answer' ? c.value * 2 : c.value;
    return cube(barX(g), y, shown === 1 && c.owner === undefined ? 64 : shown, size);
  }

  #drawDice() {
    const g = this.g, dice = this.#dice();
    if (!dice.length) return void put(this.layers.dice);
    const all = dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : dice;
    const left = [...this.turn.now.dice];
    const right = this.own; // the mover's right half
    const mid = g.bx0 + (right ? 6 * g.bw + g.bar : 0) + 3 * g.bw;
    put(this.layers.dice, all.map((n, i) => {
      const at = left.indexOf(n);
      if (at >= 0) left.splice(at, 1);
      const used = this.active && at < 0;
      const x = mid + (i - (all.length - 1) / 2) * 68;
      const can = this.active && all.length === 2 && !this.turn.made.length;
      return s('g', can
        ? { role: 'button', tabindex: 0, class: 'dicebutton', 'aria-label': this.hooks.dieName(n, used), on: { click: () => this.swap(), keydown: (e) => {
          if (e.key !== 'Enter' && e.key !== ' ') return;
          e.preventDefault();
          e.stopPropagation();
          this.swap();
        } } }
        : { role: 'img', 'aria-label': this.hooks.dieName(n, used) }, die(x, g.height / 2, n, { used }));
    }));
  }

  #mark() {
    const g = this.g, below = [], above = [], men = this.#men();
    const next = this.active ? this.turn.next() : [];
    const froms = new Set(next.map((x) => x.from));
    const ways = this.selected !== undefined && this.active ? this.turn.ways(this.selected, this.#dice()) : new Map();
    const mover = this.line.turn ?? 'first', mine = this.own;
    const opp = men[other(mover)];
    const last = this.shown.move && !this.turn.made.length ? landed(this.shown.move) : new Set();
    const lastMine = this.shown.move && this.shown.before ? read(this.shown.before).turn === this.viewer : false;
    for (const p of last) {
      const seat = lastMine ? this.viewer : other(this.viewer), n = men[seat][p];
      if (!n || p === OFF) continue;
      const { x, y } = place(g, lastMine, p, n - 1, n);
      above.push(mark.lastTo(x, y, g.r - 2));
    }
    const r = (p) => p === BAR ? 25 : g.r;
    for (const p of froms) {
      const n = men[mover][p], { x, y } = place(g, mine, p, n - 1, n);
      if (p === this.selected) below.push(mark.selected(x, y, r(p)));
      else if (this.selected === undefined || !ways.has(p)) above.push(mark.selectable(x, y, r(p)));
    }
    for (const [p] of ways) {
      if (p === OFF) {
        const x = trayX(g) + g.tray / 2, y = mine ? g.bottom - 125 : g.top + 125;
        above.push(mark.legal(x, y, 12));
        continue;
      }
      if (opp[25 - p] === 1) {
        const { x, y } = place(g, !mine, 25 - p, 0, 1);
        above.push(mark.hit(x, y, g.r - 1, 6));
        continue;
      }
      const n = men[mover][p], { x, y } = place(g, mine, p, Math.min(n, 5), Math.max(n + 1, 1) > 5 ? 5 : n + 1);
      above.push(mark.legal(x, y, 12));
    }
    put(this.layers.below, below);
    put(this.layers.above, above);
    for (const id of this.hit.keys()) {
      const p = this.#point(id);
      const what = [];
      if (p !== undefined && p === this.selected) what.push('selected');
      else if (p !== undefined && froms.has(p)) what.push('movable');
      if (p !== undefined && ways.has(p)) what.push(p !== OFF && opp[25 - p] === 1 ? 'hit' : 'legal');
      this.describe(id, this.hooks.cellName(id, this.#who(id, men), what), p !== undefined && p === this.selected, what.length > 0);
    }
    if (this.el.contains(document.activeElement)) this.drawFocus();
  }

  /** How many checkers of the viewer and of the opponent stand on a cell. */
  #who(id, men) {
    const v = men[this.viewer], o = men[other(this.viewer)];
    if (id === 'bar') return { mine: v[BAR], theirs: 0 };
    if (id === 'bar2') return { mine: 0, theirs: o[BAR] };
    if (id === 'off') return { mine: v[OFF], theirs: 0 };
    if (id === 'off2') return { mine: 0, theirs: o[OFF] };
    return { mine: v[Number(id)], theirs: o[25 - Number(id)] };
  }

  /** Chooses a cell: a checker to move, or where it goes. A second time on a checker plays the first die. @param {string} id */
  choose(id) {
    if (!this.active) return;
    const p = this.#point(id);
    const next = this.turn.next();
    if (this.selected !== undefined && p !== undefined) {
      const ways = this.turn.ways(this.selected, this.#dice());
      const way = p === this.selected ? [...ways.values()].find((w) => w.length === 1 && w[0].die === this.#dice().find((d) => [...ways.values()].some((v) => v.length === 1 && v[0].die === d))) : ways.get(p);
      if (way) {
        this.turn.go(way);
        this.selected = undefined;
        this.#draw();
        return;
      }
    }
    if (p !== undefined && next.some((x) => x.from === p)) {
      this.selected = this.selected === p ? undefined : p;
      return this.#mark();
    }
    if (this.selected !== undefined) this.hooks.refuse?.(this.#cell(this.selected), id);
    this.selected = undefined;
    this.#mark();
  }

  #makeCells() {
    const g = this.g;
    this.hit.clear();
    const cell = (id, x, y, w, hgt) => this.cell(id, { x: f(x), y: f(y), width: f(w), height: f(hgt) });
    const half = g.height / 2;
    const row = (points, bar, off, top) => s('g', { role: 'row' },
      points.slice(0, 6).map((p) => cell(String(p), xOf(g, p) - g.bw / 2, top ? 0 : half, g.bw, half)),
      cell(bar, g.bx0 + 6 * g.bw, (bar === 'bar') ? 0 : half, g.bar, half),
      points.slice(6).map((p) => cell(String(p), xOf(g, p) - g.bw / 2, top ? 0 : half, g.bw, half)),
      cell(off, trayX(g), top ? 0 : half, g.tray, half));
    const range = (a, b) => Array.from({ length: 12 }, (_, i) => a + Math.sign(b - a) * i);
    // The viewer's own bar is above the middle, so it stands in the upper row.
    put(this.layers.cells, row(range(13, 24), 'bar', 'off2', true), row(range(12, 1), 'bar2', 'off', false));
  }

  /** How the cell with the keyboard is marked. @param {SVGElement} el */
  ring(el) {
    const r = el.firstElementChild;
    const [x, y, w, hgt] = ['x', 'y', 'width', 'height'].map((n) => Number(r?.getAttribute(n)));
    return [s('rect', { class: 'mk-foc', x: x + 3, y: y + 3, width: w - 6, height: hgt - 6, rx: 10 }), s('rect', { class: 'mk-foc2', x: x + 8, y: y + 8, width: w - 16, height: hgt - 16, rx: 6 })];
  }

  /** Where a key leads from the cell that has the keyboard. @param {string} key */
  toward(key) {
    const rows = [...this.layers.cells.children].map((r) => [...r.children].map((c) => c.dataset.cell));
    const row = rows.find((r) => r.includes(this.focused)) ?? rows[0], at = row.indexOf(this.focused), last = row.length - 1;
    return { ArrowLeft: row[Math.max(0, at - 1)], ArrowRight: row[Math.min(last, at + 1)], ArrowUp: rows[0][at], ArrowDown: rows[1][at], Home: row[0], End: row[last] }[key];
  }

  /** Lets go of a checker, else takes a step back; whether there was anything. */
  release() {
    const { selected, canUndo } = this;
    if (selected !== undefined) {
      this.selected = undefined;
      this.#mark();
    } else if (canUndo) {
      this.undo();
    }
    return selected !== undefined || canUndo;
  }

  /** Takes the last checker of a point up, if one can be moved from there. @param {string} id */
  lift(id) {
    const p = this.#point(id);
    if (!this.active || p === undefined || !this.turn.next().some((x) => x.from === p)) return undefined;
    this.selected = p;
    this.#mark();
    const n = this.#men()[this.line.turn][p];
    return this.pieces.find((x) => x.mine === this.own && x.p === p && x.k === n - 1)?.el;
  }

  /** The checkers of the last move slide, one step after another. */
  #move() {
    const each = ms('--move');
    const before = read(this.shown.before ?? '');
    const seat = before.turn;
    if (!each || !seat) return;
    const g = this.g, mine = seat === this.viewer, men = this.line.men[seat];
    const counts = [...before.men[seat]];
    let delay = 0;
    for (const { from, to } of legs(this.shown.move)) {
      const n = men[to], k = Math.min(counts[to], Math.max(0, n - 1));
      const piece = this.pieces.find((x) => x.mine === mine && x.p === to && x.k === k)?.el;
      const a = place(g, mine, from, Math.max(0, counts[from] - 1), Math.max(1, counts[from])), b = place(g, mine, to, k, Math.max(1, n));
      counts[from]--;
      counts[to]++;
      if (!piece) continue;
      this.layers.pieces.append(piece);
      piece.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' }], { duration: each, delay, easing: 'cubic-bezier(.2,.7,.2,1)', fill: 'backwards' });
      delay += each;
    }
  }
}

/** @param {Hooks} hooks */
export const make = (hooks) => new Backgammon(hooks);

/** The legs of a turn in notation: each checker from where it began to where it ended. @param {string} move */
function legs(move) {
  const out = [];
  for (const word of move.split(' ')) {
    const times = Number(/\((\d)\)$/.exec(word)?.[1] ?? 1);
    const points = word.replace(/\(\d\)$/, '').replaceAll('*', '').split('/').map((x) => x === 'bar' ? BAR : x === 'off' ? OFF : Number(x));
    if (points.some(Number.isNaN) || points.length < 2) continue;
    for (let i = 0; i < times; i++) out.push({ from: points[0], to: points[points.length - 1] });
  }
  return out;
}

/** Where the checkers of a turn came to. @param {string} move */
const landed = (move) => new Set(legs(move).map((x) => x.to));
