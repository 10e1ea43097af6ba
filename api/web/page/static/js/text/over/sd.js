// Sindhi: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'result.won': 'توهان کٽيو', 'result.lost': 'توهان هارايو', 'result.wins': '{side} کٽيو', 'result.draw': 'برابري', 'result.aborted': 'رد ٿيل', 'result.abortedText': 'ڪنهن لاءِ نٿي ڳڻجي.',
  'result.points.one': '{n} پوائنٽ.', 'result.points.other': '{n} پوائنٽ.', 'reason.time': 'وقت سان', 'reason.resigned': 'هار مڃڻ سان', 'reason.agreed': 'اتفاق سان',
  'reason.adjudicated': 'هن سرور هلائيندڙن جي فيصلي سان', 'reason.abandoned': 'راند ڇڏي وئي', 'reason.tigers-stuck': 'ڪو شينهن هلي نٿو سگهي', 'reason.goats-stuck': 'ڪا ٻڪري هلي نٿي سگهي',
  'reason.wiped-out': 'ڪا ٽڪلي باقي ناهي', 'reason.no-moves': 'ڪو هلي نٿو سگهي', 'reason.no-move': 'ڪا چال باقي ناهي', 'reason.no-pieces': 'ڪا گوٽي باقي ناهي',
  'reason.five-captured': 'پنج ٻڪريون ماريون ويون', 'reason.full-board': 'بورڊ ڀرجي ويو', 'reason.forty-move': 'مارڻ کان سواءِ چاليهه چالون', 'reason.repetition': 'ورجاءُ سان',
  'reason.single': 'هڪ راند', 'reason.gammon': 'گيمن', 'reason.backgammon': 'بيڪگيمن', 'reason.dropped': 'ٻيڻو ڇڏيو ويو', 'reason.borne-off': 'سڀ گوٽيون ٻاهر نڪتيون',
  'reason.unfinished': 'اڻپوري', 'reason.imported': 'رڪارڊ موجب',
};
