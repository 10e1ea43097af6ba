// Nepali: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'refused.baghchal.not-your-turn': 'तपाईंको पालो होइन।',
  'refused.baghchal.game-over': 'खेल सकियो।',
  'refused.baghchal.malformed': 'यो चाल होइन: c3 ले बाख्रा राख्छ, a1-b2 पाइला हो, a1xc3 खाने।',
  'refused.baghchal.not-your-piece': 'त्यो तपाईंको होइन।',
  'refused.baghchal.nothing-there': 'त्यो बिन्दुमा केही छैन।',
  'refused.baghchal.occupied': 'त्यो बिन्दु खाली छैन।',
  'refused.baghchal.no-line': 'पाटीको कुनै रेखा त्यहाँ जाँदैन।',
  'refused.baghchal.goats-in-hand': 'सबै बाख्रा नराखेसम्म पाटीका बाख्रा चल्दैनन्।',
  'refused.baghchal.no-goat-in-hand': 'बीसै बाख्रा राखिसकियो; अब पाटीको बाख्रा चल्छ।',
  'refused.baghchal.only-goats-are-placed': 'बाघ राखिँदैन; बाघ चल्छ वा खान्छ।',
  'refused.baghchal.goats-capture-nothing': 'बाख्राले केही खाँदैन; बाघले मात्र फड्को मार्छ।',
  'refused.baghchal.no-goat-to-jump': 'बीचमा फड्को मार्ने बाख्रा छैन।',
  'refused.baghchal.tiger-jumped': 'बाघमाथिबाट कहिल्यै फड्को मारिँदैन।',
  'refused.baghchal.too-far': 'यो पाइला होइन, न त एउटा बिन्दुमाथिको सीधा फड्को।',
  'refused.baghchal.third-time': 'सबै बाख्रा राखेपछि त्यो स्थिति दुई पटक आइसक्यो; तेस्रो पटक मिल्दैन।',
};
