import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { BoardPar } from '#rules/kernel/search/par.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import { count, numbered } from '../../games/model/game-fields.ts';
import { grouped } from '../../statistics/grouped.ts';
import { matchpointsOf } from '../../statistics/points.ts';
import type { StandingsInput } from '../../statistics/results.ts';
import type { Board, Competition } from '../model/competition.ts';
import {
  CompetitionGame,
  CompetitionSeats,
  CompetitionVersion,
  ENTRANT,
  type GameResult,
  NextPlace,
  type Page,
  type PageAsked,
  pageOf,
  pageSchema,
} from '../model/competition-shapes.ts';
import type { CountedGame, DealtGame, PairedRound } from '../model/events.ts';
import { LADDER_BOARD_MS } from '../model/schedule.ts';
import { entrantOf, seatsView } from './competition-view.ts';

const RoundNumber = numbered('The number of the round, from 1.');
const Ended = Type.Boolean({ description: 'Whether all boards of the round are closed, so that all of it counts.' });

const RoundSummary = Type.Object(
  {
    round: RoundNumber,
    ended: Ended,
    tables: count('How many tables it has.'),
    byes: count('How many entries sit out with the points of a win.'),
    gamesDealt: count('How many games of it have been created.'),
    gamesCounted: count('How many of these count, or were found void.'),
  },
  { $id: 'CompetitionRoundSummary', description: 'A round as lists show it.' },
);
type RoundSummary = Static<typeof RoundSummary>;

export const RoundList = pageSchema('CompetitionRoundList', 'rounds', Ref(RoundSummary), {
  list: 'The first one first; empty until the competition has started.',
  page: 'A page of the rounds of a competition.',
});

const CompetitionTable = Type.Object(
  {
    table: numbered('The number of the table in its round, from 1.'),
    seats: {
      ...CompetitionSeats,
      description: 'Who sits where in its first game; where seats rotate, `games` says who sits where in the others.',
    },
    boards: Type.Array(numbered('The number of a board.'), { description: 'The boards that it plays, in this order.' }),
    games: Type.Array(Ref(CompetitionGame), { description: 'Its games that have been created, the first one first.' }),
  },
  { $id: 'CompetitionTable', description: 'A table of a round: who meets there, and what they play.' },
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
    tables: Type.Array(Ref(CompetitionTable), { description: 'By their numbers.' }),
    next: NextPlace,
  },
  { $id: 'CompetitionRound', description: 'A round: who meets whom at which table.' },
);
export type CompetitionRound = Static<typeof CompetitionRound>;

const BoardSummary = Type.Object(
  {
    board: numbered('The number of the board, from 1 over the whole competition.'),
    round: numbered('The round in which it was first met.'),
    gamesDealt: count('How many games on it have been created.'),
    closed: Type.Boolean({
      description: 'Whether the last game on it is over, so that `getBoard` shows it; until then it is sealed.',
    }),
    opensBy: Nullable(Type.String({ format: 'date-time' }), {
      description:
        'Of a ladder: from when on nobody new meets the board, so that it opens then, or with the last game that is under way. ' +
        'Null when it is closed, and where it opens with the last of a number of games that is settled.',
    }),
  },
  { $id: 'CompetitionBoardSummary', description: 'A board as lists show it.' },
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
      'How each seat did beside the same seat of the other games on this board: the part of them that it beat, a tie counting half. ' +
        'Null where nobody else had the seat, and for the house. Told whatever the `scoring` of the competition is.',
    ),
  },
  { $id: 'CompetitionBoardGame', description: 'A game on a board that is closed, beside the others on it.' },
);
export type BoardGame = Static<typeof BoardGame>;

