import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Result } from '../../src/statistics/results.ts';
import { StrengthFit } from '../../src/statistics/strengths.ts';

/** `movement`: all tables of a round play the same board. `permuted`: a table plays its board in all rotations of the
 * seats. `none`: each game has its own board. */
export type Boards = 'movement' | 'permuted' | 'none';

export interface League {
  seats: number;
  boards: Boards;
  seed: string;
}

export const AGENTS = 16;
/** Logarithms of odds in equal steps, which correspond to 1240 to 1760 rating points. */
export const STRENGTHS = Array.from({ length: AGENTS }, (_, i) => -1.5 + (3 * i) / (AGENTS - 1));
/** How much stronger each seat is than the one before it, as a logarithm of odds. */
const SEAT_EFFECT = 0.2;
/** The scale of the luck that differs between a board's games. The board causes 75 % of the variance (1 − 0.5²). */
const OWN = 0.5;
const WORDS = 2 ** 32;

function uniform(chance: FastChance): number {
  return (chance.int(WORDS) + 0.5) / WORDS;
}

/** Draws a Gumbel variable. If the greatest sum of strength and luck wins, a player's odds are then exp(strength). */
function ownLuck(chance: FastChance): number {
  return -OWN * Math.log(-Math.log(uniform(chance)));
}

/** Draws the luck of a board. Its sum with `ownLuck` is a Gumbel variable again (Kanter), so that strengths mean the
 * same with and without shared boards. */
function luckOfBoard(chance: FastChance): number {
  const angle = Math.PI * uniform(chance);
  const width = -Math.log(uniform(chance));
  const stable =
    (Math.sin(OWN * angle) / Math.sin(angle) ** (1 / OWN)) * (Math.sin((1 - OWN) * angle) / width) ** ((1 - OWN) / OWN);
  return OWN * Math.log(stable);
}

export function sharesOf(strengths: readonly number[], luck: readonly number[], chance: FastChance): number[] {
  const sums = strengths.map((own, seat) => own + SEAT_EFFECT * seat + (luck[seat] ?? 0) + ownLuck(chance));
  const best = Math.max(...sums);
  return sums.map((sum) => (sum === best ? 1 : 0));
}

export function luckOf(seats: number, chance: FastChance): number[] {
  return Array.from({ length: seats }, () => luckOfBoard(chance));
}

/** Yields rounds without end, each with as many full tables as possible. Entries with the fewest games come first. */
export function* roundsOf({ seats, boards, seed }: League): Generator<Result[]> {
  const chance = new FastChance(seed);
  const games = STRENGTHS.map(() => 0);
  const tables = Math.floor(AGENTS / seats);
  let board = 0;
  for (let round = 1; ; round++) {
    const rested = shuffled(STRENGTHS.keys(), chance).sort((a, b) => (games[a] ?? 0) - (games[b] ?? 0));
    const seated = shuffled(rested.slice(0, tables * seats), chance);
    const results: Result[] = [];
    let luck: number[] = [];
    for (let table = 1; table <= tables; table++) {
      if (table === 1 || boards !== 'movement') {
        luck = luckOf(seats, chance);
        board++;
      }
      const agents = seated.slice((table - 1) * seats, table * seats);
      for (let copy = 1; copy <= (boards === 'permuted' ? seats : 1); copy++) {
        const turned = [...agents.slice(copy - 1), ...agents.slice(0, copy - 1)];
        for (const agent of turned) games[agent] = (games[agent] ?? 0) + 1;
        const shares = sharesOf(
          turned.map((agent) => STRENGTHS[agent] ?? 0),
          luck,
          chance,
        );
        const place = { round, table, board, copy: boards === 'movement' ? table : copy };
        const rest = { counted: 'played' as const, scores: shares, noShows: [] };
        results.push({ ...place, entries: turned.map((agent) => agent + 1), shares, ...rest });
      }
    }
    yield results;
  }
}

export function resultsUntil(rounds: Generator<Result[]>, games: number, before: readonly Result[] = []): Result[] {
  const results = [...before];
  const played = STRENGTHS.map(() => 0);
  const count = (more: readonly Result[]) => {
    for (const entry of more.flatMap(({ entries }) => entries))
      played[Number(entry) - 1] = (played[Number(entry) - 1] ?? 0) + 1;
  };
  count(results);
  while (Math.min(...played) < games) {
    const next: Result[] = rounds.next().value;
    results.push(...next);
    count(next);
  }
  return results;
}

export interface Found {
  /** Kendall's tau: 1 if all pairs are in the right order, −1 if none is */
  tau: number;
  covered: number;
  pairs: number;
}

export function foundBy(results: readonly Result[]): Found {
  const fit = new StrengthFit(results, new Set());
  const found = { tau: 0, covered: 0, pairs: 0 };
  for (let one = 0; one < AGENTS; one++) {
    for (let two = 0; two < one; two++) {
      const difference = (STRENGTHS[one] ?? 0) - (STRENGTHS[two] ?? 0);
      const { low, high } = fit.difference(one + 1, two + 1);
      found.tau += Math.sign(difference) * Math.sign(fit.strength(one + 1).value - fit.strength(two + 1).value);
      if (low <= difference && difference <= high) found.covered++;
      found.pairs++;
    }
  }
  return { ...found, tau: found.tau / found.pairs };
}

function shuffled<T>(items: Iterable<T>, chance: FastChance): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = chance.int(i + 1);
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}
