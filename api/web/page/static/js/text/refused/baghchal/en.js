// English: why a move is refused in baghchal. Others are translations of this list.

export default {
  'refused.baghchal.not-your-turn': 'It is not your turn.',
  'refused.baghchal.game-over': 'The game is over.',
  'refused.baghchal.malformed': 'That is no move: c3 places a goat, a1-b2 is a step, a1xc3 a capture.',
  'refused.baghchal.not-your-piece': 'That piece is not yours.',
  'refused.baghchal.nothing-there': 'There is nothing on that point.',
  'refused.baghchal.occupied': 'That point is occupied.',
  'refused.baghchal.no-line': 'No line of the board leads there.',
  'refused.baghchal.goats-in-hand': 'No goat on the board moves before all of them are placed.',
  'refused.baghchal.no-goat-in-hand': 'All twenty goats have been placed; now a goat on the board steps.',
  'refused.baghchal.only-goats-are-placed': 'Tigers are not placed; a tiger steps or captures.',
  'refused.baghchal.goats-capture-nothing': 'Goats capture nothing; only tigers jump.',
  'refused.baghchal.no-goat-to-jump': 'There is no goat between to jump.',
  'refused.baghchal.tiger-jumped': 'Tigers are never jumped.',
  'refused.baghchal.too-far': 'That is not a step, nor a jump straight over one point.',
  'refused.baghchal.third-time': 'That position has stood twice since all goats were placed; a third time is not allowed.',
};
