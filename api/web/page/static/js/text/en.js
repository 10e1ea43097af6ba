// English: every sentence of the page. Others are translations of this list.

export default {
  'nav.label': 'Main', 'nav.skip': 'To the content', 'nav.language': 'Language',
  'nav.play': 'Play', 'nav.watch': 'Watch', 'nav.learn': 'Learn',
  'theme.auto': 'Colours: as the system has them', 'theme.light': 'Colours: light', 'theme.dark': 'Colours: dark',
  'nowhere.title': 'There is nothing at this address', 'nowhere.text': 'The link may be mistyped.', 'nowhere.act': 'To the games',
  'failed.title': 'This could not be shown', 'failed.act': 'Try again',
};
