// Nepali: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'act.correct': 'चक्ती सच्याउनुहोस्', 'act.byHand': 'चक्ती पल्टाउनुहोस्',
  'act.byHandHint': 'घर छान्नुहोस्, अनि पल्टिने हरेक चक्ती, अनि «भयो»।', 'act.fell': 'कुन पासा परे?', 'act.fellHint': 'पहिलो पासा छान्नुहोस्, अनि दोस्रो।',
  'act.fellOne': 'पहिलो पासा: {n}। दोस्रो छान्नुहोस्।', 'act.face': '{n} पर्‍यो',
  'act.mayCorrect': 'विपक्षीको जवाफसम्म चाल सच्याउन सक्नुहुन्छ: जसरी हुनुपर्थ्यो त्यसरी लेख्नुहोस्।',
};
