// Pashto: a translation of en.js of what stands around the lessons. It awaits review by native speakers.

export default {
  'learn.title': 'لوبه زده کړئ', 'learn.intro': 'هره لوبه په څو لنډو درسونو کې. د هر درس تخته رښتینې ده: څه چې پرېږدي هغه د اصولو له مخې دي.', 'learn.titleOf': '{kind} زده کړئ',
  'learn.unknown': 'د {kind} لپاره لا درس نشته.', 'learn.none': 'لا درس نشته', 'learn.count.one': '{n} لنډ درس', 'learn.count.other': '{n} لنډ درسونه', 'learn.progress': 'له {all} څخه {n} تېر',
  'learn.lessons': 'درسونه', 'learn.others': 'ټولې لوبې', 'learn.of': 'له {all} څخه {n}م درس', 'learn.learned': '(تېر)', 'learn.notes': 'یادښتونه او بل ګام',
  'learn.try': 'و یې ازمویئ.', 'learn.next': 'بل درس', 'learn.again': 'له سره', 'learn.play': 'له کمپیوټر سره ولوبوئ', 'learn.done': 'همدا ده', 'learn.notYet': 'سمه ده، خو هغه نه چې وغوښتل شو',
  'learn.notYetText': 'لوبې ته دوام ورکړئ، یا له سره پیل کړئ.', 'learn.rule': 'اصل {name}', 'learn.failed': 'د تمرین تخته جوړه نه شوه',
};
