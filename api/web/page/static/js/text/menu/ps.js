// Pashto: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'menu.fork': 'له {at}مې پېښې په خپله لوبه وکړئ',
  'menu.forked': 'ستاسو د تمرین لوبه: دواړه خواوې تاسو لوبوئ.',
  'menu.link': 'لینک کاپي کړئ',
  'menu.soundOn': 'غږ پرانیزئ',
  'menu.soundOff': 'غږ بند کړئ',
  'menu.export': 'د {format} په توګه یې راکښته کړئ',
  'format.jsonl': 'د پېښو لړ (JSON lines)',
  'format.transcript': 'لیکنه',
  'format.text': 'متن',
};
