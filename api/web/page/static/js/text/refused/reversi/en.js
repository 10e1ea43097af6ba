// English: why a move is refused in reversi. Others are translations of this list.

export default {
  'refused.reversi.not-your-turn': 'It is not your turn.',
  'refused.reversi.game-over': 'The game is over.',
  'refused.reversi.malformed': 'That is no move as reversi writes it, such as d3.',
  'refused.reversi.occupied': 'There is a disc on that square already.',
  'refused.reversi.outflanks-nothing': 'A disc there would outflank nothing. A move has to turn at least one disc.',
  'refused.reversi.must-pass': 'You have no move, so the turn passes.',
  'refused.reversi.pass-not-allowed': 'You have a move, so you may not pass.',
  'refused.reversi.no-line': 'A disc that you turned is in no line with the new one.',
  'refused.reversi.not-outflanked': 'A disc that you turned is in line with the new one and not outflanked.',
  'refused.reversi.beyond-own-disc': 'A disc that you turned lies beyond a disc of your own.',
  'refused.reversi.not-all-turned': 'An outflanked disc was left as it is. All of them are turned.',
  'refused.reversi.not-opposing': 'There is no disc of the opponent there to turn.',
  'refused.reversi.ends-the-game': 'This move ends the game, so all outflanked discs are turned with it.',
  'refused.reversi.other-square': 'A correction turns other discs; the new disc stays on its square.',
  'refused.reversi.not-your-move': 'Only who made the last move may put it right.',
  'refused.reversi.too-late': 'The opponent has moved since; the board stands as it is.',
  'refused.reversi.nothing-to-correct': 'There is nothing to put right.',
};
