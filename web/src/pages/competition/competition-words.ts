import type { Competition, Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from '../../core/words/counted.ts';

const number = new Intl.NumberFormat('en');
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

export function ordinal(n: number): string {
  return `${number.format(n)}${SUFFIXES[ordinals.select(n)] ?? 'th'}`;
}

export const WORDS_OF_COMPETITION = {
  title: 'Competition',
  tab: (name: string) => `${name} · Croupier`,
  notThere: 'There is no such competition, or it is not open to you. A private one needs its invite link.',
  status: {
    open: (entries: number, most: number) =>
      `Takes entries: ${number.format(entries)} of ${number.format(most)} so far.`,
    playing: (ended: number, planned: number | null) =>
      planned === null
        ? 'Being played.'
        : `Being played: ${number.format(ended)} of ${counted(planned, 'round')} over.`,
    finished: 'Finished.',
    aborted: 'Ended early.',
  },
  incomplete: 'Games are still under way.',
  counted: (over: number, dealt: number) =>
    `${number.format(over)} of ${counted(dealt, 'game counts', 'games count')}.`,
  abortedBy: {
    organiser: 'Its organizer ended it. What was played by then counts.',
    operator: 'The operator of the server ended it; running games ended without a result.',
    house: 'Too few had come when it was to start.',
  } satisfies Record<NonNullable<Competition['abortedBy']>, string>,
  reason: (reason: string) => `“${reason}”`,
  verdict: (verdict: NonNullable<Competition['verdict']>['verdict'], first: string, second: string, boards: number) => {
    const after = `after ${counted(boards, 'board')}`;
    if (verdict === 'equal') return `Shown to be equal within the margin: ${first} and ${second}, ${after}.`;
    return `${verdict === 'firstBetter' ? first : second} was shown to be better than ${verdict === 'firstBetter' ? second : first}, ${after}.`;
  },
  next: {
    entryUntil: 'Entry closes',
    startsAt: 'It starts',
    endsAt: 'It ends',
    within: (time: string) => `in ${time}`,
    now: 'now',
  },
  line: { live: 'Live', polling: 'Live, a little later', waiting: 'Connecting …', offline: 'Offline' },
  pages: 'More',
  rounds: 'Rounds',
  crossTable: 'Cross table',
  boards: 'Boards',
  projector: 'Projector',
  entries: {
    title: 'Entries',
    show: 'Show the entries',
    none: 'There are no entries yet.',
    caption: 'Who takes part',
    number: 'No.',
    name: 'Name',
    what: 'What',
    human: 'player',
    bot: 'bot of the house',
    status: 'Status',
    statuses: {
      active: 'plays',
      paused: 'paused',
      withdrawn: 'has left',
      disqualified: 'disqualified',
    } satisfies Record<Schemas['CompetitionEntry']['status'], string>,
    concurrency: 'Games at a time',
    noShows: 'Missed',
    words: 'Words for the shuffle',
    ownWords: 'their own',
    drawn: 'drawn by the server',
    act: 'Organizer',
  },
  yours: {
    title: 'Your part',
    sitDown: 'Sit down to enter it',
    enter: 'Enter',
    words:
      'Some words of yours (may be left empty). They go into the shuffle of every board, so no one can arrange it.',
    wordsLabel: 'Words for the shuffle',
    concurrency: 'Games at a time',
    change: 'Change',
    reenter: 'Enter again',
    pause: 'Pause',
    pauseMeans: 'You get no new games until you play on. Running games and their clocks go on.',
    resume: 'Play on',
    withdraw: 'Withdraw',
    withdrawOpen: 'You may enter again until it starts.',
    withdrawPlaying: 'You get no more games and cannot come back. Your results stay, and running games go on.',
    closed: 'It takes no more entries.',
    full: 'It is full.',
    entry: (n: number) => `You are entry ${number.format(n)}.`,
  },
  organiser: {
    title: 'You organize it',
    start: 'Start now',
    startMeans: 'Play begins with those who have entered.',
    abort: 'End it early',
    abortMeans: 'No new games begin. Running games are played to their end. This cannot be undone.',
    abortReason: 'Why it ends (may be left empty; everyone can read it)',
    reason: 'Why (everyone can read it)',
    bots: 'Bots of the house',
    bot: 'Bot',
    addBot: 'Add it',
    noBots: 'All bots of the house are in.',
    invite: 'Invite link',
    sendAway: 'Disqualify',
    sendAwayOf: (name: string) => `Disqualify ${name}`,
    sendAwayMeans: 'It gets no more games and ranks last. Its results stay. This cannot be undone.',
    takeOut: 'Take out',
    takeOutOf: (name: string) => `Take out ${name}`,
    takeOutMeans: 'The bot gets no more games.',
    cancel: 'Cancel',
  },
  announced: {
    competitionStarted: 'Play has begun.',
    roundPaired: (round: number) => `Round ${number.format(round)} is paired.`,
    roundEnded: (round: number) => `Round ${number.format(round)} is over.`,
    gamesCounted: (n: number) => `${counted(n, 'more game')} counted.`,
    entered: (n: number) => (n === 1 ? 'One has entered.' : `${number.format(n)} have entered.`),
    verdictReached: 'A verdict is reached.',
    competitionEnded: 'The competition is over.',
    competitionAborted: 'The competition was ended early.',
  },
};
