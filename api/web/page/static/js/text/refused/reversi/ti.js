// Tigrinya: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'refused.reversi.not-your-turn': 'ተራኻ ኣይኮነን።',
  'refused.reversi.game-over': 'እቲ ጸወታ ተወዲኡ እዩ።',
  'refused.reversi.malformed': 'እዚ ከም ምንቅስቓስ ሪቨርሲ ኣይተጻሕፈን፣ ከም d3።',
  'refused.reversi.occupied': 'ኣብቲ ቦታ ድሮ ዲስክ ኣሎ።',
  'refused.reversi.outflanks-nothing': 'ኣብኡ ዝነበረ ዲስክ ዋላ ሓንቲ ኣይከብብን። ምንቅስቓስ እንተወሓደ ሓደ ዲስክ ክግልብጥ ኣለዎ።',
  'refused.reversi.must-pass': 'ምንቅስቓስ የብልካን፣ ስለዚ ተራ ይሓልፍ።',
  'refused.reversi.pass-not-allowed': 'ምንቅስቓስ ኣለካ፣ ስለዚ ክትሓልፍ ኣይትኽእልን።',
  'refused.reversi.no-line': 'ዝገልበጥካዮ ዲስክ ምስቲ ሓድሽ ኣብ ሓደ መስመር የለን።',
  'refused.reversi.not-outflanked': 'ዝገልበጥካዮ ዲስክ ኣብ መስመር ኣሎ፣ ግን ኣይተኸበን።',
  'refused.reversi.beyond-own-disc': 'ዝገልበጥካዮ ዲስክ ካብ ናትካ ዲስክ ንየው ኣሎ።',
  'refused.reversi.not-all-turned': 'ዝተኸበ ዲስክ ከምዘለዎ ተሪፉ። ኩሎም ክግልበጡ ኣለዎም።',
  'refused.reversi.not-opposing': 'ኣብኡ ክግልበጥ ዝኽእል ናይ ተጻዋታይ ዲስክ የለን።',
  'refused.reversi.ends-the-game': 'እዚ ምንቅስቓስ ነቲ ጸወታ ይውድኦ፣ ስለዚ ኩሎም ዝተኸቡ ዲስክታት ክግልበጡ ኣለዎም።',
  'refused.reversi.other-square': 'እርማት ነቶም ዝተገልበጡ ዲስክታት ጥራይ ይቕይር፤ እቲ ሓድሽ ዲስክ ኣብ ቦታኡ ይተርፍ።',
  'refused.reversi.not-your-move': 'እቲ ናይ መወዳእታ ምንቅስቓስ ዝገበረ ጥራይ ከእርሞ ይኽእል።',
  'refused.reversi.too-late': 'ተጻዋታይ ድሕሪኡ ተንቀሳቒሱ፤ ሰሌዳ ከምዘለዎ ይተርፍ።',
  'refused.reversi.nothing-to-correct': 'ዝእረም ነገር የለን።',
};
