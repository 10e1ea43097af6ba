// English: discs that are turned by hand, and dice that fell elsewhere. Others are translations of this list.

export default {
  'act.correct': 'Correct the discs', 'act.byHand': 'Turn the discs',
  'act.byHandHint': 'Choose a square, then each disc that turns, then Done.', 'act.fell': 'Which dice fell?', 'act.fellHint': 'Choose the first die, then the second.',
  'act.fellOne': 'First die: {n}. Choose the second.', 'act.face': 'A {n} fell',
  'act.mayCorrect': 'Until the answer you may put your move right: type it as it should be.',
};
