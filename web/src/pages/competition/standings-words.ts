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
    buchholz: 'The points of all its opponents',
    sonnebornBerger: 'The points of the opponents that it beat',
    matchpoints: 'How it did against others on the same boards and seats; 50 % is the average',
    adjustedShare: 'Its part of the wins, without the luck of the boards',
    score: 'What it scores on the average board',
    rating: 'The strength, from all games that were played; 1500 is random play',
    interval: 'The true rating lies in here 95 times in 100',
    rankInterval: 'The true rank by rating lies in here 95 times in 100',
  },
  ranksBy: {
    swiss: 'Points decide, then Buchholz: the points of all opponents. If both are equal, the rank is shared.',
    roundRobin:
      'Points decide, then Sonneborn–Berger: the points of the opponents beaten. If both are equal, the rank is shared.',
    match: 'Points decide.',
    ladder: 'The rating decides, because some play more games than others. Provisional ratings come last.',
    cup: 'The number of boards played decides, then the average score. With matchpoints, only points decide.',
  } satisfies Record<Competition['format'], string>,
  intervals:
    'The true rating lies within the bar 95 times in 100; the fine line is random play. If bars overlap much, the difference is not certain.',
  scoreIntervals:
    'The true score lies within the bar 95 times in 100. If bars overlap much, the difference is not certain.',
  provisional: 'provisional',
  provisionalMeans: 'there are too few games to rely on it',
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