export const CompetitionBoard = Type.Object(
  {
    version: CompetitionVersion,
    board: numbered('The number of the board, from 1 over the whole competition.'),
    seed: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'The seed of all chance of its games, as hex: `createGame` with it as `seed` deals the same game again.',
    }),
    par: Nullable(Ref(BoardPar), { description: 'How lucky each seat of it is; null where none was worked out.' }),
    games: Type.Array(Ref(BoardGame), {
      description: 'Its games by their copies, with who sat on which seat and what came of it.',
    }),
  },
  { $id: 'CompetitionBoard', description: 'A board that is closed for good, and so open to everyone who may look.' },
);
export type CompetitionBoard = Static<typeof CompetitionBoard>;

export const SCHEDULE_PARTS = [
  RoundSummary,
  RoundList,
  CompetitionTable,
  CompetitionRound,
  BoardSummary,
  BoardList,
  BoardPar,
  BoardGame,
  CompetitionBoard,
];

interface GamesAsked extends PageAsked {
  entry?: number | undefined;
  round?: number | undefined;
  board?: number | undefined;
}

export function roundsView(competition: Competition, asked: PageAsked): Page<'rounds', RoundSummary> {
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

export function roundView(competition: Competition, number: number, asked: PageAsked): Result<CompetitionRound> {
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
    return notFound('entry', entry, length, 'nobody has entered yet', `its entries are 1 to ${length} so far`);
  const wanted = competition.games.filter((game) => {
    if (entry !== undefined && !game.entries.includes(entry)) return false;
    return (round === undefined || game.round === round) && (board === undefined || game.board === board);
  });
  const { version, games, next } = pageOf(competition.version, 'games', wanted, asked);
  return done({ version, games: gameViews(competition, games), next });
}

export function boardsView(competition: Competition, asked: PageAsked): Page<'boards', BoardSummary> {
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

/** By board, the first round that plays it; the board of a replayed game is in no pairing. */
function roundsOfBoards({ rounds, games }: Competition): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  const meet = (board: number, round: number) => first.has(board) || first.set(board, round);
  for (const { round, tables } of rounds)
    for (const { boards } of tables) for (const board of boards) meet(board, round);
  for (const { board, round } of games) meet(board, round);
  return first;
}

/** Only a closed board. `direction`: which scores are better. */
export function boardView(
  competition: Competition,
  number: number,
  direction: StandingsInput['direction'],
): Result<CompetitionBoard> {
  const board = competition.boards[number - 1];
  if (board === undefined) {
    const { length } = competition.boards;
    return notFound('board', number, length, 'none has been played yet', `its boards are 1 to ${length} so far`);
  }
  const { seed, par } = board;
  if (seed === null) return refused('board-sealed', `Board ${number} is sealed ${sealedUntil(competition, board)}.`);
  const copies = competition.counted.filter((game) => game.board === number && game.counted !== 'void');
  const compared = matchpointsOf(copies, direction);
  const byGame = new Map(copies.map((copy) => [copy.gameId, compared.get(copy)]));
  const games = gameViews(competition, board.games).map((game) => {
    return { ...game, matchpoints: byGame.get(game.gameId) ?? game.seats.map(() => null) };
  });
  return done({ version: competition.version, board: number, seed, par, games });
}

/** A ladder deals more games on a board for a limited time while entries are left that have not met it. */
function sealedUntil(competition: Competition, board: Board): string {
  const latest = opensBy(competition, board);
  if (latest === null) return 'until the last game on it is over';
  return `until the last game on it is over and nobody may meet it any more, which is so at ${latest} at the latest`;
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
  const known = new Map(
    competition.counted.flatMap((game) => (wanted.has(game.gameId) ? [[game.gameId, game] as const] : [])),
  );
  return games.map(({ entries, ...placed }) => {
    const found = known.get(placed.gameId);
    const result = found === undefined ? null : resultView(found);
    return { ...placed, seats: seatsView(competition, entries), result };
  });
}

function resultView({ counted, shares, scores, noShows, head }: CountedGame): GameResult {
  return { counted, shares, scores, noShows, head };
}
