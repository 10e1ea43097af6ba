// Lists grow old: what shows them asks again while somebody looks.

/**
 * Does something now and again while the page is seen, and at once when it is seen
 * again; until the view is left. A round that fails is told, the next one comes.
 * @param {AbortSignal} left @param {number} pause in milliseconds
 * @param {() => Promise<void>} round @param {(err: Error | undefined) => void} told
 */
export function whileSeen(left, pause, round, told) {
  let timer = 0, busy = false;
  const go = async () => {
    clearTimeout(timer);
    if (left.aborted || document.hidden || busy) return;
    busy = true;
    try {
      await round();
      if (!left.aborted) told(undefined);
    } catch (err) {
      if (!left.aborted) told(/** @type {Error} */ (err));
    } finally {
      busy = false;
      if (!left.aborted) timer = window.setTimeout(go, pause);
    }
  };
  document.addEventListener('visibilitychange', go, { signal: left });
  left.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return go();
}
