// The cells of a board in words, for those who hear it.

import { count, has, t } from '../i18n.js';

/** A cell in words. @param {any} module @param {string} cell @param {any} piece or how many of whom @param {string[]} what */
export function cellName(module, cell, piece, what) {
  const marks = what.map((w) => t(`cell.${w}`));
  if (piece && typeof piece === 'object') {
    const men = [piece.mine && count('cell.mine', piece.mine), piece.theirs && count('cell.theirs', piece.theirs)].filter(Boolean);
    return [has(`cell.${cell}`) ? t(`cell.${cell}`) : t('cell.point', { n: cell }), ...(men.length ? men : [t('cell.empty')]), ...marks].join(', ');
  }
  const name = piece && module.kind?.name?.(piece);
  return [cell, name ? t(`piece.${name}`) : t('cell.empty'), ...marks].join(', ');
}
