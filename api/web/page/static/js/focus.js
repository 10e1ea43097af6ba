// The keyboard stays where it is. What it was on may be drawn anew, move to another
// list or go away while games go on: then it goes on at the same thing, or else at
// whatever has come to its place. A mouse leaves nothing to go back to.

const STOPS = 'a[href], button:not([disabled]), input:not([disabled]), select, summary, [tabindex="0"]';

/** @param {Element} el by which it is known again */
const name = (el) => `${el.tagName} ${['href', 'data-act', 'data-cell', 'value', 'aria-label'].map((x) => el.getAttribute(x)).find(Boolean) ?? el.textContent}`;

/** @param {Element} box */
const stops = (box) => [...box.querySelectorAll(STOPS)].filter((x) => x.checkVisibility());

/** What has the keyboard: its name, and its place in everything that it lies in. @type {{ el: any, name: string, in: [Element, number][] } | undefined} */
let held;

/** Nobody waits for the keyboard any more. */
export function release() { held = undefined; }

function hold() {
  const el = /** @type {Element} */ (document.activeElement);
  release();
  if (!el.matches(':focus-visible') || el === document.body) return;
  held = { el, name: name(el), in: [] };
  for (let box = el.parentElement; box && box !== document.body; box = box.parentElement) held.in.push([box, stops(box).indexOf(el)]);
}

function restore() {
  if (!held || document.activeElement !== document.body || !document.hasFocus()) return;
  const { el } = held;
  if (el.isConnected && el.checkVisibility()) return void el.focus(); // not while it is disabled
  const there = held.in.filter(([box]) => box.isConnected).map(([box, at]) => ({ at, all: stops(box) })).filter((x) => x.all.length);
  const again = there.flatMap((x) => x.all).find((x) => name(x) === held?.name);
  const next = again ?? there[0]?.all[Math.min(Math.max(0, there[0].at), there[0].all.length - 1)];
  /** @type {HTMLElement | undefined} */ (next)?.focus();
}

hold();
document.addEventListener('focusin', hold);
document.addEventListener('pointerdown', release, true);
// Later: what goes from one thing to the next has none for a moment, too.
new MutationObserver(() => { if (held && document.activeElement === document.body) setTimeout(restore); })
  .observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden'] });
