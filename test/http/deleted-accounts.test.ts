import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { reachOf } from '../../src/notifications/address.ts';
import { PushEndpoint } from '../notifications/push-endpoint.ts';
import { type MailReceived, SmtpServer, tokenIn } from '../notifications/smtp-server.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS, type Kind, type TestDatabase } from '../store/test-store.ts';
import type { Answer, Caller } from './caller.ts';
import { committedDocument } from './contract.ts';
import { type Service, startService } from './service.ts';
import { create, problem, stateOf } from './table.ts';

interface Leaver {
  caller: Caller;
  recoveryCode: string;
  friend: Caller;
}
type Call = [method: string, path: string, body?: object | undefined, headers?: Record<string, string>];

const CLOCK = { perAction: 86_400, onTimeout: 'resign' };
const COMPETITION = { name: 'Of a leaver', ruleset: 'pascals-ruin', format: 'swiss', rounds: 2, clock: CLOCK };
const SEEK = { ruleset: 'pascals-ruin', clock: CLOCK, opponents: 'players' };
const CALENDAR = { timeZone: 'Europe/Berlin', workingDays: [1, 2, 3, 4, 5] };
const SEED = 'first game';
const endpoint = await PushEndpoint.start();
const smtp = await new SmtpServer().start();
const hooks = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
await once(hooks, 'listening');
const hook = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/`;
afterAll(async () => {
  await Promise.all([endpoint.stop(), smtp.stop()]);
  hooks.close();
});

async function made(asked: Promise<Answer>): Promise<any> {
  const { status, body } = await asked;
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
}

const openGame = ({ caller }: Leaver) => create(caller, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
async function playing({ caller, friend }: Leaver): Promise<any> {
  const seats = ['me', { player: friend.id }];
  const { id } = await create(caller, { ruleset: 'pascals-ruin', seats, clock: CLOCK, seed: SEED });
  await made(friend.post(`/v1/games/${id}/seats`, {}));
  return stateOf(caller, id);
}
const actIn = async (player: Caller, { id, choices }: any) =>
  made(player.post(`/v1/games/${id}/actions`, { action: legalActionsOf({ choices })[0] }));
async function acted(leaver: Leaver): Promise<any> {
  const game = await playing(leaver);
  await actIn(leaver.caller, game);
  return game;
}
const planned = async (leaver: Leaver) => {
  const game = await playing(leaver);
  await made(leaver.caller.call('PUT', `/v1/games/${game.id}/plan`, { body: planFor(game) }));
  return game;
};
async function over({ caller }: Leaver): Promise<any> {
  const game = await create(caller, { ruleset: 'pascal', seats: [{ bot: 'random' }], seed: 'as it may be' });
  await vi.waitFor(async () => expect((await stateOf(caller, game.id)).status).toBe('finished'), PATIENCE);
  return game;
}
const competition = (by: Caller) => made(by.post('/v1/competitions', COMPETITION));
async function entered({ caller, friend }: Leaver): Promise<string> {
  const { id } = await competition(friend);
  await made(caller.post(`/v1/competitions/${id}/entries`, {}));
  return id;
}
async function organised({ caller }: Leaver): Promise<string> {
  const { id } = await competition(caller);
  await made(caller.post(`/v1/competitions/${id}/entries`, { bot: 'random' }));
  return id;
}
const webhook = async ({ caller }: Leaver) => (await made(caller.post('/v1/me/webhooks', { url: hook }))).webhook.id;
const subscription = () => ({ kind: 'push', subscription: endpoint.subscribe() });
const channel = async ({ caller }: Leaver) =>
  (await made(caller.post('/v1/me/notification-channels', subscription()))).id;
const addressOf = ({ caller }: Leaver) => `${caller.id}@mail.example`;
const mailed = (leaver: Leaver, count: number) =>
  vi.waitFor(() => {
    const mails = smtp.to(addressOf(leaver));
    expect(mails).toHaveLength(count);
    return mails.at(-1) as MailReceived;
  }, PATIENCE);
async function question(leaver: Leaver): Promise<string> {
  const body = { kind: 'mail', address: addressOf(leaver), events: ['turn'] };
  await made(leaver.caller.post('/v1/me/notification-channels', body));
  return tokenIn(await mailed(leaver, 1), 'confirm');
}
async function turnMail(leaver: Leaver): Promise<MailReceived> {
  const token = await question(leaver);
  expect((await leaver.caller.as(null).post('/v1/notifications/confirmations', { token })).status).toBe(204);
  await playing(leaver);
  return mailed(leaver, 2);
}
const key = () => ({ 'idempotency-key': Math.random().toString(36).slice(2) });
const readToken = async ({ caller }: Leaver) => (await made(caller.post('/v1/me/read-tokens', {}))).id;
const messages = ({ id }: { id: string }) => `/v1/games/${id}/messages`;
const days = async ({ caller }: Leaver) => {
  const { today } = await made(caller.get('/v1/me/vacations'));
  return { from: today, to: today };
};
const planFor = ({ version }: any) => ({
  expectedVersion: version,
  branches: [{ when: [{ view: '/phase', is: 'challenge' }], do: { type: 'declineChallenge' } }],
  unmatched: 'wait',
});

const WRITING: Record<string, ((leaver: Leaver) => Promise<Call>) | null> = {
  createPlayer: null,
  deleteMe: null,
  estimateCompetition: null,
  sampleWorlds: null,
  recoverPlayer: async ({ caller, recoveryCode }) => [
    'POST',
    '/v1/players/recovery',
    { player: caller.id as string, recoveryCode },
  ],
  changeMe: async () => ['PATCH', '/v1/me', { name: `Late ${Math.random().toString(36).slice(2, 10)}` }],
  rotateToken: async () => ['POST', '/v1/me/token'],
  createReadToken: async () => ['POST', '/v1/me/read-tokens', {}],
  revokeOtherTokens: async (leaver) => {
    await readToken(leaver);
    return ['DELETE', '/v1/me/tokens'];
  },
  revokeToken: async (leaver) => ['DELETE', `/v1/me/tokens/${await readToken(leaver)}`],
  changeToken: async (leaver) => ['PATCH', `/v1/me/tokens/${await readToken(leaver)}`, { name: 'a screen' }],
  createDeviceCode: async () => ['POST', '/v1/me/device-codes', {}],
  addDevice: async ({ caller }) => {
    const { code } = await made(caller.post('/v1/me/device-codes', {}));
    return ['POST', '/v1/devices', { code }];
  },
  createGame: async () => ['POST', '/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'open'] }],
  submitAction: async (leaver) => {
    const { id, version, choices } = await playing(leaver);
    return ['POST', `/v1/games/${id}/actions`, { action: legalActionsOf({ choices })[0], expectedVersion: version }];
  },
  putPlan: async (leaver) => {
    const game = await playing(leaver);
    return ['PUT', `/v1/games/${game.id}/plan`, planFor(game)];
  },
  withdrawPlan: async (leaver) => ['DELETE', `/v1/games/${(await planned(leaver)).id}/plan`],
  joinGame: async ({ friend }) => {
    const { id } = await create(friend, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
    return ['POST', `/v1/games/${id}/seats`, {}];
  },
  leaveGame: async (leaver) => ['DELETE', `/v1/games/${(await openGame(leaver)).id}/seats/0`],
  resignGame: async (leaver) => ['POST', `/v1/games/${(await playing(leaver)).id}/resignation`, {}],
  abortGame: async (leaver) => ['POST', `/v1/games/${(await openGame(leaver)).id}/abort`, {}],
  rematchGame: async (leaver) => {
    const { id } = await playing(leaver);
    await made(leaver.friend.post(`/v1/games/${id}/resignation`, {}));
    return ['POST', `/v1/games/${id}/rematch`, {}];
  },
  extendTime: async (leaver) => ['POST', `/v1/games/${(await playing(leaver)).id}/extension`, { seconds: 3_600 }],
  undoAction: async ({ caller }) => {
    let game = await create(caller, { ruleset: 'pascal', seats: ['me'], seed: 'undo' });
    const path = `/v1/games/${game.id}/undo`;
    while ((await made(caller.get(path))).undo === null) game = (await actIn(caller, game)).state;
    return ['POST', path, { expectedVersion: game.version }];
  },
  requestTakeback: async (leaver) => {
    const { id, version } = await acted(leaver);
    return ['POST', `/v1/games/${id}/takeback`, { to: version }];
  },
  withdrawAbort: async (leaver) => {
    const { id } = await playing(leaver);
    await made(leaver.caller.post(`/v1/games/${id}/abort`, {}));
    return ['DELETE', `/v1/games/${id}/abort`];
  },
  refuseTakeback: async (leaver) => {
    const { id, version } = await acted(leaver);
    await made(leaver.friend.post(`/v1/games/${id}/takeback`, { to: version }));
    return ['DELETE', `/v1/games/${id}/takeback`];
  },
  setLooked: async (leaver) => {
    const { id, version } = await playing(leaver);
    return ['PUT', `/v1/games/${id}/looked`, { version }];
  },
  createCommitment: async () => ['POST', '/v1/commitments', {}],
  createWebhook: async () => ['POST', '/v1/me/webhooks', { url: `${hook}late` }],
  updateWebhook: async (leaver) => ['PATCH', `/v1/me/webhooks/${await webhook(leaver)}`, { events: ['invited'] }],
  deleteWebhook: async (leaver) => ['DELETE', `/v1/me/webhooks/${await webhook(leaver)}`],
  testWebhook: async (leaver) => ['POST', `/v1/me/webhooks/${await webhook(leaver)}/test`, undefined, key()],
  createNotificationChannel: async () => ['POST', '/v1/me/notification-channels', subscription()],
  updateNotificationChannel: async (leaver) => [
    'PATCH',
    `/v1/me/notification-channels/${await channel(leaver)}`,
    { events: ['invited'] },
  ],
  deleteNotificationChannel: async (leaver) => ['DELETE', `/v1/me/notification-channels/${await channel(leaver)}`],
  testNotificationChannel: async (leaver) => [
    'POST',
    `/v1/me/notification-channels/${await channel(leaver)}/test`,
    undefined,
    key(),
  ],
  confirmNotificationChannel: async (leaver) => [
    'POST',
    '/v1/notifications/confirmations',
    { token: await question(leaver) },
  ],
  openTurn: async (leaver) => ['POST', '/v1/notifications/turns', { token: tokenIn(await turnMail(leaver), 'turn') }],
  unsubscribeNotificationChannel: async (leaver) => {
    const list = (await turnMail(leaver)).headers.get('list-unsubscribe') ?? '';
    return ['POST', new URL(list.slice(1, -1)).pathname];
  },
  putCalendar: async () => ['PUT', '/v1/me/calendar', CALENDAR],
  takeVacation: async (leaver) => ['POST', '/v1/me/vacations', await days(leaver)],
  endVacation: async (leaver) => {
    const taken = await made(leaver.caller.post('/v1/me/vacations', await days(leaver)));
    return ['DELETE', `/v1/me/vacations/${taken.id ?? taken.vacations[0].id}`];
  },
  createCompetition: async () => ['POST', '/v1/competitions', COMPETITION],
  enterCompetition: async ({ friend }) => ['POST', `/v1/competitions/${(await competition(friend)).id}/entries`, {}],
  changeEntry: async (leaver) => ['PATCH', `/v1/competitions/${await entered(leaver)}/entries/me`, { paused: true }],
  withdrawEntry: async (leaver) => ['DELETE', `/v1/competitions/${await entered(leaver)}/entries/me`],
  withdrawBot: async (leaver) => ['DELETE', `/v1/competitions/${await organised(leaver)}/entries/1`],
  disqualifyEntry: async (leaver) => [
    'POST',
    `/v1/competitions/${await organised(leaver)}/entries/1/disqualification`,
    { reason: 'late' },
  ],
  startCompetition: async (leaver) => {
    const id = await organised(leaver);
    await made(leaver.friend.post(`/v1/competitions/${id}/entries`, {}));
    return ['POST', `/v1/competitions/${id}/start`, {}];
  },
  abortCompetition: async (leaver) => ['POST', `/v1/competitions/${await organised(leaver)}/abort`, {}],
  createSeek: async () => ['POST', '/v1/me/seeks', SEEK],
  cancelSeek: async ({ caller }) => ['DELETE', `/v1/me/seeks/${(await made(caller.post('/v1/me/seeks', SEEK))).id}`],
  analyseGame: async (leaver) => ['POST', `/v1/games/${(await over(leaver)).id}/analysis`, {}],
  postMessage: async (leaver) => ['POST', messages(await playing(leaver)), { text: 'still here' }],
  reportMessage: async (leaver) => {
    const game = await playing(leaver);
    const { id } = await made(leaver.friend.post(messages(game), { text: 'to be reported' }));
    return ['POST', `${messages(game)}/${id}/reports`, { reason: 'spam' }];
  },
  mutePlayer: async ({ friend }) => ['PUT', `/v1/me/mutes/${friend.id}`, {}],
  unmutePlayer: async ({ friend }) => ['DELETE', `/v1/me/mutes/${friend.id}`],
  blockPlayer: async ({ friend }) => ['PUT', `/v1/me/blocks/${friend.id}`, {}],
  unblockPlayer: async ({ friend }) => ['DELETE', `/v1/me/blocks/${friend.id}`],
};

const GONE = [
  'token',
  'device_code',
  'player_name',
  'former_name',
  'webhook',
  'request',
  'notice_link',
  'game_plan',
  'message_report',
  'message',
  'talker',
  'aversion',
  'player_calendar',
  'vacation',
];
const KEPT = ['analysed_decision', 'commitment', 'competition_entry', 'daily_entry', 'game_player', 'seek_game'];
const GONE_AT_THE_END = ['seek'];
const LEFT = [
  ...GONE.map((table) => `select '${table}' as what, player_id as id from ${table}`),
  `select 'open seek', player_id from seek where status in ('open', 'paused')`,
  `select 'name', id from player where name <> 'deleted'`,
  `select 'recovery code', id from player where recovery_hash is not null`,
].join(' union all ');
const LEFTOVERS = `select what, count(*)::int as count from (${LEFT}) as leftover
  where id in (select id from player where deleted_at is not null) group by what`;

const NO_CLAIMS = `
  create function no_claim() returns trigger language plpgsql as 'begin return null; end';
  create trigger no_claim before update of erasing_until on player for each row execute function no_claim()`;

const operations = Object.entries(WRITING).flatMap(([name, call]) => (call === null ? [] : [{ name, call }]));

describe.each(KINDS)('on the %s database', (kind: Kind) => {
  let database: TestDatabase;
  let one: Service;
  /** a second server on the same PostgreSQL; the first one if the database is embedded, which allows only one */
  let other: Service;
  let holder: pg.Client | null = null;

  beforeAll(async () => {
    database = await freshDatabase(kind);
    const options = {
      reach: reachOf('allow'),
      mail: { smtp: smtp.url, from: 'house@play.example', publicUrl: 'https://play.example' },
      directs: false,
      analyses: { playouts: 64, seconds: 1 },
    };
    one = await startService({ ...options, store: await database.open() });
    one.accounts.loop.start();
    other = kind === 'postgres' ? await startService({ ...options, store: await database.open() }) : one;
    if (kind === 'postgres') holder = new pg.Client(database.target);
    await holder?.connect();
    await holder?.query(NO_CLAIMS); // keeps the games running: after their end, any call would be refused
  });
  afterAll(async () => {
    await holder?.end();
    if (other !== one) await other.stop();
    await database.remove();
  });

  const ask = async (sql: string) => (await (holder as pg.Client).query(sql)).rows;

  async function leaverOf(): Promise<Leaver> {
    const friend = await one.stranger.register('Stays');
    const suffix = Math.random().toString(36).slice(2, 10);
    const { body } = await one.stranger.post('/v1/players', { name: `Leaves ${suffix}`, kind: 'human' });
    const { id } = body.player;
    const caller = Object.assign(one.stranger.as(body.token), { id });
    return { caller, recoveryCode: body.recoveryCode, friend };
  }

  const deleted = ({ caller, recoveryCode }: Leaver) =>
    caller.call('DELETE', '/v1/me', { headers: { 'recovery-code': recoveryCode } });

  const send = (caller: Caller, [method, path, body, headers = {}]: Call) =>
    caller.call(method, path, { headers, ...(body === undefined ? {} : { body }) });

  const waiting = async () => {
    const [row] = await ask(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return row.count as number;
  };

  test('the table of calls names every writing operation', () => {
    const { paths } = committedDocument() as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const writing = Object.values(paths).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
    );
    expect(Object.keys(WRITING).toSorted()).toEqual(writing.toSorted());
  });

  test('a call during the deletion of its account leaves nothing', async () => {
    const late: string[] = [];
    const idle: string[] = [];
    for (const { name, call } of operations) {
      const leaver = await leaverOf();
      const asked = await call(leaver);
      const elsewhere = leaver.caller.on(other.url);
      await made(elsewhere.get('/v1/me')); // puts the token into the cache of the other server
      // the deletion waits for the lock on this row; the call waits behind the deletion or has already finished
      if (kind === 'postgres') {
        await ask(`begin; select id from player where id = '${leaver.caller.id}' for update`);
      }
      const deletion = deleted(leaver);
      if (kind === 'postgres') await expect.poll(waiting, { interval: 2 }).toBe(1);
      let answer: Answer | null = null;
      const answered = send(elsewhere, asked).then((given) => {
        answer = given;
        return given;
      });
      if (kind === 'postgres') {
        const enough = performance.now() + 1_000;
        while (answer === null && (await waiting()) <= 1 && performance.now() < enough) await sleep(2);
        const wasLate = answer === null;
        await ask('rollback');
        const { status } = await answered;
        if (wasLate && status < 400) late.push(name);
        if (!wasLate && status >= 400) idle.push(`${name} ${status}`);
      }
      const gone = await deletion;
      expect(gone.status, `${name}: ${JSON.stringify(gone.body)}`).toBe(204);
      await answered;
    }
    expect(late).toEqual([]);
    expect(idle).toEqual([]); // no call that finished before the deletion was refused
    if (kind === 'postgres') expect(await ask(LEFTOVERS)).toEqual([]);
  });

  test.runIf(kind === 'postgres')('a call on a server that still caches the token changes nothing', async () => {
    const tables: string[] = (await ask(`select tablename from pg_tables where schemaname = 'public'`)).map(
      ({ tablename }) => tablename,
    );
    const rowsOf = async (id: string | null) => {
      const parts = tables.map(
        (table) =>
          `select '${table}' as name, to_jsonb(each) - 'last_used_on' - 'look_at' as row from ${table} as each`,
      );
      return ask(`select name, row::text from (${parts.join(' union all ')}) as each
        where row::text like '%${id}%' order by 1, 2`);
    };
    const answers: Record<string, number> = {};
    for (const { name, call } of operations) {
      const leaver = await leaverOf();
      const asked = await call(leaver);
      const elsewhere = leaver.caller.on(other.url);
      await made(elsewhere.get('/v1/me'));
      expect((await deleted(leaver)).status).toBe(204);
      const before = await rowsOf(leaver.caller.id);
      const answer = await send(elsewhere, asked);
      expect(await rowsOf(leaver.caller.id), name).toEqual(before);
      answers[name] = answer.status;
    }
    const done = Object.keys(answers).filter((name) => (answers[name] as number) < 300);
    expect(['cancelSeek', 'unmutePlayer', 'unblockPlayer', 'unsubscribeNotificationChannel']).toEqual(
      expect.arrayContaining(done),
    );
    expect(await ask(LEFTOVERS)).toEqual([]);
  });

  test.runIf(kind === 'postgres')(
    'other players do not meet a deleted account, even before anything is erased',
    async () => {
      const leaver = await leaverOf();
      const { caller, friend } = leaver;
      const table = await openGame(leaver);
      const joined = await create(caller, { ruleset: 'pascals-ruin', seats: ['me', 'open', 'open'] });
      await made(friend.post(`/v1/games/${joined.id}/seats`, {}));
      const { id } = await competition(caller);
      const seek = await made(caller.post('/v1/me/seeks', SEEK));
      const pairing = await startService({ store: await database.open() });
      expect((await deleted(leaver)).status).toBe(204);
      expect(await ask(`select status from seek where id = '${seek.id}'`)).toEqual([{ status: 'cancelled' }]);

      expect(problem(await friend.post(`/v1/games/${table.id}/seats`, {}))).toBe('403 not-open-to-you');
      expect(await ask(`select version from game where id = '${table.id}'`)).toEqual([{ version: table.version }]);
      for (const path of ['', '/events', '/fairness', '/states?from=1']) {
        expect([path, problem(await friend.get(`/v1/games/${table.id}${path}`))]).toEqual([path, '404 game-not-found']);
      }
      expect((await stateOf(friend, joined.id)).seats).toHaveLength(3);
      expect(problem(await friend.post(`/v1/competitions/${id}/entries`, {}))).toBe('409 entries-closed');
      const invitation = { ruleset: 'pascals-ruin', seats: ['me', { player: caller.id }] };
      expect(problem(await friend.post('/v1/games', invitation))).toBe('422 unknown-player');
      const { games } = await made(friend.get('/v1/games?status=open&limit=100'));
      expect(games.map((game: any) => game.id)).not.toContain(table.id);
      const { competitions } = await made(friend.get('/v1/competitions?status=open&limit=100'));
      expect(competitions.map((each: any) => each.id)).not.toContain(id);

      const own = await made(friend.post('/v1/me/seeks', SEEK));
      const waiting = async () => made(friend.get(`/v1/me/seeks/${own.id}`));
      await expect.poll(async () => (await waiting()).waitingBecause, { timeout: 10_000 }).toBe('noOpponent');
      expect((await waiting()).runningGames).toEqual([]);
      await pairing.stop();
    },
  );

  test.runIf(kind === 'embedded')('accounts that are deleted at the same time do not wait for each other', async () => {
    const leavers = await Promise.all(Array.from({ length: 10 }, leaverOf));
    const games = await Promise.all(leavers.map(playing));
    for (const leaver of leavers) expect((await deleted(leaver)).status).toBe(204);
    for (const [i, { caller, friend }] of leavers.entries()) {
      const seats = async () => (await stateOf(friend, games[i].id)).seats;
      const isGone = async () =>
        (await seats()).some((seat: any) => seat.player?.id === caller.id && seat.player.name === 'deleted');
      await expect.poll(isGone, { timeout: 10_000 }).toBe(true);
    }
  });

  test('every table that names a player is listed as erased or kept', async () => {
    const rows = await database.ask(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'player_id'`,
    );
    const named = rows.map(({ name }) => String(name)).sort();
    expect(named).toEqual([...GONE, ...GONE_AT_THE_END, ...KEPT].sort());
  });

  test('no table holds data of a deleted account', async () => {
    await one.stop();
    if (kind === 'postgres') expect(await ask(LEFTOVERS)).toEqual([]);
    else expect(await database.ask(LEFTOVERS)).toEqual([]);
  });
});
