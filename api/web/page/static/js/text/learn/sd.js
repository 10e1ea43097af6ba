// Sindhi: a translation of en.js of what stands around the lessons. It awaits review by native speakers.

export default {
  'learn.title': 'راند سکو', 'learn.intro': 'هر راند ڪجهه ننڍن سبقن ۾. هر سبق جو بورڊ اصل آهي: جيڪو اهو ڏئي ٿو سو قاعدن موجب آهي.', 'learn.titleOf': '{kind} سکو',
  'learn.unknown': '{kind} لاءِ اڃا سبق ناهن.', 'learn.none': 'اڃا سبق ناهن', 'learn.count.one': '{n} ننڍو سبق', 'learn.count.other': '{n} ننڍا سبق', 'learn.progress': '{all} مان {n} پورا',
  'learn.lessons': 'سبق', 'learn.others': 'سڀ رانديون', 'learn.of': '{all} مان سبق {n}', 'learn.learned': '(پورو)', 'learn.notes': 'نوٽ ۽ اڳتي ڇا', 'learn.try': 'ڪري ڏسو.',
  'learn.next': 'ايندڙ سبق', 'learn.again': 'ٻيهر شروع', 'learn.play': 'ڪمپيوٽر سان کيڏو', 'learn.done': 'بلڪل ائين', 'learn.notYet': 'قاعدي موجب، پر اهو نه جيڪو گهريل هو',
  'learn.notYetText': 'کيڏندا رهو، يا ٻيهر شروع ڪريو.', 'learn.rule': 'قاعدو {name}', 'learn.failed': 'مشق جو بورڊ لڳي نه سگهيو',
};
