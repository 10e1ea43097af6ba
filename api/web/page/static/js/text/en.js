// English: every sentence of the page. Others are translations of this list.

export default {
  'nav.label': 'Main', 'nav.skip': 'To the content', 'nav.language': 'Language', 'nav.review': '',
  'nav.play': 'Play', 'nav.watch': 'Watch', 'nav.learn': 'Learn',
  'theme.auto': 'Colours: as the system has them', 'theme.light': 'Colours: light', 'theme.dark': 'Colours: dark',
  'nowhere.title': 'There is nothing at this address', 'nowhere.text': 'The link may be mistyped.', 'nowhere.act': 'To the games',

  // What games, sides, pieces and cells are called.
  'kind.backgammon': 'Backgammon', 'kind.reversi': 'Reversi', 'kind.checkers': 'Checkers', 'kind.baghchal': 'Bagh-Chal',
  'side.backgammon.first': 'white', 'side.backgammon.second': 'black', 'side.reversi.first': 'black', 'side.reversi.second': 'white',
  'side.checkers.first': 'red', 'side.checkers.second': 'white', 'side.baghchal.first': 'goats', 'side.baghchal.second': 'tigers',
  'piece.black': 'black', 'piece.white': 'white', 'piece.redMan': 'red man', 'piece.redKing': 'red king', 'piece.whiteMan': 'white man', 'piece.whiteKing': 'white king',
  'piece.tiger': 'tiger', 'piece.goat': 'goat',
  'cell.empty': 'empty', 'cell.selected': 'selected', 'cell.movable': 'can move', 'cell.legal': 'open', 'cell.hit': 'would be captured', 'cell.barred': 'barred', 'cell.trapped': 'trapped',
  'cell.point': 'point {n}', 'cell.bar': 'your bar', 'cell.bar2': "opponent's bar", 'cell.off': 'borne off', 'cell.off2': 'borne off by the opponent',
  'cell.mine.one': '{n} checker of yours', 'cell.mine.other': '{n} checkers of yours', 'cell.theirs.one': '{n} checker of the opponent', 'cell.theirs.other': '{n} checkers of the opponent',
  'die.name': 'Die: {n}. Play the other one first', 'die.used': 'Die: {n}, played',
  'board.label': '{kind} board', 'plain.moves': 'Moves',
  'count.discs': 'Discs', 'count.supply': 'Supply', 'count.men': 'Men', 'count.kings': 'Kings', 'count.captured': 'Captured', 'count.hand': 'In hand', 'count.lost': 'Lost', 'count.trapped': 'Trapped',
  'count.pips': 'Pips', 'count.points': 'Points',

  // Time.
  'time.seconds': '{n} s', 'time.minutes': '{n} min', 'time.days.one': '{n} day a move', 'time.days.other': '{n} days a move', 'time.fischer': '{base} + {n} s', 'time.delay': '{base}, delay {n} s',
  'time.byoyomi': '{base} + {periods} × {n} s', 'clock.days': '{d} d {h} h', 'clock.low.one': '{n} second left', 'clock.low.other': '{n} seconds left',

  // A game.
  'hidden.title': 'This game cannot be seen', 'hidden.text': 'It is private, or there is no such game. Whoever was invited to it can sit down.',
  'game.private': 'Private', 'game.start': 'Own start position', 'game.watchers.one': '{n} watching', 'game.watchers.other': '{n} watching', 'game.match.one': 'to {n} point', 'game.match.other': 'to {n} points',
  'game.openMoves.one': 'One move is open.', 'game.openMoves.other': '{n} moves are open.',
  'seat.you': 'You', 'seat.opponent': 'Opponent', 'seat.free': 'Free seat', 'seat.bot': 'Bot {name}', 'seat.here': 'here', 'seat.away': 'away', 'seat.back': 'Your opponent is back.',
  'tab.moves': 'Moves', 'tab.audit': 'Audit', 'tab.rules': 'Rules', 'rules.english': 'The rules are written in English.',
  'tape.label': 'History', 'tape.event': 'Event', 'tape.ofWord': 'of', 'tape.of': 'Event {at} of {n}', 'tape.live': 'live', 'tape.end': 'final', 'tape.first': 'First event', 'tape.prev': 'Previous', 'tape.next': 'Next', 'tape.last': 'Newest', 'tape.back': 'Back to live',
  'entry.label': 'Type a move', 'entry.send': 'Play',
  'menu.label': 'More', 'menu.turn': 'Turn the board', 'menu.fork': 'Play on by yourself from event {at}', 'menu.forked': 'A practice game of your own: you play both sides.', 'menu.link': 'Copy the link',
  'menu.soundOn': 'Turn sound on', 'menu.soundOff': 'Turn sound off', 'menu.export': 'Download as {format}',
  'format.jsonl': 'event log (JSON lines)', 'format.pdn': 'PDN', 'format.acf': 'ACF', 'format.mat': 'MAT', 'format.sgf': 'SGF', 'format.ggf': 'GGF', 'format.wthor': 'WTHOR', 'format.transcript': 'transcript', 'format.text': 'text', 'format.pgn': 'PGN',

  // What may be done.
  'act.label': 'Your turn and your options', 'act.yours': 'Your move', 'act.side': '{side} to move', 'act.playDice': 'Play {a} and {b}', 'act.sidePlaysDice': '{side} plays {a} and {b}', 'act.plays.one': 'One way to play this roll.', 'act.plays.other': '{n} ways to play this roll.',
  'act.captures.one': 'A jump must be made.', 'act.captures.other': '{n} jumps are open; you choose.', 'act.barred.one': 'One is barred.', 'act.barred.other': '{n} are barred.',
  'act.yourRoll': 'Your roll', 'act.mayDouble': 'You may double first.', 'act.yourAnswer': 'Your answer', 'act.answers': '{side} to answer the double', 'act.dice': 'The dice are awaited', 'act.mayCorrect': 'Until the answer you may put your move right: type it as it should be.', 'act.watching': 'You are watching.',
  'act.past': 'Looking back', 'act.pastHint': 'The arrow keys go on and back.', 'act.over': 'The game is over', 'act.waiting': 'Waiting for an opponent',
  'act.draw': 'Offer a draw', 'act.takeback': 'Ask to take back', 'act.resign': 'Resign', 'act.resignAsk': 'Resign?', 'act.yes': 'Yes', 'act.no': 'No', 'act.abort': 'Call off', 'act.waive': 'Let the server hold my dice',
  'act.claim.repetition': 'Claim a draw: repetition', 'act.claim.forty-move': 'Claim a draw: forty moves', 'act.claim.abandoned': 'Claim the game: opponent gone',
  'act.undo': 'Undo', 'act.done': 'Done', 'act.roll': 'Roll', 'act.double': 'Double', 'act.beaver': 'Beaver', 'act.take': 'Take', 'act.drop': 'Drop', 'act.accept': 'Accept', 'act.allow': 'Allow', 'act.decline': 'Decline', 'act.withdraw': 'Withdraw',
  'act.rematch': 'Rematch', 'act.acceptRematch': 'Accept the rematch', 'act.nextGame': 'To the next game',
  'resign.single': 'Single game', 'resign.gammon': 'Gammon', 'resign.backgammon': 'Backgammon',
  'what.draw': 'a draw', 'what.takeback': 'a takeback', 'what.resign': 'a resignation', 'what.waive': 'the dice to the server', 'what.repetition': 'a draw by repetition', 'what.forty-move': 'a draw by forty moves', 'what.abandoned': 'the abandoned game',
  'offer.draw': '{who} offers a draw', 'offer.takeback': '{who} asks to take the last move back', 'offer.resign': '{who} offers to resign: {value}', 'offer.waive': '{who} asks to let the server hold their dice', 'offer.takebackText': 'The game would go back to before it.',
  'offered.draw': 'You offered a draw', 'offered.takeback': 'You asked to take your move back', 'offered.resign': 'You offered to resign: {value}', 'offered.waive': 'You asked to let the server hold your dice', 'offered.text': 'Your opponent has not answered yet.',

  // Notes.
  'note.label': 'Note', 'note.illegal': '{move} is not legal', 'note.refused': 'That was refused', 'note.showCaptures': 'Show the captures',
  'note.stale': 'Something happened first', 'note.staleText': 'Your command was not carried out. Look at the board and decide again.', 'note.unsent': 'Not sent yet', 'note.unsentText': 'The server does not answer.', 'note.waiting': 'The server does not answer. Your command goes out once more as soon as it does; it counts once.',
  'note.lost': 'Connection lost', 'note.lostText': 'Nothing you played is lost. The page goes on by itself.', 'note.back': 'Back online', 'note.damaged': 'The log of this game is damaged', 'note.damagedText': 'It is shown as far as it can be trusted, and goes no further.',
  'note.free': 'A seat is free', 'note.freeText': 'Sit down and the game begins.', 'note.sit': 'Sit down', 'note.invite': 'Invite somebody with this link', 'note.copy': 'Copy', 'note.copied': 'The link is copied.',
  'note.doubled': '{who} doubles', 'note.doubledText': 'Take and play on for twice the stake, or drop and lose what was at stake.', 'note.passed': '{who} cannot move', 'note.lostTurn': '{who} cannot play {dice}', 'note.passedText': 'The turn passes.',
  'note.notYours': 'It is not your turn', 'note.notYoursText': 'Nothing was sent.',

  // What happened.
  'log.label': 'Moves of the game', 'log.double': 'double', 'log.take': 'take', 'log.drop': 'drop', 'log.resign': 'resigns', 'log.flag': 'time is up', 'log.seated': 'new player', 'log.claim': 'claims', 'log.pass': 'passes',
  'log.offered.draw': 'offers a draw', 'log.offered.takeback': 'asks to take back', 'log.offered.resign': 'offers to resign', 'log.offered.waive': 'asks to waive', 'log.offered.any': 'offers',
  'log.accepted.draw': 'accepts', 'log.accepted.takeback': 'allows it', 'log.accepted.resign': 'accepts', 'log.accepted.waive': 'accepts', 'log.accepted.any': 'accepts',
  'log.declined.draw': 'declines', 'log.declined.takeback': 'declines', 'log.declined.resign': 'declines', 'log.declined.waive': 'declines', 'log.declined.any': 'declines',
  'said.joined': '{who} sits down.', 'said.moved': '{who}: {move}.', 'said.corrected': '{who} corrects to {move}.', 'said.doubled': '{who} doubles.', 'said.took': '{who} takes.', 'said.dropped': '{who} drops.', 'said.offered': '{who} offers {what}.', 'said.accepted': '{who} accepts.',
  'said.declined': '{who} declines.', 'said.withdrew': '{who} withdraws the offer.', 'said.claimed': '{who} claims {what}.', 'said.resigned': '{who} resigns.', 'said.flagged': 'The time of {who} is up.', 'said.seated': 'Another player takes over {who}.', 'said.aborted': 'The game is called off.', 'said.dice': 'Dice: {dice}.', 'said.pass': '{who} passes.',
  'said.seen.one': 'This position stands for the first time.', 'said.seen.other': 'This position has stood {n} times.',
  'result.won': 'You won', 'result.lost': 'You lost', 'result.wins': '{side} won', 'result.draw': 'Draw', 'result.aborted': 'Called off', 'result.abortedText': 'It counts for nobody.', 'result.points.one': '{n} point.', 'result.points.other': '{n} points.',
  'reason.time': 'on time', 'reason.resigned': 'by resignation', 'reason.agreed': 'by agreement', 'reason.abandoned': 'the game was left', 'reason.tigers-stuck': 'no tiger can move', 'reason.goats-stuck': 'no goat can move', 'reason.wiped-out': 'no disc is left',
  'reason.no-moves': 'nobody can move', 'reason.no-move': 'no move is left', 'reason.no-pieces': 'no piece is left', 'reason.five-captured': 'five goats are captured', 'reason.full-board': 'the board is full', 'reason.forty-move': 'forty moves without a capture', 'reason.repetition': 'by repetition',
  'reason.single': 'a single game', 'reason.gammon': 'a gammon', 'reason.backgammon': 'a backgammon', 'reason.dropped': 'the double was dropped', 'reason.borne-off': 'all checkers are borne off', 'reason.unfinished': 'unfinished', 'reason.imported': 'as the record says',

  'failed.title': 'This could not be shown', 'failed.act': 'Try again',

  // The audit of a game.
  'audit.chip.unknown': 'Audit', 'audit.chip.verified': 'Verified', 'audit.chip.open': 'Not anchored', 'audit.chip.broken': 'Broken',
  'audit.loading': 'Loading the verifier', 'audit.loadingText': 'It is fetched once, and runs in this browser.', 'audit.running': 'Checking', 'audit.failed': 'This could not be verified',
  'audit.verified': 'Verified in your browser', 'audit.checked.one': '{n} event checked in {ms} ms on this machine.', 'audit.checked.other': '{n} events checked in {ms} ms on this machine.',
  'audit.open': 'Not anchored', 'audit.openText': 'Nothing is wrong by itself, and no signed checkpoint covers event {n} yet.', 'audit.unsigned': 'Nothing is wrong by itself, and this server signs nothing that would vouch for it.',
  'audit.broken': 'Broken at event {n}', 'audit.forged': 'Not what was signed',
  'audit.why.chain': 'It is not the event that its hash was made of.', 'audit.why.numbers': 'An event is missing, or stands twice.', 'audit.why.rules': 'The rules do not make of it what it says.', 'audit.why.dice': 'The dice are not what their shares give.',
  'audit.why.clocks': 'Its time or its result is not what follows.', 'audit.why.checkpoint': 'The proof is not one of this game, or signed with another key than this browser saw first.', 'audit.why.head': 'The history is not the one that this browser saw before.',
  'audit.head': 'Chain head after event {n}. Keep it: it proves this game.', 'audit.headOfGood': 'Chain head after event {n}, the last that is right.', 'audit.copy': 'Copy the chain head', 'audit.copied': 'The chain head was copied.',
  'audit.check.chain': 'Chain unbroken', 'audit.figure.chain.one': '{n} link', 'audit.figure.chain.other': '{n} links', 'audit.check.numbers': 'No gaps, no doubles', 'audit.figure.numbers': '1–{n}',
  'audit.check.rules': 'Moves legal, ruleset {ruleset}', 'audit.figure.rules.one': '{n} turn', 'audit.figure.rules.other': '{n} turns', 'audit.check.dice': 'Dice follow from their shares', 'audit.check.dice.warn': 'Dice as whoever rolled said', 'audit.figure.dice.one': '{n} roll', 'audit.figure.dice.other': '{n} rolls',
  'audit.check.clocks': 'Clocks and score recomputed', 'audit.figure.clocks': 'equal', 'audit.check.checkpoint': 'Signed checkpoint', 'audit.check.checkpoint.warn': 'No signed checkpoint covers event {at}', 'audit.check.checkpoint.bad': 'Not what the checkpoint covers', 'audit.figure.checkpoint.one': 'of {n} event', 'audit.figure.checkpoint.other': 'of {n} events',
  'audit.check.head': 'Same history as this browser saw before', 'audit.figure.head': '1–{n}',
  'audit.diceOf': 'Dice of event {n}', 'audit.roll': 'Roll {n}', 'audit.roll.shared': 'Roll {n}, shared dice', 'audit.roll.delegated': "Roll {n}, the server's dice", 'audit.rollOwn': 'A roll of real dice', 'audit.proven': 'proven', 'audit.notProven': 'not proven', 'audit.reported': 'as reported',
  'audit.server': 'Server', 'audit.tie': 'A further pair of the same roll: the one before was a tie.', 'audit.by.all': 'Assured by the server and both seats: none of them could choose these dice.', 'audit.by.one': 'Assured by the server and one seat; the server holds the other chain.',
  'audit.by.server': "Assured by the server's commitment only: it was made before the game, and the server holds every chain.", 'audit.by.nobody': 'Assured by nobody: whoever rolled said what fell.',
  'audit.stored': 'Events as stored', 'audit.download': 'Download the log', 'audit.downloadProof': 'Download the proof', 'audit.cannot': 'What this cannot prove', 'audit.command': 'Check it without this page',
};
