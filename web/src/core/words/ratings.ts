import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

type Rating = Schemas['Rating'];

const whole = new Intl.NumberFormat('en');
const plural = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });

const nth = (rank: number) => `${whole.format(rank)}${SUFFIXES[plural.select(rank)]}`;
const games = (n: number) => counted(n, 'game');
const seats = (n: number) => counted(n, 'seat');

function rank({ rank: place, rankInterval }: Pick<Rating, 'rank' | 'rankInterval'>): string {
  if (place === null || rankInterval === null) return 'not ranked yet';
  const { low, high } = rankInterval;
  return low === high ? nth(low) : `${nth(place)}, between ${nth(low)} and ${nth(high)}`;
}

export const WORDS_OF_RATINGS = {
  title: 'Ratings',
  text: 'How strong everyone is, and how sure that is. Games of public competitions and rated games count.',
  pools: 'What is rated',
  meaning: 'Each list is for one kind of game: the same rules, options and number of seats.',
  noPool: 'There are no rated games yet.',
  noSuch: 'There are no rated games of this kind yet.',
  all: 'all',
  game: 'Game',
  seatsOf: 'Seats',
  optionsOf: 'Options',
  rulesOf: 'Rules',
  gamesOf: 'Games',
  seats,
  games,
  nth,
  rules: (version: number) => `version ${version}`,
  usualOptions: 'usual options',
  none: 'none',
  yes: 'yes',
  no: 'no',
  pool: (game: string, n: number, options: string, rulesVersion: number) =>
    `${game}, ${seats(n)}, ${options}, rules of version ${rulesVersion}`,
  more: (n: number) => `These are the first ${whole.format(n)}.`,
  compare: 'Compare two',
  kinds: 'All that is rated',

  of: (game: string) => `Ratings: ${game}`,
  version: (version: number, behind: number) =>
    behind === 0
      ? `By ${games(version)}.`
      : `By ${games(version)}; ${counted(behind, 'more counts already, and comes', 'more count already, and come')} with the next reckoning.`,
  explained:
    '1500 is random play, and 400 more are odds of ten to one. The true rating lies within the bar 95 times in 100; the point is the best guess, and an arrow means that the bar goes on. If you play a board several times against a bot of the house, only the first game counts.',
  nobody: 'There are no rated games of this kind yet.',
  known: 'Known points: the bots of the house',
  knownMean:
    'They always play the same way, so they show what a rating means. The fine lines in the bars below are theirs.',
  noKnown: 'No bot of the house has played here yet.',
  everybody: 'Everybody',
  provisional: 'provisional',
  provisionalMean:
    'Provisional: fewer than 10 boards or 3 opponents with a rank or bots, too few for a rank. The bar shows how little is known.',
  place: 'Rank',
  name: 'Name',
  rating: 'Rating',
  interval: 'With 95 % certainty',
  change: 'Last day',
  changeMeans: 'How much the rating changed on the last day of play.',
  boards: 'Boards',
  opponents: 'Opponents',
  rank,
  number: (rating: number) => String(rating),
  between: (low: number, high: number) => (low === high ? 'by definition' : `${low} to ${high}`),
  signed: (change: number | null) => (change === null ? 'new' : signed.format(change)),
};
