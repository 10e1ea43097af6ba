// Tigrinya: a translation of en.js of the lessons of reversi. It awaits review by native speakers.

export default {
  'learn.reversi.board.title': 'ምኽባብ', 'learn.reversi.board.lead': 'ሓድሽ ዲስክ እንተወሓደ ሓደ ናይ ካልእ ሕብሪ ዲስክ ክኸብብ ኣለዎ፦ ኣብ መንጎኡን ካልእ ዲስክኻን ብቐጥታ መስመር፣ ብዘይ ባዶ።', 'learn.reversi.board.try': 'ንስኻ ጸሊም ኢኻ። ኣብ ሓደ ነጥቢ ዲስክ ኣቐምጥ።', 'learn.reversi.board.done': 'ኣብ መንጎ ክልቲኦም ዲስክታትካ ዝነበረ ተገልቢጡ ሕጂ ናትካ እዩ።',
  'learn.reversi.lines.title': 'ኩሉ መስመራት ብሓንሳብ', 'learn.reversi.lines.lead': 'ሓደ ዲስክ ክሳብ ሸሞንተ ኣንፈት ክኸብብ ይኽእል። ዝተኸበ ኩሉ፣ ብኹሉ ኣንፈት፣ ይግልበጥ፣ ደለኻዮ ኣይደለኻዮን።', 'learn.reversi.lines.try': 'ኣብ ማእከል፣ ኣብ d4 ዲስክ ኣቐምጥ።', 'learn.reversi.lines.done': 'ሸሞንተ ዲስክታት ብሸሞንተ ኣንፈት ብሓደ ምንቅስቓስ።',
  'learn.reversi.skip.title': 'መስመር ኣብ ዲስክኻ ይውዳእ', 'learn.reversi.skip.lead': 'ካብ ሓድሽ ዲስክ መስመር ኣብ ቀዳማይ ናትካ ዲስክ ይውዳእ። ካብኡ ንየው ዘሎ ከም ዘለዎ ይተርፍ፣ ዝተገልበጠ ድማ ካልእ ኣይግልብጥን።', 'learn.reversi.skip.try': 'a4 ተጻወት እሞ e4 እንታይ ከም ዝኸውን ርአ።', 'learn.reversi.skip.done': 'b4ን c4ን ተገልቢጦም። e4 ኣይተገልበጠን፦ ኣብ d4 ዘሎ ዲስክኻ ኣብ ቅድሚኡ ኣሎ።',
  'learn.reversi.pass.title': 'ብዘይ ምንቅስቓስ', 'learn.reversi.pass.lead': 'ክኸብብ ዘይክእል ተራኡ ይሓልፎ፣ እቲ ካልእ ወገን ደጊሙ ይጻወት። ክጻወት ዝኽእል ክጻወት ኣለዎ።', 'learn.reversi.pass.try': 'f4 ተጻወት። ጻዕዳ መልሲ የብሉን።', 'learn.reversi.pass.done': 'ጻዕዳ ሓሊፉ፦ ሰርቨር ባዕሉ ይገብሮ። ደጊሙ ምንቅስቓስካ።',
  'learn.reversi.corner.title': 'ኩርናዓት', 'learn.reversi.corner.lead': 'ዝተቐመጠ ዲስክ ኣብ ቦታኡ ይጸንሕ፤ ሕብሩ ጥራይ ይቕየር። ኣብ ኩርናዕ ዘሎ ዲስክ ክኽበብ ኣይክእልን፣ ስለዚ ፈጺሙ ኣይቕየርን።', 'learn.reversi.corner.try': 'ኩርናዕ a1 ሓዝ።', 'learn.reversi.corner.done': 'ክሳብ መወዳእታ ናትካ እዩ፣ ብደረት ምስኡ ዝራኸብ እውን።',
  'learn.reversi.end.title': 'መወዳእታ', 'learn.reversi.end.lead': 'ክልቲኡ ወገን ክንቀሳቐስ ምስ ዘይክእል ጸወታ ይውዳእ፣ ሰሌዳ ይምላእ ኣይምላእ። ብዙሕ ዲስክ ዘለዎ ይስዕር፤ ማዕረ እንተኾይኑ ማዕረ።', 'learn.reversi.end.try': 'ሓደ ቦታ ተሪፉ። ተጻወቶ።', 'learn.reversi.end.done': 'ዝጽወት ኣይተረፈን። ዲስክታት ተቖጺሮም ጸወታ ተሳዒሩ።',
  'learn.reversi.whole.title': 'ምሉእ ጸወታ', 'learn.reversi.whole.lead': 'ጸሊም ይጅምር። ኣብ ፍርቂ ጸወታ ውሑዳት ዲስክታት መብዛሕትኡ ግዜ ካብ ብዙሓት ይሓይሱ፦ ነቲ ካልእ ውሑድ ምንቅስቓስ ይገድፉ።', 'learn.reversi.whole.try': 'ምስ ዝቐለለ ደረጃ ኮምፒተር ጸሊም ተጻወት።',
};
