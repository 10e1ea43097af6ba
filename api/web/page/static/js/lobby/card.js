// A game as a card: its board, who plays, and how it stands.

import { h, put } from '../dom.js';
import { drawings } from './looks.js';

/**
 * @typedef {{ title: string, lines: (string | Element)[], turn?: boolean, label?: string }} Said
 * @typedef {import('./games.js').State} State
 */

/** @param {{ id: string, kind: string }} game @param {(state: any) => Said} say what the card says of a state */
export function card(game, say) {
  const thumb = h('span', { class: 'th' }), text = h('div');
  const el = h('a', { class: 'card lc', href: `/games/${game.id}` }, thumb, text);
  let board = '', said = '';
  return {
    el,
    /** @param {any} state a state, or as much of one as is known */
    async update(state) {
      const s = say(state);
      const now = JSON.stringify([s.title, s.lines.map((x) => x instanceof Element ? '' : x), s.turn]);
      if (now !== said) {
        said = now;
        el.classList.toggle('turn', Boolean(s.turn));
        put(text, h('b', null, s.title), ' ', s.lines.filter(Boolean).map((line, i) => [h('span', { class: i ? 'xs' : null }, line), ' ']));
      }
      if (!state.board || state.board === board) return;
      board = state.board;
      const look = await drawings(game.kind);
      if (board === state.board) put(thumb, look.thumb?.(state.board) ?? generic(state.board));
    },
  };
}

/** A board of a kind that has no drawing here. @param {string} line */
const generic = (line) => h('code', { class: 'gen', 'aria-hidden': 'true' }, line.slice(0, 80));
