import type { WaitingBecause } from '../../store/contract/seeks.ts';
import { playersIn } from '../model/seek.ts';
import { areSuited, type Candidate, haveMet, type SeekGroup } from './candidate.ts';
import type { HouseBench } from './house-bench.ts';

/** Why one who is free and could not be seated waits. */
export function whyUnpaired(candidate: Candidate, group: SeekGroup, bench: HouseBench): WaitingBecause {
  if (candidate.opponents === 'house') return bench.hasOneFor(candidate) ? 'allBusy' : 'outOfRange';
  const all = [...group.free, ...group.busy];
  if (playersIn(all) < 2) return withoutPlayers(candidate, bench);
  const fits = all.filter((other) => areSuited(candidate, other));
  if (fits.length === 0) return 'outOfRange';
  const free = group.free.filter((other) => areSuited(candidate, other));
  const needed = group.seats - 1;
  if (free.length >= needed && free.every((other) => haveMet(candidate, other))) return 'recentlyMet';
  return playersIn(fits) < needed ? 'noOpponent' : 'allBusy';
}

/** Nobody else is there: what the house could do is what is waited for. */
function withoutPlayers(candidate: Candidate, bench: HouseBench): WaitingBecause {
  const { opponents, waitedMs, patienceMs } = candidate;
  if (opponents === 'players' || waitedMs < patienceMs) return 'noOpponent';
  return bench.hasOneFor(candidate) ? 'allBusy' : 'outOfRange';
}
