import { expect, test } from 'vitest';
import { nextStep, nextTime } from '../../src/competitions/director/next-step.ts';
import {
  closing,
  countedAs,
  type GameResult,
  gamesToDeal,
  sharesIn,
} from '../../src/competitions/director/situation.ts';
import { formatOf } from '../../src/competitions/formats/formats.ts';
import { type Competition, waitedFor } from '../../src/competitions/model/competition.ts';
import type { CompetitionEventData, DealtGame } from '../../src/competitions/model/events.ts';
import { foldAll } from '../../src/competitions/model/fold.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import { ratedGamesIn } from '../../src/competitions/runtime/competition-log.ts';
import { sharesOf } from '../../src/games/model/rated-game.ts';
import { createdEvent, dealtGame, entryMade, headerOf, houseEntry, rowsOf, SETTINGS } from './competition-log.ts';

const NOON = new Date('2026-11-22T12:00:00.000Z');
const later = (minutes: number) => new Date(NOON.getTime() + 60_000 * minutes);
const started: CompetitionEventData = { type: 'competitionStarted', data: {} };

function competitionOf(settings: Partial<Settings>, entries: number, ...events: CompetitionEventData[]): Competition {
  const header = headerOf(settings);
  const made = Array.from({ length: entries }, (_, i) => entryMade(i + 1));
  return foldAll(header, null, rowsOf(header, [createdEvent(header), ...made, ...events])).competition;
}

function situationOf(competition: Competition, results: GameResult[] = [], now = later(10)) {
  const rules = formatOf(competition.header.settings.format);
  return { competition, rules, results: new Map(results.map((result) => [result.gameId, result])), now };
}

function won({ gameId }: DealtGame, noShows: number[] = []): GameResult {
  const counted = noShows.length === 0 ? 'played' : 'walkover';
  return { gameId, head: 'a head', counted, shares: [1, 0], scores: [3, 1], noShows, unasked: [] };
}

function paired(round: number, boards: number[], ...tables: (number | null)[][]): CompetitionEventData {
  const candidates = tables.flat().filter((entry) => entry !== null);
  const seated = tables.map((entries, i) => ({ table: i + 1, entries, boards }));
  return { type: 'roundPaired', data: { round, candidates, tables: seated, byes: [] } };
}

const dealt = (...games: DealtGame[]): CompetitionEventData => ({ type: 'gamesDealt', data: { games } });
const one = dealtGame({ gameId: 'one', entries: [1, 2] });
const two = dealtGame({ gameId: 'two', table: 2, copy: 2, entries: [3, 4] });

test('a competition waits for its start, and begins if it has enough entries', () => {
  const settings = { startsAt: later(5).toISOString() };
  const early = situationOf(competitionOf(settings, 2), [], later(4));
  expect(nextStep(early)).toBe(null);
  expect(nextTime(early)).toEqual(later(5));
  expect(nextStep(situationOf(competitionOf(settings, 2)))).toEqual({ do: 'write', events: [started] });
});

test('a competition with too few entries is aborted, and publishes its seed at once', () => {
  const step = nextStep(situationOf(competitionOf({ startsAt: later(5).toISOString() }, 1)));
  expect(step).toMatchObject({
    do: 'write',
    events: [
      {
        type: 'competitionAborted',
        data: { by: 'house', reason: 'The competition needs at least 2 entries to start, and has 1.' },
      },
      { type: 'seedPublished', data: { serverSeed: '07'.repeat(32) } },
    ],
  });
});

test('games are dealt in the order of the schedule, if all players have room, and not too many at once', () => {
  const boards = Array.from({ length: 30 }, (_, i) => i + 1);
  const competition = competitionOf({ duplicate: 'none' }, 4, started, paired(1, boards, [1, 2], [3, 4]));
  const step = nextStep(situationOf(competition));
  expect(step).toMatchObject({
    do: 'deal',
    games: [
      { table: 1, board: 1 },
      { table: 2, board: 1 },
    ],
  });
  const roomy = { ...competition, entries: competition.entries.map((entry) => ({ ...entry, concurrency: 16 })) };
  const full = nextStep(situationOf(roomy));
  expect(full?.do === 'deal' && full.games.map(({ table }) => table)).toEqual([
    ...Array(16).fill(1),
    ...Array(4).fill(2),
  ]);
});

