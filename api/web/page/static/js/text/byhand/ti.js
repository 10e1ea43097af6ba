// Tigrinya: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'act.correct': 'ዲስክታት ኣርም', 'act.byHand': 'ዲስክታት ገልብጥ', 'act.byHandHint': 'ቦታ ምረጽ፣ ቀጺሉ ዝግልበጥ ነፍሲ ወከፍ ዲስክ፣ ሽዑ «ተወዲኡ»።',
  'act.fell': 'ኣየኖት ዳይስ ወዲቖም?', 'act.fellHint': 'ቀዳማይ ዳይስ ምረጽ፣ ቀጺሉ ካልኣይ።', 'act.fellOne': 'ቀዳማይ ዳይስ፦ {n}። ካልኣይ ምረጽ።', 'act.face': '{n} ወዲቑ',
  'act.mayCorrect': 'ክሳብ መልሲ ምንቅስቓስካ ክትእርም ትኽእል፦ ከምቲ ክኸውን ዝነበሮ ጽሓፎ።',
};
