// The page's words. A catalog is a flat list of sentences with {places}. Every language
// has all of them; where its catalog cannot be fetched, English is spoken.

/** The languages of the page: name in itself, direction. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  ne: { name: 'नेपाली', dir: 'ltr' },
  ps: { name: 'پښتو', dir: 'rtl' },
  sd: { name: 'سنڌي', dir: 'rtl' },
  ti: { name: 'ትግርኛ', dir: 'ltr' },
};

let lang = 'en';
/** @type {Record<string, string>} */
let catalog = {};

/** The language that is spoken now. */
export const language = () => lang;

/** The language to begin with: chosen before, else the browser's first that is here. */
export function preferred() {
  const chosen = localStorage.getItem('plylog.language');
  if (chosen && chosen in LANGUAGES) return chosen;
  for (const l of navigator.languages ?? []) {
    const base = l.toLowerCase().split('-')[0];
    if (base in LANGUAGES) return base;
  }
  return 'en';
}

/** Speaks another language from now on. @param {string} to */
export async function speak(to) {
  lang = to in LANGUAGES ? to : 'en';
  await (gathered = gather());
  document.documentElement.lang = lang;
  document.documentElement.dir = LANGUAGES[lang].dir;
}

/** Sentences that only some views need, and fetch. @type {string[]} */
const parts = [];
/** @type {Promise<void>} */
let gathered;

/** Brings such sentences in. @param {string} part a folder of catalogs */
export async function bring(part) {
  if (!parts.includes(part)) {
    parts.push(part);
    gathered = gather();
  }
  await gathered.catch((err) => {
    if (parts.includes(part)) parts.splice(parts.indexOf(part), 1); // it is asked for again
    throw err;
  });
}

async function gather() {
  const spoken = lang;
  const fetched = await Promise.all(['', ...parts.map((p) => `${p}/`)].map((folder) =>
    import(`./text/${folder}${spoken}.js`).catch((err) => {
      if (spoken === 'en') throw err;
      return import(`./text/${folder}en.js`);
    })));
  if (spoken === lang) catalog = Object.assign({}, ...fetched.map((m) => m.default));
}

/** A sentence. Places take texts and numbers. @param {string} key @param {Record<string, string | number>} [places] */
export function t(key, places = {}) {
  const text = catalog[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = places[name];
    return typeof value === 'number' ? number(value) : String(value ?? '');
  });
}

/**
 * A sentence that counts: key.one and key.other, or key.zero where there is one. In
 * Tigrinya nothing counts like one, but where the sentence for one names no number.
 * @param {string} key @param {number} n @param {Record<string, string | number>} [places]
 */
export function count(key, n, places) {
  const one = n === 1 || new Intl.PluralRules(lang).select(n) === 'one' && catalog[`${key}.one`]?.includes('{n}');
  const form = n === 0 && `${key}.zero` in catalog ? 'zero' : one ? 'one' : 'other';
  return t(`${key}.${form}`, { n, ...places });
}

/** A number in prose, in the signs of the language: ten digits, what parts thousands, and what begins a fraction. Chromium lacks them of Nepali, Pashto and Tigrinya. @param {number} n */
export function number(n) {
  const signs = [...catalog['digits'] ?? ''];
  return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(n).replace(/[\d,.]/g, (c) => signs['0123456789,.'.indexOf(c)] ?? c);
}

/** Whether there is a sentence of that name. @param {string} key */
export const has = (key) => key in catalog;
