// Sindhi: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'offer.draw': '{who} برابري جي آڇ ڪري ٿو',
  'offer.takeback': '{who} آخري چال واپس گهري ٿو',
  'offer.resign': '{who} هار مڃڻ جي آڇ ڪري ٿو: {value}',
  'offer.waive': '{who} چاهي ٿو ته سرور سندس ڇڪا رکي',
  'offer.takebackText': 'راند ان کان اڳ واري حالت ۾ موٽندي.',
  'offered.draw': 'توهان برابري جي آڇ ڪئي',
  'offered.takeback': 'توهان چال واپس گهري',
  'offered.resign': 'توهان هار مڃڻ جي آڇ ڪئي: {value}',
  'offered.waive': 'توهان گهريو ته سرور توهان جا ڇڪا رکي',
  'offered.text': 'توهان جي مخالف اڃا جواب نه ڏنو آهي.',
  'note.paused': 'راند بيٺل آهي',
  'note.pausedText': 'هن سرور هلائيندڙن راند روڪي آهي: {reason} ڪنهن جو به وقت نٿو وڃي.',
  'note.ruled': 'سبب: {reason}',
  'note.closedText': 'هن سرور هلائيندڙن ان کي بند ڪيو: {reason}',
  'note.damaged': 'هن راند جو لاگ خراب آهي',
  'note.damagedText': 'جيستائين ڀروسو ڪري سگهجي تيستائين ڏيکاريل آهي، اڳتي نٿو وڃي.',
};
