// Nepali: a translation of en.js of what stands around the lessons. It awaits review by native speakers.

export default {
  'learn.title': 'खेल सिक्नुहोस्', 'learn.intro': 'हरेक खेल केही छोटा पाठमा। हरेक पाठमुनिको पाटी साँचो हो: त्यसले दिने चाल नियमले दिने चाल हुन्।', 'learn.titleOf': '{kind} सिक्नुहोस्',
  'learn.unknown': '{kind} का लागि अझै पाठ छैन।', 'learn.none': 'अझै पाठ छैन', 'learn.count.one': '{n} छोटो पाठ', 'learn.count.other': '{n} छोटा पाठ', 'learn.progress': '{all} मध्ये {n} सकियो',
  'learn.lessons': 'पाठहरू', 'learn.others': 'सबै खेल', 'learn.of': '{all} मध्ये पाठ {n}', 'learn.learned': '(सकियो)', 'learn.notes': 'टिप्पणी र अब के', 'learn.try': 'गर्नुहोस्।',
  'learn.next': 'अर्को पाठ', 'learn.again': 'फेरि सुरु', 'learn.play': 'कम्प्युटरसँग खेल्नुहोस्', 'learn.done': 'ठीक यही हो', 'learn.notYet': 'नियमअनुसार हो, तर मागेको होइन',
  'learn.notYetText': 'खेल्दै जानुहोस्, वा फेरि सुरु गर्नुहोस्।', 'learn.rule': 'नियम {name}', 'learn.failed': 'अभ्यासको पाटी राख्न सकिएन',
};
