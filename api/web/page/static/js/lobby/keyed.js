// A list on the page that changes in place: what stays keeps its element, with its
// focus and its picture, so nothing flickers.

/** @template T @typedef {{ el: Element, update: (item: T) => void }} Row */

/** @template T */
export class Keyed {
  /** @type {Map<string, Row<T>>} */
  #rows = new Map();

  /** @param {Element} el @param {(item: T) => string} key @param {(item: T) => Row<T>} make */
  constructor(el, key, make) {
    this.el = el;
    this.key = key;
    this.make = make;
  }

  /** @param {T[]} items in order */
  show(items) {
    const wanted = new Set(items.map(this.key));
    for (const [key, row] of this.#rows) {
      if (wanted.has(key)) continue;
      row.el.remove();
      this.#rows.delete(key);
    }
    let before = this.el.firstElementChild;
    for (const item of items) {
      const key = this.key(item);
      let row = this.#rows.get(key);
      if (!row) this.#rows.set(key, row = this.make(item));
      row.update(item);
      if (row.el === before) before = before.nextElementSibling;
      else this.el.insertBefore(row.el, before);
    }
  }

  get size() { return this.#rows.size; }
}
