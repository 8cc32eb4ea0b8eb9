// The page's English of plans.

/** Why a plan has ended, by the word of the service. */
const WHY: Record<string, string> = {
  done: 'It has done all that it was for.',
  unmatched: 'Nothing in it matched, so it ended: the decision was yours.',
  illegal: 'Its action was not allowed then, so it ended: the decision was yours.',
  withdrawn: 'You dropped it.',
  suspended: 'It ended when your account was suspended.',
  seatLeft: 'The seat was given up.',
  gameOver: 'The game ended.',
  takenBack: 'What it had done was taken back.',
};

export const WORDS_OF_PLANS = {
  title: 'Plan ahead',
  text: 'Say what is to be done at your next decisions: the house does it as soon as they open. Nobody else sees it before it acts.',
  running: 'Your plan waits for your next decision.',
  ended: (why: string) => WHY[why] ?? why,
  acted: (versions: readonly number[]) => `It has acted at version ${versions.join(', ')}.`,
  drop: 'Drop the plan',
  standing: (label: string, field: string, value: string) => `Whenever ${field} is ${value}: ${label}`,
  quick: 'Again and again',
  steps: 'Step by step',
  step: (n: number) => `Step ${n}`,
  action: 'Do',
  field: 'If',
  always: 'in any case',
  how: 'is',
  ways: { is: 'is', not: 'is not', min: 'is at least', max: 'is at most', has: 'has' },
  value: 'this',
  add: 'Another step',
  remove: (n: number) => `Remove step ${n}`,
  wait: 'Leave what does not match to me, and keep the plan',
  again: 'Do the last step again and again',
  put: 'Keep this plan',
  inAnyCase: 'In any case',
  when: 'If',
  and: 'and',
  seat: (seat: number) => `seat ${seat}`,
  place: (n: number) => `place ${n}`,
  nothing: 'none',
  matched: { is: 'is', not: 'is not', in: 'is one of', min: 'is at least', max: 'is at most', has: 'has' },
  event: (type: string, seat: number | undefined, where: readonly string[]) =>
    `“${type}” has happened${seat === undefined ? '' : ` to seat ${seat}`}${where.length === 0 ? '' : ` with ${where.join(' and ')}`}`,
  andAgain: '(again and again)',
  afterwards: 'and then:',
  unmatched: {
    drop: 'If none of this holds at your next decision, the plan ends.',
    wait: 'If none of this holds, the decision is yours, and the plan is asked again at the next one.',
  },
  none: 'What you can do is offered here once you have had a decision.',
};
