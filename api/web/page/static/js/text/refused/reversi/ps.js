// Pashto: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'refused.reversi.not-your-turn': 'ستاسو وار نه دی.',
  'refused.reversi.game-over': 'لوبه پای ته رسېدلې ده.',
  'refused.reversi.malformed': 'دا د ریورسي د خوځښت لیکنه نه ده، لکه d3.',
  'refused.reversi.occupied': 'پر هغه خونه لا مخکې ټیکلی شته.',
  'refused.reversi.outflanks-nothing': 'هلته ټیکلی هېڅ نه رابندوي. خوځښت باید لږ تر لږه یو ټیکلی واړوي.',
  'refused.reversi.must-pass': 'تاسو خوځښت نه لرئ، وار بل ته ځي.',
  'refused.reversi.pass-not-allowed': 'تاسو خوځښت لرئ، وار نه شئ تېرولای.',
  'refused.reversi.no-line': 'یو ټیکلی چې تاسو اړولی له نوي سره په یوه کرښه کې نه دی.',
  'refused.reversi.not-outflanked': 'یو ټیکلی چې تاسو اړولی په کرښه کې دی، خو رابند شوی نه دی.',
  'refused.reversi.beyond-own-disc': 'یو ټیکلی چې تاسو اړولی ستاسو تر خپل ټیکلي هاخوا دی.',
  'refused.reversi.not-all-turned': 'یو رابند شوی ټیکلی پاتې شو. ټول باید واړول شي.',
  'refused.reversi.not-opposing': 'هلته د اړولو د سیال ټیکلی نشته.',
  'refused.reversi.ends-the-game': 'دا خوځښت لوبه پای ته رسوي، نو ټول رابند شوي ټیکلي باید واړول شي.',
  'refused.reversi.other-square': 'سمون یوازې اړول شوي ټیکلي بدلوي؛ نوی ټیکلی پر خپله خونه پاتې کېږي.',
  'refused.reversi.not-your-move': 'یوازې هغه څوک چې وروستی خوځښت یې کړی سمولای یې شي.',
  'refused.reversi.too-late': 'سیال له هغه وروسته خوځښت کړی؛ تخته همداسې پاتې ده.',
  'refused.reversi.nothing-to-correct': 'د سمولو څه نشته.',
};
