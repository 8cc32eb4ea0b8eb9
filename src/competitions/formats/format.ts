import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { grouped } from '../../statistics/grouped.ts';
import type { PairedRound } from '../model/events.ts';
import type { Settings } from '../model/settings.ts';

/** What the pairing knows of an entry. It does not use ratings. */
export interface Candidate {
  entry: number;
  points: number;
  /** number of games that count */
  counted: number;
  /** entries of the opponents, one for each round */
  met: number[];
  /** by seat: in how many rounds the entry sat there in the first game on a board */
  seats: number[];
  byes: number;
  /** the last opponents had more points (1), fewer (−1) or equally many (0) */
  float: -1 | 0 | 1;
  begun: number;
}

/** Everything from which a round is paired. It follows from the log alone, so a verifier can pair the round again. */
export interface Field {
  seats: number;
  round: number;
  candidates: Candidate[];
  /** all other entries. In a round robin for two their opponents get the point; on a ladder they are busy */
  absent: number[];
  /** decides ties: hex, made of the competition's id and the round */
  seed: string;
}

/** The entries of each table, in order of the standings. */
export type Pairing = Pick<PairedRound, 'byes'> & { tables: (number | null)[][] };

export interface ScheduleProblem {
  field: keyof Settings;
  message: string;
}

/** A way to run a competition. All functions are pure. `pair` may take seconds and runs in a thread. */
export interface FormatRules {
  /** Says why these settings are impossible; null: they are possible. For a new competition `entries` is
   * `maxEntries`. */
  problem(settings: Settings, entries: number): ScheduleProblem | null;
  least(settings: Settings): number;
  /** Returns the number of rounds; null: rounds continue while entries can be paired. */
  rounds(settings: Settings, entries: number): number | null;
  games(settings: Settings, entries: number): number;
  pair(settings: Settings, field: Field): Pairing;
}

export function meetingsAmong(candidates: readonly Candidate[]): (one: Candidate, other: Candidate) => number {
  const met = new Map(candidates.map((candidate) => [candidate.entry, grouped(candidate.met, (entry) => entry)]));
  return (one, other) => met.get(one.entry)?.get(other.entry)?.length ?? 0;
}

/** Smaller differences of points are rounding errors: 1/3 + 2/3 must equal 1. */
export const POINTS_APART = 1e-6;

/** Sorts by points, most first, and draws lots for ties. The order of the candidates does not matter. */
export function inStandingOrder(candidates: readonly Candidate[], seed: string): Candidate[] {
  const byNumber = candidates.toSorted((one, other) => one.entry - other.entry);
  const level = ({ points }: Candidate): number => Math.round(points / POINTS_APART);
  return shuffle(new FastChance(seed), byNumber).toSorted((one, other) => level(other) - level(one));
}

/** Returns differences of points, scaled so that the first and the last are `range` steps apart. */
export function stepsApart(
  candidates: readonly Candidate[],
  range: number,
): (one: Candidate, other: Candidate) => number {
  const points = candidates.map((candidate) => candidate.points);
  const apart = Math.max(...points) - Math.min(...points);
  if (candidates.length === 0 || apart < POINTS_APART) return () => 0;
  return (one, other) => Math.round((Math.abs(one.points - other.points) / apart) * range);
}

const MOST_ENTRIES = 1000;
const MOST_GAMES = 20_000;
const MOST_ROUNDS = 100;
const MOST_BOARDS = 100;
const FEWEST_SEATS = 2;
const MOST_SEATS = 5;

export function commonProblem(settings: Settings, entries: number): ScheduleProblem | null {
  return (
    seatsProblem(settings) ??
    within(settings, 'boards', MOST_BOARDS) ??
    within(settings, 'rounds', MOST_ROUNDS) ??
    ownFieldsProblem(settings) ??
    scoringProblem(settings) ??
    tooMany(entries, MOST_ENTRIES, 'a competition')
  );
}

export function lengthProblem(settings: Settings, games: number): ScheduleProblem | null {
  if (games <= MOST_GAMES) return null;
  const field = settings.boards > 1 ? 'boards' : settings.rounds > 1 ? 'rounds' : 'maxEntries';
  return { field, message: `makes up to ${games} games; a competition has at most ${MOST_GAMES}` };
}

export function tooMany(entries: number, most: number, format: string): ScheduleProblem | null {
  if (entries <= most) return null;
  return { field: 'maxEntries', message: `is ${entries}; ${format} has at most ${most} entries` };
}

/** Returns the number of tables. At tables for two, an odd entry sits out; at larger ones, bots of the service take the
 * empty seats. */
export function tablesOf({ seats }: Settings, entries: number): number {
  return seats === 2 ? Math.floor(entries / 2) : Math.ceil(entries / seats);
}

/** Returns the games of one round. If seats are permuted, each board is played with every rotation of the seats. */
export function gamesOf(settings: Settings, tables: number): number {
  return tables * settings.boards * copiesAtTable(settings);
}

export function copiesAtTable({ duplicate, seats }: Settings): number {
  return duplicate === 'permuted' ? seats : 1;
}

/** `begun` is the number of games for which the entry was paired. */
export function hasGamesLeft(settings: Settings, begun: number): boolean {
  return begun + copiesAtTable(settings) <= settings.rounds;
}

function seatsProblem({ format, seats }: Settings): ScheduleProblem | null {
  if (format === 'cup') {
    return seats === 1 ? null : { field: 'seats', message: `is ${seats}; in a cup everybody plays alone: 1` };
  }
  if (seats >= FEWEST_SEATS && seats <= MOST_SEATS) return null;
  return { field: 'seats', message: `is ${seats}; tables of this format have ${FEWEST_SEATS} to ${MOST_SEATS}` };
}

function within(settings: Settings, field: 'boards' | 'rounds', most: number): ScheduleProblem | null {
  const asked = settings[field];
  if (asked >= 1 && asked <= most) return null;
  return { field, message: `is ${asked}; there can be 1 to ${most}` };
}

function ownFieldsProblem({ format, stop, endsAt }: Settings): ScheduleProblem | null {
  if (stop !== null && format !== 'match') {
    return { field: 'stop', message: 'ends a match; other formats are played to their end' };
  }
  if (endsAt !== null && format !== 'ladder') {
    return { field: 'endsAt', message: 'ends a ladder; other formats end with their last round' };
  }
  return null;
}

/** Matchpoints compare the games on one board. In a cup all entries play the same board. */
function scoringProblem({ format, duplicate, scoring }: Settings): ScheduleProblem | null {
  if (scoring !== 'matchpoints' || duplicate !== 'none' || format === 'cup') return null;
  return {
    field: 'scoring',
    message: 'must be share: matchpoints compare copies of a board, and without duplicates there is one',
  };
}
