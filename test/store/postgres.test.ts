import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PlayersSuspended, StoreUnavailable } from '../../src/store/failures.ts';
import type { GameRow } from '../../src/store/game-rows.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { UnfitDatabase } from '../../src/store/session.ts';
import type { Store } from '../../src/store/store.ts';
import { PATIENCE } from '../patience.ts';
import { findPostgres, PostgresServer } from '../postgres.ts';
import { competitionCreation, competitionRow, dealtGame, requestOf, stepOn } from './competition-rows.ts';
import { assertSoundLogs, contend, createGames, type Tally } from './contention.ts';
import { appendTo, creationOf, eventRow, gameRow, NOON, playerRow, registrationOf } from './rows.ts';
import { KEYS, KINDS, newDatabase, type TestDatabase } from './test-store.ts';

/** Settings that an operator may have changed and that the service must override. */
const STRANGE = [
  "timezone to 'America/St_Johns'",
  "datestyle to 'German, DMY'",
  'extra_float_digits to -15',
  'array_nulls to off',
  'search_path to elsewhere',
  "default_transaction_isolation to 'serializable'",
  "lock_timeout to '1ms'",
  "idle_session_timeout to '1s'",
  'synchronous_commit to off',
  'standard_conforming_strings to off',
  "bytea_output to 'escape'",
];

const SUSPENSIONS = 10;

const MEETINGS: Record<string, (store: Store, ann: string, player: string) => Promise<() => Promise<boolean>>> = {
  'a join': async (store, _, player) => {
    const game = gameRow();
    await store.log.create(creationOf(game));
    return () => store.log.append({ ...appendTo(game, 1), welcome: [player] });
  },
  'a new game': async (store, _, playerId) => {
    const game = gameRow();
    const membership = { playerId, gameId: game.id, standing: 'seated', unfinished: true, result: null } as const;
    return () => store.log.create({ ...creationOf(game), memberships: [membership] });
  },
  'an entry': async (store, ann, player) => {
    const competition = competitionRow(ann);
    await store.competitions.create(competitionCreation(competition));
    return () => store.competitions.append({ ...stepOn(competition, 1), welcome: [player] });
  },
};

