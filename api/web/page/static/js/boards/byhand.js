// A board on which the mover turns the discs by hand: a square, then each disc that
// turns, then Done. What was turned wrong is put right in the same way.

import { Grid } from './grid.js';
import * as mark from './marks.js';

export class ByHand extends Grid {
  /** the turn under way: where the disc goes, and which discs turn @type {{ square: string, piece: string, turned: Set<string>, before: Map<string, string>, correct: boolean } | undefined} */
  turning = undefined;

  /** @param {import('./grid.js').Shown} shown */
  show(shown) {
    this.turning = undefined;
    super.show(shown);
    this.hooks.changed?.();
  }

  /** @param {string} move */
  expect(move) {
    this.turning = undefined;
    super.expect(move);
    this.shown = { ...this.shown, choices: undefined };
    this.hooks.changed?.();
  }

  /** Begins with a disc on a square. @param {string} line the board before it @param {string} square @param {string[]} turned @param {boolean} [correct] a turn that was made */
  begin(line, square, turned, correct = false) {
    this.turning = { square, piece: this.kind.put?.(line) ?? '', turned: new Set(turned), before: this.kind.read(line), correct };
    this.redraw();
  }

  /** A turn that was made is put right. @param {string} line the board before it @param {string} move */
  correct(line, move) {
    const [square, turned = ''] = move.split(':');
    this.begin(line, square, turned ? turned.split('+') : [], true);
    this.focus(square);
  }

  next() { return this.turning ? [] : super.next(); }

  /** @param {string} id */
  choose(id) {
    const t = this.turning;
    if (!t || !t.correct && super.next().some((x) => x.to === id)) {
      if (super.next().some((x) => x.to === id)) this.begin(this.shown.line, id, []);
      else super.choose(id);
      return;
    }
    if (!this.#turns(id)) return;
    if (!t.turned.delete(id)) t.turned.add(id);
    this.redraw();
    this.hooks.say(this.hit.get(id)?.getAttribute('aria-label') ?? '');
  }

  /** Whether a disc can be turned: it is the other side's. @param {string} id */
  #turns(id) {
    const was = this.turning?.before.get(id);
    return was !== undefined && was !== this.turning?.piece;
  }

  get canUndo() { return Boolean(this.turning); }

  undo() {
    if (this.turning) this.show({ ...this.shown, animate: false });
    else super.undo();
  }

  /** The move that Done would play. */
  get whole() {
    const t = this.turning;
    return t && `${t.square}:${this.kind.cells.filter((c) => t.turned.has(c.id)).map((c) => c.id).join('+')}`;
  }

  done() {
    const { turning, whole } = this;
    if (turning && whole) (turning.correct ? this.hooks.correct : this.hooks.play)?.(whole);
  }

  redraw() {
    const t = this.turning;
    if (t) {
      this.pieces = new Map(t.before).set(t.square, t.piece);
      for (const id of t.turned) this.pieces.set(id, t.piece);
      this.last = { to: t.square, marks: (at) => ({ below: [mark.tint(at(t.square).x, at(t.square).y, false, this.kind.half - 1.3)], above: [t.square, ...t.turned].map((id, i) => (i ? mark.flipped : mark.placed)(at(id).x, at(id).y - 1.5)) }) };
    }
    super.redraw();
    if (t) {
      for (const [id, g] of this.hit) {
        if (!this.#turns(id)) continue;
        g.classList.add('can');
        g.setAttribute('aria-label', this.hooks.cellName(id, this.pieces.get(id), [t.turned.has(id) ? 'turned' : 'turnable']));
      }
    }
    this.hooks.changed?.();
  }
}

/** Makes boards of a kind. @param {import('./grid.js').Kind} kind */
export const byHand = (kind) => (/** @type {import('./grid.js').Hooks} */ hooks) => new ByHand(kind, hooks);
