import { counted } from '../../core/words/counted.ts';

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const places = (n: number) => counted(n, 'place');

export const WORDS_OF_PROJECTOR = {
  title: 'On the wall',
  tab: (name: string) => `${name} · on the wall · Croupier`,
  round: (round: number, planned: number | null) =>
    planned === null ? `Round ${round}` : `Round ${round} of ${planned}`,
  notBegun: 'It has not begun yet.',
  startsIn: 'begins in',
  endsIn: 'ends in',
  progress: (over: number, dealt: number) =>
    `${NUMBER.format(over)} of ${counted(dealt, 'game counts', 'games count')}.`,
  next: 'The next round begins when all games of this one count.',
  last: 'It is the last round.',
  pairing: 'The next round is being paired.',
  over: 'It is over.',
  aborted: 'It was ended early.',
  sealed: 'The tables are sealed, because others may still play their boards.',
  none: 'No game is being played just now.',
  table: (round: number, table: number) => `Round ${round}, table ${table}`,
  standings: 'Standings',
  rank: 'Rank',
  change: 'Change',
  name: 'Name',
  points: 'Points',
  up: (n: number) => `up ${places(n)}`,
  down: (n: number) => `down ${places(n)}`,
  same: 'as before',
  number: (value: number) => NUMBER.format(value),
  closed: 'This address shows no competition. It may be cut off, or no longer work.',
};