test('an entry plays the copies of a board in sequence, because each shows cards that are hidden in the other', () => {
  const base = competitionOf({ duplicate: 'permuted' }, 2, started, paired(1, [1, 2], [1, 2]));
  const roomy = (competition: typeof base) => ({
    ...competition,
    entries: competition.entries.map((entry) => ({ ...entry, concurrency: 16 })),
  });
  const step = nextStep(situationOf(roomy(base)));
  const places = step?.do === 'deal' && step.games.map(({ board, copy }) => [board, copy]);
  expect(places).toEqual([
    [1, 1],
    [2, 1],
  ]);
  const both = competitionOf({ duplicate: 'permuted' }, 2, started, paired(1, [1, 2], [1, 2]), dealt(one));
  const next = nextStep(situationOf(roomy(both)));
  expect(next).toMatchObject({ do: 'deal', games: [{ board: 2, copy: 1 }] });
  expect(nextStep(situationOf(roomy(both), [won(one)]))).toMatchObject({
    games: [
      { board: 1, copy: 2 },
      { board: 2, copy: 1 },
    ],
  });
});

test('copies of a board are counted over all rounds, those of open boards alone, and computed once', () => {
  const events = [started, paired(1, [1], [1, 2]), dealt(one), paired(2, [1], [3, 4]), paired(3, [2], [1, 2])];
  const closed: CompetitionEventData = { type: 'boardClosed', data: { board: 2, seed: 'ab', par: null } };
  const competition = competitionOf({ format: 'ladder' }, 4, ...events);
  const expected = { round: 2, table: 1, board: 1, copy: 2, entries: [3, 4] };
  expect(gamesToDeal(competition)).toMatchObject([expected, { round: 3, board: 2, copy: 1 }]);
  expect(gamesToDeal(competition)).toBe(gamesToDeal(competition));
  expect(gamesToDeal(competitionOf({ format: 'ladder' }, 4, ...events, closed))).toEqual([expected]);
});

test('a bot takes the seat of an absent entry, and a table without any entry is not dealt', () => {
  const absent = (entry: number): CompetitionEventData => ({ type: 'entryWithdrawn', data: { entry } });
  const competition = competitionOf({}, 4, started, paired(1, [1], [1, 2], [3, 4]), absent(2), absent(3), absent(4));
  expect(nextStep(situationOf(competition))).toEqual({
    do: 'deal',
    events: [],
    games: [{ round: 1, table: 1, board: 1, copy: 1, entries: [1, null] }],
  });
});

test('with fewer than two entries present nothing is dealt, closed or paired until one returns or leaves', () => {
  const settings: Partial<Settings> = { format: 'swiss', rounds: 2 };
  const paused = (...entries: number[]): CompetitionEventData[] =>
    entries.map((entry) => ({ type: 'entryPaused', data: { entry, because: 'asked' } }));
  const first = [started, paired(1, [1], [1, 2], [3, 4])];
  const over = (events: CompetitionEventData[]) => {
    const competition = competitionOf(settings, 4, ...first, dealt(one, two), ...events);
    return [...events, ...closing(competition, [1], situationOf(competition, [won(one), won(two)]).results, new Map())];
  };
  const end: CompetitionEventData = { type: 'roundEnded', data: { round: 1 } };
  const after = (...events: CompetitionEventData[]) => {
    const competition = competitionOf(settings, 4, ...first, dealt(one, two), ...over([]), end, ...events);
    return { awaited: waitedFor(competition), step: nextStep(situationOf(competition)) };
  };
  expect(after(...paused(1, 2))).toEqual({ awaited: [], step: { do: 'pair', candidates: [3, 4] } });
  for (const away of [
    [1, 2, 3],
    [1, 2, 3, 4],
  ]) {
    expect(after(...paused(...away))).toEqual({ awaited: away, step: null });
    expect(nextStep(situationOf(competitionOf(settings, 4, ...first, ...paused(...away))))).toBe(null);
  }
  const left = [1, 2, 3].map((entry): CompetitionEventData => ({ type: 'entryWithdrawn', data: { entry } }));
  expect(after(...left)).toMatchObject({ awaited: [], step: { events: [{ type: 'competitionEnded' }, {}] } });
});

