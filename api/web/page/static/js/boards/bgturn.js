// What a step of a turn does to a position. Legal turns come from the server; here is
// only what it takes to enter one of them step by step, in any order: a step is open
// while one of those turns can still be come to.

import { BAR, OFF } from './bgline.js';

/** @typedef {import('./bgline.js').Line} Line */
/** @typedef {{ from: number, to: number, die: number }} Step */

/** A position of a turn under way: the mover's men and the opponent's, each as its own seat counts. */
/** @typedef {{ own: number[], opp: number[], dice: number[] }} Stand */

/** @param {Stand} p */
const key = (p) => `${p.own.join()}|${p.opp.join()}`;

/** The steps that a die allows as far as one step can be judged by itself. @param {Stand} p @param {number} die @returns {Step[]} */
function steps(p, die) {
  const out = [];
  const highest = p.own.findLastIndex((n, at) => n > 0 && at > 0);
  for (let from = BAR; from >= 1; from--) {
    if (!p.own[from] || (p.own[BAR] && from !== BAR)) continue;
    const to = from - die;
    if (to >= 1) {
      if (p.opp[25 - to] < 2) out.push({ from, to, die });
    } else if (highest <= 6 && (to === 0 || from === highest)) {
      out.push({ from, to: OFF, die });
    }
  }
  return out;
}

/** The position after a step. @param {Stand} p @param {Step} step @returns {Stand} */
export function play(p, step) {
  const own = [...p.own], opp = [...p.opp], dice = [...p.dice];
  own[step.from]--;
  own[step.to]++;
  if (step.to !== OFF && opp[25 - step.to] === 1) {
    opp[25 - step.to] = 0;
    opp[BAR]++;
  }
  dice.splice(dice.indexOf(step.die), 1);
  return { own, opp, dice };
}

/** A point in notation. @param {string} name */
const point = (name) => name === 'bar' ? BAR : name === 'off' ? OFF : Number(name);

/** A turn that is being entered. */
export class Turn {
  /** @param {Line} line @param {{ move: string, steps?: { from: string, to: string, die: number }[] }[]} choices */
  constructor(line, choices) {
    const own = line.men[line.turn ?? 'first'], opp = line.men[line.turn === 'second' ? 'first' : 'second'];
    const [a, b] = line.dice;
    /** @type {Stand} */
    this.start = { own, opp, dice: a === undefined ? [] : a === b ? [a, a, a, a] : [a, b] };
    /** @type {Stand[]} */
    this.stands = [this.start];
    /** @type {Step[]} */
    this.made = [];
    /** @type {Map<string, string>} */
    this.results = new Map();
    for (const c of choices) {
      let p = this.start;
      for (const x of c.steps ?? []) p = play(p, { from: point(x.from), to: point(x.to), die: x.die });
      this.results.set(key(p), c.move);
    }
    /** @type {Map<string, boolean>} */
    this.known = new Map();
  }

  get now() { return this.stands[this.stands.length - 1]; }

  /** The move that the steps made are, if they are one. */
  get move() { return this.results.get(key(this.now)); }

  /** Whether one of the turns can still be come to. @param {Stand} p @returns {boolean} */
  #reaches(p) {
    const k = `${key(p)}|${p.dice.join()}`;
    let yes = this.known.get(k);
    if (yes === undefined) {
      yes = this.results.has(key(p)) || [...new Set(p.dice)].some((d) => steps(p, d).some((x) => this.#reaches(play(p, x))));
      this.known.set(k, yes);
    }
    return yes;
  }

  /** The steps that are open now. @returns {Step[]} */
  next(from = this.now) {
    return [...new Set(from.dice)].flatMap((d) => steps(from, d)).filter((x) => this.#reaches(play(from, x)));
  }

  /**
   * Where a checker can go, by one die or by several, and by which steps: those that
   * begin with the die that is to be played first come first.
   * @param {number} from @param {number[]} order @returns {Map<number, Step[]>}
   */
  ways(from, order) {
    const out = new Map();
    const walk = (/** @type {Stand} */ p, /** @type {number} */ at, /** @type {Step[]} */ made) => {
      const open = this.next(p).filter((x) => x.from === at).sort((a, b) => order.indexOf(a.die) - order.indexOf(b.die));
      for (const x of open) {
        const way = [...made, x];
        if (!out.has(x.to) || out.get(x.to).length > way.length) out.set(x.to, way);
        if (x.to !== OFF) walk(play(p, x), x.to, way);
      }
    };
    walk(this.now, from, []);
    return out;
  }

  /** @param {Step[]} way */
  go(way) {
    for (const x of way) {
      this.stands.push(play(this.now, x));
      this.made.push(x);
    }
  }

  /** Takes the last step back. */
  back() {
    if (!this.made.length) return;
    this.stands.pop();
    this.made.pop();
  }

  /** Whether nothing is left to choose: every turn leads to the same position. */
  get forced() { return this.results.size === 1; }
}
