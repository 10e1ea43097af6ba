// Pashto: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'refused.baghchal.not-your-turn': 'ستاسو وار نه دی.',
  'refused.baghchal.game-over': 'لوبه پای ته رسېدلې ده.',
  'refused.baghchal.malformed': 'دا خوځښت نه دی: c3 وزه ږدي، a1-b2 ګام دی، a1xc3 نیول.',
  'refused.baghchal.not-your-piece': 'هغه ستاسو نه دی.',
  'refused.baghchal.nothing-there': 'پر هغه ټکي هېڅ نشته.',
  'refused.baghchal.occupied': 'هغه ټکی تش نه دی.',
  'refused.baghchal.no-line': 'د تختې هېڅ کرښه هلته نه ځي.',
  'refused.baghchal.goats-in-hand': 'تر هغه چې ټولې وزې کېښودل شي، د تختې وزې نه خوځي.',
  'refused.baghchal.no-goat-in-hand': 'شل واړه وزې اېښودل شوي؛ اوس د تختې وزه ګام اخلي.',
  'refused.baghchal.only-goats-are-placed': 'پړانګان نه اېښودل کېږي؛ پړانګ ګام اخلي یا نیسي.',
  'refused.baghchal.goats-capture-nothing': 'وزې هېڅ نه نیسي؛ یوازې پړانګان ټوپ وهي.',
  'refused.baghchal.no-goat-to-jump': 'په منځ کې د ټوپ لپاره وزه نشته.',
  'refused.baghchal.tiger-jumped': 'پر پړانګ هېڅکله ټوپ نه وهل کېږي.',
  'refused.baghchal.too-far': 'دا نه ګام دی، نه پر یوه ټکي نېغ ټوپ.',
  'refused.baghchal.third-time': 'له هغه وروسته چې ټولې وزې کېښودل شوې، دا حالت دوه ځله راغلی؛ درېیم ځل اجازه نشته.',
};
