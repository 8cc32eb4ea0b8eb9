import { hash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Catalogue, loadCatalogue, type RulesetVersion, versionIn } from '#rules/catalogue.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../clients/typescript/src/types.ts';
import { verifyCompetition } from '../src/competitions/transcript/verification.ts';
import type { Transcript } from '../src/games/fairness/fairness-shapes.ts';
import { stateHash } from '../src/games/fairness/transcript.ts';
import { verify } from '../src/games/fairness/verification.ts';
import { fold } from '../src/games/model/fold.ts';
import type { Game } from '../src/games/model/game.ts';
import { GameLog } from '../src/games/runtime/game-log.ts';
import { LiveGames } from '../src/games/runtime/live-games.ts';
import { DUMP, earlierDatabase } from './earlier-database.ts';
import { allVerifiedByPython, NOT_ALL_CHECKED } from './games/python.ts';
import type { Caller } from './http/caller.ts';
import { type Service, startService } from './http/service.ts';
import { KINDS, type TestDatabase } from './store/test-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const GAMES = DUMP.tables.game ?? [];
const DIGITS = 16;

/** The time of the last change in the dump. The clock starts there, so that no open decision has timed out. */
const then = Math.max(...GAMES.map(({ updated_at: at }) => Date.parse(at)));

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

test('the earlier database has finished and unfinished games of every ruleset, and such competitions', async () => {
  expect((DUMP.tables.competition ?? []).map(({ status }) => status).sort()).toEqual(['finished', 'playing']);
  const rulesets = [...(await loadCatalogue(true)).keys()];
  const earlier = new Set(GAMES.map(({ ruleset }) => ruleset));
  expect(rulesets.filter((id) => earlier.has(id))).toEqual([...earlier].sort());
  for (const ruleset of earlier) {
    const statuses = GAMES.filter((game) => game.ruleset === ruleset).map(({ status }) => status);
    expect(statuses, ruleset).toEqual(expect.arrayContaining(['finished', 'playing']));
  }
});

describe.each(KINDS)('a database that an earlier build wrote, on %s', (kind) => {
  let database: Pick<TestDatabase, 'open' | 'remove'>;
  let catalogue: Catalogue;
  let service: Service;
  let players: Caller[];

  beforeAll(async () => {
    vi.setSystemTime(then + 1_000);
    catalogue = await loadCatalogue(true);
    database = await earlierDatabase(kind);
    service = await startService({ store: await database.open(), clock: { now: () => new Date() }, liveGames: 3 });
    players = await Promise.all((DUMP.tables.player ?? []).map(({ id }) => callerFor(id)));
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  async function callerFor(playerId: string): Promise<Caller> {
    const token = `crp_${randomBytes(32).toString('base64url')}`;
    const kept = { id: uuidv7(), hash: hash('sha256', token, 'buffer'), playerId, name: null, lastUsedOn: null };
    const createdAt = new Date();
    expect(await service.store.tokens.add({ ...kept, createdAt, scope: 'play' }, 10)).toBe(true);
    return service.stranger.as(token);
  }

  test('every game replays to the same positions, byte for byte', async () => {
    const { store } = service;
    const rulesetOf = (id: string, version: number) => (versionIn(catalogue, id, version) as RulesetVersion).ruleset;
    const live = new LiveGames({ store, log: new GameLog(store), rulesetOf, max: 1 });
    for (const { id } of GAMES) {
      const header = await live.header(id);
      const found: (string | null)[] = [];
      let game: Game | null = null;
      for (const row of await store.log.events(id, 0)) {
        game = fold(header, game, row).game;
        found.push(stateHash(game.state)?.slice(0, DIGITS) ?? null);
      }
      expect(found, `${header.ruleset.id} ${id}`).toEqual(DUMP.positions[id]);
    }
  });

  async function verifyComplete(caller: Caller, id: string): Promise<void> {
    const path = `/v1/competitions/${id}`;
    let { body } = await caller.get(path);
    while (!body.complete) {
      const { games } = (await caller.get(`${path}/games`)).body;
      for (const { gameId, result } of games) if (result === null) await playOn(gameId, players);
      ({ body } = await caller.get(`${path}?after=${body.version}&wait=1`));
    }
    const text = await (await fetch(`${service.url}${path}/transcript`)).text();
    const lines = async function* () {
      yield Buffer.from(text);
    };
    const found = await verifyCompetition(lines(), { catalogue, misfit: () => null, keptHeads: [] });
    expect(found, JSON.stringify(found)).toMatchObject({ verified: true });
  }

  // only on one kind of database, because the rows are the same on all kinds and play takes long
  test.runIf(kind === KINDS.at(-1))(
    'unfinished games are played to their end beside new ones, and all verify',
    async () => {
      const [ada, bob] = players as [Caller, Caller];
      for (const { id } of GAMES.filter(({ status }) => status === 'open')) await fillSeats(id, [ada, bob]);
      for (const { id } of GAMES.filter(({ status }) => status === 'playing' || status === 'open'))
        await playOn(id, players);
      const fresh = await Promise.all(
        [...catalogue.values()].map(({ ruleset }) => botGame(ada, ruleset.id, ruleset.seats.min)),
      );
      await Promise.all(fresh.map((game) => playOn(game.id, players)));
      for (const { id } of DUMP.tables.competition ?? []) await verifyComplete(ada, id);

      vi.setSystemTime(Date.now() + 2 * DAY_MS); // transcripts of daily games are public after the day
      const transcripts: Transcript[] = [];
      for (const { id } of [...GAMES, ...fresh]) {
        const { status, body } = await ada.get(`/v1/games/${id}/transcript`);
        expect(status, JSON.stringify(body)).toBe(200);
        transcripts.push(body);
      }
      for (const transcript of transcripts) {
        const { gameId, ruleset } = transcript;
        expect(verify(transcript, catalogue), `${ruleset} ${gameId}`).toMatchObject({ verified: true });
      }
      // Python checks only hash chains and random draws, which do not depend on the ruleset
      const shortest = transcripts.toSorted((one, other) => one.log.length - other.log.length).slice(0, 3);
      const answers = allVerifiedByPython(shortest.map((content) => ({ content })));
      expect(answers.map(({ status }) => status)).toEqual(shortest.map(() => NOT_ALL_CHECKED));
    },
  );
});

function botGame(caller: Caller, ruleset: string, seats: number): Promise<any> {
  const bots = Array.from({ length: seats }, () => ({ bot: 'random' }));
  return caller.post('/v1/games', { ruleset, seats: bots }).then(({ body }) => body);
}

async function fillSeats(id: string, players: Caller[]): Promise<void> {
  for (const player of [...players, ...players]) {
    const { body } = await player.get(`/v1/games/${id}`);
    // a seated player gets another seat only by its number
    const seat = body.seats.findIndex(({ kind }: { kind: string }) => kind === 'open');
    if (body.status === 'open') await player.post(`/v1/games/${id}/seats`, seat < 0 ? {} : { seat });
  }
}

async function playOn(id: string, players: Caller[]): Promise<void> {
  const lot = new FastChance(id);
  for (let idle = 0; idle < 400; idle++) {
    for (const player of players) {
      let { body: state } = await player.get(`/v1/games/${id}`);
      while (state.choices !== undefined) {
        idle = 0;
        const action = legalActionsOf(state)[lot.int(legalActionsOf(state).length)];
        const answer = await player.post(`/v1/games/${id}/actions`, { seat: state.viewer, action });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        state = answer.body.state;
      }
      if (state.status === 'finished') return;
    }
    if (idle > 0) await sleep(50);
  }
  throw new Error(`game ${id} does not go on`);
}
