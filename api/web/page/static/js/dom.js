// Elements, made one by one: no text is ever read as markup, so that the page can
// forbid that altogether (Trusted Types).

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Sets what an element is made with. `on` holds listeners by type, `style` custom
 * properties and styles, `data` the dataset; true and false set and leave out an
 * attribute, null and undefined leave it out.
 */
function set(el, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') for (const [type, f] of Object.entries(value)) el.addEventListener(type, f);
    else if (name === 'style') for (const [k, v] of Object.entries(value)) el.style.setProperty(k, v);
    else if (name === 'data') Object.assign(el.dataset, value);
    else if (name === 'value' || name === 'checked' || name === 'selected') el[name] = value;
    else el.setAttribute(name, value === true ? '' : value);
  }
  return el;
}

function fill(el, children) {
  for (const c of children.flat(Infinity)) {
    if (c === null || c === undefined || c === false || c === '') continue;
    el.append(c);
  }
  return el;
}

/** Makes an HTML element. Children are nodes, text, or lists of them. */
export const h = (tag, props, ...children) => fill(set(document.createElement(tag), props), children);

/** Makes an SVG element. */
export const s = (tag, props, ...children) => fill(set(document.createElementNS(SVG, tag), props), children);

/** Puts children in the place of whatever an element had. */
export function put(el, ...children) {
  el.replaceChildren();
  return fill(el, children);
}

/** An icon of the sprite (icons.js), beside words: it has none of its own. */
export const icon = (name, cls = '') => s('svg', { class: `i ${cls}`.trim(), 'aria-hidden': 'true' }, s('use', { href: `#i-${name}` }));

/** A button with an icon and, where there is room, a word. */
export function button(label, { icon: name, cls = '', words = true, ...props } = {}) {
  return h('button', {
    type: 'button', class: `btn ${cls} ${words ? '' : 'sq'}`.replaceAll(/ +/g, ' ').trim(),
    'aria-label': words ? null : label, title: words ? null : label, ...props,
  }, name && icon(name), words && h('span', null, label));
}

/** Puts the keyboard on a button again, or where that has gone, back on the board. @param {Element | null} [button] */
export const toBoard = (button) => /** @type {HTMLElement | null} */ (button ?? document.querySelector('.g-board [tabindex="0"]'))?.focus();
