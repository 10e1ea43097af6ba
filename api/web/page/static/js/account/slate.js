// The picture beside the form: a slate of Bagh-Chal.

import { h, s } from '../dom.js';
import { goat, tiger } from '../boards/beasts.js';

const LINES = [60, 260, 460, 660].map((x) => `M${x}-20V920`).join('') + [50, 250, 450, 650, 850].map((y) => `M-20 ${y}H740`).join('') +
  [-1740, -1340, -940, -540, -140, 260].map((x) => `M${x} -550l2000 2000M${x + 1600} -950l-2600 2600`).join('');
const TIGERS = [[260, 250], [460, 650]], GOATS = [[460, 250], [460, 450], [660, 450], [60, 650], [260, 650], [660, 50], [260, 850]];

/** @param {string} cls @param {string} viewBox */
const slab = (cls, viewBox) => s('svg', { class: cls, viewBox, preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true' },
  s('rect', { class: 's-b', width: 720, height: 900 }), s('rect', { fill: 'url(#pSlate)', width: 720, height: 900 }),
  s('path', { class: 's-k', d: LINES, transform: 'translate(-1 -2.5)' }), s('path', { class: 's-c', d: LINES }),
  TIGERS.map(([x, y]) => tiger(x, y, { scale: 1.25 })), GOATS.map(([x, y]) => goat(x, y, { scale: 1.3 })));

export const slate = () => h('div', { class: 'art' }, slab('tall', '0 0 720 900'), slab('flat', '0 112 720 277'));
