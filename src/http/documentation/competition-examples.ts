import { boardSeedOf } from '../../competitions/model/board-seed.ts';
import type { Competition, CompetitionHeader } from '../../competitions/model/competition.ts';
import type { CompetitionEvent, CompetitionEventData } from '../../competitions/model/events.ts';
import { foldAll } from '../../competitions/model/fold.ts';
import type { Settings } from '../../competitions/model/settings.ts';
import { standingsInputOf } from '../../competitions/model/standings-input.ts';
import { competitionView, summaryOf } from '../../competitions/queries/competition-view.ts';
import { entryView } from '../../competitions/queries/entry-view.ts';
import { boardsView, boardView, gamesView, roundsView, roundView } from '../../competitions/queries/schedule-view.ts';
import { crossTableView, standingsView } from '../../competitions/queries/standings-view.ts';
import type { Result } from '../../games/model/result.ts';
import { commitmentTo } from '../../kernel/chance.ts';
import type { Json } from '../../kernel/json.ts';
import type { CatalogueEntry } from '../../rulesets/catalogue.ts';
import { crossTable, packedCells } from '../../standings/cross-table.ts';
import { standings } from '../../standings/standings.ts';
import { EXAMPLE_PLAYER } from './examples.ts';

/** Examples for the operations about competitions: moments of one small competition, told as a caller gets them. */
export interface CompetitionExamples {
  requests: Record<string, object>;
  created: object;
  estimateRequests: Record<string, object>;
  estimate: object;
  playing: object;
  finished: object;
  aborted: object;
  list: object;
  entered: object;
  entries: object;
  events: object;
  rounds: object;
  round: object;
  games: object;
  boards: object;
  board: object;
  standings: object;
  crossTable: object;
}

const ID = '01930000-0000-7000-8000-000000000010';
const GAME_ID = '01930000-0000-7000-8000-000000000011';
const PLACE = { round: 1, table: 1, board: 1, copy: 1 };
const FIRST_PAGE = { limit: 20 };
const SERVER_SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
const CLOCK = { perAction: 60, onTimeout: 'random' } as const;

/** Of this ruleset: it is the same at every start of the service. */
export function competitionExamplesOf(catalogued: CatalogueEntry): CompetitionExamples {
  const { ruleset } = catalogued;
  const header = headerOf(catalogued);
  const { settings } = header;
  const seats = Array.from({ length: settings.seats }, (_, seat) => (seat < 2 ? seat + 1 : null));
  const shares = seats.map((_, seat) => (seat === 0 ? 1 : 0));
  const scores = seats.map((_, seat) => 10 - seat);
  const dealt = { gameId: GAME_ID, ...PLACE, entries: seats };
  const opening: CompetitionEventData[] = [
    { type: 'competitionCreated', data: { settings, createdBy: header.createdBy, commitment: header.commitment } },
    { type: 'entryMade', data: entryOf(1, null) },
    { type: 'entryMade', data: entryOf(2, 'random') },
  ];
  const started: CompetitionEventData[] = [
    { type: 'competitionStarted', data: {} },
    {
      type: 'roundPaired',
      data: { round: 1, candidates: [1, 2], tables: [{ table: 1, entries: seats, boards: [1] }], byes: [] },
    },
    { type: 'gamesDealt', data: { games: [dealt] } },
  ];
  const [open, playing] = [foldOf(header, opening), foldOf(header, [...opening, ...started])];
  const over: CompetitionEventData[] = [
    {
      type: 'gameCounted',
      data: { ...dealt, head: 'a'.repeat(64), counted: 'played', shares, scores, noShows: [], unasked: [] },
    },
    { type: 'boardClosed', data: { board: 1, seed: boardSeedOf(playing.competition, 1), par: null } },
    { type: 'roundEnded', data: { round: 1 } },
    { type: 'competitionEnded', data: {} },
    { type: 'seedPublished', data: { serverSeed: Buffer.from(SERVER_SEED).toString('hex') } },
  ];
  const finished = foldOf(header, [...opening, ...started, ...over]).competition;
  const aborted = foldOf(header, [
    ...opening,
    { type: 'competitionAborted', data: { by: 'organiser', reason: 'the hall is on fire' } },
  ]);
  const direction = ruleset.scoring(settings.options);
  const ranked = standings(standingsInputOf(finished, direction));
  const entered = competitionView(open.competition, EXAMPLE_PLAYER.id);
  return {
    requests: requestsOf(settings),
    created: competitionView(foldOf(header, opening.slice(0, 1)).competition, EXAMPLE_PLAYER.id),
    estimateRequests: { match: estimateRequestOf(settings) },
    estimate: ESTIMATE,
    playing: competitionView(playing.competition, null),
    finished: competitionView(finished, null),
    aborted: competitionView(aborted.competition, EXAMPLE_PLAYER.id),
    list: { competitions: [summaryOf(open.competition)], next: null },
    entered: { entry: entered.you, competition: entered },
    entries: { version: open.competition.version, entries: open.competition.entries.map(entryView), next: null },
    events: { version: finished.version, events: [...open.events, ...playing.events.slice(3)], next: 6 },
    rounds: roundsView(finished, FIRST_PAGE),
    round: shown(roundView(finished, 1, FIRST_PAGE)),
    games: shown(gamesView(finished, FIRST_PAGE)),
    boards: boardsView(finished, FIRST_PAGE),
    board: shown(boardView(finished, 1, direction)),
    standings: standingsView(finished, null, ranked, FIRST_PAGE),
    crossTable: crossTableView(finished, packedCells(crossTable(finished.counted)), FIRST_PAGE),
  };
}

