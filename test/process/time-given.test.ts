import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { done } from '../../src/eventlog/result.ts';
import { submitAction } from '../../src/games/commands/actions.ts';
import { transcriptOf } from '../../src/games/fairness/transcript.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { GameService } from '../../src/games/game-service.ts';
import type { Clock } from '../../src/games/model/clock.ts';
import { fold } from '../../src/games/model/fold.ts';
import type { Game, TableEvent } from '../../src/games/model/game.ts';
import { asWritten, houseSentence } from '../../src/games/queries/house-sentences.ts';
import { type Player, Players } from '../../src/players/players.ts';
import type { EventRow } from '../../src/store/game-rows.ts';
import type { Store } from '../../src/store/store.ts';
import { openHouse, playThrough, QUICK, startedWith, whenIs } from '../competitions/house.ts';
import { resealed } from '../games/tampering.ts';
import { openTestStore } from '../store/test-store.ts';

const HOUR_MS = 3_600_000;
const PER_ACTION: Clock = { perAction: 60, onTimeout: 'resign' };
const BANK: Clock = { bank: 120, increment: 0, onTimeout: 'resign' };

const catalogue = await loadCatalogue(false);
let store: Store;
let players: Players;
let ada: Player;
let bob: Player;
let lasting: Game | null = null;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const houses: GameService[] = [];

beforeAll(async () => {
  store = await openTestStore();
  players = new Players(store);
  [ada, bob] = (await Promise.all(['Ada', 'Bob'].map((name) => registered(name)))) as [Player, Player];
  lasting = await dealt(await server(false), { perAction: 1_000_000, onTimeout: 'resign' });
});
afterAll(async () => {
  await Promise.all(houses.map((house) => house.stop()));
  await store.close();
});

async function registered(name: string): Promise<Player> {
  const made = await players.create(name, 'agent');
  if (!made.ok) throw new Error(`${name} is taken`);
  return made.value.player;
}

/** Starts another server, which reads when a server was last alive. If `directs` is false, it acts only when called. */
async function server(directs: boolean): Promise<GameService> {
  const onTrouble = (error: unknown) => {
    throw error;
  };
  const house = new GameService(store, catalogue, players, { liveGames: 100, clock, onTrouble });
  houses.push(house);
  if (directs) await house.start();
  if (lasting !== null) await house.attend(lasting.header.id);
  return house;
}

async function dealt(
  house: GameService,
  gameClock: Clock,
  as: 'inCompetition' | 'rated' | 'plain' = 'inCompetition',
): Promise<Game> {
  const { ruleset, inputs } = catalogue.get('pascals-ruin') as CatalogueEntry;
  const options = inputs.options({ roundsToWin: 1 });
  if (!options.ok) throw new Error('the options do not fit');
  const place = { competitionId: randomUUID(), round: 1, table: 1, board: 1, copy: 1, sealed: false };
  const seats = [ada, bob].map(({ id, name, kind }, seat) => {
    return { kind: 'player' as const, player: { id, name, kind }, clientSeed: `seat ${seat}` };
  });
  const plan = {
    ...{ ruleset, options: options.value, seats, creator: null, visibility: 'public' as const, clock: gameClock },
    ...{ standIn: 'random', seed: 'ab', commitment: null, rematchOf: null, daily: null, rated: as === 'rated' },
    place: as === 'inCompetition' ? place : null,
    allowsChat: true,
  };
  const made = await house.commands.create({ request: null, plan: async () => done(plan) });
  if (!made.ok) throw new Error(made.refusal.detail);
  return made.value.game;
}

async function gameAt(house: GameService, { header }: Game): Promise<Game> {
  const looked = await house.commands.handle({ gameId: header.id, by: null, request: null, decide: () => done(null) });
  if (!looked.ok) throw new Error(looked.refusal.detail);
  return looked.value.game;
}

/** Returns the kinds of events, each once. Checks that the deadlines are moved only once for each outage. */
async function kindsOf({ header }: Game): Promise<string[]> {
  const rows = await store.log.events(header.id, 0);
  const outages = rows.filter(({ kind }) => kind === 'timeGiven').map(({ action }) => JSON.stringify(action));
  expect(new Set(outages).size).toBe(outages.length);
  return [...new Set(rows.map(({ kind }) => kind))];
}

/** Lets a clock run out while the server runs: this is no outage, so the deadline is not moved. */
async function runsOut(house: GameService, game: Game): Promise<void> {
  const statusLater = async () => {
    aheadMs += HOUR_MS;
    await house.attend(game.header.id);
    return (await gameAt(house, game)).status;
  };
  await expect.poll(statusLater).toBe('finished');
}

function move(house: GameService, { header, decisions, state, version }: Game) {
  const seat = decisions[0]?.seat as number;
  const action = header.ruleset.legalActions(state, seat)[0];
  const submitted = { action, seat, seen: [{ version, staleAs: 'stale-version' as const }] };
  return house.commands.handle(submitAction(seat === 0 ? ada : bob, header.id, submitted, null));
}

const GIVEN = ['created', 'started', 'timeGiven'];

