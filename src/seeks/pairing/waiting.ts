import type { WaitingBecause } from '../../store/contract/seeks.ts';
import { type Candidate, haveMet, mayMeet, type SeekGroup } from './candidate.ts';
import type { HouseBench } from './house-bench.ts';

/** Why one who is free and could not be seated waits. */
export function whyUnpaired(candidate: Candidate, group: SeekGroup, bench: HouseBench): WaitingBecause {
  if (candidate.opponents === 'house') return bench.hasOneFor(candidate) ? 'allBusy' : 'outOfRange';
  const others = [...group.free, ...group.busy].filter(
    // who keeps apart is not spoken of: they are as if they were not there
    ({ playerId, opponents }) =>
      playerId !== candidate.playerId && opponents !== 'house' && !candidate.apart.has(playerId),
  );
  if (others.length === 0) return withoutPlayers(candidate, bench);
  if (!others.some((other) => mayMeet(candidate, other))) return 'outOfRange';
  const free = group.free.filter((other) => mayMeet(candidate, other));
  const needed = group.seats - 1;
  if (free.length >= needed && free.every((other) => haveMet(candidate, other))) return 'recentlyMet';
  const fits = others.filter((other) => mayMeet(candidate, other));
  return new Set(fits.map(({ playerId }) => playerId)).size < needed ? 'noOpponent' : 'allBusy';
}

/** Nobody else is there: what the house could do is what is waited for. */
function withoutPlayers(candidate: Candidate, bench: HouseBench): WaitingBecause {
  const { opponents, waitedMs, patienceMs } = candidate;
  if (opponents === 'players' || waitedMs < patienceMs) return 'noOpponent';
  return bench.hasOneFor(candidate) ? 'allBusy' : 'outOfRange';
}
