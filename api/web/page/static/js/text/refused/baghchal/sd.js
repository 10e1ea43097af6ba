// Sindhi: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'refused.baghchal.not-your-turn': 'توهان جو وارو ناهي.',
  'refused.baghchal.game-over': 'راند ختم ٿي چڪي آهي.',
  'refused.baghchal.malformed': 'هي چال ناهي: c3 ٻڪري رکي ٿي، a1-b2 قدم آهي، a1xc3 مارڻ.',
  'refused.baghchal.not-your-piece': 'اهو توهان جو ناهي.',
  'refused.baghchal.nothing-there': 'ان نقطي تي ڪجهه ناهي.',
  'refused.baghchal.occupied': 'اها نقطو خالي ناهي.',
  'refused.baghchal.no-line': 'بورڊ جي ڪا به ليڪ اوڏانهن نٿي وڃي.',
  'refused.baghchal.goats-in-hand': 'جيستائين سڀ ٻڪريون رکجن تيستائين بورڊ جي ٻڪري نٿي هلي.',
  'refused.baghchal.no-goat-in-hand': 'ويهه ئي ٻڪريون رکجي چڪيون؛ هاڻي بورڊ جي ٻڪري هلي ٿي.',
  'refused.baghchal.only-goats-are-placed': 'شينهن نه رکبا آهن؛ شينهن هلي ٿو يا ماري ٿو.',
  'refused.baghchal.goats-capture-nothing': 'ٻڪريون ڪجهه نٿيون مارين؛ رڳو شينهن ٽپن ٿا.',
  'refused.baghchal.no-goat-to-jump': 'وچ ۾ ٽپڻ لاءِ ٻڪري ناهي.',
  'refused.baghchal.tiger-jumped': 'شينهن مٿان ڪڏهن به ٽپو ناهي.',
  'refused.baghchal.too-far': 'هي نه قدم آهي، نه هڪ نقطي مٿان سڌو ٽپو.',
  'refused.baghchal.third-time': 'سڀ ٻڪريون رکجڻ کان پوءِ اهو حالت ٻه ڀيرا آئي آهي؛ ٽيون ڀيرو اجازت ناهي.',
};
