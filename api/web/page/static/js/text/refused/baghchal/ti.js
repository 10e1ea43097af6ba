// Tigrinya: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'refused.baghchal.not-your-turn': 'ተራኻ ኣይኮነን።',
  'refused.baghchal.game-over': 'እቲ ጸወታ ተወዲኡ እዩ።',
  'refused.baghchal.malformed': 'እዚ ምንቅስቓስ ኣይኮነን፦ c3 ጤል የቐምጥ፣ a1-b2 ስጉምቲ እዩ፣ a1xc3 ምምራኽ።',
  'refused.baghchal.not-your-piece': 'እዚ ናትካ ኣይኮነን።',
  'refused.baghchal.nothing-there': 'ኣብቲ ነጥቢ ዋላ ሓንቲ የለን።',
  'refused.baghchal.occupied': 'እቲ ነጥቢ ተታሒዙ ኣሎ።',
  'refused.baghchal.no-line': 'ናይ ሰሌዳ መስመር ናብኡ ኣይወስድን።',
  'refused.baghchal.goats-in-hand': 'ኩለን ኣጣል ክሳብ ዝቕመጣ ኣብ ሰሌዳ ዘላ ጤል ኣይትንቀሳቐስን።',
  'refused.baghchal.no-goat-in-hand': 'ኩለን ዕስራ ኣጣል ተቐሚጠን፤ ሕጂ ኣብ ሰሌዳ ዘላ ጤል ትስጉም።',
  'refused.baghchal.only-goats-are-placed': 'ነብርታት ኣይቕመጡን፤ ነብሪ ይስጉም ወይ ይማርኽ።',
  'refused.baghchal.goats-capture-nothing': 'ኣጣል ዋላ ሓንቲ ኣይማርኻን፤ ነብርታት ጥራይ ይዘሉ።',
  'refused.baghchal.no-goat-to-jump': 'ኣብ መንጎ ልዕሊኣ ክዝለል እትኽእል ጤል የላን።',
  'refused.baghchal.tiger-jumped': 'ልዕሊ ነብሪ ፈጺሙ ኣይዝለልን።',
  'refused.baghchal.too-far': 'እዚ ስጉምቲ ኣይኮነን፣ ልዕሊ ሓደ ነጥቢ ቀጥታ ዝላ እውን ኣይኮነን።',
  'refused.baghchal.third-time': 'ኩለን ኣጣል ካብ ዝቕመጣ እዚ ኣቀማምጣ ክልተ ግዜ ኣጋጢሙ፤ ሳልሳይ ግዜ ኣይፍቀድን።',
};
