import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { BoardPar } from '#rules/kernel/search/par.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import { count, numbered } from '../../games/model/game-fields.ts';
import { grouped } from '../../statistics/grouped.ts';
import { matchpointsOf, type StandingsInput } from '../../statistics/results.ts';
import type { Board, Competition } from '../model/competition.ts';
import {
  CompetitionGame,
  CompetitionSeats,
  CompetitionVersion,
  ENTRANT,
  NextPlace,
  type Page,
  type PageQuery,
  pageOf,
  pageSchema,
} from '../model/competition-shapes.ts';
import type { DealtGame, PairedRound } from '../model/events.ts';
import { LADDER_BOARD_MS } from '../model/schedule.ts';
import { entrantOf, seatsView } from './competition-view.ts';

const RoundNumber = numbered('The number of the round, from 1.');
const Ended = Type.Boolean({ description: 'Whether all boards of the round are closed, so that all its games count.' });

const RoundSummary = Type.Object(
  {
    round: RoundNumber,
    ended: Ended,
    tables: count('The number of tables.'),
    byes: count('The number of entries that sit out with the points of a win.'),
    gamesDealt: count('The number of its created games.'),
    gamesCounted: count('The number of these that were counted or voided.'),
  },
  { $id: 'CompetitionRoundSummary', description: 'A round as returned in lists.' },
);
type RoundSummary = Static<typeof RoundSummary>;

export const RoundList = pageSchema('CompetitionRoundList', 'rounds', Ref(RoundSummary), {
  list: 'First round first; empty until the competition has started.',
  page: 'A page of the rounds of a competition.',
});

const CompetitionTable = Type.Object(
  {
    table: numbered('The number of the table in its round, from 1.'),
    seats: {
      ...CompetitionSeats,
      description: 'The seats in its first game; if seats rotate, `games` has those of the others.',
    },
    boards: Type.Array(numbered('The number of a board.'), { description: 'The boards that it plays, in order.' }),
    games: Type.Array(Ref(CompetitionGame), { description: 'Its created games, in order.' }),
  },
  { $id: 'CompetitionTable', description: 'A table of a round: its entries and games.' },
);
type CompetitionTable = Static<typeof CompetitionTable>;

export const CompetitionRound = Type.Object(
  {
    version: CompetitionVersion,
    round: RoundNumber,
    ended: Ended,
    byes: Type.Array(Type.Object(ENTRANT), {
      description: 'Entries that sit out and get the points of a win.',
    }),
    tables: Type.Array(Ref(CompetitionTable), { description: 'The tables, by number.' }),
    next: NextPlace,
  },
  { $id: 'CompetitionRound', description: 'A round: the pairings by table.' },
);
export type CompetitionRound = Static<typeof CompetitionRound>;

const BoardSummary = Type.Object(
  {
    board: numbered('The number of the board, from 1 over the whole competition.'),
    round: numbered('The round in which it was first played.'),
    gamesDealt: count('The number of created games on it.'),
    closed: Type.Boolean({
      description: 'Whether the last game on it is over. Until then it is sealed; then `getBoard` returns it.',
    }),
    opensBy: Nullable(Type.String({ format: 'date-time' }), {
      description:
        'Ladders only: when the board is no longer dealt. It opens then, or when its last running game ends. ' +
        'Null when it is closed, and if it opens with the last of a fixed number of games.',
    }),
  },
  { $id: 'CompetitionBoardSummary', description: 'A board as returned in lists.' },
);
type BoardSummary = Static<typeof BoardSummary>;

export const BoardList = pageSchema('CompetitionBoardList', 'boards', Ref(BoardSummary), {
  list: 'By their numbers; empty until the first round is paired.',
  page: 'A page of the boards of a competition.',
});

const BoardGame = Type.Object(
  {
    ...CompetitionGame.properties,
    matchpoints: BySeat(
      Nullable(Type.Number({ minimum: 0, maximum: 1 })),
      'For each seat, the part (0 to 1) of the other games on this board in which it beat the same seat; a tie counts half. ' +
        'Standings have the mean in percent. Null if no other entry had the seat, and for server seats. Returned for every `scoring`.',
    ),
  },
  { $id: 'CompetitionBoardGame', description: 'A game on a closed board, compared with the others on it.' },
);
export type BoardGame = Static<typeof BoardGame>;

export const CompetitionBoard = Type.Object(
  {
    version: CompetitionVersion,
    board: numbered('The number of the board, from 1 over the whole competition.'),
    seed: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'The seed of all chance of its games, as hex: `createGame` with this `seed` deals the same game again.',
    }),
    par: Nullable(Ref(BoardPar), { description: 'The luck of each seat; null if it was not measured.' }),
    games: Type.Array(Ref(BoardGame), {
      description: 'Its games by copy, with seats and results.',
    }),
  },
  { $id: 'CompetitionBoard', description: 'A closed board, visible to all who may see the competition.' },
);
export type CompetitionBoard = Static<typeof CompetitionBoard>;

interface GamesAsked extends PageQuery {
  entry?: number | undefined;
  round?: number | undefined;
  board?: number | undefined;
}

export function roundsView(competition: Competition, asked: PageQuery): Page<'rounds', RoundSummary> {
  const rounds = competition.rounds.map(({ round, tables, byes }) => ({
    round,
    ended: round <= competition.roundsEnded,
    tables: tables.length,
    byes: byes.length,
    gamesDealt: 0,
    gamesCounted: 0,
  }));
  for (const { round } of competition.games) (rounds[round - 1] as RoundSummary).gamesDealt++;
  for (const { round } of competition.counted) (rounds[round - 1] as RoundSummary).gamesCounted++;
  return pageOf(competition.version, 'rounds', rounds, asked);
}

