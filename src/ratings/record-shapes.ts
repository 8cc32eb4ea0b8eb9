import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { count, GameId, Moment, numbered } from '../games/model/game-fields.ts';
import { adjustedSharesOf } from '../statistics/adjusted-shares.ts';
import { rounded } from '../statistics/numbers.ts';
import type { RatedResult } from '../statistics/rated-games.ts';
import type { BoardPar, Result } from '../statistics/results.ts';
import type { RatingStore } from '../store/ratings.ts';
import { ofParticipant, Pool, RATED, VERSION } from './rating-shapes.ts';

/** Limits the search for boards: a log may have tens of thousands of events. */
const MOST_COMPETITIONS = 20;
/** Stands for the participant in the standings computed here. */
const THEMSELVES = 1;

/** From the latest games on closed boards with a par; null: none. */
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

/** Boards of the latest competitions. */
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
const EXPECTED = 'The same as the ratings say it was to be expected: by the fit to all games of the pool.';

const MetOpponent = Type.Object(
  {
    ...RATED,
    games: numbered('How often they met: once for each seat that the two had at one table.'),
    share: Part(
      'What part of what the two won at one table was theirs, on average; one half where neither won anything.',
    ),
    expected: Part(EXPECTED),
  },
  { $id: 'MetOpponent', description: 'Somebody whom the one that is asked for has met, and how it went.' },
);

const SeatRecord = Type.Object(
  {
    seat: count('From 0.'),
    games: numbered('How often they sat there.'),
    share: Part('Of the win, on average.'),
    expected: Part(EXPECTED),
  },
  { $id: 'SeatRecord', description: 'How it went on one seat.' },
);

const BoardLuck = Type.Object(
  {
    games: numbered('How many these are.'),
    share: Part('What part of the win was theirs in them, on average.'),
    par: Part(
      'What part `random` makes of the chance of the same seats, on average: above one part of as many as there are seats they were lucky.',
    ),
    adjustedShare: Type.Number({
      description:
        'The share after the luck of these seats is taken out, as `adjustedShare` of standings: it can pass 0 and 1. How much luck weighs ' +
        'is taken from the other boards among these.',
    }),
  },
  {
    $id: 'BoardLuck',
    description:
      'Luck against skill, on boards of competitions that are played once and closed, of which a par was worked out.',
  },
);

export const RatingRecord = ofParticipant(
  'RatingRecord',
  {
    pool: Ref(Pool),
    ...VERSION,
    opponents: Type.Array(Ref(MetOpponent), { description: 'Those met most often first; a hundred at most.' }),
    seats: Type.Array(Ref(SeatRecord), { description: 'In their order, those on which they sat.' }),
    luck: Nullable(Ref(BoardLuck), {
      description: 'Of the latest 500 games in at most 20 competitions; null: of none of their boards a par is known.',
    }),
  },
  'How somebody fared in a pool: against whom, on which seat, with what luck.',
);

const RatedSeat = Type.Object(
  { ...RATED, share: Part('Of the win.'), expected: Part(EXPECTED) },
  { $id: 'RatedSeat', description: 'Who had a seat of a rated game, and what became of it.' },
);

export const RatedGame = Type.Object(
  {
    gameId: { ...GameId, description: 'The game. It may be gone, as results outlive their games.' },
    at: { ...Moment, description: 'When it was over, or counted in its competition.' },
    competition: Nullable(
      Type.Object({
        competitionId: Type.String({ format: 'uuid', description: 'Whose game it is.' }),
        board: numbered('The board of the competition.'),
      }),
      { description: 'Where it was played; null: it was declared rated when it was created.' },
    ),
    seats: Type.Array(Ref(RatedSeat), { description: 'In their order.' }),
  },
  { $id: 'RatedGame', description: 'A game that counts in the ratings.' },
);

export const RatedGameList = ofParticipant(
  'RatedGameList',
  {
    pool: Ref(Pool),
    ...VERSION,
    games: Type.Array(Ref(RatedGame), { description: 'The latest first.' }),
    next: Nullable(Type.Integer(), { description: 'Send it as `cursor` for the next page; null on the last one.' }),
  },
  'A page of the games by which somebody is rated in a pool.',
);

export const RATING_RECORD_PARTS = [
  MetOpponent,
  SeatRecord,
  BoardLuck,
  RatingRecord,
  RatedSeat,
  RatedGame,
  RatedGameList,
];
