// Nepali: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'offer.draw': '{who} ले बराबरी प्रस्ताव गर्छ',
  'offer.takeback': '{who} ले अन्तिम चाल फिर्ता माग्छ',
  'offer.resign': '{who} ले हार मान्न प्रस्ताव गर्छ: {value}',
  'offer.waive': '{who} ले आफ्नो पासा सर्भरलाई राख्न दिन माग्छ',
  'offer.takebackText': 'खेल त्यसअघिको अवस्थामा फर्कन्छ।',
  'offered.draw': 'तपाईंले बराबरी प्रस्ताव गर्नुभयो',
  'offered.takeback': 'तपाईंले चाल फिर्ता माग्नुभयो',
  'offered.resign': 'तपाईंले हार मान्न प्रस्ताव गर्नुभयो: {value}',
  'offered.waive': 'तपाईंले पासा सर्भरलाई राख्न दिन माग्नुभयो',
  'offered.text': 'तपाईंका विपक्षीले अझै जवाफ दिएका छैनन्।',
  'note.paused': 'खेल रोकिएको छ',
  'note.pausedText': 'यो सर्भर चलाउनेहरूले खेल रोकेका छन्: {reason} कसैको समय घट्दैन।',
  'note.ruled': 'कारण: {reason}',
  'note.closedText': 'यो सर्भर चलाउनेहरूले यसलाई बन्द गरे: {reason}',
  'note.damaged': 'यो खेलको लग बिग्रिएको छ',
  'note.damagedText': 'विश्वास गर्न सकिनेसम्म देखाइन्छ, त्योभन्दा अघि बढ्दैन।',
};
