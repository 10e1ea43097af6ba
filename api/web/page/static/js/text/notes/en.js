// English: the notes that few games show. Others are translations of this list.

export default {
  'offer.draw': '{who} offers a draw',
  'offer.takeback': '{who} asks to take the last move back',
  'offer.resign': '{who} offers to resign: {value}',
  'offer.waive': '{who} asks to let the server hold their dice',
  'offer.takebackText': 'The game would go back to before it.',
  'offered.draw': 'You offered a draw',
  'offered.takeback': 'You asked to take your move back',
  'offered.resign': 'You offered to resign: {value}',
  'offered.waive': 'You asked to let the server hold your dice',
  'offered.text': 'Your opponent has not answered yet.',
  'note.paused': 'The game stands still',
  'note.pausedText': 'Those who run this server have stopped it: {reason} No time is lost.',
  'note.ruled': 'Why: {reason}',
  'note.closedText': 'It was closed by those who run this server: {reason}',
  'note.damaged': 'The log of this game is damaged',
  'note.damagedText': 'It is shown as far as it can be trusted, and goes no further.',
};
