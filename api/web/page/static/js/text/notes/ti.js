// Tigrinya: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'offer.draw': '{who} ማዕረ የቕርብ',
  'offer.takeback': '{who} ናይ መወዳእታ ምንቅስቓስ ክምለስ ይሓትት',
  'offer.resign': '{who} ኢድ ክህብ የቕርብ፦ {value}',
  'offer.waive': '{who} ሰርቨር ዳይሱ ክሕዝ ይሓትት',
  'offer.takebackText': 'ጸወታ ናብ ቅድሚኡ ዝነበረ ይምለስ።',
  'offered.draw': 'ማዕረ ኣቕሪብካ',
  'offered.takeback': 'ምንቅስቓስካ ክምለስ ሓቲትካ',
  'offered.resign': 'ኢድ ክትህብ ኣቕሪብካ፦ {value}',
  'offered.waive': 'ሰርቨር ዳይስካ ክሕዝ ሓቲትካ',
  'offered.text': 'ተጻዋታይካ ክሳብ ሕጂ ኣይመለሰን።',
  'note.paused': 'እቲ ጸወታ ደው ኢሉ ኣሎ',
  'note.pausedText': 'እቶም ነዚ ሰርቨር ዘካይዱ ደው ኣቢሎሞ፦ {reason} ናይ ዝኾነ ግዜ ኣይጎድልን።',
  'note.ruled': 'ምኽንያት፦ {reason}',
  'note.closedText': 'እቶም ነዚ ሰርቨር ዘካይዱ ዓጽዮሞ፦ {reason}',
  'note.damaged': 'መዝገብ እዚ ጸወታ ተበላሽዩ',
  'note.damagedText': 'ክሳብ ዝእመን ይረአ፣ ካብኡ ንላዕሊ ኣይቅጽልን።',
};
