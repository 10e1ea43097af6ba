// What a report of the verifier means for one game: the verdict and what was checked.

/** @typedef {import('../verify/verifier.js').Report} Report */
/** @typedef {import('./model.js').Event} Event */
/** @typedef {'ok' | 'warn' | 'bad'} Mark */
/** @typedef {'chain' | 'numbers' | 'rules' | 'dice' | 'clocks' | 'checkpoint' | 'head'} Name */

/** Which check a reason of the verifier belongs to; what is not here is about what vouches. @type {Record<string, Name>} */
const REASONS = {
  prev: 'chain', malformed: 'chain', type: 'chain',
  n: 'numbers', command: 'numbers', game: 'numbers', ended: 'numbers',
  data: 'rules', kind: 'rules', ruleset: 'rules', then: 'rules', board: 'rules', turn: 'rules', seen: 'rules', offer: 'rules', paused: 'rules',
  dice: 'dice', clock: 'clocks', time: 'clocks', result: 'clocks', head: 'head',
};

/** Which check it was that failed. @param {{ reason: string, file?: string }} problem @returns {Name} */
const failed = (problem) => problem.reason === 'cut' && problem.file !== 'receipt' ? 'head' : REASONS[problem.reason] ?? 'checkpoint';

/**
 * @typedef {{ verdict: 'verified' | 'open' | 'broken' | 'unknown', good: number, broken?: number, problem?: any, check?: Name, checks: { name: Name, mark: Mark, figure: Record<string, number> }[] }} Found
 * `unknown`: a game whose rules the verifier of this browser does not have.
 * `good` is how many events are right, `broken` the number of the one that is not, where it is an event that is wrong.
 */

/** @param {Report} report @param {Event[]} events that it is about @param {number} [kept] the number of the event whose head was kept @returns {Found} */
export function found(report, events, kept) {
  const problem = report.verdict === 'violated' ? report.problems?.[0] : undefined;
  const check = problem && failed(problem);
  const good = Number(report.head?.split(' ')[1] ?? 0);
  const line = events.slice(0, good);
  const proof = report.receipts?.find((r) => r.n === events.length);
  const created = /** @type {any} */ (events[0]?.data ?? {});
  /** @param {Name} name @returns {Mark} */
  const mark = (name) => check === name ? 'bad' : 'ok';
  /** @type {Found['checks']} */
  const checks = [
    { name: 'chain', mark: mark('chain'), figure: { n: good } },
    { name: 'numbers', mark: mark('numbers'), figure: { n: good } },
    { name: 'rules', mark: mark('rules'), figure: { n: line.filter((e) => e.type === 'moved').length, ruleset: events[0]?.ruleset ?? 1 } },
  ];
  if (created.dice) checks.push({ name: 'dice', mark: check === 'dice' ? 'bad' : created.dice === 'recorded' ? 'warn' : 'ok', figure: { n: report.dice?.rolls ?? 0 } });
  checks.push({ name: 'clocks', mark: mark('clocks'), figure: { n: good } });
  checks.push({ name: 'checkpoint', mark: check === 'checkpoint' ? 'bad' : proof ? 'ok' : 'warn', figure: { n: proof?.size ?? 0 } });
  if (kept) checks.push({ name: 'head', mark: mark('head'), figure: { n: kept } });
  if (problem?.reason === 'kind' && problem.n === 1) return { verdict: 'unknown', good, checks: [] };
  const verdict = problem ? 'broken' : report.verdict === 'verified' && proof ? 'verified' : 'open';
  return { verdict, good, broken: problem?.n ?? problem?.line, problem, check, checks };
}
