// Nepali: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'menu.fork': 'घटना {at} बाट आफैँ खेल्नुहोस्',
  'menu.forked': 'तपाईंको आफ्नै अभ्यास खेल: दुवै पक्ष तपाईं खेल्नुहुन्छ।',
  'menu.link': 'लिङ्क प्रतिलिपि गर्नुहोस्',
  'menu.soundOn': 'आवाज खोल्नुहोस्',
  'menu.soundOff': 'आवाज बन्द गर्नुहोस्',
  'menu.export': '{format} रूपमा डाउनलोड गर्नुहोस्',
  'format.jsonl': 'घटना लग (JSON lines)',
  'format.transcript': 'प्रतिलेख',
  'format.text': 'पाठ',
};
