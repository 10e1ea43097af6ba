// Pashto: a translation of en.js of the audit. It awaits review by native speakers.

export default {
  'audit.loading': 'پلټونکی راوړل کېږي',
  'audit.loadingText': 'یو ځل راوړل کېږي او په همدې براوزر کې چلېږي.', 'audit.running': 'پلټل کېږي', 'audit.failed': 'دا ونه پلټل شو', 'audit.verified': 'ستاسو په براوزر کې تایید شو',
  'audit.checked.one': 'په دې ماشین {n} پېښه په {ms} ms کې وپلټل شوه.', 'audit.checked.other': 'په دې ماشین {n} پېښې په {ms} ms کې وپلټل شوې.', 'audit.open': 'لنګر نه لري',
  'audit.openText': 'په خپله څه غلط نه دي، خو لاسلیک شوی پلټن ټکی لا {n}مه پېښه نه پوښي.', 'audit.unsigned': 'په خپله څه غلط نه دي، خو دا سرور داسې څه نه لاسلیکوي چې شاهدي پرې ورکړي.',
  'audit.unknown': 'کتونکی د دې لوبې اصول نه پېژني. پېښې لاندې هماغسې دي لکه څنګه چې ساتل شوي.', 'audit.broken': 'په {n}مه پېښه کې مات', 'audit.forged': 'هغه نه چې لاسلیک شوی', 'audit.why.chain': 'دا هغه پېښه نه ده چې هش یې ترې جوړ شوی.', 'audit.why.numbers': 'یوه پېښه نشته، یا دوه ځله ده.',
  'audit.why.rules': 'اصول ترې هغه نه جوړوي چې وایي.', 'audit.why.dice': 'شپږمخي هغه نه دي چې برخې یې ورکوي.', 'audit.why.clocks': 'وخت یا پایله یې هغه نه ده چې ترې راوځي.',
  'audit.why.checkpoint': 'ثبوت د دې لوبې نه دی، یا په بلې کیلي لاسلیک شوی چې دې براوزر لومړی نه وه لیدلې.', 'audit.why.head': 'تاریخ هغه نه دی چې دې براوزر مخکې لیدلی و.',
  'audit.head': 'د ځنځیر سر تر {n}مې پېښې وروسته. ویې ساتئ: لوبه ثابتوي.', 'audit.headOfGood': 'د ځنځیر سر تر {n}مې پېښې وروسته، وروستۍ سمه.', 'audit.copy': 'د ځنځیر سر کاپي کړئ',
  'audit.copied': 'د ځنځیر سر کاپي شو.', 'audit.check.chain': 'ځنځیر روغ دی', 'audit.figure.chain.one': '{n} کړۍ', 'audit.figure.chain.other': '{n} کړۍ',
  'audit.check.numbers': 'نه تشه، نه تکرار', 'audit.figure.numbers': '1–{n}', 'audit.check.rules': 'خوځښتونه سم، د اصولو ټولګه {ruleset}', 'audit.figure.rules.one': '{n} وار',
  'audit.figure.rules.other': '{n} وارونه', 'audit.check.dice': 'شپږمخي له خپلو برخو راوځي', 'audit.check.dice.warn': 'شپږمخي لکه غورځوونکي چې وویل', 'audit.figure.dice.one': '{n} غورځونه',
  'audit.figure.dice.other': '{n} غورځونې', 'audit.check.clocks': 'ساعتونه او نمرې بیا وشمېرل شوې', 'audit.figure.clocks': 'برابر', 'audit.check.checkpoint': 'لاسلیک شوی پلټن ټکی',
  'audit.check.checkpoint.warn': 'هېڅ لاسلیک شوی پلټن ټکی {at}مه پېښه نه پوښي', 'audit.check.checkpoint.bad': 'هغه نه دی چې پلټن ټکی یې پوښي', 'audit.figure.checkpoint.one': 'له {n} پېښې',
  'audit.figure.checkpoint.other': 'له {n} پېښو', 'audit.check.head': 'هماغه تاریخ چې دې براوزر مخکې لیدلی و', 'audit.figure.head': '1–{n}', 'audit.diceOf': 'د {n}مې پېښې شپږمخي',
  'audit.roll': 'غورځونه {n}', 'audit.roll.shared': 'غورځونه {n}، ګډ شپږمخي', 'audit.roll.delegated': 'غورځونه {n}، د سرور شپږمخي', 'audit.rollOwn': 'د رښتینو شپږمخیو غورځونه',
  'audit.proven': 'ثابت', 'audit.notProven': 'نه دی ثابت', 'audit.reported': 'لکه چې وویل شول', 'audit.server': 'سرور', 'audit.tie': 'د هماغې غورځونې بله جوړه: مخکینۍ برابره وه.',
  'audit.by.all': 'د سرور او دواړو خواوو له خوا ډاډمن: هېچا نه شول ټاکلای.', 'audit.by.one': 'د سرور او یوې خوا له خوا ډاډمن؛ بل ځنځیر سرور ساتي.', 'audit.by.server': 'یوازې د سرور په ژمنه ډاډمن: تر لوبې مخکې شوې، او ټول ځنځیرونه سرور ساتي.',
  'audit.by.nobody': 'هېڅوک یې ډاډ نه ورکوي: غورځوونکي وویل چې څه راغلل.', 'audit.stored': 'پېښې لکه څنګه چې ساتل شوي', 'audit.download': 'د پېښو لړ راښکته کړئ',
  'audit.downloadProof': 'ثبوت راښکته کړئ', 'audit.cannot': 'دا څه نه شي ثابتولای', 'audit.command': 'بې دې پاڼې یې وپلټئ',
};
