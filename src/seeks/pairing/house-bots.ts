import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { botNames, isSearch, playoutsOf } from '#rules/kernel/search/policy.ts';

/** The bots that fill up tables: those of fixed strength, weakest first as far as that can be known before they play. */
export function houseBots(ruleset: AnyRuleset): string[] {
  return botNames(ruleset)
    .filter((policy) => !isSearch(policy) || playoutsOf(policy) !== null)
    .toSorted((one, other) => expectedPoints(`bot:${one}`) - expectedPoints(`bot:${other}`));
}

/** How many points above a player whom nobody knows somebody is before they have played: a guess of bots, which their games soon correct. */
export function expectedPoints(participant: string): number {
  if (!participant.startsWith('bot:')) return 0;
  const policy = participant.slice('bot:'.length);
  if (policy === 'random') return -150;
  const playouts = playoutsOf(policy);
  return playouts === null ? 0 : 60 * Math.log10(playouts) - 30;
}
