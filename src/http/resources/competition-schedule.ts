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
/** The cost in the rate limit, counted in calls: see docs/configuration.md. */
const STANDINGS_COST = 5;

export const scheduleOperations = resource(
  'competitions',
  ({ competitionReader: reader, gameService: { timeSlicer } }) => [
    get('/v1/competitions/:competitionId/rounds', {
      ...READING,
      id: 'listRounds',
      summary: 'List rounds',
      about: 'Returns the rounds paired so far and their progress.',
      query: PAGE_ASKED,
      answers: RoundList,
      tagged: true,
      handle: (request, reply) =>
        shown(reader, request, reply, (competition) => roundsView(competition, pageAsked(request.query))),
    }),

    get('/v1/competitions/:competitionId/rounds/:round', {
      ...READING,
      id: 'getRound',
      summary: 'Read the pairings of a round',
      about:
        'Returns the tables of a round, their games, and the entries that sit out. `result` of a game is null ' +
        'until the last game on its board is over, so players who have yet to play the board learn nothing.',
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
      summary: 'List competition games',
      about:
        'In the order in which they were dealt. Use `gameId` to read a game or act in it. While its board is ' +
        'sealed, only its players can read it.',
      query: {
        entry: numbered('Only games of the entry of this number.'),
        round: numbered('Only games of this round.'),
        board: numbered('Only games on this board.'),
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
      summary: 'List boards',
      about:
        'Returns the boards played so far, whether each is closed and, if known, when a sealed board opens at ' +
        'the latest.',
      query: PAGE_ASKED,
      answers: BoardList,
      tagged: true,
      handle: (request, reply) =>
        shown(reader, request, reply, (competition) => boardsView(competition, pageAsked(request.query))),
    }),

    get('/v1/competitions/:competitionId/boards/:board', {
      ...READING,
      id: 'getBoard',
      summary: 'Read a closed board',
      about:
        'A board is one shuffle: all chance of a game. It is closed when the last game on it is over. Then this ' +
        'call returns its seed and all results, by seat and compared with the same seat of its other games. ' +
        'Until then it is sealed (`board-sealed`).',
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
        'Returns all entries, best first: points, tie-breaks of the format, and strength with its interval. ' +
        'Anyone can recompute them from the events. A page belongs to its `version`: start again if the next ' +
        'page has another one.',
      config: { cost: STANDINGS_COST },
      query: {
        round: numbered('The standings after this round. Default: after all results that count now.'),
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
      summary: 'Read the cross table',
      about: 'Returns for each entry its opponents, the number of counted games, and its share of what both won.',
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
