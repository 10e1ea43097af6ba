// English: every sentence of the page. Others are translations of this list.

export default {
  'nav.label': 'Main', 'nav.skip': 'To the content', 'nav.language': 'Language', 'nav.review': '',
  'nav.signin': 'Sign in', 'nav.play': 'Play', 'nav.watch': 'Watch', 'nav.learn': 'Learn',
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
  'bot.computer': 'Computer, {level}', 'bot.level': 'level {n}', 'bot.random': 'any move', 'bot.greedy': 'greedy',
  'board.label': '{kind} board', 'plain.moves': 'Moves',
  'count.discs': 'Discs', 'count.supply': 'Supply', 'count.men': 'Men', 'count.kings': 'Kings', 'count.captured': 'Captured', 'count.hand': 'In hand', 'count.lost': 'Lost', 'count.trapped': 'Trapped',
  'count.pips': 'Pips', 'count.points': 'Points',

  // Time.
  'time.seconds': '{n} s', 'time.minutes': '{n} min', 'time.days.one': '{n} day a move', 'time.days.other': '{n} days a move', 'time.fischer': '{base} + {n} s', 'time.delay': '{base}, delay {n} s',
  'time.byoyomi': '{base} + {periods} × {n} s',

  // A game.
  'game.private': 'Private', 'game.start': 'Own start position', 'game.watchers.one': '{n} watching', 'game.watchers.other': '{n} watching', 'game.match.one': 'to {n} point', 'game.match.other': 'to {n} points',
  'game.openMoves.one': 'One move is open.', 'game.openMoves.other': '{n} moves are open.',
  'rules.english': 'The rules are written in English.',

  // What may be done.
  'act.undo': 'Undo', 'act.done': 'Done',
  'what.draw': 'a draw', 'what.takeback': 'a takeback', 'what.resign': 'a resignation', 'what.waive': 'the dice to the server', 'what.repetition': 'a draw by repetition', 'what.forty-move': 'a draw by forty moves', 'what.abandoned': 'the abandoned game',

  // Notes.
  'note.illegal': '{move} is not legal',

  // What happened.
  'log.label': 'Moves of the game', 'log.double': 'double', 'log.take': 'take', 'log.drop': 'drop', 'log.resign': 'resigns', 'log.flag': 'time is up', 'log.seated': 'new player', 'log.adjudicated': 'decided', 'log.paused': 'stopped', 'log.continued': 'goes on', 'log.claim': 'claims', 'log.pass': 'passes',
  'log.offered.draw': 'offers a draw', 'log.offered.takeback': 'asks to take back', 'log.offered.resign': 'offers to resign', 'log.offered.waive': 'asks to waive', 'log.offered.any': 'offers',
  'log.accepted.takeback': 'allows it', 'log.accepted.any': 'accepts',
  'log.declined.any': 'declines',
  'failed.title': 'This could not be shown', 'failed.unreachable': 'The server does not answer. Try again.', 'failed.act': 'Try again',
};
