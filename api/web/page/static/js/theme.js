// Light, dark, or as the system has it.

import { h, icon } from './dom.js';

const KEY = 'plylog.theme';
const ORDER = ['auto', 'light', 'dark'];

const current = () => ORDER.find((x) => x === localStorage.getItem(KEY)) ?? 'auto';

function apply() {
  const theme = current();
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** A button that goes through the themes. @param {(key: string) => string} t */
export function themes(t) {
  apply();
  const label = () => t(`theme.${current()}`);
  const b = h('button', { type: 'button', class: 'btn quiet sm sq', 'aria-label': label(), title: label(), on: { click: () => {
    localStorage.setItem(KEY, ORDER[(ORDER.indexOf(current()) + 1) % ORDER.length]);
    apply();
    b.setAttribute('aria-label', label());
    b.title = label();
  } } }, icon('moon'));
  return b;
}
