// The time of a seat, counted from deadlines: the page never adds up what passed, so
// a machine that slept, or whose own clock is wrong, shows the right time.

import { number, t } from '../i18n.js';

/** @typedef {import('../plylog.js').Seat} Seat */

const MINUTE = 60000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

/**
 * What a clock shows of a seat: the time left, and in byo-yomi the periods.
 * @param {any} clock @param {any} control @param {Seat} seat @param {number} now the server's time
 */
export function left(clock, control, seat, now) {
  const rest = clock[seat], i = seat === 'first' ? 0 : 1;
  if (clock.running !== seat || !clock.deadline) return { ms: rest, periods: clock.periods?.[i], running: false };
  const until = Math.max(0, Date.parse(clock.deadline) - now);
  if (control?.kind !== 'byoyomi') return { ms: Math.min(rest, until), running: true }; // a delay stands still at first
  const spare = (clock.periods?.[i] ?? 0) * control.period;
  if (until > spare) return { ms: until - spare, periods: clock.periods?.[i], running: true };
  const periods = Math.ceil(until / control.period);
  return { ms: until - Math.max(0, periods - 1) * control.period, periods, running: true, last: true };
}

/** A time as a clock shows it. @param {number} ms */
export function face(ms) {
  if (ms >= 2 * DAY) return t('clock.days', { d: number(Math.floor(ms / DAY)), h: number(Math.floor(ms % DAY / HOUR)) });
  const up = ms < 10000 ? ms : Math.ceil(ms / 1000) * 1000;
  const two = (x) => String(x).padStart(2, '0');
  const s = Math.floor(up / 1000) % 60, m = Math.floor(up / MINUTE) % 60, hours = Math.floor(up / HOUR);
  if (hours) return `${hours}:${two(m)}:${two(s)}`;
  return ms < 10000 ? `${m}:${two(s)}.${Math.floor(ms / 100) % 10}` : `${m}:${two(s)}`;
}
