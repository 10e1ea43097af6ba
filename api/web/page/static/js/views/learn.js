// The lessons: which there are, and one of them.

import { h, icon, put } from '../dom.js';
import { bring, count, t } from '../i18n.js';
import { kindName } from '../game/words.js';
import { LessonView } from '../learn/lesson.js';
import { lessonsOf, taught } from '../learn/lessons.js';
import { learned } from '../learn/progress.js';
import { art } from '../lobby/looks.js';

/** @type {import('../app.js').View} */
export async function view(page) {
  const kind = page.path[0];
  const lessons = lessonsOf(kind ?? '');
  await Promise.all([bring('learn'), lessons.length && bring(`learn/${kind}`)]);
  if (page.left.aborted) return;
  if (!kind || !lessons.length) return void await overview(page, kind);
  const at = Math.min(lessons.length, Math.max(1, Number(page.query.get('lesson')) || first(kind))) - 1;
  page.title(t('learn.titleOf', { kind: kindName(kind) }));
  const list = h('ol', { class: 'steps' });
  const steps = () => {
    const done = learned(kind);
    put(list, lessons.map((l, i) => {
      const title = t(`learn.${kind}.${l.name}.title`), finished = done.includes(l.name);
      return h('li', { class: i === at ? 'cur' : finished ? 'done' : '' }, h('a', { href: `/learn/${kind}?lesson=${i + 1}`, 'aria-current': i === at ? 'step' : null },
        h('i', { 'aria-hidden': 'true' }, finished && i !== at ? icon('ok') : String(i + 1)), h('span', null, title, finished && [' ', h('span', { class: 'sr' }, t('learn.learned'))])));
    }));
  };
  const lesson = new LessonView(page, kind, lessons, at, steps);
  steps();
  page.main.className = 'learn';
  put(page.main, h('nav', { 'aria-label': t('learn.lessons') }, h('h2', { class: 'only-l' }, kindName(kind)), h('p', { class: 'muted sm only-l' }, h('a', { href: '/learn' }, t('learn.others'))), list),
    lesson.text, lesson.holder, lesson.foot);
  lesson.holder.style.setProperty('--ar', kind === 'backgammon' ? '1.184' : '1');
  void lesson.open();
  return () => lesson.stop();
}

/** The number of the first lesson that is not done. @param {string} kind */
const first = (kind) => 1 + Math.max(0, lessonsOf(kind).findIndex((l) => !learned(kind).includes(l.name)));

/** All games that are offered, those that are taught first. @param {import('../app.js').Page} page @param {string} [unknown] */
async function overview(page, unknown) {
  page.title(t('nav.learn'));
  const { kinds } = await page.plylog.kinds();
  if (page.left.aborted) return;
  const offered = kinds.map((k) => k.kind);
  const tiles = [...taught.filter((kind) => offered.includes(kind)), ...offered.filter((kind) => !taught.includes(kind))].map((kind) => {
    const picture = h('span', { class: 'art' });
    void art(kind).then((el) => put(picture, el));
    const n = learned(kind).length, all = lessonsOf(kind).length;
    return h('a', { class: 'kind', href: `/learn/${kind}` }, picture, h('b', null, kindName(kind)), ' ', h('span', null, n ? t('learn.progress', { n, all }) : all ? count('learn.count', all) : t('learn.none')));
  });
  put(page.main, h('div', { class: 'page' }, h('section', null, h('div', { class: 'sec' }, h('h1', null, t('learn.title'))), h('p', { class: 'muted intro' }, t('learn.intro')),
    unknown && h('p', { class: 'muted' }, t('learn.unknown', { kind: kindName(unknown) })), h('div', { class: 'kinds' }, tiles))));
}
