import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { count, GameId, Moment, numbered } from '../games/model/game-fields.ts';
import { adjustedSharesOf } from '../statistics/adjusted-shares.ts';
import { rounded } from '../statistics/numbers.ts';
import type { RatedResult } from '../statistics/rated-games.ts';
import type { BoardPar, Result } from '../statistics/results.ts';
import type { RatingStore } from '../store/ratings.ts';
import { ofParticipant, Pool, RATED, VERSION } from './rating-shapes.ts';

/** At most this many competitions are searched for boards, because a log may have tens of thousands of events. */
const MOST_COMPETITIONS = 20;
/** The participant's entry number in the standings that are computed here. */
const THEMSELVES = 1;

/** Computes luck from the latest games on finished boards that have a par (the result of random play); null: none. */
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

/** Returns the boards of these games that belong to the latest competitions. */
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

const Part = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const EXPECTED = 'The value that the ratings predict, from the fit to all games of the pool.';

const MetOpponent = Type.Object(
  {
    ...RATED,
    games: numbered('The number of meetings: one for each pair of their seats at a table.'),
    share: Part('The average share of what both won at one table; one half if neither won anything.'),
    expected: Part(EXPECTED),
  },
  { $id: 'MetOpponent', description: 'An opponent, and the results against them.' },
);

const SeatRecord = Type.Object(
  {
    seat: count('From 0.'),
    games: numbered('The number of games on this seat.'),
    share: Part('The average share of the win.'),
    expected: Part(EXPECTED),
  },
  { $id: 'SeatRecord', description: 'The results on one seat.' },
);

const BoardLuck = Type.Object(
  {
    games: numbered('The number of these boards.'),
    share: Part('The average share of the win on them.'),
    par: Part('The average share of `random` on the same seats: more than an equal part means good luck.'),
    adjustedShare: Type.Number({
      description:
        'The share without the luck of these seats, as `adjustedShare` of standings; it can be below 0 or above ' +
        '1. The weight of luck is estimated from the other boards among these.',
    }),
  },
  {
    $id: 'BoardLuck',
    description: 'Luck and skill on closed competition boards that were played once and have a measured par.',
  },
);

export const RatingRecord = ofParticipant(
  'RatingRecord',
  {
    pool: Ref(Pool),
    ...VERSION,
    opponents: Type.Array(Ref(MetOpponent), { description: 'Most frequent opponents first; at most 100.' }),
    seats: Type.Array(Ref(SeatRecord), { description: 'The seats that they held, by number.' }),
    luck: Nullable(Ref(BoardLuck), {
      description: 'From the latest 500 games in at most 20 competitions; null: no par of their boards is known.',
    }),
  },
  'Results in a pool by opponent and seat, and luck.',
);

const RatedSeat = Type.Object(
  { ...RATED, share: Part('Of the win.'), expected: Part(EXPECTED) },
  { $id: 'RatedSeat', description: 'A seat of a rated game, its holder and the result.' },
);

export const RatedGame = Type.Object(
  {
    gameId: { ...GameId, description: 'The game. It may be deleted, as results outlive their games.' },
    at: { ...Moment, description: 'When it ended, or was counted in its competition.' },
    competition: Nullable(
      Type.Object({
        competitionId: Type.String({ format: 'uuid', description: 'Whose game it is.' }),
        board: numbered('The board of the competition.'),
      }),
      { description: 'The competition; null: the game was created as rated.' },
    ),
    seats: Type.Array(Ref(RatedSeat), { description: 'The seats, by number.' }),
  },
  { $id: 'RatedGame', description: 'A rated game.' },
);

export const RatedGameList = ofParticipant(
  'RatedGameList',
  {
    pool: Ref(Pool),
    ...VERSION,
    games: Type.Array(Ref(RatedGame), { description: 'The latest first.' }),
    next: Nullable(Type.Integer(), { description: 'Send it as `cursor` for the next page; null on the last page.' }),
  },
  'A page of the rated games of a player or bot in a pool.',
);
