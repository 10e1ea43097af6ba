// A board of cells: what reversi, checkers and Bagh-Chal have in common. It shows a
// position, lets a seat make its turn step by step (click and click, drag, or the
// keyboard alone), and says what each cell is. Which turns there are it is told: it
// knows no rules.

import { s, put } from '../dom.js';
import { Board, ms } from './board.js';
import * as mark from './marks.js';

/**
 * @typedef {{ id: string, x: number, y: number, row: number, col: number }} Cell
 * @typedef {{ from?: string, to: string, takes?: string[] }} Step
 * @typedef {{ move: string, steps: Step[] }} Choice
 *
 * What a kind of board is made of. Cells stand in reading order, as seen unturned.
 * @typedef {object} Kind
 * @property {number} width
 * @property {number} height
 * @property {Cell[]} cells
 * @property {number} half half the side of a cell
 * @property {number} radius of a piece
 * @property {(flip: boolean) => (SVGElement | false)[]} base rail, field, texture, lines, coordinates
 * @property {(line: string) => Map<string, string>} read the pieces of a board line by cell
 * @property {(piece: string, x: number, y: number, o?: any) => SVGElement} piece
 * @property {(piece: string) => string} name of a piece, in words
 * @property {(show: Shown) => Last} [last] how the last move is marked
 * @property {(line: string) => string} [put] the piece that the side to move puts down
 * @property {boolean} [turns] what a step takes changes sides and stays
 * @property {boolean} [quiet] legal cells without dots where a piece is put down
 *
 * How the last move is shown: cells left and come to, pieces on their way, taken, turned.
 * @typedef {{ from?: string, to?: string, path?: string[], takes?: string[], flips?: string[], marks?: (at: (id: string) => Cell) => { below?: SVGElement[], above?: SVGElement[] } }} Last
 *
 * What is to be shown. Choices are there when somebody here may move.
 * @typedef {{ line: string, flip?: boolean, choices?: Choice[], barred?: { move: string, detail: string, rule: string }[],
 *   move?: string, before?: string, animate?: boolean, trapped?: string[] }} Shown
 *
 * @typedef {{ play: (move: string) => void, refuse?: (from: string, to: string) => void, say: (text: string) => void, changed?: () => void, correct?: (move: string) => void, because?: (barred: any) => Promise<string>,
 *   label: string, cellName: (cell: string, piece: string | undefined, what: string[]) => string, barredText?: string }} Hooks
 */

export class Grid extends Board {
  /** @param {Kind} kind @param {Hooks} hooks */
  constructor(kind, hooks) {
    super(hooks, kind.cells[0].id, ['base', 'below', 'pieces', 'above', 'focus', 'cells'], { viewBox: `0 0 ${kind.width} ${kind.height}`, role: 'grid' });
    this.kind = kind;
    /** @type {Shown} */
    this.shown = { line: '' };
    /** @type {Map<string, string>} */
    this.pieces = new Map();
    /** @type {Map<string, SVGElement>} */
    this.drawn = new Map();
    /** cells that are pointed out @type {string[]} */
    this.lit = [];
    /** the steps made of a turn that is not complete @type {Step[]} */
    this.made = [];
    /** @type {string | undefined} */
    this.selected = undefined;
    this.layers.cells.setAttribute('role', 'presentation');
    this.#makeCells();
  }

  /** Where a cell lies as the board is turned. @param {string} id */
  at(id) {
    const c = this.byId.get(id);
    return this.shown.flip ? { ...c, x: this.kind.width - c.x, y: this.kind.height - c.y } : c;
  }

  /** Shows a position. A turn that was begun is forgotten. @param {Shown} shown */
  show(shown) {
    const turned = Boolean(shown.flip) !== Boolean(this.shown.flip) || !this.layers.base.firstChild;
    this.shown = shown;
    this.made = [];
    this.lit = [];
    this.selected = undefined;
    if (turned) {
      put(this.layers.base, this.kind.base(Boolean(shown.flip)));
      this.#makeCells();
    }
    this.pieces = this.kind.read(shown.line);
    this.last = shown.move && this.kind.last ? this.kind.last(shown) : {};
    this.#drawPieces();
    this.#mark();
    if (shown.animate) this.#move();
  }

