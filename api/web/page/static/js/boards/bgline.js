// What a backgammon board line says.

/**
 * @typedef {'first' | 'second'} Seat
 * @typedef {{ men: { first: number[], second: number[] }, turn?: Seat, awaits: 'opening' | 'roll' | 'dice' | 'move' | 'answer' | 'over' | '',
 *   dice: number[], length: number, score: [number, number], crawford: boolean, cube?: { value: number, owner?: Seat } }} Line
 * Men by point as their own seat counts: 1 to 24, 25 the bar, 0 borne off.
 */

export const BAR = 25, OFF = 0;

/** Reads a board line. @param {string} line @returns {Line} */
export function read(line) {
  const [men = '', turn = '', match = '', cube = ''] = line.split(' ');
  const first = Array(26).fill(0), second = Array(26).fill(0);
  [...men].forEach((c, i) => {
    if (c >= 'A' && c <= 'O') first[i] = c.charCodeAt(0) - 64;
    else if (c >= 'a' && c <= 'o') second[25 - i] = c.charCodeAt(0) - 96;
  });
  for (const m of [first, second]) m[OFF] = 15 - m.slice(1).reduce((a, b) => a + b, 0);
  /** @type {Line} */
  const out = { men: { first, second }, awaits: '', dice: [], length: 1, score: [0, 0], crawford: false };
  const t = /^([012])(.?)(\d?)(\d?)/.exec(turn);
  if (t) {
    if (t[1] !== '0') out.turn = t[1] === '1' ? 'first' : 'second';
    out.awaits = t[1] === '0' ? 'opening' : ({ '!': 'dice', '?': 'dice', '/': 'move', x: 'answer', '=': 'over', '': 'roll' })[t[2]] ?? '';
    if (t[2] === '/') out.dice = [Number(t[3]), Number(t[4])];
  }
  const rest = [match, cube];
  for (const word of rest) {
    const m = /^(\d+):(\d+)-(\d+)([cjb]*)$/.exec(word);
    if (m) {
      out.length = Number(m[1]);
      out.score = [Number(m[2]), Number(m[3])];
      out.crawford = m[4].includes('c');
      if (out.length !== 1 && !out.cube) out.cube = { value: 1 };
    }
    const c = /^(\d+)(?:@([12]))?$/.exec(word);
    if (c) out.cube = { value: Number(c[1]), owner: c[2] === '1' ? 'first' : c[2] === '2' ? 'second' : undefined };
    if (word === '-') out.cube = undefined;
  }
  return out;
}

/** The pips that a seat has yet to move. @param {number[]} men */
export const pips = (men) => men.reduce((sum, n, at) => sum + n * at, 0);
