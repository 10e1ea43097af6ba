// Tigrinya: a translation of en.js of the lessons of checkers. It awaits review by native speakers.

export default {
  'learn.checkers.board.title': 'ሰብኡት ይስጉሙ', 'learn.checkers.board.lead': 'ጸሊም ቦታታት ጥራይ ይጥቀሙ። ሰብኣይ ሓደ ቦታ ብሰያፍ ንቕድሚት ናብ ባዶ ይኸይድ። ቀይሕ ይጅምር።', 'learn.checkers.board.try': 'ንስኻ ቀይሕ ኢኻ። ኣብ ቅድሚት መስርዕ ዘሎ ሰብኣይ ምረጽ፣ ድሕሪኡ ነጥቢ።', 'learn.checkers.board.done': 'ሰብኣይ ፈጺሙ ንድሕሪት ኣይምለስን። ቅድሚ ምስጓምካ ሕሰብ።',
  'learn.checkers.jump.title': 'ምዝላል ግዴታ እዩ', 'learn.checkers.jump.lead': 'ሰብኣይ ልዕሊ ጥቓኡ ዘሎ ናይ ካልእ ወገን ጠጠር ንቕድሚት ናብ ልክዕ ድሕሪኡ ዘሎ ባዶ ቦታ ዘሊሉ ይማርኾ። ዝላ እንተሎ ክግበር ኣለዎ።', 'learn.checkers.jump.try': 'ቅድም ነቲ ኣብ 3 ዘሎ ሰብኣይ ከተንቀሳቕስ ፈትን እሞ ስለምንታይ ከም ዘይከኣል ኣንብብ። ድሕሪኡ ዝለል።', 'learn.checkers.jump.done': 'ሰሌዳ ዝተዓጽወ ምስ ዝመስል ምኽንያቱ ዳርጋ ኩሉ ግዜ እዚ እዩ፦ ኣብ ገለ ዝላ ይጽበ ኣሎ።',
  'learn.checkers.string.title': 'ዝላ ድሕሪ ዝላ', 'learn.checkers.string.lead': 'ዝዘለለ ጠጠር ደጊሙ ክዘልል እንተኽኢሉ ክዘልል ኣለዎ፣ ነፍሲ ወከፍ ግዜ ኣንፈት ክቕይር ይኽእል። ኩሉ ሓደ ምንቅስቓስ እዩ።', 'learn.checkers.string.try': 'ብሰብኣይ 15 ብበብቦታ ክሳብ መወዳእታ ዝለል።', 'learn.checkers.string.done': 'ክልተ ጠጠራት ብሓደ ምንቅስቓስ፣ ሰብኣይ ድማ መወዳእታ መስርዕ በጺሑ።', 'learn.checkers.string.more': 'ካብ ብዙሓት ዝላታት ንስኻ ትመርጽ፤ ብዙሕ ምምራኽ ቀዳምነት የብሉን።',
  'learn.checkers.crown.title': 'ዘውዲ', 'learn.checkers.crown.lead': 'መወዳእታ መስርዕ ዝበጽሐ ሰብኣይ ንጉስ ይኸውን። ንጉስ ክዘልል እንተኽኣለ እኳ ምንቅስቓሱ ኣብኡ ይውዳእ።', 'learn.checkers.crown.try': 'ነቲ ኣብ 27 ዘሎ ሰብኣይ ናብ መወዳእታ መስርዕ ኣብጽሖ።', 'learn.checkers.crown.done': 'ካልኣይ ዲስክን ዘውድን፦ ካብ ቀጻሊ ምንቅስቓስ ንክልቲኡ ኣንፈት ይኸይድ።',
  'learn.checkers.king.title': 'ነገስታት ንክልቲኡ ኣንፈት', 'learn.checkers.king.lead': 'ንጉስ ንቕድሚትን ንድሕሪትን ብሓደ ሓደ ቦታ ይስጉምን ይዘልልን። ኣይነፍርን።', 'learn.checkers.king.try': 'ብንጉስ 27 ንድሕሪት ዝለል።', 'learn.checkers.king.done': 'ሰብኣይ ዘይክእሎ ንጉስ ይኽእሎ። ይኹን እምበር ዝኾነ ሰብኣይ ክማርኾ ይኽእል።',
  'learn.checkers.win.title': 'ከመይ ትስዕር', 'learn.checkers.win.lead': 'ተራኡ ኮይኑ ክንቀሳቐስ ዘይክእል ይስዓር፦ ጠጠር ስለ ዘይተረፈ፣ ወይ ኩሎም ስለ ዝተዓጽዉ።', 'learn.checkers.win.try': 'ዝለል። ንሰብኣይ 5 እንታይ ከም ዝተርፎ ርአ።', 'learn.checkers.win.done': 'ጻዕዳ ሰብኣይ ኣለዎ፣ ግን ምንቅስቓስ የብሉን፦ ኣብ 1 ዘሎ ሰብኣይካ መንገዱ ዓጽዩ።',
  'learn.checkers.whole.title': 'ምሉእ ጸወታ', 'learn.checkers.whole.lead': 'ቀይሕ ይጅምር። ሰብኡትካ ብሓንሳብ ሓዝ፣ ናይ ድሕሪት መስርዕ ክሳብ ዝከኣል ሓሉ።', 'learn.checkers.whole.try': 'ምስ ዝቐለለ ደረጃ ኮምፒተር ቀይሕ ተጻወት።',
};
