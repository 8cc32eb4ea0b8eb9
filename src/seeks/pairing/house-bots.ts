import type { AnyRuleset } from '../../kernel/ruleset.ts';
import { botNames, isSearch, playoutsOf } from '../../kernel/search/policy.ts';

/** The bots that fill up tables: those of fixed strength, weakest first as far as that can be known before they play. */
export function houseBots(ruleset: AnyRuleset): string[] {
  return botNames(ruleset)
    .filter((policy) => !isSearch(policy) || playoutsOf(policy) !== null)
    .toSorted((one, other) => expectedStrength(one) - expectedStrength(other));
}

/** How good a bot is before it has played: a guess in the units of `PairingRatings`, which its games soon correct. */
export function expectedStrength(policy: string): number {
  if (policy === 'random') return 20;
  const playouts = playoutsOf(policy);
  return playouts === null ? 25 : 24 + 2 * Math.log10(playouts);
}
