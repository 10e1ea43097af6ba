// Pashto: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'act.correct': 'ټیکلي سم کړئ', 'act.byHand': 'ټیکلي واړوئ', 'act.byHandHint': 'یوه خانه وټاکئ، بیا هر ټیکلی چې اوړي، بیا «وشو».',
  'act.fell': 'کوم شپږمخي راغلل؟', 'act.fellHint': 'لومړی شپږمخی وټاکئ، بیا دویم.', 'act.fellOne': 'لومړی شپږمخی: {n}. دویم وټاکئ.', 'act.face': '{n} راغی',
  'act.mayCorrect': 'تر ځوابه خپل خوځښت سمولای شئ: داسې یې ولیکئ لکه چې باید و.',
};
