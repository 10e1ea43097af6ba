// What was learned stays in the browser.

const KEY = 'plylog.learned';

/** @returns {Record<string, string[]>} */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    return {};
  }
}

/** The lessons of a kind that are done, by name. @param {string} kind @returns {string[]} */
export const learned = (kind) => all()[kind] ?? [];

/** @param {string} kind @param {string} lesson */
export function learn(kind, lesson) {
  const kept = all();
  kept[kind] = [...new Set([...(kept[kind] ?? []), lesson])];
  localStorage.setItem(KEY, JSON.stringify(kept));
}
