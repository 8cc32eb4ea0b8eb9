import type { ChainedPlace } from '#rules/kernel/chain.ts';

/**
 * Where a game stands in its competition; bound into the first link of the game's hash chain. `sealed`: its board is played
 * more than once, so that nobody but its player sees the game before the last copy is over.
 */
export type Place = ChainedPlace;
