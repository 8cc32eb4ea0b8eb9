import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { BoardPar } from '#rules/kernel/search/par.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { count, numbered } from '../../games/model/game-fields.ts';
import {
  CompetitionGame,
  CompetitionSeats,
  CompetitionVersion,
  ENTRANT,
  NextPlace,
  pageOf,
} from '../model/competition-shapes.ts';

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
export type RoundSummary = Static<typeof RoundSummary>;

export const RoundList = pageOf('CompetitionRoundList', 'rounds', Ref(RoundSummary), {
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
export type CompetitionTable = Static<typeof CompetitionTable>;

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
export type BoardSummary = Static<typeof BoardSummary>;

export const BoardList = pageOf('CompetitionBoardList', 'boards', Ref(BoardSummary), {
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
