import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { RatedResult } from '../../src/statistics/rated-games.ts';
import { luckOf, sharesOf } from './synthetic-league.ts';

export interface RatedLeague {
  players: number;
  seats: number;
  games: number;
  /** determines all games */
  seed: string;
  copies?: number;
  strength?: number;
}

const RANDOM = 'bot:random';
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** The strength of player `p1`, `p2` … in natural logarithms of the odds. */
export function strengthOf(player: number, players: number): number {
  return -1 + (2 * player) / players;
}

export function ratedLeague({ players, seats, games, seed, copies = 1, strength }: RatedLeague): RatedResult[] {
  const chance = new FastChance(seed);
  let luck: number[] = [];
  return Array.from({ length: games }, (_, game) => {
    if (game % copies === 0) luck = luckOf(seats, chance);
    const seated = new Set<number>();
    while (seated.size < seats) seated.add(chance.int(players + 1));
    const strengths = [...seated].map((player) => (player === 0 ? 0 : (strength ?? strengthOf(player, players))));
    return {
      gameId: `game ${String(game).padStart(7, '0')}`,
      board: `board ${Math.floor(game / copies)}`,
      players: [...seated].map((player) => (player === 0 ? RANDOM : `p${player}`)),
      shares: sharesOf(strengths, luck, chance),
      at: START + game * MINUTE,
    };
  });
}
