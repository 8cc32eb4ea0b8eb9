import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Creation, ServerClock } from '../../src/store/game-rows.ts';
import type { Store } from '../../src/store/store.ts';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAILY = { ruleset: 'pokers-rogue-reckoning', daily: true };
const PLAYERS = 8;

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

describe.each(KINDS)('on the %s database', (kind) => {
  let database: TestDatabase;
  let one: Service;
  let other: Service;
  let players: Caller[];
  let aheadMs = 0;
  let nextDay = Date.UTC(2040, 0, 1);
  let beforeWriting: (creation: Creation) => Promise<void> = async () => {};

  const clock: ServerClock = {
    now: () => new Date(Date.now() + aheadMs),
    get aheadMs() {
      return aheadMs;
    },
  };

  beforeAll(async () => {
    database = await freshDatabase(kind);
    const options = { clock, directs: false, keepsTime: false };
    one = await startService({ ...options, store: await openStore() });
    other = kind === 'postgres' ? await startService({ ...options, store: await openStore() }) : one;
    players = await Promise.all(Array.from({ length: PLAYERS }, (_, nth) => one.stranger.register(`Player ${nth}`)));
  });
  afterAll(async () => {
    if (other !== one) await other.stop();
    await one.stop();
    await database.remove();
  });

  async function openStore(): Promise<Store> {
    const store = await database.open();
    const create = store.log.create.bind(store.log);
    store.log.create = async (creation) => {
      await beforeWriting(creation);
      return create(creation);
    };
    return store;
  }

  function endIn(ms: number): string {
    const day = nextDay;
    nextDay += 2 * DAY_MS;
    aheadMs = day + DAY_MS - ms - Date.now();
    return dateOf(day);
  }

  const dailyOn = async (service: Service, date: string) =>
    (await service.stranger.get(`/v1/rulesets/${DAILY.ruleset}/daily?date=${date}`)).body;

  test('games that are not written by the end of their day belong to the next day', async () => {
    for (let lead = 250; ; lead *= 2) {
      const day = endIn(lead);
      const planned: string[] = [];
      let write = () => {};
      const written = new Promise<void>((resolve) => {
        write = resolve;
      });
      beforeWriting = ({ game }) => {
        planned.push((game.daily as string).slice(0, 10));
        return written;
      };
      const created = players.map((player, nth) =>
        player.on((nth % 2 === 0 ? one : other).url).post('/v1/games', DAILY),
      );
      await expect.poll(() => planned.length, { interval: 2 }).toBe(PLAYERS);
      const areInTime = planned.every((date) => date === day);
      if (areInTime) {
        const seedAt = (service: Service) => async () => (await dailyOn(service, day)).seed;
        for (const service of [one, other]) await expect.poll(seedAt(service)).not.toBeNull();
      }
      write();
      const dates = (await Promise.all(created)).map(({ status, body }) => `${status} ${body.daily?.date}`);
      if (!areInTime) continue;
      expect(new Set(dates)).toEqual(new Set([`201 ${dateOf(Date.parse(day) + DAY_MS)}`]));
      return;
    }
  });

  test.runIf(kind === 'postgres')('the seed waits for a game that is being written as its day ends', async () => {
    beforeWriting = async () => {};
    const [bob] = players as [Caller];
    const holder = new pg.Client(database.target);
    await holder.connect();
    const waiting = async () => {
      const { rows } = await holder.query(`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows[0].count as number;
    };
    const day = endIn(DAY_MS / 2);
    const key = randomUUID();
    try {
      // another transaction has inserted the row of this request and will roll back; creating the game waits for that
      await holder.query(`begin; insert into request (player_id, operation, key, body_hash, answer, at)
        values ('${bob.id}', 'createGame', '${key}', '', '{}', now())`);
      const created = bob.post('/v1/games', DAILY, { 'idempotency-key': key });
      await expect.poll(waiting, { interval: 2 }).toBe(1);
      aheadMs += DAY_MS;
      let isRead = false;
      const read = dailyOn(other, day).finally(() => {
        isRead = true;
      });
      await expect.poll(async () => isRead || (await waiting()) === 2, { interval: 2 }).toBe(true);
      await holder.query('rollback');
      const { status, body } = await created;
      expect([status, body.daily.date]).toEqual([201, day]);
      expect(await read).toMatchObject({ closed: false, seed: null });
    } finally {
      await holder.end();
    }
  });
});
