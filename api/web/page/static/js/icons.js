// The icons of the page: a grid of 20, strokes of 1.6 with round ends, drawn for plylog.
// Only the shapes are here; dom.js shows them by name.

import { s } from './dom.js';

/** @type {Record<string, [string, Record<string, string>][]>} */
const SHAPES = {
  flag: [['path', { d: 'M5 17.500V3M5 3.500c3-1.500 6 1.500 10 0v7.500c-4 1.500-7-1.500-10 0' }]],
  half: [['path', { d: 'M4 7.500h12M4 12.500h12' }]],
  undo: [['path', { d: 'M4 8h8.500a4 4 0 0 1 0 8H9M7.500 4.500L4 8l3.500 3.500' }]],
  turn: [['path', { d: 'M5 8a5.500 5.500 0 0 1 10-1.500M15 12a5.500 5.500 0 0 1-10 1.500M15.500 3v3.500H12M4.500 17v-3.500H8' }]],
  copy: [['rect', { x: '7', y: '7', width: '9.500', height: '9.500', rx: '2' }], ['path', { d: 'M13 4.500a1.500 1.500 0 0 0-1.500-1H5a1.500 1.500 0 0 0-1.500 1.500v6.500a1.500 1.500 0 0 0 1 1.500' }]],
  ok: [['path', { d: 'M4.500 10.500l3.700 3.700L15.500 6.500' }]],
  x: [['path', { d: 'M5.500 5.500l9 9M14.500 5.500l-9 9' }]],
  link: [['rect', { x: '2.500', y: '7', width: '8.500', height: '6', rx: '3' }], ['rect', { x: '9', y: '7', width: '8.500', height: '6', rx: '3' }]],
  first: [['path', { d: 'M5 5v10M14.500 5L9 10l5.500 5' }]],
  prev: [['path', { d: 'M12 5l-5 5 5 5' }]],
  next: [['path', { d: 'M8 5l5 5-5 5' }]],
  last: [['path', { d: 'M15 5v10M5.500 5L11 10l-5.500 5' }]],
  globe: [['circle', { cx: '10', cy: '10', r: '7' }], ['path', { d: 'M3 10h14M10 3c2.300 2 3 4.500 3 7s-.7 5-3 7c-2.300-2-3-4.500-3-7s.7-5 3-7z' }]],
  moon: [['path', { d: 'M16 11.800A6.500 6.500 0 1 1 8.200 4a5.200 5.200 0 0 0 7.800 7.800z' }]],
  mail: [['rect', { x: '2.500', y: '4.500', width: '15', height: '11', rx: '2' }], ['path', { d: 'M3 6l7 5 7-5' }]],
  stop: [['circle', { cx: '10', cy: '10', r: '7' }], ['path', { d: 'M5.200 5.200l9.600 9.600' }]],
  info: [['circle', { cx: '10', cy: '10', r: '7' }], ['path', { d: 'M10 9v4.500' }], ['circle', { 'class': 'f', cx: '10', cy: '6.500', r: '1' }]],
  eye: [['path', { d: 'M2.500 10c3.500-6 11.500-6 15 0-3.500 6-11.500 6-15 0z' }], ['circle', { cx: '10', cy: '10', r: '2.200' }]],
  dice: [['rect', { x: '3.500', y: '3.500', width: '13', height: '13', rx: '3' }], ['circle', { 'class': 'f', cx: '7.200', cy: '7.200', r: '1.200' }], ['circle', { 'class': 'f', cx: '12.800', cy: '12.800', r: '1.200' }], ['circle', { 'class': 'f', cx: '10', cy: '10', r: '1.200' }]],
  down: [['path', { d: 'M10 3.500v9M6 9l4 4 4-4M4 16.500h12' }]],
  chev: [['path', { d: 'M5.500 8l4.500 4.500L14.500 8' }]],
  more: [['circle', { 'class': 'f', cx: '4.500', cy: '10', r: '1.500' }], ['circle', { 'class': 'f', cx: '10', cy: '10', r: '1.500' }], ['circle', { 'class': 'f', cx: '15.500', cy: '10', r: '1.500' }]],
  lock: [['rect', { x: '4.500', y: '9', width: '11', height: '8', rx: '2' }], ['path', { d: 'M7 9V6.500a3 3 0 0 1 6 0V9' }]],
  bulb: [['path', { d: 'M7.500 14.500c0-2-2.500-3-2.500-6a5 5 0 0 1 10 0c0 3-2.500 4-2.500 6zM8 17.500h4' }]],
  person: [['circle', { cx: '10', cy: '7', r: '3.200' }], ['path', { d: 'M3.500 17c1-4 3.500-5.500 6.500-5.500s5.500 1.500 6.500 5.500' }]],
  plus: [['path', { d: 'M10 4.500v11M4.500 10h11' }]],
  cut: [['path', { d: 'M3 10h4M13 10h4M8 6l1 2M12 14l-1-2M12 6l-1 2M8 14l1-2' }]],
};

/** The sprite; it stands in the page once. */
export function sprite() {
  return s('svg', { class: 'defs', 'aria-hidden': 'true' }, Object.entries(SHAPES).map(([name, shapes]) =>
    s('symbol', { id: `i-${name}`, viewBox: '0 0 20 20' }, shapes.map(([tag, attrs]) => s(tag, attrs)))));
}
