// Sindhi: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'menu.fork': 'واقعي {at} کان پاڻ کيڏو',
  'menu.forked': 'توهان جي مشق واري راند: ٻئي پاسا توهان کيڏو ٿا.',
  'menu.link': 'لنڪ ڪاپي ڪريو',
  'menu.soundOn': 'آواز کوليو',
  'menu.soundOff': 'آواز بند ڪريو',
  'menu.export': '{format} طور ڊائونلوڊ ڪريو',
  'format.jsonl': 'واقعن جي لاگ (JSON lines)',
  'format.transcript': 'نقل',
  'format.text': 'متن',
};