test('a board closes when all its copies are over, and counts them in the order of the schedule', () => {
  const competition = competitionOf({}, 4, started, paired(1, [1], [1, 2], [3, 4]), dealt(one, two));
  expect(nextStep(situationOf(competition, [won(two)]))).toBe(null);
  const situation = situationOf(competition, [won(two), won(one)]);
  expect(nextStep(situation)).toEqual({ do: 'close', boards: [1] });
  const events = closing(competition, [1], situation.results, new Map());
  expect(events.map(({ data }) => ('gameId' in data ? data.gameId : 'board' in data && data.board))).toEqual([
    'one',
    'two',
    1,
  ]);
});

test('an entry that does not act in several games in a row is paused, unless it acts in between', () => {
  const boards = [1, 2, 3];
  const games = boards.map((board) => dealtGame({ gameId: `game ${board}`, board, entries: [1, 2] }));
  const settings = { noShow: { pauseAfter: 2 }, duplicate: 'none' as const };
  const competition = competitionOf(settings, 2, started, paired(1, boards, [1, 2]), dealt(...games));
  const [first, second, third] = games as [DealtGame, DealtGame, DealtGame];
  const closed = (...results: GameResult[]) => {
    const { results: known } = situationOf(competition, results);
    return closing(competition, boards, known, new Map()).filter(({ type }) => type === 'entryPaused');
  };
  expect(closed(won(first, [1]), won(second, [0, 1]), won(third))).toEqual([
    { type: 'entryPaused', data: { entry: 2, because: 'noShow' } },
  ]);
  expect(closed(won(first, [1]), won(second), won(third, [1]))).toEqual([]);
});

test('an aborted game is void, and dealt again on a new board', () => {
  const competition = competitionOf({}, 4, started, paired(1, [1], [1, 2], [3, 4]), dealt(one, two));
  const lost: GameResult = { ...won(two), counted: 'void' };
  expect(nextStep(situationOf(competition, [lost]))).toMatchObject({
    do: 'deal',
    events: [{ type: 'gameCounted', data: { gameId: 'two', counted: 'void' } }],
    games: [{ round: 1, table: 2, board: 2, copy: 1, entries: [3, 4] }],
  });
});

test('a decided match deals nothing more, and ends', () => {
  const boards = Array.from({ length: 60 }, (_, i) => i + 1);
  const games = boards.slice(0, 40).map((board) => dealtGame({ gameId: `game ${board}`, board, entries: [1, 2] }));
  const settings: Partial<Settings> = {
    format: 'match',
    duplicate: 'none',
    stop: { margin: 0.1, alpha: 0.05, beta: 0.05 },
  };
  const playing = competitionOf(settings, 2, started, paired(1, boards, [1, 2]), dealt(...games));
  const numbers = games.map(({ board }) => board);
  const counted = closing(
    playing,
    numbers,
    situationOf(
      playing,
      games.map((game) => won(game)),
    ).results,
    new Map(),
  );
  const events = [started, paired(1, boards, [1, 2]), dealt(...games), ...counted];
  const shown = nextStep(situationOf(competitionOf(settings, 2, ...events)));
  expect(shown).toMatchObject({ do: 'write', events: [{ type: 'verdictReached', data: { verdict: 'firstBetter' } }] });
  const verdict = shown?.do === 'write' ? shown.events : [];
  const over = nextStep(situationOf(competitionOf(settings, 2, ...events, ...verdict)));
  expect(over).toMatchObject({ events: [{ type: 'competitionEnded' }, { type: 'seedPublished' }] });
  const whole = [started, paired(1, numbers, [1, 2]), dealt(...games), ...counted, ...verdict];
  const ended = nextStep(situationOf(competitionOf(settings, 2, ...whole)));
  expect(ended, 'a round of which nothing is left').toEqual({
    do: 'write',
    events: [{ type: 'roundEnded', data: { round: 1 } }],
  });
});