export function roundView(competition: Competition, number: number, asked: PageQuery): Result<CompetitionRound> {
  const round = competition.rounds[number - 1];
  if (round === undefined) return roundNotFound(competition, number);
  const { version, tables, next } = pageOf(competition.version, 'tables', round.tables, asked);
  return done({
    version,
    round: number,
    ended: number <= competition.roundsEnded,
    byes: round.byes.map((entry) => entrantOf(competition, entry)),
    tables: tablesView(competition, number, tables),
    next,
  });
}

function tablesView(competition: Competition, round: number, tables: PairedRound['tables']): CompetitionTable[] {
  const shown = new Set(tables.map(({ table }) => table));
  const dealt = competition.games.filter((game) => game.round === round && shown.has(game.table));
  const games = grouped(gameViews(competition, dealt), ({ table }) => table);
  return tables.map(({ table, entries, boards }) => {
    return { table, seats: seatsView(competition, entries), boards, games: games.get(table) ?? [] };
  });
}

export function gamesView(competition: Competition, asked: GamesAsked): Result<Page<'games', CompetitionGame>> {
  const { entry, round, board } = asked;
  const { length } = competition.entries;
  if (entry !== undefined && entry > length)
    return notFound('entry', entry, length, 'it has no entries yet', `its entries are 1 to ${length}`);
  const wanted = competition.games.filter((game) => {
    if (entry !== undefined && !game.entries.includes(entry)) return false;
    return (round === undefined || game.round === round) && (board === undefined || game.board === board);
  });
  const { version, games, next } = pageOf(competition.version, 'games', wanted, asked);
  return done({ version, games: gameViews(competition, games), next });
}

export function boardsView(competition: Competition, asked: PageQuery): Page<'boards', BoardSummary> {
  const { version, boards, next } = pageOf(competition.version, 'boards', competition.boards, asked);
  const rounds = roundsOfBoards(competition);
  return {
    version,
    boards: boards.map((board) => ({
      board: board.board,
      round: rounds.get(board.board) ?? 1,
      gamesDealt: board.games.length,
      closed: board.closed,
      opensBy: board.closed ? null : opensBy(competition, board),
    })),
    next,
  };
}

/** Returns for each board the first round that plays it. Boards of games that replace void ones are only in `games`. */
function roundsOfBoards({ rounds, games }: Competition): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  const meet = (board: number, round: number) => first.has(board) || first.set(board, round);
  for (const { round, tables } of rounds)
    for (const { boards } of tables) for (const board of boards) meet(board, round);
  for (const { board, round } of games) meet(board, round);
  return first;
}

/** Returns a board; refuses while games on it run or may follow. `direction`: whether high or low scores are better. */
export function boardView(
  competition: Competition,
  number: number,
  direction: StandingsInput['direction'],
): Result<CompetitionBoard> {
  const board = competition.boards[number - 1];
  if (board === undefined) {
    const { length } = competition.boards;
    return notFound('board', number, length, 'none has been played yet', `its boards are 1 to ${length}`);
  }
  const { seed, par } = board;
  if (seed === null) return refused('board-sealed', `Board ${number} is secret ${sealedUntil(competition, board)}.`);
  const copies = competition.counted.filter((game) => game.board === number && game.counted !== 'void');
  const compared = matchpointsOf(copies, direction);
  const byGame = new Map(copies.map((copy) => [copy.gameId, compared.get(copy)]));
  const games = gameViews(competition, board.games).map((game) => {
    return { ...game, matchpoints: byGame.get(game.gameId) ?? game.seats.map(() => null) };
  });
  return done({ version: competition.version, board: number, seed, par, games });
}

/** Says how long a board stays secret. A ladder deals more games on a board for a limited time, while there are entries
 * that have not played it. */
function sealedUntil(competition: Competition, board: Board): string {
  const latest = opensBy(competition, board);
  if (latest === null) return 'until its last game is over';
  return `until its games are over and no more can follow (at the latest: ${latest})`;
}

function opensBy({ header }: Competition, { dealtAt }: Board): string | null {
  const { format, duplicate } = header.settings;
  if (format !== 'ladder' || duplicate !== 'movement' || dealtAt === null) return null;
  return new Date(dealtAt.getTime() + LADDER_BOARD_MS).toISOString();
}

export function roundNotFound({ rounds: { length } }: Competition, number: number) {
  return notFound('round', number, length, 'none has been paired yet', `rounds 1 to ${length} are paired so far`);
}

function notFound(what: 'round' | 'entry' | 'board', number: number, length: number, none: string, known: string) {
  const detail = `There is no ${what} ${number} in this competition: ${length === 0 ? none : known}.`;
  return refused(`${what}-not-found`, detail);
}

function gameViews(competition: Competition, games: readonly DealtGame[]): CompetitionGame[] {
  const wanted = new Set(games.map(({ gameId }) => gameId));
  const results = new Map(
    competition.counted.flatMap(({ gameId, counted, shares, scores, noShows, head }) =>
      wanted.has(gameId) ? [[gameId, { counted, shares, scores, noShows, head }]] : [],
    ),
  );
  return games.map(({ entries, ...placed }) => {
    return { ...placed, seats: seatsView(competition, entries), result: results.get(placed.gameId) ?? null };
  });
}
