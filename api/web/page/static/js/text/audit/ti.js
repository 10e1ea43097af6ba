// Tigrinya: a translation of en.js of the audit. It awaits review by native speakers.

export default {
  'audit.loading': 'መርማሪ ይጽዓን ኣሎ',
  'audit.loadingText': 'ሓንሳብ ይመጽእ፣ ኣብዚ መርበብ መዳለዊ ድማ ይሰርሕ።', 'audit.running': 'ይምርመር ኣሎ', 'audit.failed': 'እዚ ክምርመር ኣይከኣለን', 'audit.verified': 'ኣብ መርበብ መዳለዊኻ ተረጋጊጹ',
  'audit.checked.one': 'ኣብዚ ማሽን {n} ፍጻመ ብ{ms} ms ተመርሚሩ።', 'audit.checked.other': 'ኣብዚ ማሽን {n} ፍጻመታት ብ{ms} ms ተመርሚሮም።', 'audit.open': 'መልህቕ የብሉን', 'audit.openText': 'ባዕሉ ጌጋ የብሉን፣ ግን ዝተፈረመ መረጋገጺ ንፍጻመ {n} ገና ኣይሽፍንን።',
  'audit.unsigned': 'ባዕሉ ጌጋ የብሉን፣ ግን እዚ ሰርቨር ንምስክር ዝኸውን ኣይፍርምን።', 'audit.unknown': 'መረጋገጺ ሕግታት ናይዚ ጸወታ ኣይፈልጥን። ፍጻመታት ከምቲ ዝተዓቀቡዎ ኣብ ታሕቲ ኣለዉ።', 'audit.broken': 'ኣብ ፍጻመ {n} ዝተሰብረ', 'audit.forged': 'እቲ ዝተፈረመ ኣይኮነን', 'audit.why.chain': 'ሃሽ ካብኡ ዝተሰርሐ ፍጻመ ኣይኮነን።',
  'audit.why.numbers': 'ፍጻመ ጎዲሉ፣ ወይ ክልተ ግዜ ኣሎ።', 'audit.why.rules': 'ሕግታት ካብኡ እቲ ዝብሎ ኣይገብሩን።', 'audit.why.dice': 'ዳይስ እቶም ብጽሒታት ዝህብዎ ኣይኮኑን።', 'audit.why.clocks': 'ግዜ ወይ ውጽኢት እቲ ዝስዕብ ኣይኮነን።',
  'audit.why.checkpoint': 'መርትዖ ናይዚ ጸወታ ኣይኮነን፣ ወይ ብካልእ መፍትሕ ተፈሪሙ።', 'audit.why.head': 'ታሪኽ እቲ እዚ መርበብ መዳለዊ ቅድሚ ሕጂ ዝረኣዮ ኣይኮነን።', 'audit.head': 'ርእሲ ሰንሰለት ድሕሪ ፍጻመ {n}። ዓቅቦ፦ ነዚ ጸወታ የረጋግጽ።',
  'audit.headOfGood': 'ርእሲ ሰንሰለት ድሕሪ ፍጻመ {n}፣ መወዳእታ ልክዕ።', 'audit.copy': 'ርእሲ ሰንሰለት ቅዳሕ', 'audit.copied': 'ርእሲ ሰንሰለት ተቐዲሑ።', 'audit.check.chain': 'ሰንሰለት ዘይተሰብረ',
  'audit.figure.chain.one': '{n} ቀለበት', 'audit.figure.chain.other': '{n} ቀለበታት', 'audit.check.numbers': 'ጉድለት የለን፣ ድግማ የለን', 'audit.figure.numbers': '1–{n}',
  'audit.check.rules': 'ምንቅስቓሳት ሕጋውያን፣ ሕግታት {ruleset}', 'audit.figure.rules.one': '{n} ተራ', 'audit.figure.rules.other': '{n} ተራታት', 'audit.check.dice': 'ዳይስ ካብ ብጽሒታቶም ይመጹ',
  'audit.check.dice.warn': 'ዳይስ ከም ደርባዪ ዝበሎ', 'audit.figure.dice.one': '{n} ድርበያ', 'audit.figure.dice.other': '{n} ድርበያታት', 'audit.check.clocks': 'ሰዓታትን ነጥብታትን ደጊሞም ተቖጺሮም',
  'audit.figure.clocks': 'ማዕረ', 'audit.check.checkpoint': 'ዝተፈረመ መረጋገጺ', 'audit.check.checkpoint.warn': 'ንፍጻመ {at} ዝሽፍን ዝተፈረመ መረጋገጺ የለን', 'audit.check.checkpoint.bad': 'እቲ መረጋገጺ ዝሽፍኖ ኣይኮነን',
  'audit.figure.checkpoint.one': 'ካብ {n} ፍጻመ', 'audit.figure.checkpoint.other': 'ካብ {n} ፍጻመታት', 'audit.check.head': 'ቅድሚ ሕጂ ዝተራእየ ታሪኽ', 'audit.figure.head': '1–{n}',
  'audit.diceOf': 'ዳይስ ፍጻመ {n}', 'audit.roll': 'ድርበያ {n}', 'audit.roll.shared': 'ድርበያ {n}፣ ሓባራዊ ዳይስ', 'audit.roll.delegated': 'ድርበያ {n}፣ ዳይስ ሰርቨር', 'audit.rollOwn': 'ድርበያ ናይ ሓቂ ዳይስ',
  'audit.proven': 'ዝተረጋገጸ', 'audit.notProven': 'ዘይተረጋገጸ', 'audit.reported': 'ከም ዝተባህለ', 'audit.server': 'ሰርቨር', 'audit.tie': 'ተወሳኺ ጽምዲ ናይ ሓደ ድርበያ፦ እቲ ዝቐደመ ማዕረ ነይሩ።',
  'audit.by.all': 'ብሰርቨርን ክልቲኡ ወገንን ዝተረጋገጸ፦ ማንም ነዚ ዳይስ ክመርጽ ኣይክእልን ነይሩ።', 'audit.by.one': 'ብሰርቨርን ሓደ ወገንን ዝተረጋገጸ፤ ካልእ ሰንሰለት ብሰርቨር ይተሓዝ።', 'audit.by.server': 'ብመብጽዓ ሰርቨር ጥራይ ዝተረጋገጸ፦ ቅድሚ ጸወታ ዝተገብረ፣ ኩሉ ሰንሰለት ድማ ብሰርቨር ይተሓዝ።',
  'audit.by.nobody': 'ብማንም ዘይተረጋገጸ፦ ደርባዪ ዝወደቐ ነጊሩ።', 'audit.stored': 'ፍጻመታት ከም ዝተዓቀቡ', 'audit.download': 'መዝገብ ኣውርድ', 'audit.downloadProof': 'መርትዖ ኣውርድ',
  'audit.cannot': 'እዚ ከረጋግጾ ዘይክእል', 'audit.command': 'ብዘይ እዚ ገጽ መርምር',
};
