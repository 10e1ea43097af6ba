// Dice that fell elsewhere: the faces are pressed, one after the other.

import { h } from '../dom.js';
import { t } from '../i18n.js';

/** @param {import('./actions.js').Actions} actions of a game whose board has faces of dice */
export function faces(actions) {
  const face = /** @type {(n: number) => Element} */ (actions.board.face);
  const press = (n) => () => {
    const { fell } = actions;
    actions.fell = fell === undefined ? n : undefined;
    if (fell === undefined) actions.draw();
    else actions.hooks.act({ type: 'roll', dice: [fell, n] }, 'roll');
  };
  return h('div', { class: 'row faces', role: 'group', 'aria-label': t('act.fell') }, [1, 2, 3, 4, 5, 6].map((n) =>
    h('button', { type: 'button', class: 'btn quiet sq', 'data-act': `die ${n}`, 'aria-label': t('act.face', { n }), 'aria-pressed': String(n === actions.fell), on: { click: press(n) } }, face(n))));
}