test('a competition that its organizer aborts deals nothing, finishes its games, closes their boards, and publishes its seed', () => {
  const aborted: CompetitionEventData = { type: 'competitionAborted', data: { by: 'organiser', reason: null } };
  const events = [started, paired(1, [1, 2], [1, 2], [3, 4]), dealt(one, two), aborted];
  const competition = competitionOf({}, 4, ...events);
  expect(nextStep(situationOf(competition, [won(one)]))).toBe(null);
  const situation = situationOf(competition, [won(one), won(two, [1])]);
  expect(nextStep(situation)).toEqual({ do: 'close', boards: [1] });
  const ends = closing(competition, [1], situation.results, new Map());
  expect(ends.map(({ data }) => 'counted' in data && data.counted)).toEqual(['played', 'walkover', false]);
  expect(nextStep(situationOf(competitionOf({}, 4, ...events, ...ends)))).toMatchObject({
    do: 'write',
    events: [{ type: 'seedPublished' }],
  });
});

test('a competition that the operator aborts ends its games, closes their boards, and publishes its seed', () => {
  const aborted: CompetitionEventData = { type: 'competitionAborted', data: { by: 'operator', reason: 'It hangs.' } };
  const events = [started, paired(1, [1], [1, 2], [3, 4]), dealt(one, two), aborted];
  const competition = competitionOf({}, 4, ...events);
  expect(nextStep(situationOf(competition, [won(one)]))).toEqual({ do: 'abort', gameIds: ['two'] });
  const results = [won(one), { ...won(two), counted: 'void' as const }];
  const situation = situationOf(competition, results);
  expect(nextStep(situation)).toEqual({ do: 'close', boards: [1] });
  const closed = competitionOf({}, 4, ...events, ...closing(competition, [1], situation.results, new Map()));
  expect(nextStep(situationOf(closed))).toMatchObject({ events: [{ type: 'seedPublished' }] });
});

test('a ladder pairs entries with room until its time is up, and ends when its games are over', () => {
  const settings: Partial<Settings> = { format: 'ladder', rounds: 9, endsAt: later(20).toISOString() };
  const competition = competitionOf(settings, 4, started, paired(1, [1], [1, 2]), dealt(one));
  expect(nextStep(situationOf(competition))).toEqual({ do: 'pair', candidates: [3, 4] });
  expect(nextTime(situationOf(competition))).toEqual(later(20));
  expect(nextStep(situationOf(competition, [won(one)]))).toEqual({ do: 'pair', candidates: [1, 2, 3, 4] });
  expect(nextStep(situationOf(competition, [], later(20)))).toBe(null);
  expect(nextStep(situationOf(competition, [won(one)], later(20)))).toEqual({ do: 'close', boards: [1] });
});

test('a ladder with too few entries is checked again when entering ends', () => {
  const settings: Partial<Settings> = {
    format: 'ladder',
    rounds: 9,
    entryUntil: later(15).toISOString(),
    endsAt: later(20).toISOString(),
  };
  const competition = competitionOf(settings, 1, started);
  expect(nextStep(situationOf(competition))).toBe(null);
  expect(nextTime(situationOf(competition))).toEqual(later(15));
  expect(nextStep(situationOf(competition, [], later(15)))).toMatchObject({
    events: [{ type: 'competitionEnded' }, {}],
  });
});

test('a ladder that ended early waits for nothing', () => {
  const settings: Partial<Settings> = { format: 'ladder', rounds: 9, endsAt: later(20).toISOString() };
  const aborted: CompetitionEventData = { type: 'competitionAborted', data: { by: 'organiser', reason: null } };
  const published: CompetitionEventData = { type: 'seedPublished', data: { serverSeed: '07'.repeat(32) } };
  expect(nextTime(situationOf(competitionOf(settings, 4, started, aborted, published)))).toBe(null);
});

test('a board of a ladder closes when no remaining entry can meet it, long before its day is over', () => {
  const ladder: Partial<Settings> = { format: 'ladder', rounds: 2 };
  const tables = [
    [1, 2],
    [1, 3],
    [2, 3],
  ];
  const games = tables.map((entries, i) => dealtGame({ gameId: `${i}`, round: i + 1, board: i + 1, entries }));
  const rounds = tables.map((entries, i) => paired(i + 1, [i + 1], entries));
  const events = [...rounds, ...games.map((game) => dealt(game))];
  const results = games.map((game) => won(game));
  expect(nextStep(situationOf(competitionOf(ladder, 3, started, ...events), results))).toEqual({
    do: 'close',
    boards: [1, 2, 3],
  });
  const waiting = competitionOf(ladder, 5, started, ...events);
  expect(nextStep(situationOf(waiting, results))).toEqual({ do: 'pair', candidates: [4, 5] });
  const paused: CompetitionEventData = { type: 'entryPaused', data: { entry: 5, because: 'asked' } };
  const alone = competitionOf(ladder, 5, started, ...events, paused);
  expect(nextStep(situationOf(alone, results))).toEqual({ do: 'close', boards: [1, 2, 3] });
});

