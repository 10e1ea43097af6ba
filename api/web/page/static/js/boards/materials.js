// What boards and pieces are made of: gradients and textures, once for the page. The
// textures are drawn by a small generator with a fixed seed, so they are the same
// for everybody.

import { s } from '../dom.js';

/** Numbers from 0 to 1, always the same ones (mulberry32). @param {number} seed */
function sequence(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number as it stands in a drawing. @param {number} x */
export const f = (x) => String(Math.round(x * 10) / 10);

const gradient = (id, a, b) => s('linearGradient', { id, x1: '.2', y1: '0', x2: '.75', y2: '1' },
  s('stop', { class: a, offset: '.1' }), s('stop', { class: b, offset: '1' }));

const pattern = (id, w, h, transform, ...shapes) => s('pattern', { id, width: w, height: h, patternUnits: 'userSpaceOnUse', patternTransform: transform }, shapes);

function grain() {
  const r = sequence(7);
  return Array.from({ length: 15 }, (_, k) => s('path', { class: 'grain', d: `M0 ${f(5 + k * 6.6 + r() * 3 - 1.5)}q50 ${f(r() * 8 - 4)} 100 0t100 0` }));
}

function nap() {
  const r = sequence(3);
  return Array.from({ length: 34 }, (_, k) => {
    const turn = r() * Math.PI;
    return s('path', { class: k % 2 ? 'nap' : 'nap2', d: `M${f(r() * 80)} ${f(r() * 80)}l${f(4 * Math.cos(turn))} ${f(4 * Math.sin(turn))}` });
  });
}

function slate() {
  const r = sequence(5);
  return [
    ...Array.from({ length: 40 }, (_, k) => s('circle', { class: k % 2 ? 'speck' : 'speck2', cx: f(2 + r() * 176), cy: f(2 + r() * 176), r: [0.9, 1.2, 1.6, 2.1][Math.floor(r() * 4)] })),
    s('path', { class: 'seam', d: 'M0 60q60 8 180-6v1.5q-120 14-180 6zM0 140q90-12 180 4v1.2q-90-15-180-4z' }),
  ];
}

/** The definitions that boards refer to; they stand in the page once. */
export function materials() {
  return s('svg', { class: 'defs', 'aria-hidden': 'true' }, s('defs', null,
    gradient('gIvory', 'st1', 'st2'), gradient('gEbony', 'st3', 'st4'), gradient('gRed', 'st5', 'st6'),
    gradient('gBrass', 'st7', 'st8'), gradient('gBone', 'st9', 'st10'),
    pattern('pGrain', 200, 100, null, grain()), pattern('pGrainV', 200, 100, 'rotate(90)', grain()),
    pattern('pNap', 80, 80, null, nap()), pattern('pSlate', 180, 180, null, slate()),
    pattern('pTwill', 8, 8, 'rotate(38)', s('path', { class: 'tw2', d: 'M0 2h8' }), s('path', { class: 'tw', d: 'M0 6h8' }))));
}