describe.runIf(KINDS.includes('postgres'))('the store on a PostgreSQL server', () => {
  describe('lets two servers compete', () => {
    let database: TestDatabase;
    let stores: [Store, Store];

    beforeAll(async () => {
      database = await newDatabase();
      stores = (await Promise.all([database.open(), database.open()])) as [Store, Store];
    });
    afterAll(async () => {
      await Promise.all(stores.map((store) => store.close()));
      await database.remove();
    });

    it('for the same games without a gap, a double or a loss', async () => {
      const [first] = stores;
      const games = await createGames(first, 20);
      const tally: Tally = { made: [], conflicts: 0 };
      const until = performance.now() + 1_500;
      await Promise.all(
        stores.flatMap((store) => games.flatMap((game) => [1, 2].map(() => contend(store, game, until, tally)))),
      );
      expect(tally.conflicts).toBeGreaterThan(10);
      expect(tally.made.length).toBeGreaterThan(10);
      await assertSoundLogs(first, games, tally.made);
    });

    it('for a suspended player: a meeting waits for the suspension, and then writes nothing', async () => {
      const [first, second] = stores;
      const gate = new pg.Client(database.target);
      await gate.connect();
      await gate.query(`
        create function pass_gate() returns trigger language plpgsql as
          'begin perform pg_advisory_xact_lock(7); return null; end';
        create trigger gate after update of suspended_at on player for each row execute function pass_gate()`);
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const areBlocked = async (many: number) => (await gate.query(blocked)).rowCount === many;
      const ann = playerRow();
      await first.players.create(registrationOf(ann));
      const met: string[] = [];
      for (let n = 0; n < SUSPENSIONS; n++) {
        for (const [kind, prepared] of Object.entries(MEETINGS)) {
          const player = playerRow();
          await first.players.create(registrationOf(player));
          const meet = await prepared(first, ann.id, player.id);
          await gate.query('select pg_advisory_lock(7)');
          const suspending = second.players.suspend(player.id, { since: NOON, until: null, because: 'insults' });
          await vi.waitUntil(() => areBlocked(1), PATIENCE);
          let answered = false;
          const meeting = meet()
            .catch((error) => !(error instanceof PlayersSuspended))
            .finally(() => {
              answered = true;
            });
          await vi.waitUntil(async () => answered || (await areBlocked(2)), PATIENCE);
          await gate.query('select pg_advisory_unlock(7)');
          expect(await suspending).toBe(true);
          if (await meeting) met.push(kind);
        }
      }
      await gate.query('drop trigger gate on player; drop function pass_gate');
      await gate.end();
      expect(met).toEqual([]);
    });

    it('for the next step of a competition, which one of them makes, with only its own games', async () => {
      const [first] = stores;
      const ann = playerRow();
      await first.players.create(registrationOf(ann));
      const competition = competitionRow(ann.id);
      expect(await first.competitions.create(competitionCreation(competition))).toBe(true);
      const won: string[] = [];
      for (let base = 1; base <= 60; base++) {
        const shared = base % 3 === 0 ? requestOf(ann.id) : null;
        const steps = [...stores, ...stores].map((store) => {
          const games = [1, 2, 3].map((copy) => dealtGame(competition.id, { board: base, copy }, [ann.id]));
          const step = stepOn(competition, base, [['gamesDealt', { games: games.map(({ game }) => game.id) }]]);
          return { store, step: { ...step, games, request: shared ?? requestOf(ann.id) } };
        });
        const made = await Promise.all(steps.map(({ store, step }) => store.competitions.append(step)));
        expect(made.filter(Boolean)).toHaveLength(1);
        won.push(...steps.flatMap(({ step }, i) => (made[i] ? step.games.map(({ game }) => game.id) : [])));
      }
      const events = await first.competitions.events(competition.id, 1);
      expect(events.map(({ version }) => version)).toEqual(events.map((_, i) => i + 2));
      expect(events.flatMap(({ data }) => (data as { games: string[] }).games)).toEqual(won);
      const kept = await database.ask(`
        select id, (select count(*)::int from game_event where game_id = game.id) as events,
          (select count(*)::int from game_player where game_id = game.id) as players
        from game where competition_id = '${competition.id}'`);
      expect(kept.map(({ id }) => id).sort()).toEqual(won.toSorted());
      expect(kept.every(({ events, players }) => events === 1 && players === 1)).toBe(true);
      const requests = await database.ask(`select from request where player_id = '${ann.id}'`);
      expect(requests).toHaveLength(60);
    });
  });

  it('keeps times to the millisecond, with any settings of the database', async () => {
    const database = await newDatabase();
    const name = new URL(database.target).pathname.slice(1);
    for (const setting of STRANGE) await database.ask(`alter database ${name} set ${setting}`);
    const store = await database.open();
    expect(Math.abs(store.wallAheadMs)).toBeLessThan(60_000);
    const untimed = gameRow({ deadline: null });
    await store.log.create(creationOf(untimed, [eventRow(untimed.id, 1)]));
    expect(await store.log.append(appendTo(untimed, 1))).toBe(true);
    for (const time of ['2026-03-08T05:30:00.001Z', '2026-11-01T04:30:00.999Z', '2026-11-01T05:30:00.999Z']) {
      const at = new Date(time);
      const game = gameRow({ createdAt: at, deadline: at, updatedAt: at });
      await store.log.create(creationOf(game, [eventRow(game.id, 1, { at })]));
      const change = appendTo(game, 1);
      change.events = [eventRow(game.id, 2, { at })];
      change.game.updatedAt = at;
      await store.log.append(change);
      expect(await store.game(game.id)).toMatchObject({ createdAt: at, deadline: at, updatedAt: at });
      expect((await store.log.events(game.id, 0)).map((event) => event.at)).toEqual([at, at]);
    }
    await store.close();
    await database.remove();
  });

  it('waits for its turn to migrate, and reports that another server migrates', async () => {
    const database = await newDatabase();
    const other = new pg.Client({ connectionString: database.target });
    await other.connect();
    await other.query('select pg_advisory_lock(72707369)');
    const waits: string[] = [];
    const opening = openPostgres({
      url: database.target,
      keys: KEYS,
      onMigrationWait: ({ why }) => waits.push(why),
    });
    await expect.poll(() => waits.length, PATIENCE).toBeGreaterThan(1);
    await other.end();
    await (await opening).close();
    expect(new Set(waits)).toEqual(new Set(['another server migrates']));
    await database.remove();
  });

  it('opens for a user who may not make tables, once they exist', async () => {
    const database = await newDatabase();
    await (await database.open()).close();
    const user = `user_${randomBytes(6).toString('hex')}`;
    const url = new URL(database.target);
    url.username = user;
    await database.ask(`revoke create on schema public from public; create role ${user} login;
      grant select, insert, update, delete on all tables in schema public to ${user}`);
    const store = await openPostgres({ url: url.href, keys: KEYS });
    const game = gameRow();
    await store.log.create(creationOf(game, [eventRow(game.id, 1)]));
    expect(await store.log.append(appendTo(game, 1))).toBe(true);
    await store.close();
    await database.ask(`drop table _prisma_migrations`);
    const refused = openPostgres({ url: url.href, keys: KEYS });
    await expect(refused).rejects.toBeInstanceOf(UnfitDatabase);
    await expect(refused).rejects.toThrow(
      /permission denied for schema public \(make the user of DATABASE_URL the owner/,
    );
    await database.ask(`drop owned by ${user}; drop role ${user}`);
    await database.remove();
  });

  it('does not open in an encoding without every letter', async () => {
    const database = await newDatabase();
    const latin = `latin_${randomBytes(6).toString('hex')}`;
    await database.ask(`create database ${latin} template template0 encoding 'LATIN1' locale 'C'`);
    const opening = openPostgres({ url: new URL(`/${latin}`, database.target).href });
    await expect(opening).rejects.toThrow(/^the encoding of the database is LATIN1, /);
    await database.ask(`drop database ${latin} with (force)`);
    await database.remove();
  });

  it('is unavailable soon, without a listener, permission or the database', async () => {
    const database = await newDatabase();
    const missing = new URL(database.target);
    missing.pathname = '/croupier_missing';
    const refused = new URL(database.target);
    refused.port = '1';
    for (const url of [missing, refused]) {
      await expect(openPostgres({ url: url.href })).rejects.toBeInstanceOf(StoreUnavailable);
    }
    await database.remove();
  });

  it('is unavailable while the operator allows no connection: for statements, Prisma and a start', async () => {
    const database = await newDatabase();
    const store = await database.open();
    const other = await newDatabase();
    const name = new URL(database.target).pathname.slice(1);
    await other.ask(`alter database ${name} allow_connections false`);
    await other.ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.players.find(playerRow().id)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(openPostgres({ url: database.target })).rejects.toBeInstanceOf(StoreUnavailable);
    await store.close();
    await Promise.all([database.remove(), other.remove()]);
  });

  it('replaces connections that the server ended while they were idle', async () => {
    const database = await newDatabase();
    const lost: Error[] = [];
    const store = await openPostgres({ url: database.target, onConnectionLost: (error) => lost.push(error) });
    await store.ping();
    await database.ask(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await expect.poll(() => lost.length).toBe(1);
    await store.ping();
    await store.close();
    await database.remove();
  });
});

describe.runIf(findPostgres() !== null)('an outage of the PostgreSQL server', () => {
  it('is unavailable, with the text of PostgreSQL, while no connection can be opened for a reason of its own', async () => {
    const server = await PostgresServer.hasty();
    const [place] = await server.ask(`select current_setting('data_directory') || '/base/' || oid as folder
      from pg_database where datname = current_database()`);
    const store = await openPostgres({ url: server.url });
    const file = join(String(place?.folder), 'PG_VERSION');
    renameSync(file, `${file}.away`);
    const template = new pg.Client({ connectionString: new URL('/template1', server.url).href });
    await template.connect();
    await template.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'`);
    await template.end();
    for (const ask of [() => store.ping(), () => store.players.find(playerRow().id)]) {
      const refused = expect.poll(() => ask().catch((error) => error), PATIENCE);
      await refused.toMatchObject({
        name: 'StoreUnavailable',
        message: expect.stringContaining('valid data directory'),
      });
    }
    renameSync(`${file}.away`, file);
    await store.close();
    await server.remove();
  });

  it('fails calls within seconds, and they succeed again when it is back, with nothing lost', async () => {
    const server = await PostgresServer.create();
    const store = await openPostgres({ url: server.url });
    const games = await createGames(store, 20);
    for (const signal of ['QUIT', 'INT'] as const) {
      const tally: Tally = { made: [], conflicts: 0 };
      const before = new Map(
        await Promise.all(games.map(async ({ id }) => [id, (await store.log.tip(id))?.version ?? null] as const)),
      );
      const cut = Promise.all(games.map((game) => untilUnavailable(store, game, tally)));
      await vi.waitFor(() => expect(tally.made.length).toBeGreaterThan(20), PATIENCE);
      await server.stop(signal);
      const stopped = performance.now();
      await cut;
      const calls = [store.ping(), store.game('00000000-0000-4000-8000-000000000000'), createGames(store, 1)];
      const unavailable = { status: 'rejected', reason: expect.any(StoreUnavailable) };
      expect(await Promise.allSettled(calls)).toEqual(calls.map(() => unavailable));
      expect(performance.now() - stopped).toBeLessThan(60_000);
      await server.start();
      await assertSoundLogs(store, games, tally.made, before);
    }
    await store.close();
    await server.remove();
  });
});

async function untilUnavailable(store: Store, game: GameRow, tally: Tally): Promise<void> {
  try {
    await contend(store, game, Number.POSITIVE_INFINITY, tally);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
