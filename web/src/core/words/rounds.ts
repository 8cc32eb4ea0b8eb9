import { durationOf } from '#rules/kernel/durations.ts';
import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

type Clock = Schemas['Competition']['clock'];

export const WORDS_OF_ROUNDS = {
  house: 'the house',
  competition: 'Competition',
  round: (round: string) => `Round ${round}`,
  tab: (page: string, name: string) => `${page} · ${name} · Croupier`,
  toCompetition: 'To the competition',
  crossTable: 'Cross table',
  boards: 'Boards',
  projector: 'On the wall',
  earlier: 'The round before',
  later: 'The next round',
  ended: 'All of it counts.',
  progress: (over: number, dealt: number) =>
    `${NUMBER.format(over)} of ${counted(dealt, 'game dealt so far counts', 'games dealt so far count')}.`,
  notPaired: (round: string) => `Round ${round} is not paired yet. It will show here.`,
  noSuchRound: (round: string, paired: number) =>
    `There is no round ${round}: ${paired === 0 ? 'none is paired' : `so far ${counted(paired, 'is', 'are')} paired`}.`,
  tables: (round: number) => `Tables of round ${round}`,
  table: 'Table',
  seatHead: (seat: number) => `Seat ${seat + 1}`,
  result: 'Result',
  look: 'Look',
  boardHead: 'Board',
  byes: (names: readonly string[]) => `Without a game, with the points of a win: ${listed(names)}.`,
  clock: (clock: Clock) =>
    'perAction' in clock
      ? `Clock: ${durationOf(clock.perAction)} for each decision.`
      : `Clock: ${durationOf(clock.bank)} for a whole game, and ${durationOf(clock.increment)} more with each decision.`,
  place: (board: number, copy: number) => `Board ${board}, game ${copy}`,
  waiting: 'not dealt yet: a player there is still busy',
  running: 'is played',
  watch: 'Watch',
  watchOf: (table: number, names: readonly string[]) => `Watch table ${table}: ${listed(names)}`,
  yours: 'Your game',
  replay: 'Replay',
  replayOf: (table: number, board: number, copy: number) => `Replay of table ${table}, board ${board}, game ${copy}`,
  compare: (board: number) => `Compare board ${board}`,
  sealed:
    'A game is sealed until all games on its board are over, because others may still play it. Then it opens here.',
  sealedBoard: (board: number) => `⊘ sealed: when board ${board} opens`,
  insiders: 'only entrants may watch',
  won: (winners: readonly string[]) => (winners.length === 0 ? 'No one won' : `${listed(winners)} won`),
  shared: (winners: readonly string[]) => `${listed(winners)} share the win`,
  shares: (shares: readonly string[]) => shares.join(' : '),
  scores: (scores: readonly string[]) => `scores ${scores.join(' : ')}`,
  walkover: (names: readonly string[]) =>
    names.length === 0 ? 'walkover: a player was not there' : `walkover: ${listed(names)} did not come`,
  void: 'void: stopped by the house, and played again on another board',
  number: (value: number) => NUMBER.format(value),
  find: 'Find a player',
  cross: {
    caption: 'Everyone against everyone: the part of what both won, in per cent of the row',
    none: 'No game counts yet.',
    met: (one: string, other: string, points: string, n: number) => `${one} against ${other}: ${points} of ${n}`,
    notMet: (one: string, other: string) => `${one} and ${other} have not met`,
    itself: (one: string) => `${one} has no opponent here`,
    order: 'In the order of the standings.',
    part: (from: number, to: number, of: number) => `${from} to ${to} of ${of}`,
    rowsShown: 'Rows',
    columnsShown: 'Columns',
    back: (what: string) => `${what}: earlier ones`,
    on: (what: string) => `${what}: later ones`,
    hint: 'Use the arrow keys to go from cell to cell, also past the edge.',
    of: 'Results of',
    resultsOf: (name: string) => `${name} against each that they met`,
    opponent: 'Against',
    games: 'Games',
    points: 'Won of them',
    share: 'In per cent',
    percent: (share: number) => `${NUMBER.format(share * 100)} %`,
  },
};
