// English: the menu of a game. Others are translations of this list.

export default {
  'menu.fork': 'Play on by yourself from event {at}',
  'menu.forked': 'A practice game of your own: you play both sides.',
  'menu.link': 'Copy the link',
  'menu.soundOn': 'Turn sound on',
  'menu.soundOff': 'Turn sound off',
  'menu.export': 'Download as {format}',
  'format.jsonl': 'event log (JSON lines)',
  'format.transcript': 'transcript',
  'format.text': 'text',
};