test('time without a server is given back in competitions and rated games, once by any server; elsewhere clocks run on', async () => {
  const before = await server(true);
  const [placed, banked, plain, rated] = await Promise.all([
    dealt(before, PER_ACTION),
    dealt(before, BANK),
    dealt(before, PER_ACTION, 'plain'),
    dealt(before, PER_ACTION, 'rated'),
  ]);
  await before.stop();
  aheadMs += HOUR_MS;

  const [one, other] = await Promise.all([server(true), server(true)]);
  await expect.poll(async () => (await gameAt(one, plain)).status).toBe('finished');
  await expect.poll(() => store.outages.unsettled()).toEqual([]);
  expect(await kindsOf(plain)).toEqual(['created', 'started', 'timeout']);
  expect(await kindsOf(banked)).toEqual(GIVEN);
  expect(await kindsOf(placed)).toEqual(GIVEN);
  expect(await kindsOf(rated)).toEqual(GIVEN);

  const now = await gameAt(other, placed);
  const [was, is] = [placed, now].map(({ decisions }) => decisions[0]?.deadline?.getTime() as number) as [
    number,
    number,
  ];
  const [, , given] = await store.log.events(placed.header.id, 0);
  const { from, to } = (given as EventRow).action as { from: string; to: string };
  expect(is - Date.parse(to)).toBe(was - Math.max(Date.parse(from), placed.updatedAt.getTime()));
  const seconds = Math.ceil((is - was) / 1000);
  const { events } = fold(placed.header, placed, given as EventRow);
  expect(events).toMatchObject([{ type: 'timeGiven', seat: null, data: { seconds } }]);
  expect(houseSentence(events[0] as TableEvent, asWritten)).toContain(`${seconds} s`);

  const moved = await move(one, await gameAt(one, banked));
  if (!moved.ok) throw new Error(moved.refusal.detail);
  expect(Math.min(...(moved.value.game.banks ?? []))).toBeGreaterThan(0);
  await Promise.all([one.stop(), other.stop()]);
});

test('an action that is late only because of an outage is accepted, and a later one is not', async () => {
  const before = await server(false);
  const [late, later] = await Promise.all([dealt(before, PER_ACTION), dealt(before, PER_ACTION)]);
  await before.stop();
  aheadMs += HOUR_MS;

  const house = await server(false);
  expect((await move(house, late)).ok).toBe(true);
  expect(await kindsOf(late)).toEqual([...GIVEN, 'action']);
  await runsOut(house, later);
  expect(await kindsOf(later)).toEqual([...GIVEN, 'timeout']);
  await house.stop();
});

test('a server that was killed leaves found outages to another, which gives them back before any time is up', async () => {
  const before = await server(false);
  const held = await dealt(before, PER_ACTION);
  await before.stop();
  aheadMs += HOUR_MS;
  const last = await store.outages.lastBeat();
  expect(await store.outages.beat(last, clock.now(), true)).toBe(true);
  expect(await store.outages.beat(last, clock.now(), true)).toBe(false);

  const next = await server(true);
  await expect.poll(() => store.outages.unsettled()).toEqual([]);
  await next.attend(held.header.id);
  expect(await kindsOf(held)).toEqual(GIVEN);
  await next.stop();
});

test('a history that gives time back verifies, and one that gives time back without an outage does not', async () => {
  const house = await server(false);
  const game = await dealt(house, PER_ACTION);
  await house.stop();
  aheadMs += HOUR_MS;
  const next = await server(false);
  expect((await move(next, game)).ok).toBe(true);
  await runsOut(next, game);
  const { header } = await gameAt(next, game);
  const transcript = transcriptOf(header, await store.log.events(header.id, 0));
  expect(await kindsOf(game)).toEqual([...GIVEN, 'action', 'timeout']);
  expect(verify(transcript, catalogue)).toMatchObject({ verified: true });

  const forged = (bend: (copy: typeof transcript) => void) => {
    const copy = structuredClone(transcript);
    bend(copy);
    return verify(resealed(copy), catalogue);
  };
  const given = (copy: typeof transcript) => copy.log[2]?.action as unknown as { from: string; to: string };
  const later = (copy: typeof transcript) => {
    given(copy).to = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  };
  expect(forged(later)).toMatchObject({ verified: false, version: 3, check: 'time' });
  expect(forged((copy) => copy.log.splice(2, 1))).toMatchObject({ verified: false, check: 'version' });
  const long = (copy: typeof transcript) => {
    given(copy).from = new Date(0).toISOString();
    given(copy).to = new Date(1).toISOString();
  };
  expect(forged(long)).toMatchObject({ verified: false, version: 3, check: 'action' });
  await next.stop();
});

test('an outage during a round costs no player a game', async () => {
  const before = await openHouse(store, { clock });
  const asked = { ...QUICK, clock: { perAction: 3600, onTimeout: 'resign' } } as const;
  const id = await startedWith(before, [ada, bob], asked);
  const { games } = await whenIs(before, id, (competition) => competition.games.length > 0);
  await before.stop();
  aheadMs += 2 * HOUR_MS;

  const after = await openHouse(store, { clock });
  for (const { gameId } of games) await after.games.attend(gameId);
  const { counted, status } = await playThrough(after, id);
  await after.stop();
  expect(status).toBe('finished');
  expect(counted.map((game) => game.counted)).toEqual(['played', 'played', 'played']);
  const logs = await Promise.all(games.map(({ gameId }) => store.log.events(gameId, 0)));
  const kinds = new Set(logs.flat().map(({ kind }) => kind));
  expect(kinds.has('timeGiven')).toBe(true);
  expect(kinds.has('timeout')).toBe(false);
  expect([...before.troubles, ...after.troubles]).toEqual([]);
});