  /**
   * Shows a move as the steps of its choice say it will be, before anybody has
   * confirmed it. Showing the position again takes it back.
   * @param {string} move
   */
  expect(move) {
    const steps = this.shown.choices?.find((c) => c.move === move)?.steps;
    if (!steps?.length) return;
    const { line } = this.shown, now = new Map(this.pieces), to = steps[steps.length - 1].to;
    for (const { from, to, takes = [] } of steps) {
      const piece = from === undefined ? this.kind.put?.(line) : now.get(from);
      if (from !== undefined) now.delete(from);
      if (piece) now.set(to, piece);
      for (const id of takes) this.kind.turns && piece ? now.set(id, piece) : now.delete(id);
    }
    const taken = steps.flatMap((x) => x.takes ?? []), from = steps[0].from;
    this.shown = { ...this.shown, choices: undefined, barred: undefined, move, before: line };
    this.made = [];
    this.selected = undefined;
    this.pieces = now;
    this.last = { ...this.kind.last?.({ line, move, before: line }), to, path: from ? [from, ...steps.map((x) => x.to)] : [], takes: this.kind.turns ? [] : taken, flips: this.kind.turns ? taken : [] };
    this.#drawPieces();
    this.#mark();
    if (!this.dragged) this.#move();
  }

  /** Points out pieces that can be captured. @param {string[]} cells */
  light(cells) {
    this.lit = cells;
    this.#mark();
    const from = this.next().find((x) => x.from)?.from;
    if (from) this.focus(from);
  }

  /** Begins the turn anew. */
  undo() {
    this.made = [];
    this.selected = undefined;
    this.redraw();
  }

  /** Draws the pieces and the marks as they are now. */
  redraw() {
    this.#drawPieces();
    this.#mark();
  }

  /** Whether more than a step of a turn can be taken back here. */
  get canUndo() { return false; }

  /** The choices that the steps made so far leave. */
  open() {
    return (this.shown.choices ?? []).filter((c) => this.made.every((m, i) => c.steps[i]?.to === m.to && c.steps[i]?.from === m.from));
  }

  /** The steps that can be made next. */
  next() {
    const steps = this.open().map((c) => c.steps[this.made.length]).filter(Boolean);
    return this.made.length && this.selected ? steps.filter((x) => x.from === this.selected) : steps;
  }

  /** A cell was chosen. @param {string} id */
  choose(id) {
    if (!this.shown.choices?.length) return;
    const next = this.next();
    const step = next.find((x) => x.to === id && (x.from === undefined || x.from === this.selected));
    if (step) return this.#step(step);
    if (this.made.length === 0 && next.some((x) => x.from === id)) {
      this.selected = this.selected === id ? undefined : id;
      return this.#mark();
    }
    const from = this.selected;
    if (from !== id) this.hooks.refuse?.(from ?? '', id);
    if (this.made.length === 0) this.selected = undefined;
    this.#mark();
  }

