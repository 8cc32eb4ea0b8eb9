import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import type { PairedRound } from '../model/events.ts';
import type { Settings } from '../model/settings.ts';

/** An entry as pairing sees it; its rating is not used. */
export interface Candidate {
  entry: number;
  points: number;
  /** counted games */
  counted: number;
  /** opponents, once for each round */
  met: number[];
  /** number of rounds on each seat of the first copy */
  seats: number[];
  byes: number;
  /** last round's opponents had more points (1), fewer (−1) or equally many (0) */
  float: -1 | 0 | 1;
  begun: number;
}

/** Everything a round is paired from: a pure function of the log, so that a verifier can pair it again. */
export interface Field {
  seats: number;
  round: number;
  candidates: Candidate[];
  /** other entries: in a round robin for two their opponents get the point; on a ladder they are busy */
  absent: number[];
  /** breaks ties: hex, from the competition's id and the round */
  seed: string;
}

/** Entries per table, in order of the standings. */
export type Pairing = Pick<PairedRound, 'byes'> & { tables: (number | null)[][] };

export interface ScheduleProblem {
  field: keyof Settings;
  message: string;
}

/** A way to run a competition. All functions are pure; `pair` may take seconds and runs in a thread. */
export interface FormatRules {
  /** Null: possible. For a new competition `entries` is `maxEntries`. */
  problem(settings: Settings, entries: number): ScheduleProblem | null;
  least(settings: Settings): number;
  /** Null: rounds continue while entries can be paired. */
  rounds(settings: Settings, entries: number): number | null;
  games(settings: Settings, entries: number): number;
  pair(settings: Settings, field: Field): Pairing;
}

export function meetingsAmong(candidates: readonly Candidate[]): (one: Candidate, other: Candidate) => number {
  const times = new Map(candidates.map(({ entry, met }) => [entry, timesEach(met)]));
  return (one, other) => times.get(one.entry)?.get(other.entry) ?? 0;
}

function timesEach(entries: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const entry of entries) times.set(entry, (times.get(entry) ?? 0) + 1);
  return times;
}

/** Smaller differences are rounding errors: 1/3 + 2/3 equals 1. */
export const POINTS_APART = 1e-6;

/** Most points first, ties by lot; the order of the candidates is irrelevant. */
export function inStandingOrder(candidates: readonly Candidate[], seed: string): Candidate[] {
  const byNumber = candidates.toSorted((one, other) => one.entry - other.entry);
  const level = ({ points }: Candidate): number => Math.round(points / POINTS_APART);
  return shuffle(new FastChance(seed), byNumber).toSorted((one, other) => level(other) - level(one));
}

/** Scaled so that the whole field spans `range` steps. */
export function stepsApart(
  candidates: readonly Candidate[],
  range: number,
): (one: Candidate, other: Candidate) => number {
  const points = candidates.map((candidate) => candidate.points);
  const apart = Math.max(...points) - Math.min(...points);
  if (candidates.length === 0 || apart < POINTS_APART) return () => 0;
  return (one, other) => Math.round((Math.abs(one.points - other.points) / apart) * range);
}
