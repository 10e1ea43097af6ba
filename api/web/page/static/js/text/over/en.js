// English: how games end. Others are translations of this list.

export default {
  'result.won': 'You won', 'result.lost': 'You lost', 'result.wins': '{side} won', 'result.draw': 'Draw', 'result.aborted': 'Called off', 'result.abortedText': 'It counts for nobody.',
  'result.points.one': '{n} point.', 'result.points.other': '{n} points.', 'reason.time': 'on time', 'reason.resigned': 'by resignation', 'reason.agreed': 'by agreement',
  'reason.adjudicated': 'by decision of those who run this server', 'reason.abandoned': 'the game was left', 'reason.tigers-stuck': 'no tiger can move', 'reason.goats-stuck': 'no goat can move',
  'reason.wiped-out': 'no disc is left', 'reason.no-moves': 'nobody can move', 'reason.no-move': 'no move is left', 'reason.no-pieces': 'no piece is left',
  'reason.five-captured': 'five goats are captured', 'reason.full-board': 'the board is full', 'reason.forty-move': 'forty moves without a capture', 'reason.repetition': 'by repetition',
  'reason.single': 'a single game', 'reason.gammon': 'a gammon', 'reason.backgammon': 'a backgammon', 'reason.dropped': 'the double was dropped', 'reason.borne-off': 'all checkers are borne off',
  'reason.unfinished': 'unfinished', 'reason.imported': 'as the record says',
};
