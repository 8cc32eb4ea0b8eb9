import type { Competition, Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from '../../core/words/counted.ts';
import { ordinal } from './competition-words.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export const WORDS_OF_STANDINGS = {
  title: 'Standings',
  none: 'Nothing counts yet.',
  caption: (name: string) => `Standings of ${name}, the best first`,
  columns: {
    rank: 'Rank',
    name: 'Name',
    points: 'Points',
    games: 'Games',
    buchholz: 'Buchholz',
    sonnebornBerger: 'Sonneborn–Berger',
    matchpoints: 'Matchpoints',
    adjustedShare: 'Without luck',
    score: 'Score',
    rating: 'Rating',
    interval: '95 % interval',
    bar: 'On one scale',
    rankInterval: 'Rank by strength',
  },
  meanings: {
    points: 'Of all games that count; a bye counts as won',
    buchholz: 'The points of those whom it met',
    sonnebornBerger: 'The points of those whom it beat, as far as it did',
    matchpoints: 'How it did beside the same seat of other games on the same boards; 50 % is the average',
    adjustedShare: 'The mean share of the win after the luck of the boards is taken out',
    score: 'What it scores on the average board',
    rating: 'The strength, from all games that were played; 1500 is random play',
    interval: 'Where the true one lies, 95 times in 100',
    rankInterval: 'The ranks by rating that are not excluded with 95 % certainty',
  },
  ranksBy: {
    swiss:
      'Points rank first; of as many points, Buchholz: the points of those whom an entry met. Who is as good by both shares the rank.',
    roundRobin:
      'Points rank first; of as many points, Sonneborn–Berger: the points of those whom an entry beat. Who is as good by both shares the rank.',
    match: 'Points rank.',
    ladder:
      'The rating ranks, and whose rating is provisional comes after all others: some play more, and against whom it suits.',
    cup: 'Who has played more boards comes first, then the score on the average board; by matchpoints, points alone.',
  } satisfies Record<Competition['format'], string>,
  intervals:
    'A bar shows where the true rating lies, 95 times in 100; the fine line is random play. Where bars overlap widely, more games are needed to see a difference.',
  scoreIntervals:
    'A bar shows where the true score lies, 95 times in 100. Where bars overlap widely, the difference is not certain.',
  provisional: 'provisional',
  provisionalMeans: 'it rests on too little to rely on',
  unknown: '–',
  number: (n: number | null) => (n === null ? '–' : number.format(n)),
  whole: (n: number) => whole.format(n),
  share: (part: number | null) => (part === null ? '–' : share.format(part)),
  percent: (per100: number | null) => (per100 === null ? '–' : share.format(per100 / 100)),
  between: (low: number, high: number) => `${whole.format(low)} to ${whole.format(high)}`,
  ranks: ({ low, high }: { low: number; high: number }) =>
    low === high ? ordinal(low) : `${ordinal(low)} to ${ordinal(high)}`,
  flags: {
    active: '',
    paused: 'paused',
    withdrawn: 'left',
    disqualified: 'disqualified',
  } satisfies Record<Schemas['CompetitionEntry']['status'], string>,
  walkovers: (n: number) => counted(n, 'walkover'),
  byes: (n: number) => counted(n, 'bye'),
};
