// The kinds that are drawn here, each in a module that is fetched when it is needed.
// None of them knows a rule.

/** @type {Record<string, () => Promise<any>>} */
const DRAWN = {
  reversi: () => import('./reversi.js'),
  checkers: () => import('./checkers.js'),
  baghchal: () => import('./baghchal.js'),
  backgammon: () => import('./bgdraw.js'),
};

/** The module of a kind's board; undefined for a kind that nobody has drawn. @param {string} kind @returns {Promise<any>} */
export const drawn = async (kind) => Object.hasOwn(DRAWN, kind) ? DRAWN[kind]() : undefined;
