import type { GamePlace } from '../../store/contract/games.ts';

/** Where a game stands in its competition; bound into the first link of the game's hash chain. */
export type Place = GamePlace;
