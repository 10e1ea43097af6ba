// Pashto: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'offer.draw': '{who} مساوي وړاندیز کوي',
  'offer.takeback': '{who} غواړي وروستی خوځښت بېرته واخلي',
  'offer.resign': '{who} د تسلیمېدو وړاندیز کوي: {value}',
  'offer.waive': '{who} غواړي سرور یې شپږمخي وساتي',
  'offer.takebackText': 'لوبه به تر هغه مخکې حالت ته ستنه شي.',
  'offered.draw': 'تاسو مساوي وړاندیز کړ',
  'offered.takeback': 'تاسو د خوځښت بېرته اخیستل وغوښتل',
  'offered.resign': 'تاسو د تسلیمېدو وړاندیز وکړ: {value}',
  'offered.waive': 'تاسو وغوښتل چې سرور مو شپږمخي وساتي',
  'offered.text': 'ستاسو سیال لا ځواب نه دی ورکړی.',
  'note.paused': 'لوبه ولاړه ده',
  'note.pausedText': 'د دې سرور چلوونکو لوبه درولې ده: {reason} د هیچا وخت نه ضایع کېږي.',
  'note.ruled': 'لامل: {reason}',
  'note.closedText': 'د دې سرور چلوونکو دا وتړله: {reason}',
  'note.damaged': 'د دې لوبې لړ زیانمن شوی',
  'note.damagedText': 'تر هغه ځایه ښودل کېږي چې باور پرې کېدای شي، نور مخکې نه ځي.',
};
