// Sindhi: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'act.correct': 'ٽڪليون درست ڪريو', 'act.byHand': 'ٽڪليون اُٿلايو',
  'act.byHandHint': 'خانو چونڊيو، پوءِ هر ٽڪلي جيڪا اُٿلي، پوءِ «ٿيو».', 'act.fell': 'ڪهڙا ڇڪا پيا؟', 'act.fellHint': 'پهريون ڇڪو چونڊيو، پوءِ ٻيو.', 'act.fellOne': 'پهريون ڇڪو: {n}. ٻيو چونڊيو.',
  'act.face': '{n} پيو',
  'act.mayCorrect': 'جواب تائين پنهنجي چال درست ڪري سگهو ٿا: ائين لکو جيئن هجڻ گهرجي.',
};