/** Of the first competition of all examples. */
function estimateRequestOf({ ruleset, seats, format }: Settings): object {
  const boards = format === 'cup' ? { boards: 20 } : { rounds: 20 };
  return { name: 'Tuesday', ruleset, seats, format, duplicate: 'none', ...boards, clock: CLOCK, entries: 2 };
}

/** What somebody was told once; another ruleset takes other times. */
const ESTIMATE = {
  entries: 2,
  roundsPlanned: 20,
  games: { least: 20, most: 20 },
  gamesEach: 20,
  decisions: { mean: 165.8, deviation: 34.4, games: 16 },
  seconds: { expected: 16580, byClock: 198960 },
  difference: {
    interval: { rating: 164, share: 0.72, score: null },
    shown: { rating: 229, share: 0.789, score: null },
    boards: 20,
  },
  secondsPerDecision: 5,
  assumptions: ['Everybody who enters is there from the start to the end, and plays one game at a time.'],
};

/** As little as it takes, and more. */
function requestsOf({ ruleset }: Settings): Record<string, object> {
  return {
    least: { name: 'Tuesday', ruleset, format: 'swiss', clock: CLOCK },
    league: {
      name: 'Spring league',
      ruleset,
      format: 'roundRobin',
      boards: 2,
      clock: { bank: 600, increment: 5, onTimeout: 'resign' },
      kinds: ['agent'],
      startsAt: '2026-03-20T18:00:00Z',
    },
  };
}

function headerOf({ ruleset, inputs }: CatalogueEntry): CompetitionHeader {
  const options = inputs.options({});
  if (!options.ok) throw new Error(`the default options of ${ruleset.id} do not fit their own schema`);
  const settings: Settings = {
    name: 'Tuesday',
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options: options.value,
    seats: ruleset.seats.min,
    format: ruleset.seats.min === 1 ? 'cup' : 'match',
    duplicate: 'none',
    scoring: 'share',
    boards: 1,
    rounds: 1,
    clock: CLOCK,
    standIn: 'random',
    visibility: 'public',
    entryUntil: null,
    startsAt: null,
    endsAt: null,
    maxEntries: 2,
    kinds: ['human', 'agent'],
    noShow: { pauseAfter: 3 },
    stop: null,
  };
  const commitment = commitmentTo(SERVER_SEED);
  const { id: createdBy, createdAt } = EXAMPLE_PLAYER;
  return { id: ID, settings, createdBy, createdAt, inviteCode: null, commitment, serverSeed: SERVER_SEED };
}

function entryOf(entry: number, bot: string | null) {
  const { id, name, kind } = EXAMPLE_PLAYER;
  const player = bot === null ? { id, name, kind } : null;
  return { entry, player, bot, clientSeed: 'wind and tide', ownSeed: bot === null, concurrency: 1 };
}

function foldOf(
  header: CompetitionHeader,
  told: readonly CompetitionEventData[],
): { competition: Competition; events: CompetitionEvent[] } {
  const rows = told.map(({ type, data }, i) => {
    return { competitionId: ID, version: i + 1, type, data: data as unknown as Json, at: header.createdAt };
  });
  return foldAll(header, null, rows);
}

function shown<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.value;
}
