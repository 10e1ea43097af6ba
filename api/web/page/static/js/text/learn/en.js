// English: the sentences around the lessons of all games. Others are translations of this list.

export default {
  'learn.title': 'Learn a game', 'learn.intro': 'Each game in a few short lessons. The board under each of them is a real one: what it allows is what the rules allow.',
  'learn.titleOf': 'Learn {kind}', 'learn.unknown': 'There are no lessons for {kind} yet.', 'learn.none': 'No lessons yet', 'learn.count.one': '{n} short lesson', 'learn.count.other': '{n} short lessons',
  'learn.progress': '{n} of {all} done', 'learn.lessons': 'Lessons', 'learn.others': 'All games', 'learn.of': 'Lesson {n} of {all}', 'learn.learned': '(done)',
  'learn.notes': 'Notes and what comes next', 'learn.try': 'Try it.', 'learn.next': 'Next lesson', 'learn.again': 'Start again', 'learn.play': 'Play the computer',
  'learn.done': 'That is it', 'learn.notYet': 'Legal, but not yet what was asked', 'learn.notYetText': 'Play on, or start again.', 'learn.rule': 'Rule {name}',
  'learn.failed': 'The practice board could not be set up',
};
