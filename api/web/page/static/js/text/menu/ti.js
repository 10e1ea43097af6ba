// Tigrinya: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'menu.fork': 'ካብ ፍጻመ {at} ባዕልኻ ተጻወት',
  'menu.forked': 'ናይ ልምምድ ጸወታኻ፦ ክልቲኡ ወገን ትጻወት።',
  'menu.link': 'መላግቦ ቅዳሕ',
  'menu.soundOn': 'ድምጺ ክፈት',
  'menu.soundOff': 'ድምጺ ዕጾ',
  'menu.export': 'ከም {format} ኣውርድ',
  'format.jsonl': 'መዝገብ ፍጻመታት (JSON lines)',
  'format.transcript': 'ጽሑፍ ጸወታ',
  'format.text': 'ጽሑፍ',
};
