import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { grouped } from '../../statistics/grouped.ts';
import type { PairedRound } from '../model/events.ts';
import type { Settings } from '../model/settings.ts';

/** What the pairing knows about an entry. It does not know ratings. */
export interface Candidate {
  entry: number;
  points: number;
  /** the number of games that count in the standings */
  counted: number;
  /** the entries of all opponents, round by round */
  met: number[];
  /** by seat: the number of rounds in which the entry was paired for that seat; rotations of seats do not count */
  seats: number[];
  byes: number;
  /** the opponents of the last round had more points (1), fewer (−1) or equally many (0) */
  float: -1 | 0 | 1;
  begun: number;
}

/** All that pairing a round needs. It follows from the log alone, so a verifier can pair the round again. */
export interface Field {
  seats: number;
  round: number;
  candidates: Candidate[];
  /** the other entries: in a round robin for two, their opponents get a bye; on a ladder, they are still playing */
  absent: number[];
  /** decides ties: hex, made of the competition's id and the number of the round */
  seed: string;
}

/** The entries at each table in order of seats (null: a bot). Tables and byes are in the order of the standings. */
export type Pairing = Pick<PairedRound, 'byes'> & { tables: (number | null)[][] };

export interface ScheduleProblem {
  field: keyof Settings;
  message: string;
}

/** A way to run a competition. All functions are pure. `pair` may take seconds, so it runs in a thread. */
export interface FormatRules {
  /** Checks the rules of this format alone; `commonProblem` checks those of all formats. */
  ownProblem(settings: Settings, entries: number): ScheduleProblem | null;
  least(settings: Settings): number;
  /** Returns the number of rounds; null: there is no fixed number. */
  rounds(settings: Settings, entries: number): number | null;
  games(settings: Settings, entries: number): number;
  pair(settings: Settings, field: Field): Pairing;
}

export function meetingsAmong(candidates: readonly Candidate[]): (one: Candidate, other: Candidate) => number {
  const met = new Map(candidates.map((candidate) => [candidate.entry, grouped(candidate.met, (entry) => entry)]));
  return (one, other) => met.get(one.entry)?.get(other.entry)?.length ?? 0;
}

/** Points with a smaller difference count as equal, because sums of fractions are rounded. */
export const POINTS_APART = 1e-6;

/** Sorts by points, most first. Ties are decided by lot, no matter in which order the candidates come. */
export function inStandingOrder(candidates: readonly Candidate[], seed: string): Candidate[] {
  const byNumber = candidates.toSorted((one, other) => one.entry - other.entry);
  const level = ({ points }: Candidate): number => Math.round(points / POINTS_APART);
  return shuffle(new FastChance(seed), byNumber).toSorted((one, other) => level(other) - level(one));
}

/** Returns a function for the distance of two candidates by points, in steps. From first to last it is `range`. */
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
    tooMany(entries, MOST_ENTRIES)
  );
}

export function lengthProblem(settings: Settings, games: number): ScheduleProblem | null {
  if (games <= MOST_GAMES) return null;
  const field = settings.boards > 1 ? 'boards' : settings.rounds > 1 ? 'rounds' : 'maxEntries';
  return {
    field,
    message: `must be lower, because the competition would have up to ${games} games; the limit is ${MOST_GAMES}`,
  };
}

export function tooMany(entries: number, most: number): ScheduleProblem | null {
  if (entries <= most) return null;
  return { field: 'maxEntries', message: `must be at most ${most} with this format, not ${entries}` };
}

/** Returns the number of tables. At tables for two, an entry without opponent has a bye; bots fill larger tables. */
export function tablesOf({ seats }: Settings, entries: number): number {
  return seats === 2 ? Math.floor(entries / 2) : Math.ceil(entries / seats);
}

/** Returns the number of games in a round. With permuted seats, each board is played with each rotation of seats. */
export function gamesOf(settings: Settings, tables: number): number {
  return tables * settings.boards * copiesAtTable(settings);
}

export function copiesAtTable({ duplicate, seats }: Settings): number {
  return duplicate === 'permuted' ? seats : 1;
}

/** Returns whether the entry may play more games. `begun` is the number of games for which it was paired. */
export function hasGamesLeft(settings: Settings, begun: number): boolean {
  return begun + copiesAtTable(settings) <= settings.rounds;
}

function seatsProblem({ format, seats }: Settings): ScheduleProblem | null {
  if (format === 'cup') {
    return seats === 1
      ? null
      : { field: 'seats', message: `must be 1, not ${seats}, because in a cup each entry plays alone` };
  }
  if (seats >= FEWEST_SEATS && seats <= MOST_SEATS) return null;
  return { field: 'seats', message: `must be ${FEWEST_SEATS} to ${MOST_SEATS} with this format, not ${seats}` };
}

function within(settings: Settings, field: 'boards' | 'rounds', most: number): ScheduleProblem | null {
  const asked = settings[field];
  if (asked >= 1 && asked <= most) return null;
  return { field, message: `must be 1 to ${most}, not ${asked}` };
}

function ownFieldsProblem({ format, stop, endsAt }: Settings): ScheduleProblem | null {
  if (stop !== null && format !== 'match') {
    return { field: 'stop', message: 'must be omitted, because only a match can end early' };
  }
  if (endsAt !== null && format !== 'ladder') {
    return { field: 'endsAt', message: 'must be omitted, because this format ends with its last round' };
  }
  return null;
}

/** Rejects matchpoints without shared boards, because matchpoints compare the games on one board. */
function scoringProblem({ duplicate, scoring }: Settings): ScheduleProblem | null {
  if (scoring !== 'matchpoints' || duplicate !== 'none') return null;
  return {
    field: 'scoring',
    message: 'must be `share` if `duplicate` is `none`: matchpoints need games with the same cards and dice',
  };
}
