import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonical, deepFreeze } from '#rules/kernel/json.ts';
import { boardSeedOf, type Competition } from '../../src/competitions/model/competition.ts';
import type { CompetitionEventData } from '../../src/competitions/model/events.ts';
import { foldAll } from '../../src/competitions/model/fold.ts';
import { createdEvent, dealtGame, entryMade, gameCounted, headerOf, rowsOf } from './competition-log.ts';

const header = headerOf();
const first = dealtGame({});
const second = dealtGame({ gameId: 'another game', table: 2, copy: 2, entries: [3, 4] });

const PAIRED: CompetitionEventData = {
  type: 'roundPaired',
  data: {
    round: 1,
    candidates: [1, 2, 3, 4],
    tables: [
      { table: 1, entries: [1, 2], boards: [1] },
      { table: 2, entries: [3, 4], boards: [1] },
    ],
    byes: [],
  },
};

const STARTED: CompetitionEventData[] = [
  createdEvent(header),
  ...[1, 2, 3, 4].map(entryMade),
  { type: 'competitionStarted', data: {} },
  PAIRED,
  { type: 'gamesDealt', data: { games: [first, second] } },
];

const WHOLE: CompetitionEventData[] = [
  ...STARTED,
  gameCounted(first, [1]),
  gameCounted(second),
  { type: 'boardClosed', data: { board: 1, seed: '00', par: null } },
  { type: 'roundEnded', data: { round: 1 } },
  { type: 'competitionEnded', data: {} },
  { type: 'seedPublished', data: { serverSeed: '07' } },
];

const after = (events: CompetitionEventData[]): Competition =>
  foldAll(header, null, rowsOf(header, events)).competition;

test('a competition follows from its log, folded one entry at a time or at once', () => {
  const rows = rowsOf(header, WHOLE);
  let competition: Competition | null = null;
  const events = rows.map((row) => {
    const change = foldAll(header, competition, [row]);
    const { header: _, ...folded } = change.competition;
    deepFreeze(folded);
    competition = Object.freeze(change.competition);
    return change.events[0];
  });
  expect(foldAll(header, null, rows)).toEqual({ competition, events });
  expect(competition).toMatchObject({
    version: rows.length,
    status: 'finished',
    roundsEnded: 1,
    seedPublished: true,
    updatedAt: rows.at(-1)?.at,
    games: [first, second],
    counted: [{ gameId: first.gameId, counted: 'walkover' }, { gameId: second.gameId }],
    boards: [{ board: 1, version: 7, games: [first, second], dealtAt: rows[7]?.at, closed: true }],
  });
  expect((competition as Competition | null)?.entries.map(({ noShows }) => noShows)).toEqual([0, 1, 0, 0]);
});

test('a log continues after a fold, and unchanged parts are shared', () => {
  const rows = rowsOf(header, WHOLE);
  const started = foldAll(header, null, rows.slice(0, STARTED.length)).competition;
  const { competition } = foldAll(header, started, rows.slice(STARTED.length));
  expect(competition).toEqual(after(WHOLE));
  expect(competition.rounds).toBe(started.rounds);
  expect(competition.games).toBe(started.games);
  expect(competition.entries[2]).toBe(started.entries[2]);
  expect(started.counted).toEqual([]);
});

test('the chain of a competition is plain SHA-256 over the settings and then each entry', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const { id: competitionId, settings, createdBy, commitment } = header;
  let head = sha256(canonical({ competitionId, settings, createdBy, commitment }));
  const rows = rowsOf(header, WHOLE);
  const { competition, events } = foldAll(header, null, rows);
  for (const [i, { version, type, data, at }] of rows.entries()) {
    head = sha256(`${head}\n${canonical([version, type, data, at.toISOString()])}`);
    expect(events[i]).toMatchObject({ version, type, data, at, head });
  }
  expect(competition.head).toBe(head);
});

