import { type Competition, hasLeft } from './competition.ts';
import type { Format } from './settings.ts';

/**
 * The paused entries that the house waits for, by number: as long as fewer are there than can play, nothing is paired or dealt, or
 * the only one who is there would be given every round. None where enough are there, where too few are left to wait for, and on a
 * ladder, which has no rounds to lose.
 */
export function waitedFor({ header, status, entries, starters, verdict }: Competition): number[] {
  const { format } = header.settings;
  if (status !== 'playing' || verdict !== null || format === 'ladder') return [];
  const least = fewestIn(format);
  const there = entries.filter((entry) => starters?.includes(entry.entry) && !hasLeft(entry));
  const paused = there.filter((entry) => entry.status === 'paused');
  if (there.length < least || there.length - paused.length >= least) return [];
  return paused.map(({ entry }) => entry);
}

/** So few can play a round: alone one plays cups. */
export function fewestIn(format: Format): number {
  return format === 'cup' ? 1 : 2;
}
