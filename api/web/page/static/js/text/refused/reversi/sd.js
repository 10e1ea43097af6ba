// Sindhi: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'refused.reversi.not-your-turn': 'توهان جو وارو ناهي.',
  'refused.reversi.game-over': 'راند ختم ٿي چڪي آهي.',
  'refused.reversi.malformed': 'هي ريورسي جي چال جي لکت ناهي، جيئن d3.',
  'refused.reversi.occupied': 'ان خاني تي اڳ ئي ٽڪلي آهي.',
  'refused.reversi.outflanks-nothing': 'اتي ٽڪلي ڪجهه به نٿي گهيري. چال گهٽ ۾ گهٽ هڪ ٽڪلي اٿلائي.',
  'refused.reversi.must-pass': 'توهان وٽ چال ناهي، وارو ٻئي ڏانهن وڃي ٿو.',
  'refused.reversi.pass-not-allowed': 'توهان وٽ چال آهي، وارو ڇڏي نٿا سگهو.',
  'refused.reversi.no-line': 'توهان جي اٿلايل هڪ ٽڪلي نئين سان ساڳي ليڪ ۾ ناهي.',
  'refused.reversi.not-outflanked': 'توهان جي اٿلايل هڪ ٽڪلي ليڪ ۾ آهي پر گهيريل ناهي.',
  'refused.reversi.beyond-own-disc': 'توهان جي اٿلايل هڪ ٽڪلي پنهنجي ٽڪلي کان پري آهي.',
  'refused.reversi.not-all-turned': 'هڪ گهيريل ٽڪلي رهجي وئي. سڀ اٿلائڻيون آهن.',
  'refused.reversi.not-opposing': 'اتي اٿلائڻ لاءِ مخالف جي ٽڪلي ناهي.',
  'refused.reversi.ends-the-game': 'هي چال راند ختم ڪري ٿي، تنهنڪري سڀ گهيريل ٽڪليون اٿلائڻيون آهن.',
  'refused.reversi.other-square': 'سڌارو رڳو اٿلايل ٽڪليون بدلائي ٿو؛ نئين ٽڪلي پنهنجي خاني تي رهي ٿي.',
  'refused.reversi.not-your-move': 'رڳو آخري چال هلندڙ ان کي سڌاري سگهي ٿو.',
  'refused.reversi.too-late': 'مخالف تنهن کان پوءِ چال هلي آهي؛ بورڊ جيئن آهي تيئن رهندو.',
  'refused.reversi.nothing-to-correct': 'سڌارڻ لاءِ ڪجهه ناهي.',
};