test('entries pause, return and leave; games that an entry missed before it returns no longer count', () => {
  const { entries } = after([
    ...WHOLE.slice(0, -2),
    { type: 'entryChanged', data: { entry: 1, concurrency: 4 } },
    { type: 'entryPaused', data: { entry: 2, because: 'noShow' } },
    { type: 'entryResumed', data: { entry: 2 } },
    { type: 'entryPaused', data: { entry: 1, because: 'asked' } },
    { type: 'entryWithdrawn', data: { entry: 3 } },
    { type: 'entryDisqualified', data: { entry: 4, reason: 'two accounts' } },
  ]);
  expect(entries).toMatchObject([
    { concurrency: 4, status: 'paused' },
    { status: 'active', noShows: 0 },
    { status: 'withdrawn' },
    { status: 'disqualified' },
  ]);
});

test('a void game does not count as missed by its entries, and is dealt again on its own board', () => {
  const voided = gameCounted(first, [0]) as Extract<CompetitionEventData, { type: 'gameCounted' }>;
  const again = dealtGame({ gameId: 'a third game', board: 2 });
  const { entries, boards } = after([
    ...STARTED,
    { type: 'gameCounted', data: { ...voided.data, counted: 'void' } },
    { type: 'gamesDealt', data: { games: [again] } },
  ]);
  expect(entries[0]?.noShows).toBe(0);
  expect(boards[1]).toMatchObject({ board: 2, version: STARTED.length + 2, games: [again] });
});

test('a seat that never had to act leaves its entry’s count of missed games unchanged; in an older log it resets it', () => {
  const [missed, early] = [gameCounted(first, [1]), gameCounted({ ...second, entries: [1, 2] })];
  const late = { ...early, data: { ...early.data, unasked: [1] } } as CompetitionEventData;
  const dealt = [
    ...STARTED.slice(0, -1),
    { type: 'gamesDealt', data: { games: [first, { ...second, entries: [1, 2] }] } },
  ];
  const missedBy = (event: CompetitionEventData) =>
    after([...(dealt as CompetitionEventData[]), missed, event]).entries.map(({ noShows }) => noShows);
  expect(missedBy(late)).toEqual([0, 1, 0, 0]);
  expect(missedBy(early)).toEqual([0, 0, 0, 0]);
});

test('the seed of a board depends on the words of the entries at its pairing', () => {
  const early = after(STARTED);
  const late = after([...STARTED, entryMade(5)]);
  expect(boardSeedOf(early, 1)).toMatch(/^[0-9a-f]{64}$/);
  expect(boardSeedOf(late, 1)).toBe(boardSeedOf(early, 1));
  expect(boardSeedOf(early, 2)).not.toBe(boardSeedOf(early, 1));
  expect(boardSeedOf(late, 2)).not.toBe(boardSeedOf(early, 2));
});

test.each<[string, CompetitionEventData[], RegExp]>([
  ['begins in the middle', [entryMade(1)], /type entryMade at version 1/],
  ['is created twice', [createdEvent(header), createdEvent(header)], /competitionCreated at version 2/],
  ['has an unknown event', [createdEvent(header), { type: 'sold', data: {} } as never], /unknown type sold/],
  ['leaves out an entry', [createdEvent(header), entryMade(2)], /entry 2 where 1 is due/],
  [
    'has an event of an entry that was never made',
    [createdEvent(header), { type: 'entryResumed', data: { entry: 9 } }],
    /entry 9/,
  ],
  ['leaves out a round', [...STARTED, { ...PAIRED, data: { ...PAIRED.data, round: 3 } }], /round 3 where 2 is due/],
  ['ends a round too early', [...STARTED, { type: 'roundEnded', data: { round: 2 } }], /round 2 where 1 is due/],
  ['leaves out a board', [...STARTED, { type: 'gamesDealt', data: { games: [dealtGame({ board: 3 })] } }], /board 3/],
  [
    'counts a game that was not dealt',
    [...STARTED, gameCounted(dealtGame({ gameId: 'x' }))],
    /game x, which was not dealt/,
  ],
])('a log that %s is rejected', (_, events, message) => {
  expect(() => after(events)).toThrow(message);
});

test('a log with a gap is rejected', () => {
  const [created, , entry] = rowsOf(header, [createdEvent(header), entryMade(1), entryMade(2)]);
  const { competition } = foldAll(header, null, [created as never]);
  expect(() => foldAll(header, competition, [entry as never])).toThrow(/jumps to version 3 where 2 is due/);
});
