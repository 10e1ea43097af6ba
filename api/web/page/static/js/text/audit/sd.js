// Sindhi: a translation of en.js of the audit. It awaits review by native speakers.

export default {
  'audit.loading': 'جاچيندڙ آندو پيو وڃي',
  'audit.loadingText': 'هڪ ڀيرو آندو ويندو آهي ۽ هن برائوزر ۾ هلي ٿو.', 'audit.running': 'جاچ هلي ٿي', 'audit.failed': 'هي جاچي نه سگهيو', 'audit.verified': 'توهان جي برائوزر ۾ تصديق ٿيو',
  'audit.checked.one': 'هن مشين تي {n} واقعو {ms} ms ۾ جاچيو ويو.', 'audit.checked.other': 'هن مشين تي {n} واقعا {ms} ms ۾ جاچيا ويا.', 'audit.open': 'لنگر ناهي',
  'audit.openText': 'پاڻ ۾ ڪجهه غلط ناهي، پر صحيح ٿيل چيڪ پوائنٽ اڃا واقعي {n} کي نٿو ڍڪي.', 'audit.unsigned': 'پاڻ ۾ ڪجهه غلط ناهي، پر هي سرور شاهدي لاءِ ڪجهه صحيح نٿو ڪري.',
  'audit.unknown': 'جاچيندڙ کي هن راند جا قاعدا معلوم ناهن. واقعا هيٺ ائين ئي آهن جيئن رکيل آهن.', 'audit.broken': 'واقعي {n} تي ٽٽل', 'audit.forged': 'اهو نه جيڪو صحيح ٿيو', 'audit.why.chain': 'هي اهو واقعو ناهي جنهن مان سندس هيش ٺهيو.', 'audit.why.numbers': 'ڪو واقعو غائب آهي، يا ٻه ڀيرا آهي.',
  'audit.why.rules': 'قاعدا ان مان اهو نٿا ٺاهين جيڪو چئي ٿو.', 'audit.why.dice': 'ڇڪا اهي ناهن جيڪي سندن حصا ڏين ٿا.', 'audit.why.clocks': 'وقت يا نتيجو اهو ناهي جيڪو نڪري ٿو.',
  'audit.why.checkpoint': 'ثبوت هن راند جو ناهي، يا ٻي ڪنجيءَ سان صحيح ٿيل آهي.', 'audit.why.head': 'تاريخ اها ناهي جيڪا هن برائوزر اڳ ڏٺي هئي.', 'audit.head': 'واقعي {n} کان پوءِ زنجير جو مٿو. سنڀاليو: اهو راند ثابت ڪري ٿو.',
  'audit.headOfGood': 'واقعي {n} کان پوءِ زنجير جو مٿو، آخري صحيح.', 'audit.copy': 'زنجير جو مٿو ڪاپي ڪريو', 'audit.copied': 'زنجير جو مٿو ڪاپي ٿي ويو.',
  'audit.check.chain': 'زنجير سلامت', 'audit.figure.chain.one': '{n} ڪڙي', 'audit.figure.chain.other': '{n} ڪڙيون', 'audit.check.numbers': 'نه خال، نه ٻيڻا',
  'audit.figure.numbers': '1–{n}', 'audit.check.rules': 'چالون قاعدي موجب، قاعدا {ruleset}', 'audit.figure.rules.one': '{n} وارو', 'audit.figure.rules.other': '{n} وارا',
  'audit.check.dice': 'ڇڪا پنهنجن حصن مان نڪرن ٿا', 'audit.check.dice.warn': 'ڇڪا جيئن اڇلائيندڙ چيو', 'audit.figure.dice.one': '{n} اڇل', 'audit.figure.dice.other': '{n} اڇلون',
  'audit.check.clocks': 'گهڙيون ۽ پوائنٽ ٻيهر ڳڻيا ويا', 'audit.figure.clocks': 'برابر', 'audit.check.checkpoint': 'صحيح ٿيل چيڪ پوائنٽ', 'audit.check.checkpoint.warn': 'ڪو صحيح ٿيل چيڪ پوائنٽ واقعي {at} کي نٿو ڍڪي',
  'audit.check.checkpoint.bad': 'اهو ناهي جيڪو چيڪ پوائنٽ ڍڪي ٿو', 'audit.figure.checkpoint.one': '{n} واقعي مان', 'audit.figure.checkpoint.other': '{n} واقعن مان',
  'audit.check.head': 'ساڳي تاريخ جيڪا هن برائوزر اڳ ڏٺي', 'audit.figure.head': '1–{n}', 'audit.diceOf': 'واقعي {n} جا ڇڪا', 'audit.roll': 'اڇل {n}', 'audit.roll.shared': 'اڇل {n}، گڏيل ڇڪا',
  'audit.roll.delegated': 'اڇل {n}، سرور جا ڇڪا', 'audit.rollOwn': 'اصل ڇڪن جي اڇل', 'audit.proven': 'ثابت', 'audit.notProven': 'ثابت ناهي', 'audit.reported': 'جيئن ٻڌايو ويو',
  'audit.server': 'سرور', 'audit.tie': 'ساڳي اڇل جو ٻيو جوڙو: اڳيون برابر هو.', 'audit.by.all': 'سرور ۽ ٻنهي پاسن جي ضمانت: ڪو به هي ڇڪا چونڊي نٿي سگهيو.',
  'audit.by.one': 'سرور ۽ هڪ پاسي جي ضمانت؛ ٻيو زنجير سرور وٽ آهي.', 'audit.by.server': 'رڳو سرور جي واعدي جي ضمانت: راند کان اڳ ڪيل، ۽ سڀ زنجير سرور وٽ آهن.',
  'audit.by.nobody': 'ڪنهن جي ضمانت ناهي: اڇلائيندڙ ٻڌايو ته ڇا آيو.', 'audit.stored': 'واقعا جيئن محفوظ آهن', 'audit.download': 'لاگ ڊائونلوڊ ڪريو', 'audit.downloadProof': 'ثبوت ڊائونلوڊ ڪريو',
  'audit.cannot': 'هي ڇا ثابت نٿو ڪري سگهي', 'audit.command': 'هن صفحي کان سواءِ جاچيو',
};
