import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { Clock } from '../../games/model/clock.ts';
import type { SeekEnd, SeekRow, SoughtRow, WaitingBecause } from '../../store/seeks.ts';
import { roomOf } from '../model/seek.ts';
import { houseBots } from '../pairing/pairing-ratings.ts';

const MS = 1_000;

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

/** Returns the terms of games that players seek. `ruleset` is null if this server does not have it. */
export function soughtView(sought: SoughtRow, ruleset: AnyRuleset | null) {
  const { waiting, players } = sought;
  return { ...termsOf(sought), waiting, players, bots: ruleset === null ? [] : houseBots(ruleset) };
}

function termsOf({ ruleset, rulesVersion, options, seats, clock, poolId }: SeekRow | SoughtRow) {
  return { ruleset, rulesVersion, options: options as object, seats, clock: clock as unknown as Clock, poolId };
}

function explanationOf(seek: SeekRow): string {
  if (seek.endedBecause !== null) return ENDINGS[seek.endedBecause];
  if (seek.waitingBecause !== null) return waiting(seek, seek.waitingBecause);
  return roomOf(seek) > 0 ? 'It is looked for an opponent.' : 'As many games are under way as it asked for.';
}

function waiting(seek: SeekRow, because: WaitingBecause): string {
  const { opponents, ratingWithin } = seek;
  switch (because) {
    case 'noOpponent':
      return `${seek.seats === 2 ? 'No other player seeks this.' : 'Too few other players seek this.'} ${ifAnyone(seek, 'for games of the same rules, options, seats and clock')}`;
    case 'allBusy':
      return opponents === 'house'
        ? 'All bots of the house that fit have enough to think about: one comes as soon as a game of theirs is over.'
        : `None of those who fit is free for you now. ${ifAnyone(seek, 'for them')}`;
    case 'recentlyMet':
      return `All who are free have played with you lately. ${ifAnyone(seek, 'for others')}`;
    case 'outOfRange':
      return `No waiting player has a rating within ${ratingWithin ?? 'their'} points that suits both sides. Wait, or seek again with a larger \`ratingWithin\`.`;
    case 'ownGames':
      return 'You have as many games under way as this seek asks for, or as one player may have (all rated games together): it goes on when one is over.';
    default:
      return because satisfies never;
  }
}

function ifAnyone({ opponents, patienceMs }: SeekRow, forWhom: string): string {
  if (opponents !== 'anyone') return `It waits ${forWhom}.`;
  return `It waits ${forWhom}; ${patienceMs / 1000} s after it could begin to wait a bot of the house comes.`;
}

const ENDINGS: Record<SeekEnd, string> = {
  allPlayed: 'All games that it asked for are played.',
  cancelled: 'You have cancelled it. Games under way go on.',
  neverActed: 'In its last three games your time ran out before you had acted once. Seek again when you are there.',
  notLookedAt: 'You have not looked at it for a day, nor acted in a game of it. Seek again.',
  newRules: 'The rules have a newer version, with ratings of its own. Seek again to play by it.',
};
