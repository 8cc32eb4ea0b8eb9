import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import type { PairedRound } from '../model/events.ts';
import type { Format, Settings } from '../model/settings.ts';

/** An entry as pairing sees it: what it has done so far, and nothing of how strong it is believed to be. */
export interface Candidate {
  entry: number;
  /** points so far */
  points: number;
  /** games of it that count so far */
  counted: number;
  /** the entries whom it has met, once for each round in which it did */
  met: number[];
  /** how often it sat on each seat (of the first copy) */
  seats: number[];
  /** rounds that it sat out */
  byes: number;
  /** how it was paired in the round before: against more points (1), fewer (-1), or as many (0) */
  float: -1 | 0 | 1;
  /** games that it has been paired for */
  begun: number;
}

/** All that a round is paired from: a pure function of the log, so that anyone pairs it again. */
export interface Field {
  seats: number;
  round: number;
  /** those who can be paired */
  candidates: Candidate[];
  /**
   * the other entries that the schedule was made with, whose opponents get the point in a round robin for two seats; of a
   * ladder those who are busy, and will have games free again
   */
  absent: number[];
  /** decides between what is equally good: hex that follows from the competition's id and the round */
  seed: string;
}

/** Who sits with whom: tables from 1, in order of the standings. */
export type Pairing = Pick<PairedRound, 'byes'> & { tables: (number | null)[][] };

/** Why a schedule cannot be: which field, and what about it. */
export interface ScheduleProblem {
  field: keyof Settings;
  message: string;
}

/** A way of running a competition. Everything about it is pure; `pair` may take seconds and runs in a thread of its own. */
export interface FormatRules {
  format: Format;
  /** Why these settings cannot be played by so many entries (`maxEntries` of a competition that is created); null when they can. */
  problem(settings: Settings, entries: number): ScheduleProblem | null;
  /** The entries that it takes at least. */
  least(settings: Settings): number;
  /** How many rounds there are when so many entries are there; null: as long as somebody can be paired. */
  rounds(settings: Settings, entries: number): number | null;
  /** How many games there are at most. */
  games(settings: Settings, entries: number): number;
  pair(settings: Settings, field: Field): Pairing;
}

/** In how many rounds two of these candidates have met. */
export function meetingsAmong(candidates: readonly Candidate[]): (one: Candidate, other: Candidate) => number {
  const times = new Map(candidates.map(({ entry, met }) => [entry, timesEach(met)]));
  return (one, other) => times.get(one.entry)?.get(other.entry) ?? 0;
}

function timesEach(entries: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const entry of entries) times.set(entry, (times.get(entry) ?? 0) + 1);
  return times;
}

/** Sums of shares that differ by less are the same points: a third and two thirds make one. */
const POINTS_APART = 1e-6;

/** Most points first, and by lot among equals: the same for the same seed, in whatever order the candidates were given. */
export function inStandingOrder(candidates: readonly Candidate[], seed: string): Candidate[] {
  const byNumber = candidates.toSorted((one, other) => one.entry - other.entry);
  const level = ({ points }: Candidate): number => Math.round(points / POINTS_APART);
  return shuffle(new FastChance(seed), byNumber).toSorted((one, other) => level(other) - level(one));
}

/**
 * How far apart the points of two candidates are, in whole steps; the whole field is `range` steps apart, so that it
 * does not matter what points are made of.
 */
export function stepsApart(
  candidates: readonly Candidate[],
  range: number,
): (one: Candidate, other: Candidate) => number {
  const points = candidates.map((candidate) => candidate.points);
  const apart = Math.max(...points) - Math.min(...points);
  if (candidates.length === 0 || apart < POINTS_APART) return () => 0;
  return (one, other) => Math.round((Math.abs(one.points - other.points) / apart) * range);
}
