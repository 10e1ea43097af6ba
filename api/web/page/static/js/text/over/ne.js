// Nepali: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'result.won': 'तपाईं जित्नुभयो', 'result.lost': 'तपाईं हार्नुभयो', 'result.wins': '{side} को जित', 'result.draw': 'बराबरी', 'result.aborted': 'रद्द', 'result.abortedText': 'कसैको लागि गनिँदैन।',
  'result.points.one': '{n} अङ्क।', 'result.points.other': '{n} अङ्क।', 'reason.time': 'समय सकिएर', 'reason.resigned': 'हार मानेर', 'reason.agreed': 'सहमतिले',
  'reason.adjudicated': 'यो सर्भर चलाउनेहरूको निर्णयले', 'reason.abandoned': 'खेल छाडियो', 'reason.tigers-stuck': 'कुनै बाघ चल्न सक्दैन', 'reason.goats-stuck': 'कुनै बाख्रा चल्न सक्दैन',
  'reason.wiped-out': 'कुनै चक्ती बाँकी छैन', 'reason.no-moves': 'कोही चल्न सक्दैन', 'reason.no-move': 'कुनै चाल बाँकी छैन', 'reason.no-pieces': 'कुनै गोटी बाँकी छैन',
  'reason.five-captured': 'पाँच बाख्रा खाइए', 'reason.full-board': 'पाटी भरियो', 'reason.forty-move': 'फड्कोबिना चालीस चाल', 'reason.repetition': 'दोहोरिएर',
  'reason.single': 'एकल खेल', 'reason.gammon': 'ग्यामन', 'reason.backgammon': 'ब्याकग्यामन', 'reason.dropped': 'दोब्बर छोडियो', 'reason.borne-off': 'सबै गोटी बाहिर निस्किए',
  'reason.unfinished': 'अधुरो', 'reason.imported': 'अभिलेखअनुसार',
};
