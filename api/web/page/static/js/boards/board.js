// What boards have in common: layers, cells that can be chosen, a pointer that clicks
// and drags, and a keyboard that goes from cell to cell. What a cell is and what
// follows from choosing it is the board's own.

import { s, put } from '../dom.js';

/** How far a pointer goes before it drags, in pixels. */
const FAR = 6;
/** Layers that are for eyes alone. */
const DRAWN = ['base', 'below', 'pieces', 'above', 'focus'];

/** A duration of the page's own, so that whoever wants no motion has none; in ms. @param {string} name */
export const ms = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 0;

/** @abstract Beside what is here a board has choose, lift, toward, release and ring. */
export class Board {
  /** the last step was made by dragging */
  dragged = false;
  /** the cells by name @type {Map<string, SVGElement>} */
  hit = new Map();
  /** @type {{ id: string, x: number, y: number, pointer: number, piece?: SVGElement } | undefined} */
  #press = undefined;

  /** @param {any} hooks @param {string} first the cell that the keyboard comes to @param {string[]} layers from below @param {any} props of the element */
  constructor(hooks, first, layers, props) {
    this.hooks = hooks;
    this.focused = first;
    this.layers = Object.fromEntries(layers.map((n) => [n, s('g', { class: `l-${n}`, 'aria-hidden': DRAWN.includes(n) ? 'true' : null })]));
    this.el = s('svg', { class: 'board', tabindex: -1, 'aria-label': hooks.label, ...props, on: {
      keydown: (e) => this.#key(e), focusin: () => this.drawFocus(), focusout: () => put(this.layers.focus),
      pointerdown: (e) => this.#down(e), pointermove: (e) => this.#drag(e), pointerup: (e) => this.#up(e), pointercancel: () => this.#drop(),
    } }, Object.values(this.layers));
  }

  /** A cell. @param {string} id @param {any} area x, y, width and height */
  cell(id, area) {
    const g = s('g', { role: 'gridcell', tabindex: id === this.focused ? 0 : -1, data: { cell: id }, class: 'cell' }, s('rect', { ...area, fill: 'transparent' }));
    this.hit.set(id, g);
    return g;
  }

  /** Says of a cell what it is, and whether something can be done there. @param {string} id @param {string} name @param {boolean} selected @param {boolean} can */
  describe(id, name, selected, can) {
    const g = this.hit.get(id);
    g?.setAttribute('aria-label', name);
    g?.setAttribute('aria-selected', String(selected));
    g?.classList.toggle('can', can);
  }

  /** Puts the keyboard on a cell. @param {string} id @param {boolean} [take] */
  focus(id, take = true) {
    this.hit.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = id;
    const g = this.hit.get(id);
    g?.setAttribute('tabindex', '0');
    if (take) g?.focus();
    this.drawFocus();
  }

  drawFocus() {
    const g = document.activeElement;
    if (!(g instanceof SVGElement) || !g.dataset.cell || !g.matches(':focus-visible')) return void put(this.layers.focus);
    this.focused = g.dataset.cell;
    put(this.layers.focus, this.ring(g));
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    const to = this.toward(e.key);
    if (to) this.focus(to);
    else if (e.key === 'Enter' || e.key === ' ') {
      this.dragged = false;
      this.choose(this.focused);
    } else if (e.key === 'Escape' && this.release()) e.stopPropagation();
    else return;
    e.preventDefault();
  }

  /** The cell under a pointer. @param {PointerEvent} e */
  #cellAt(e) {
    const at = document.elementsFromPoint(e.clientX, e.clientY).map((el) => el.closest?.('[role=gridcell]')).find((el) => el && this.el.contains(el));
    return at?.dataset.cell;
  }

  /** @param {PointerEvent} e */
  #down(e) {
    const id = e.button || e.target.closest('[role=button]') ? undefined : this.#cellAt(e);
    if (!id) return;
    this.focus(id, false);
    this.#press = { id, x: e.clientX, y: e.clientY, pointer: e.pointerId };
  }

  /** @param {PointerEvent} e */
  #drag(e) {
    const p = this.#press;
    if (p?.pointer !== e.pointerId) return;
    const x = e.clientX - p.x, y = e.clientY - p.y;
    if (!p.piece && Math.hypot(x, y) >= FAR && (p.piece = this.lift(p.id))) {
      this.el.setPointerCapture(e.pointerId);
      this.layers.pieces.append(p.piece); // above the others
      p.piece.classList.add('dragged');
    }
    const scale = this.el.viewBox.baseVal.width / this.el.getBoundingClientRect().width;
    p.piece?.setAttribute('transform', `translate(${x * scale} ${y * scale})`);
  }

  /** @param {PointerEvent} e */
  #up(e) {
    const p = this.#press;
    if (p?.pointer !== e.pointerId) return;
    const id = this.#cellAt(e);
    this.#drop();
    this.dragged = Boolean(p.piece);
    if (id && this.dragged === (id !== p.id)) this.choose(id);
  }

  #drop() {
    const piece = this.#press?.piece;
    this.#press = undefined;
    piece?.removeAttribute('transform');
    piece?.classList.remove('dragged');
  }
}
