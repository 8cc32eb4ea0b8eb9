import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from '../../core/words/counted.ts';

type Comparison = Schemas['Comparison'];

const part = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const games = (n: number) => counted(n, 'game');

export const WORDS_OF_COMPARISON = {
  title: 'Who is better?',
  of: (one: string, other: string) => `${one} and ${other}`,
  choose: 'Which two, and in what',
  pool: 'Kind of game',
  one: 'First player',
  other: 'Second player',
  notChosen: 'choose …',
  noPool: 'There are no rated games yet, so there is no one to compare.',
  chooseTwo: 'Choose a kind of game and two who play it.',
  same: 'Choose two different players to compare.',
  verdict: {
    better: (one: string, other: string) => `Decided: ${one} is better than ${other}.`,
    worse: (one: string, other: string) => `Decided: ${other} is better than ${one}.`,
    undecided: (one: string, other: string) => `Not decided yet who of ${one} and ${other} is better.`,
  } satisfies Record<Comparison['verdict'], (one: string, other: string) => string>,
  needed: (n: number | null) =>
    n === null
      ? 'They are too alike to say how many games would decide it.'
      : `About ${counted(n, 'game more against each other decides', 'games more against each other decide')} it, if the difference is real.`,
  share: (one: string, other: string) => `At a table with ${other}, the part of the wins of ${one}`,
  shareOf: 'Part',
  interval: 'With 95 % certainty between',
  part: (share: number) => part.format(share),
  between: (low: number, high: number) => `${part.format(low)} and ${part.format(high)}`,
  spoken: (one: string, share: number, low: number, high: number) =>
    `${one}: ${part.format(share)}, between ${part.format(low)} and ${part.format(high)}, on a scale from none to all, with a line at one half.`,
  half: 'one half',
  together: (n: number) => `${games(n)} together`,
  games: (name: string, n: number) => `${name}: ${games(n)}`,
  means:
    'All games of this kind count, not only those in which they met. It is decided when one half lies outside the range. You can look as often as you like.',
  watching: 'This page looks for new games by itself.',
  trail: 'While you were looking',
  trailSpoken: (points: number, low: number, high: number) =>
    `How the part has changed over ${counted(points, 'reading')}; now between ${part.format(low)} and ${part.format(high)}.`,
  after: 'After this number of games',
  verdictOf: 'Verdict',
  verdicts: { better: 'the first', worse: 'the second', undecided: 'undecided' } satisfies Record<
    Comparison['verdict'],
    string
  >,
  gamesOfAll: games,
};
