// The lessons: for each game a few positions, one idea each, and what has to be tried
// there. Their sentences stand in text/learn; what is legal the server says.

/**
 * @typedef {import('../plylog.js').Event} Event
 * @typedef {import('../plylog.js').Seat} Seat
 * What is tried: whether an event of the learner's turn does it, or what the board bars.
 * `asks`: there are legal moves that do not do it, and a word is said about them.
 * @typedef {{ name: string, board?: string, seat: Seat, rule: string, more?: string, done: (e: Event, tried: Event[]) => boolean,
 *   barred?: (move: { rule: string }) => boolean, replies?: string[], asks?: boolean, whole?: boolean }} Lesson
 */

const any = () => true;
const takes = (/** @type {Event} */ e) => /[x*]/.test(e.data.move);
const wins = (/** @type {Event} */ e) => e.after.result?.winner === e.data.seat;
const passes = (/** @type {Event} */ e) => Boolean(e.then?.some((x) => x.pass));
/** @param {...string} moves */
const plays = (...moves) => (/** @type {Event} */ e) => moves.includes(e.data.move);

/** @type {Record<string, Lesson[]>} */
const LESSONS = {
  baghchal: [
    { name: 'board', board: 'T3T/5/5/5/T3T G 20 0', seat: 'first', rule: 'BC-1', done: plays('b2', 'd2', 'b4', 'd4', 'c3'), asks: true },
    { name: 'place', board: 'T3T/5/5/5/T3T G 20 0', seat: 'first', rule: 'BC-4', done: (_, tried) => tried.length >= 3, replies: ['a1-b1', 'b1-a1', 'a1-a2', 'a2-a1', 'e1-d1', 'd1-e1'] },
    { name: 'step', board: 'T3T/5/2G2/5/T3T T 19 0', seat: 'second', rule: 'BC-6', done: (e) => !takes(e) },
    { name: 'jump', board: 'T3T/2G2/1GTG1/2GT1/G2G1 T 14 0', seat: 'second', rule: 'BC-7', more: 'BC-9', done: takes, asks: true },
    { name: 'trap', board: 'TGGGT/GG1GG/G3G/GG1GG/TGGGT G 4 0', seat: 'first', rule: 'BC-10', done: wins, asks: true },
    { name: 'third', board: 'T2TT/GGGGT/GGGGG/GGGGG/GGG2 G 0 3', seat: 'second', rule: 'BC-12', more: 'BC-13', done: () => false, barred: (b) => b.rule === 'BC-12', replies: ['c1-d1', 'd1-c1'] },
    { name: 'whole', seat: 'first', rule: 'BC-3', done: () => false, whole: true },
  ],
  reversi: [
    { name: 'board', board: '---------------------------OX------XO--------------------------- X 30 30', seat: 'first', rule: 'RV-4', done: any },
    { name: 'lines', board: '---------X-X-X----OOO----XO-OX----OOO----X-X-X----------------XO X 23 23', seat: 'first', rule: 'RV-5', done: plays('d4'), asks: true },
    { name: 'skip', board: '-------------------------OOXOX-----O---------------------------- X 29 29', seat: 'first', rule: 'RV-6', done: plays('a4'), asks: true },
    { name: 'pass', board: '---------------------------XO----------------------------OXXXXXX X 28 27', seat: 'first', rule: 'RV-8', done: passes, asks: true },
    { name: 'corner', board: '-OX----------------XO------OX------XX--------------------------- X 28 28', seat: 'first', rule: 'RV-9', done: plays('a1'), asks: true },
    { name: 'end', board: 'XXXXXXXXXXXXXXXOXXXXXXOOXXXXXOOOXXXXOOOOXXOXOOOOXXOOOOOOXXXOOOO- X 1 0', seat: 'first', rule: 'RV-11', done: (e) => Boolean(e.after.result) },
    { name: 'whole', seat: 'first', rule: 'RV-3', done: () => false, whole: true },
  ],
  checkers: [
    { name: 'board', board: 'B:W21-32:B1-12', seat: 'first', rule: 'CK-4', done: any },
    { name: 'jump', board: 'B:W18,25:B14,3', seat: 'first', rule: 'CK-10', done: takes },
    { name: 'string', board: 'B:W12,18,26:B6,15', seat: 'first', rule: 'CK-11', more: 'CK-12', done: (e) => (e.data.move.match(/x/g) ?? []).length > 1 },
    { name: 'crown', board: 'B:W12:B9,27', seat: 'first', rule: 'CK-14', done: (e) => /B[^:W]*K/.test(e.after.board.slice(1)), asks: true },
    { name: 'king', board: 'B:W23,24:BK27,12', seat: 'first', rule: 'CK-6', done: takes },
    { name: 'win', board: 'B:W5,18:B1,14', seat: 'first', rule: 'CK-15', done: wins },
    { name: 'whole', seat: 'first', rule: 'CK-3', done: () => false, whole: true },
  ],
  backgammon: [
    { name: 'way', board: '-b----E-C---eE---c-e----B- 1/52', seat: 'first', rule: 'BG-6', done: any },
    { name: 'hit', board: '-b---aE-C---eE---b-e----B- 1/31', seat: 'first', rule: 'BG-12', done: takes, asks: true },
    { name: 'bar', board: '-b----E-C---eE---c-da---AA 1/53', seat: 'first', rule: 'BG-13', done: (e) => /^bar/.test(e.data.move) },
    { name: 'double', board: '-b----E-C---eE---c-e----B- 1/33', seat: 'first', rule: 'BG-11', done: any },
    { name: 'higher', board: '---GG----b--e----c-eA----- 1/65', seat: 'first', rule: 'BG-9', more: 'BG-8', done: any },
    { name: 'off', board: '--BCCCD------------edcc--- 1/63', seat: 'first', rule: 'BG-17', more: 'BG-16', done: (e) => /off/.test(e.data.move), asks: true },
    { name: 'whole', seat: 'first', rule: 'BG-2', done: () => false, whole: true },
  ],
};

/** The lessons of a kind; none of one that has none. @param {string} kind @returns {Lesson[]} */
export const lessonsOf = (kind) => Object.hasOwn(LESSONS, kind) ? LESSONS[kind] : [];

/** The kinds that are taught, in the order of the page. */
export const taught = Object.keys(LESSONS);
