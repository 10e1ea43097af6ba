// English: the sentences of the lobby and of the lists of games. Others are translations of this list.

export default {
  'lobby.title': 'What shall we play?', 'lobby.aside': 'Your games and a new one', 'lobby.counts': '{open} open, {playing} playing', 'lobby.atLeast': '{n}+', 'lobby.all': '{n} in all',
  'lobby.open': 'Open games', 'lobby.head.game': 'Game', 'lobby.head.player': 'Player', 'lobby.head.you': 'You play', 'lobby.head.clock': 'Clock', 'lobby.head.terms': 'Terms', 'lobby.join': 'Join', 'lobby.joinLabel': 'Join {who}, {kind}',
  'lobby.noOpen': 'Nobody is waiting', 'lobby.noOpenText': 'Open one and whoever comes can join, or play the computer.', 'lobby.noOpenAct': 'Open a game',
  'lobby.playing': 'Playing now', 'lobby.watchAll': 'Watch all {n}', 'lobby.nonePlaying': 'Nobody else is playing now.', 'lobby.lost': 'The lists are not fresh', 'lobby.lostText': 'The page goes on asking; nothing you played is lost.',
  'lobby.yourTurn': 'Your turn', 'lobby.yourGames': 'Your other games', 'lobby.games.one': '{n} game', 'lobby.games.other': '{n} games', 'lobby.waiting': 'Waiting for an opponent', 'lobby.kindSide': '{kind}, {side}', 'lobby.left': '{time} left', 'lobby.toMove': '{side} to move', 'lobby.toRoll': 'the dice decide who begins',
  'lobby.nobody': 'Nobody', 'lobby.nobodyYet': 'Nobody yet', 'lobby.guest': 'Guest {id}', 'lobby.both': 'Both sides', 'lobby.and': '{a} and {b}',
  'lobby.unlimited': 'unlimited', 'lobby.dice.sharedShort': 'shared dice', 'lobby.dice.recordedShort': 'own dice', 'lobby.noClock': 'no clock', 'lobby.term.reversi.flips.manual': 'flips by hand', 'lobby.term.reversi.score.empties-to-winner': 'empties to the winner', 'lobby.term.backgammon.jacoby.true': 'Jacoby',
  'lobby.new': 'New game', 'lobby.game': 'Game', 'lobby.opponent': 'Opponent', 'lobby.opponent.open': 'Anyone', 'lobby.opponent.invite': 'Invite', 'lobby.opponent.bot': 'Computer', 'lobby.opponent.self': 'Two here', 'lobby.strength': 'Strength',
  'lobby.youPlay': 'You play', 'lobby.either': 'Either', 'lobby.clock': 'Clock', 'lobby.clock.3+2': '3 + 2', 'lobby.clock.10+5': '10 + 5', 'lobby.clock.day': '1 day', 'lobby.clock.none': 'None', 'lobby.clock.own': 'Other', 'lobby.control': 'Kind of clock',
  'lobby.control.fischer': 'Time added each move', 'lobby.control.delay': 'Delay before each move', 'lobby.control.byoyomi': 'Byo-yomi periods', 'lobby.control.correspondence': 'Days for each move', 'lobby.minutes': 'minutes', 'lobby.seconds': 'seconds',
  'lobby.time.base': 'Each side begins with', 'lobby.time.increment': 'Added for each move', 'lobby.time.delay': 'Free at each move', 'lobby.time.period': 'A period', 'lobby.time.periods': 'Periods', 'lobby.time.days': 'Days',
  'lobby.private': 'Private', 'lobby.privateText': 'Only people with the link can see it.', 'lobby.options': 'Rules and options', 'lobby.dice': 'Dice', 'lobby.dice.delegated': 'By the server', 'lobby.dice.shared': 'By both players',
  'lobby.send.open': 'Create game', 'lobby.send.invite': 'Create and get the link', 'lobby.send.bot': 'Play', 'lobby.send.self': 'Set up the board',
  'lobby.invitations': 'Invitations',
  'watch.title': 'Watch', 'watch.kinds': 'Kinds of games', 'watch.all': 'All', 'watch.running': 'Running', 'watch.finished': 'Finished', 'watch.more': 'Show more', 'watch.none': 'Nothing is being played', 'watch.noneText': 'Whoever begins can be seen here.', 'watch.noneAct': 'Play a game', 'watch.noneOver': 'No game is over yet.', 'watch.imported': 'imported', 'watch.moves.one': '{n} event', 'watch.moves.other': '{n} events',
  'lobby.dice.recorded': 'Your own',
};
