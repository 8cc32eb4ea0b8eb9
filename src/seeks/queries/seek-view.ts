import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { Clock } from '../../games/model/clock.ts';
import type { SeekRow, SoughtRow } from '../../store/contract/seeks.ts';
import { houseBots } from '../pairing/house-bots.ts';
import { explanationOf } from './explanation.ts';

const MS = 1_000;

/** A seek as its player sees it. */
export function seekView(seek: SeekRow) {
  const { id, opponents, ratingWithin, games, concurrency } = seek;
  const { clientSeed, status, endedBecause, version, played, runningGames, lastGameId, waitingBecause } = seek;
  return {
    ...{ id, ...termsOf(seek), opponents, ratingWithin },
    patience: seek.patienceMs / MS,
    ...{ games, concurrency, clientSeed, status, endedBecause, version },
    ...{ played, runningGames, lastGameId, waitingBecause },
    explanation: explanationOf(seek),
    waitingSince: seek.waitingSince.toISOString(),
    createdAt: seek.createdAt.toISOString(),
    updatedAt: seek.updatedAt.toISOString(),
  };
}

export type SoughtView = ReturnType<typeof soughtView>;

/** What is sought, as everyone sees it; `ruleset`: its rules, where they are here. */
export function soughtView(sought: SoughtRow, ruleset: AnyRuleset | null) {
  const { waiting, players } = sought;
  return { ...termsOf(sought), waiting, players, bots: ruleset === null ? [] : houseBots(ruleset) };
}

function termsOf({ ruleset, rulesVersion, options, seats, clock, poolId }: SeekRow | SoughtRow) {
  return { ruleset, rulesVersion, options: options as object, seats, clock: clock as unknown as Clock, poolId };
}
