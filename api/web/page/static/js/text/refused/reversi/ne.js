// Nepali: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'refused.reversi.not-your-turn': 'तपाईंको पालो होइन।',
  'refused.reversi.game-over': 'खेल सकियो।',
  'refused.reversi.malformed': 'यो रिभर्सीको चाल जस्तो लेखिएको छैन, जस्तै d3।',
  'refused.reversi.occupied': 'त्यो घरमा पहिल्यै चक्ती छ।',
  'refused.reversi.outflanks-nothing': 'त्यहाँको चक्तीले केही च्याप्दैन। चालले कम्तीमा एउटा चक्ती पल्टाउनुपर्छ।',
  'refused.reversi.must-pass': 'तपाईंसँग चाल छैन, पालो अर्कोमा जान्छ।',
  'refused.reversi.pass-not-allowed': 'तपाईंसँग चाल छ, पालो छोड्न मिल्दैन।',
  'refused.reversi.no-line': 'तपाईंले पल्टाएको एउटा चक्ती नयाँसँग एउटै रेखामा छैन।',
  'refused.reversi.not-outflanked': 'तपाईंले पल्टाएको एउटा चक्ती रेखामा छ तर च्यापिएको छैन।',
  'refused.reversi.beyond-own-disc': 'तपाईंले पल्टाएको एउटा चक्ती आफ्नै चक्तीभन्दा पर छ।',
  'refused.reversi.not-all-turned': 'च्यापिएको एउटा चक्ती पल्टाइएन। सबै पल्टाउनुपर्छ।',
  'refused.reversi.not-opposing': 'त्यहाँ पल्टाउने विपक्षीको चक्ती छैन।',
  'refused.reversi.ends-the-game': 'यो चालले खेल सकाउँछ, त्यसैले च्यापिएका सबै चक्ती पल्टाउनुपर्छ।',
  'refused.reversi.other-square': 'सच्याउँदा अरू चक्ती मात्र फेरिन्छन्; नयाँ चक्ती आफ्नै घरमा रहन्छ।',
  'refused.reversi.not-your-move': 'अन्तिम चाल चाल्नेले मात्र सच्याउन सक्छ।',
  'refused.reversi.too-late': 'त्यसपछि विपक्षीले चाल्यो; पाटी जस्ताको तस्तै रहन्छ।',
  'refused.reversi.nothing-to-correct': 'सच्याउनुपर्ने केही छैन।',
};
