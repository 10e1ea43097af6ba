// Tigrinya: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'result.won': 'ስዒርካ', 'result.lost': 'ተሳዒርካ', 'result.wins': '{side} ስዒሩ', 'result.draw': 'ማዕረ', 'result.aborted': 'ተሰሪዙ', 'result.abortedText': 'ንማንም ኣይቁጸርን።',
  'result.points.one': '{n} ነጥቢ።', 'result.points.other': '{n} ነጥብታት።', 'reason.time': 'ብግዜ', 'reason.resigned': 'ኢድ ብምሃብ', 'reason.agreed': 'ብስምምዕ', 'reason.adjudicated': 'ብውሳነ እቶም ነዚ ሰርቨር ዘካይዱ',
  'reason.abandoned': 'ጸወታ ተገዲፉ', 'reason.tigers-stuck': 'ዝንቀሳቐስ ነብሪ የለን', 'reason.goats-stuck': 'እትንቀሳቐስ ጤል የላን', 'reason.wiped-out': 'ዝተረፈ ዲስክ የለን', 'reason.no-moves': 'ማንም ክንቀሳቐስ ኣይክእልን',
  'reason.no-move': 'ዝተረፈ ምንቅስቓስ የለን', 'reason.no-pieces': 'ዝተረፈ ጠጠር የለን', 'reason.five-captured': 'ሓሙሽተ ኣጣል ተማሪኸን', 'reason.full-board': 'ሰሌዳ መሊኡ', 'reason.forty-move': 'ኣርብዓ ምንቅስቓሳት ብዘይ ምምራኽ',
  'reason.repetition': 'ብድግግም', 'reason.single': 'ንጽል ጸወታ', 'reason.gammon': 'ጋሞን', 'reason.backgammon': 'ባክጋሞን', 'reason.dropped': 'ዕጽፊ ተገዲፉ', 'reason.borne-off': 'ኩሎም ጠጠራት ወጺኦም',
  'reason.unfinished': 'ዘይተወድአ', 'reason.imported': 'ከም መዝገብ',
};
