import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import type { Candidate } from './format.ts';

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
