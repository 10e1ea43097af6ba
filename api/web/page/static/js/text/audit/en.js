// English: the sentences of the audit. Others are translations of this list.

export default {
  'audit.loading': 'Loading the verifier', 'audit.loadingText': 'It is fetched once, and runs in this browser.', 'audit.running': 'Checking', 'audit.failed': 'This could not be verified',
  'audit.verified': 'Verified in your browser', 'audit.checked.one': '{n} event checked in {ms} ms on this machine.', 'audit.checked.other': '{n} events checked in {ms} ms on this machine.',
  'audit.open': 'Not anchored', 'audit.openText': 'Nothing is wrong by itself, and no signed checkpoint covers event {n} yet.', 'audit.unsigned': 'Nothing is wrong by itself, and this server signs nothing that would vouch for it.',
  'audit.unknown': 'The verifier does not know the rules of this game. The events stand below as they are stored.', 'audit.broken': 'Broken at event {n}', 'audit.forged': 'Not what was signed',
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
