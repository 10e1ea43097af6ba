// Pashto: a translation of en.js beside it. It awaits review by native speakers.

export default {
  'result.won': 'تاسو وګټله', 'result.lost': 'تاسو وبایلله', 'result.wins': '{side} وګټله', 'result.draw': 'مساوي', 'result.aborted': 'لغوه', 'result.abortedText': 'د هېچا لپاره نه شمېرل کېږي.',
  'result.points.one': '{n} نمره.', 'result.points.other': '{n} نمرې.', 'reason.time': 'د وخت له مخې', 'reason.resigned': 'په تسلیمېدو', 'reason.agreed': 'په هوکړه',
  'reason.adjudicated': 'د دې سرور د چلوونکو په پرېکړه', 'reason.abandoned': 'لوبه پرېښودل شوه', 'reason.tigers-stuck': 'هېڅ پړانګ نه شي خوځېدای', 'reason.goats-stuck': 'هېڅ وزه نه شي خوځېدای',
  'reason.wiped-out': 'هېڅ ټیکلی پاتې نه دی', 'reason.no-moves': 'هېڅوک نه شي خوځېدای', 'reason.no-move': 'هېڅ خوځښت پاتې نه دی', 'reason.no-pieces': 'هېڅ دانه پاتې نه ده',
  'reason.five-captured': 'پنځه وزې ونیول شوې', 'reason.full-board': 'تخته ډکه ده', 'reason.forty-move': 'څلوېښت خوځښتونه بې نیولو', 'reason.repetition': 'د تکرار له مخې',
  'reason.single': 'یوه لوبه', 'reason.gammon': 'ګمون', 'reason.backgammon': 'بکګمون', 'reason.dropped': 'دوه برابره پرېښودل شو', 'reason.borne-off': 'ټولې دانې وایستل شوې',
  'reason.unfinished': 'نیمګړې', 'reason.imported': 'لکه چې ثبت وايي',
};