test('an absent entry gives a walkover; where that would bias the measure, it loses the game', () => {
  const stop = { margin: 0.1, alpha: 0.05, beta: 0.05 };
  const ladder: Settings = { ...SETTINGS, format: 'ladder' };
  const match: Settings = { ...SETTINGS, format: 'match', stop };
  expect([SETTINGS, ladder, match].map((settings) => countedAs(settings, [1, 2], [0]))).toEqual([
    'walkover',
    'played',
    'played',
  ]);
  expect([countedAs(ladder, [1, 2], [0, 1]), countedAs(SETTINGS, [1, 2], [])]).toEqual(['walkover', 'played']);
});

test('for ratings a silent entry loses to those present, and games without two present entries or on a board seen beside a bot do not count', () => {
  const games: [DealtGame, number[]][] = [
    [one, []],
    [{ ...one, gameId: 'silent winner' }, [0]],
    [{ ...one, gameId: 'silent of three', entries: [1, 2, null] }, [0]],
    [{ ...one, gameId: 'nobody' }, [0, 1]],
    [{ ...one, gameId: 'house alone', entries: [1, null] }, []],
    [{ ...one, gameId: 'silent beside the house', entries: [1, null] }, [0]],
    [{ ...one, gameId: 'second copy', copy: 2 }, []],
    [{ ...one, gameId: 'second copy beside the house', copy: 2, entries: [1, 2, null] }, []],
    [{ ...one, gameId: 'second copy against a bot', copy: 2, entries: [1, 3] }, []],
  ];
  const counted = games.map(([game, noShows]): CompetitionEventData => {
    const shares = game.entries.map((_, seat) => (seat === 0 ? 1 : 0));
    return { type: 'gameCounted', data: { ...game, ...won(game, noShows), shares } };
  });
  const rated = (settings: Partial<Settings>) => {
    const header = headerOf(settings);
    const events = [
      createdEvent(header),
      entryMade(1),
      entryMade(2),
      houseEntry(3),
      dealt(...games.map(([game]) => game)),
      ...counted,
    ];
    const change = foldAll(header, null, rowsOf(header, events));
    return ratedGamesIn(change.competition, change.events).map(({ gameId, shares }) => [gameId, shares]);
  };
  const due = [
    ['one', [1, 0]],
    ['silent winner', [0, 1]],
    ['silent of three', [0, 0.5, 0.5]],
    ['second copy', [1, 0]],
  ];
  const foreknown = [
    ['second copy beside the house', [1, 0, 0]],
    ['second copy against a bot', [1, 0]],
  ];
  expect(rated({ duplicate: 'permuted' })).toEqual(due);
  expect(rated({ duplicate: 'movement' })).toEqual([...due, ...foreknown]);
  expect(rated({ format: 'ladder', duplicate: 'permuted' })).toEqual(due);
  expect(rated({ visibility: 'private' })).toEqual([]);
});

test('an entry that plays a bot in place of an absent opponent gets the win, without evidence of strength', () => {
  for (const settings of [SETTINGS, { ...SETTINGS, format: 'ladder' as const }]) {
    expect(countedAs(settings, [null, 2], [])).toBe('walkover');
  }
  expect([sharesIn([null, 2], [0]), sharesIn([1, null, 2], [1]), sharesIn([1, 2], [0])]).toEqual([
    [0, 1],
    [0, 1, 0],
    [1, 0],
  ]);
  expect(countedAs(SETTINGS, [1, null, 2], [])).toBe('played');
});

test('winners share the win; if all lost, all share it; a single player wins or loses', () => {
  expect(sharesOf([0, 2], 3)).toEqual([0.5, 0, 0.5]);
  expect(sharesOf([], 2)).toEqual([0.5, 0.5]);
  expect([sharesOf([0], 1), sharesOf([], 1)]).toEqual([[1], [0]]);
});