  /** @param {Step} step */
  #step(step) {
    this.made.push(step);
    const open = this.open();
    const whole = open.find((c) => c.steps.length === this.made.length);
    if (whole) return this.hooks.play(whole.move);
    // A turn of several steps goes on with the piece that has moved.
    this.selected = step.to;
    this.#drawPieces();
    this.#mark();
  }

  /** The pieces as they stand after the steps made so far. */
  #standing() {
    const now = new Map(this.pieces);
    for (const step of this.made) {
      if (!step.from) continue;
      const p = now.get(step.from);
      now.delete(step.from);
      if (p) now.set(step.to, p);
      // What is taken stays until the turn is whole: the rules take it then.
    }
    return now;
  }

  #drawPieces() {
    this.drawn = new Map();
    const out = [];
    for (const [id, p] of this.#standing()) {
      const { x, y } = this.at(id);
      const g = s('g', { class: 'piece', data: { cell: id } }, this.kind.piece(p, x, y, { trapped: this.shown.trapped?.includes(id) }));
      this.drawn.set(id, g);
      out.push(g);
    }
    put(this.layers.pieces, out);
  }

  /** Draws what can be done, and names every cell. */
  #mark() {
    const { radius, half, quiet } = this.kind;
    const below = [], above = [];
    const next = this.next();
    const froms = new Set(next.map((x) => x.from).filter(Boolean));
    const takesSome = next.some((x) => x.takes?.length);
    const tos = next.filter((x) => x.from === undefined || x.from === this.selected);
    const last = this.last?.marks?.((id) => this.at(id)) ?? {};
    below.push(...(last.below ?? []));
    if (!tos.length) above.push(...(last.above ?? []));
    else above.push(...(last.above ?? []));
    for (const id of froms) {
      if (id === this.selected) continue;
      if (this.made.length) continue;
      const { x, y } = this.at(id);
      below.push(mark.selectable(x, y, radius));
    }
    if (this.selected) {
      const { x, y } = this.at(this.selected);
      below.push(mark.selected(x, y, radius));
    }
    const hits = new Set(this.selected ? [] : this.lit);
    for (const step of tos) {
      const { x, y } = this.at(step.to);
      if (!(quiet && step.from === undefined)) above.push(mark.legal(x, y, step.takes?.length || !takesSome ? 12.5 : 10));
      if (step.from !== undefined) for (const id of step.takes ?? []) hits.add(id);
    }
    for (const id of hits) {
      const { x, y } = this.at(id);
      above.push(mark.hit(x, y, radius));
    }
    const bars = new Map();
    for (const b of this.shown.barred ?? []) {
      const [from, to] = b.move.split(/[-x]/);
      if (from === this.selected && to) bars.set(to, b);
    }
    for (const id of bars.keys()) {
      const { x, y } = this.at(id);
      above.push(mark.barred(x, y, this.hooks.barredText));
    }
    put(this.layers.below, below);
    put(this.layers.above, above);
    const legal = new Set(tos.map((x) => x.to));
    for (const [id, g] of this.hit) {
      const what = [];
      if (id === this.selected) what.push('selected');
      else if (froms.has(id)) what.push('movable');
      if (legal.has(id)) what.push('legal');
      if (hits.has(id)) what.push('hit');
      if (bars.has(id)) what.push('barred');
      if (this.shown.trapped?.includes(id)) what.push('trapped');
      this.describe(id, this.hooks.cellName(id, this.#standing().get(id), what), id === this.selected, legal.has(id) || froms.has(id));
      g.querySelector('title')?.remove();
      const bar = bars.get(id);
      if (bar) g.append(this.#because(bar));
    }
    if (this.el.contains(document.activeElement)) this.drawFocus();
  }

  /** Why a cell is barred, for whoever points at it. @param {any} bar */
  #because(bar) {
    const title = s('title', null, bar.rule);
    void this.hooks.because?.(bar).then((text) => put(title, `${text} (${bar.rule})`));
    return title;
  }

  #makeCells() {
    const { cells, half } = this.kind;
    this.byId = new Map(cells.map((c) => [c.id, c]));
    this.hit.clear();
    const rows = new Map();
    for (const c of this.shown.flip ? [...cells].reverse() : cells) {
      const { x, y } = this.at(c.id);
      if (!rows.has(c.row)) rows.set(c.row, s('g', { role: 'row' }));
      rows.get(c.row).append(this.cell(c.id, { x: x - half, y: y - half, width: 2 * half, height: 2 * half }));
    }
    put(this.layers.cells, [...rows.values()]);
  }

  /** How the cell with the keyboard is marked. @param {SVGElement} g */
  ring(g) {
    const { x, y } = this.at(g.dataset.cell);
    return mark.focus(x, y, Math.min(this.kind.half, 70) - 2);
  }

  /** Lets go of what was begun, if anything was. */
  release() {
    const begun = this.selected || this.made.length || this.canUndo;
    if (begun) this.undo();
    return begun;
  }

  /** Takes a piece up, if it can be moved. @param {string} id */
  lift(id) {
    if (!(this.made.length ? id === this.selected : this.next().some((x) => x.from === id))) return undefined;
    this.selected = id;
    this.#mark();
    return this.drawn.get(id);
  }

  /** Where a key leads from the cell that has the keyboard. @param {string} key */
  toward(key) {
    const dir = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    if (dir) return this.#neighbour(dir[0], dir[1]) ?? this.focused; // at the edge the page does not scroll instead
    if (key === 'Home' || key === 'End') return this.#inRow(this.at(this.focused).y).at(key === 'Home' ? 0 : -1);
    return undefined;
  }

  /** The cells of a row as they are seen, from the left. @param {number} y */
  #inRow(y) {
    return this.kind.cells.map((c) => this.at(c.id)).filter((c) => c.y === y).sort((a, b) => a.x - b.x).map((c) => c.id);
  }

  /**
   * The next cell in a direction: along a row within the row, across rows into the
   * next one, even where that has no cell straight ahead (dark squares).
   * @param {number} dy @param {number} dx
   */
  #neighbour(dy, dx) {
    const here = this.at(this.focused);
    let best, least = Infinity;
    for (const c of this.kind.cells) {
      const p = this.at(c.id), x = p.x - here.x, y = p.y - here.y;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 0 || aside > along) continue;
      // Going down and down again comes back to the same column: the sides take turns.
      const swerve = aside && (x > 0) === (here.row % 2 === 0) ? 1 : 0;
      const distance = dx ? along + 10 * aside : 10 * along + aside + swerve;
      if (distance < least) [best, least] = [c.id, distance];
    }
    return best;
  }

  /** Moves what the last move moved: it slides, what it took fades, what it turned turns. */
  #move() {
    const { path = [], takes = [], flips = [], to } = this.last ?? {};
    const slide = ms('--move'), calm = ms('--calm');
    if (!slide) return;
    const piece = to && this.drawn.get(to);
    if (piece && path.length > 1) {
      const end = this.at(path[path.length - 1]);
      const frames = path.map((id) => ({ transform: `translate(${this.at(id).x - end.x}px, ${this.at(id).y - end.y}px)` }));
      this.layers.pieces.append(piece);
      piece.animate(frames, { duration: slide * (path.length - 1), easing: 'cubic-bezier(.2,.7,.2,1)' });
    }
    const before = takes.length ? this.kind.read(this.shown.before ?? '') : new Map();
    takes.forEach((id, i) => {
      const p = before.get(id);
      if (!p) return;
      const { x, y } = this.at(id);
      const ghost = s('g', { class: 'piece ghost' }, this.kind.piece(p, x, y));
      this.layers.pieces.prepend(ghost);
      ghost.style.transformOrigin = `${x}px ${y}px`;
      ghost.animate([{ opacity: 1, transform: 'scale(1)' }, { opacity: 0, transform: 'scale(.8)' }], { duration: slide, delay: slide * (i + 1), fill: 'both' })
        .finished.then(() => ghost.remove(), () => ghost.remove());
    });
    const centre = to && this.at(to);
    for (const id of flips) {
      const g = this.drawn.get(id);
      if (!g || !centre) continue;
      const { x, y } = this.at(id);
      const far = Math.max(Math.abs(x - centre.x), Math.abs(y - centre.y)) / (2 * this.kind.half);
      g.style.transformOrigin = `${x}px ${y}px`;
      g.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: calm / 2, delay: 30 * far, fill: 'backwards' });
    }
  }
}

/** Makes boards of a kind. @param {Kind} kind */
export const onGrid = (kind) => (/** @type {Hooks} */ hooks) => new Grid(kind, hooks);
