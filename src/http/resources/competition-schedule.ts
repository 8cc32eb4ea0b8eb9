import { Type } from '@sinclair/typebox';
import type { Competition } from '../../competitions/model/competition.ts';
import { CompetitionGameList } from '../../competitions/model/competition-shapes.ts';
import {
  BoardList,
  boardsView,
  CompetitionBoard,
  CompetitionRound,
  gamesView,
  RoundList,
  roundsView,
  roundView,
} from '../../competitions/queries/competition-schedule.ts';
import {
  CompetitionStandings,
  CrossTable,
  crossTableView,
  standingsView,
} from '../../competitions/queries/competition-standings.ts';
import { done } from '../../eventlog/result.ts';
import { numbered } from '../../games/model/game-fields.ts';
import { sendLong } from '../answers/bodies.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { get, resource } from '../server/operation.ts';
import { found, PAGE_ASKED, pageAsked, READING, shown } from './competition-reads.ts';

const FEW = 10;
/** Rate-limit cost in calls: see docs/configuration.md. */
const STANDINGS_COST = 5;

export const scheduleOperations = resource(
  'competitions',
  ({ competitionReader: reader, gameService: { timeSlicer } }) => [
    get('/v1/competitions/:competitionId/rounds', {
      ...READING,
      id: 'listRounds',
      summary: 'List the rounds of a competition',
      about: 'The rounds that are paired so far, and how far each of them is.',
      query: PAGE_ASKED,
      answers: RoundList,
      tagged: true,
      handle: (request, reply) =>
        shown(reader, request, reply, (competition) => roundsView(competition, pageAsked(request.query))),
    }),

    get('/v1/competitions/:competitionId/rounds/:round', {
      ...READING,
      id: 'getRound',
      summary: 'Read who meets whom in a round',
      about:
        'The tables of a round, the games on them, and who sits out. `result` of a game is null until the last game on its board is ' +
        'over, so that nobody who has yet to play the board learns anything of it.',
      path: { round: numbered('The number of the round.') },
      query: PAGE_ASKED,
      answers: CompetitionRound,
      tagged: true,
      refuses: ['round-not-found'],
      handle: (request, reply) => {
        const { params, query } = request;
        const find = (competition: Competition) => roundView(competition, params.round, pageAsked(query));
        return found(reader, request, reply, find, (round) => sendLong(reply, round, 'tables', timeSlicer, FEW));
      },
    }),

    get('/v1/competitions/:competitionId/games', {
      ...READING,
      id: 'listCompetitionGames',
      summary: 'List the games of a competition',
      about:
        'In the order in which they were dealt. Each is a game like any other: its players act in it, and who may look looks at it, ' +
        'with its `gameId`. While its board is sealed only its players see it.',
      query: {
        entry: Type.Optional(numbered('Only games of the entry of this number.')),
        round: Type.Optional(numbered('Only games of this round.')),
        board: Type.Optional(numbered('Only games on this board.')),
        ...PAGE_ASKED,
      },
      answers: CompetitionGameList,
      tagged: true,
      refuses: ['entry-not-found'],
      handle: (request, reply) => {
        const { entry, round, board, ...page } = request.query;
        return found(reader, request, reply, (of) => gamesView(of, { entry, round, board, ...pageAsked(page) }));
      },
    }),

    get('/v1/competitions/:competitionId/boards', {
      ...READING,
      id: 'listBoards',
      summary: 'List the boards of a competition',
      about:
        'The boards that are played so far, which of them are closed, and where that is known when one that is sealed opens at the latest.',
      query: PAGE_ASKED,
      answers: BoardList,
      tagged: true,
      handle: (request, reply) =>
        shown(reader, request, reply, (competition) => boardsView(competition, pageAsked(request.query))),
    }),

    get('/v1/competitions/:competitionId/boards/:board', {
      ...READING,
      id: 'getBoard',
      summary: 'Read a board that is closed',
      about:
        'A board is one shuffle: all chance of a game. When the last game on it is over it is closed for good, and this tells its seed ' +
        'and what everybody made of it, seat by seat, and beside the same seat of the other games on it. Until then it is sealed (`board-sealed`).',
      path: { board: numbered('The number of the board.') },
      answers: CompetitionBoard,
      tagged: true,
      refuses: ['board-sealed', 'board-not-found', 'rules-unavailable'],
      handle: (request, reply) => {
        const find = (competition: Competition) => reader.board(competition, request.params.board);
        return found(reader, request, reply, find, (board) => sendLong(reply, board, 'games', timeSlicer, FEW));
      },
    }),

    get('/v1/competitions/:competitionId/standings', {
      ...READING,
      id: 'getStandings',
      summary: 'Read the standings',
      about:
        'Everybody who has entered, the best first: points, the tie-breaks of the format, and how strong each is by all games that were ' +
        'played, with the certainty of it. They follow from the events alone, so that anyone can compute them again. A page is of the ' +
        '`version` that it names: begin again when it is another than that of the page before.',
      config: { cost: STANDINGS_COST },
      query: {
        round: Type.Optional(
          numbered('The standings after this round, as far as it counts; without it those by all that counts now.'),
        ),
        ...PAGE_ASKED,
      },
      answers: CompetitionStandings,
      tagged: true,
      refuses: ['round-not-found', 'rules-unavailable', 'stopping'],
      handle: (request, reply) => {
        const { round = null, ...page } = request.query;
        return found(reader, request, reply, async (competition) => {
          const ranked = await inTurn(request, () => reader.standings(competition, round));
          return ranked.ok ? done(standingsView(competition, round, ranked.value, pageAsked(page))) : ranked;
        });
      },
    }),

    get('/v1/competitions/:competitionId/crosstable', {
      ...READING,
      id: 'getCrossTable',
      summary: 'Read who fared how against whom',
      about: 'For each entry those whom it met, in how many games that count, and what part of what both won it has.',
      config: { cost: STANDINGS_COST },
      query: PAGE_ASKED,
      answers: CrossTable,
      tagged: true,
      refuses: ['stopping'],
      handle: (request, reply) =>
        shown(reader, request, reply, async (competition) => {
          const packed = await inTurn(request, () => reader.crossTable(competition));
          return crossTableView(competition, packed, pageAsked(request.query));
        }),
    }),
  ],
);
