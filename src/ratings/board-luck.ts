import type { Static } from '@sinclair/typebox';
import { adjustedSharesOf } from '../statistics/adjusted-shares.ts';
import { rounded } from '../statistics/numbers.ts';
import type { RatedResult } from '../statistics/rating-fit.ts';
import type { BoardPar, Result } from '../statistics/results.ts';
import type { RatingStore } from '../store/ratings.ts';
import type { BoardLuck } from './record-shapes.ts';

/** More competitions than that are not searched for boards: a log may have ten thousands of events. */
const MOST_COMPETITIONS = 20;
/** By number, as the standings of a competition know who is asked for. */
const THEMSELVES = 1;

/** Of games of one, the latest first, those on closed boards with a par; null: there is none. */
export async function boardLuckOf(
  participant: string,
  games: readonly RatedResult[],
  ratings: RatingStore,
): Promise<Static<typeof BoardLuck> | null> {
  const found = await ratings.pars(boardsOf(games));
  const known = games.filter(({ board }) => found.has(board));
  if (known.length === 0) return null;
  const boards = [...new Set(known.map(({ board }) => board))];
  const results = known.map((game): Result => resultOf(game, participant, boards.indexOf(game.board)));
  const pars = boards.map((board, number): BoardPar => ({ board: number, par: { shares: found.get(board) ?? [] } }));
  const adjusted = adjustedSharesOf(results, pars).get(THEMSELVES);
  if (adjusted === undefined) return null;
  const seats = known.flatMap(({ board, players, shares }) =>
    players.flatMap((player, seat) =>
      player === participant ? [{ share: shares[seat] ?? 0, par: found.get(board)?.[seat] ?? 0 }] : [],
    ),
  );
  const mean = (of: 'share' | 'par') => rounded(seats.reduce((sum, seat) => sum + seat[of], 0) / seats.length, 4);
  return { games: seats.length, share: mean('share'), par: mean('par'), adjustedShare: adjusted };
}

/** The boards of competitions, of the latest so many. */
function boardsOf(games: readonly RatedResult[]): string[] {
  const boards = games.map(({ board }) => board).filter((board) => board.includes('/'));
  const competitions = new Set<string>();
  return boards.filter((board) => {
    const [competition] = board.split('/') as [string];
    if (competitions.size < MOST_COMPETITIONS) competitions.add(competition);
    return competitions.has(competition);
  });
}

function resultOf({ players, shares }: RatedResult, participant: string, board: number): Result {
  const entries = players.map((player) => (player === participant ? THEMSELVES : null));
  return { round: 1, table: 1, board, copy: 1, entries, counted: 'played', shares, scores: [], noShows: [] };
}
