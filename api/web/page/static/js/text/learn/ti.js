// Tigrinya: a translation of en.js of what stands around the lessons. It awaits review by native speakers.

export default {
  'learn.title': 'ጸወታ ተማሃር', 'learn.intro': 'ነፍሲ ወከፍ ጸወታ ብሒደት ሓጸርቲ ትምህርትታት። ሰሌዳ ነፍሲ ወከፍ ትምህርቲ ናይ ሓቂ እዩ፦ ዝፈቕዶ ሕግታት ዝፈቕድዎ እዩ።', 'learn.titleOf': '{kind} ተማሃር',
  'learn.unknown': 'ን{kind} ገና ትምህርቲ የለን።', 'learn.none': 'ገና ትምህርቲ የለን', 'learn.count.one': '{n} ሓጺር ትምህርቲ', 'learn.count.other': '{n} ሓጸርቲ ትምህርትታት', 'learn.progress': '{n} ካብ {all} ተወዲኦም',
  'learn.lessons': 'ትምህርትታት', 'learn.others': 'ኩሎም ጸወታታት', 'learn.of': 'ትምህርቲ {n} ካብ {all}', 'learn.learned': '(ተወዲኡ)', 'learn.notes': 'ሓበሬታን ቀጻልን', 'learn.try': 'ፈትኖ።',
  'learn.next': 'ቀጻሊ ትምህርቲ', 'learn.again': 'ካብ መጀመርታ', 'learn.play': 'ምስ ኮምፒተር ተጻወት', 'learn.done': 'ልክዕ እዩ', 'learn.notYet': 'ሕጋዊ እዩ፣ ግን እቲ ዝተሓተተ ኣይኮነን',
  'learn.notYetText': 'ቀጽል፣ ወይ ካብ መጀመርታ ጀምር።', 'learn.rule': 'ሕጊ {name}', 'learn.failed': 'ናይ ልምምድ ሰሌዳ ክዳሎ ኣይከኣለን',
};
