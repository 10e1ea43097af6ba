// Nepali: a translation of en.js of the audit. It awaits review by native speakers.

export default {
  'audit.loading': 'जाँच्ने साधन ल्याइँदै',
  'audit.loadingText': 'एक पटक ल्याइन्छ, र यही ब्राउजरमा चल्छ।', 'audit.running': 'जाँच्दै', 'audit.failed': 'यो जाँच्न सकिएन', 'audit.verified': 'तपाईंको ब्राउजरमा प्रमाणित',
  'audit.checked.one': 'यस मेसिनमा {ms} ms मा {n} घटना जाँचियो।', 'audit.checked.other': 'यस मेसिनमा {ms} ms मा {n} घटना जाँचिए।', 'audit.open': 'लङ्गर छैन',
  'audit.openText': 'आफैँमा केही बिग्रेको छैन, तर हस्ताक्षरित जाँचबिन्दुले घटना {n} अझै समेट्दैन।', 'audit.unsigned': 'आफैँमा केही बिग्रेको छैन, तर यो सर्भरले साक्षी हुने हस्ताक्षर गर्दैन।',
  'audit.unknown': 'जाँच कार्यक्रमलाई यो खेलका नियम थाहा छैन। घटनाहरू जस्ता राखिएका छन् त्यस्तै तल छन्।', 'audit.broken': 'घटना {n} मा टुटेको', 'audit.forged': 'हस्ताक्षर गरिएको होइन', 'audit.why.chain': 'ह्यास जसबाट बनेको हो, घटना त्यो होइन।', 'audit.why.numbers': 'कुनै घटना छैन, वा दोहोरिएको छ।',
  'audit.why.rules': 'नियमले त्यसबाट भनिएको कुरा बन्दैन।', 'audit.why.dice': 'पासा आफ्ना अंशले दिने होइनन्।', 'audit.why.clocks': 'समय वा नतिजा निस्कने कुरासँग मिल्दैन।',
  'audit.why.checkpoint': 'प्रमाण यो खेलको होइन, वा यो ब्राउजरले पहिले देखेकोभन्दा अर्कै साँचोले हस्ताक्षर गरिएको हो।', 'audit.why.head': 'इतिहास यो ब्राउजरले पहिले देखेको होइन।',
  'audit.head': 'घटना {n} पछिको शृङ्खलाको शिर। राख्नुहोस्: यसले खेल प्रमाणित गर्छ।', 'audit.headOfGood': 'सही अन्तिम, घटना {n} पछिको शृङ्खलाको शिर।', 'audit.copy': 'शिर प्रतिलिपि गर्नुहोस्',
  'audit.copied': 'शिर प्रतिलिपि भयो।', 'audit.check.chain': 'शृङ्खला नटुटेको', 'audit.figure.chain.one': '{n} कडी', 'audit.figure.chain.other': '{n} कडी',
  'audit.check.numbers': 'खाली वा दोहोरो छैन', 'audit.figure.numbers': '1–{n}', 'audit.check.rules': 'चाल नियमसम्मत, नियमावली {ruleset}', 'audit.figure.rules.one': '{n} पालो',
  'audit.figure.rules.other': '{n} पालो', 'audit.check.dice': 'पासा आफ्ना अंशबाट निस्कन्छन्', 'audit.check.dice.warn': 'पासा फाल्नेले भनेजस्तै', 'audit.figure.dice.one': '{n} पासा',
  'audit.figure.dice.other': '{n} पासा', 'audit.check.clocks': 'घडी र अङ्क फेरि गनियो', 'audit.figure.clocks': 'बराबर', 'audit.check.checkpoint': 'हस्ताक्षरित जाँचबिन्दु',
  'audit.check.checkpoint.warn': 'हस्ताक्षरित जाँचबिन्दुले घटना {at} समेट्दैन', 'audit.check.checkpoint.bad': 'जाँचबिन्दुले समेटेको यो होइन', 'audit.figure.checkpoint.one': '{n} घटनाको',
  'audit.figure.checkpoint.other': '{n} घटनाको', 'audit.check.head': 'यो ब्राउजरले पहिले देखेकै इतिहास', 'audit.figure.head': '1–{n}', 'audit.diceOf': 'घटना {n} को पासा',
  'audit.roll': 'पासा {n}', 'audit.roll.shared': 'पासा {n}, साझा', 'audit.roll.delegated': 'पासा {n}, सर्भरको', 'audit.rollOwn': 'साँचो पासा', 'audit.proven': 'प्रमाणित',
  'audit.notProven': 'प्रमाणित होइन', 'audit.reported': 'भनिएअनुसार', 'audit.server': 'सर्भर', 'audit.tie': 'उही पासाको थप जोडी: अघिल्लो बराबर थियो।', 'audit.by.all': 'सर्भर र दुवै पक्षले सुनिश्चित: कसैले यी पासा रोज्न सक्दैनथ्यो।',
  'audit.by.one': 'सर्भर र एक पक्षले सुनिश्चित; अर्को शृङ्खला सर्भरसँग छ।', 'audit.by.server': 'सर्भरको प्रतिबद्धताले मात्र सुनिश्चित: खेलअघि गरिएको, र सबै शृङ्खला सर्भरसँग छन्।',
  'audit.by.nobody': 'कसैले सुनिश्चित गरेको छैन: फाल्नेले जे आयो भन्यो।', 'audit.stored': 'राखिएका घटना', 'audit.download': 'लग डाउनलोड गर्नुहोस्', 'audit.downloadProof': 'प्रमाण डाउनलोड गर्नुहोस्',
  'audit.cannot': 'यसले के प्रमाणित गर्न सक्दैन', 'audit.command': 'यो पृष्ठबिना जाँच्नुहोस्',
};
