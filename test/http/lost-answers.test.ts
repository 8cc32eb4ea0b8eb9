import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reachOf } from '../../src/notifications/address.ts';
import { WEBHOOKS } from '../../src/store/notifications.ts';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import type { Answer, Caller } from './caller.ts';
import { committedDocument } from './contract.ts';
import { operationsOf } from './documented-operations.ts';
import { type Service, startService } from './service.ts';
import { problem } from './table.ts';

interface Handing {
  method?: string;
  path: string;
  body?: Record<string, unknown>;
  otherBody?: Record<string, unknown>;
  by: Caller;
  /** Checks that the secrets in the answer are valid, and that the retry made nothing twice. */
  works(answer: any): Promise<void>;
}

const SHOWN_ONCE = ['token', 'recoveryCode', 'code', 'secret'];
const SHOWN_AGAIN = ['createGame', 'rematchGame', 'createCompetition'];

const DOCUMENT: any = committedDocument();

const newKey = () => randomBytes(16).toString('hex');

test('a cutting proxy ends responses after the service sent them and before the client gets any byte', async () => {
  const service = await startService();
  const cutter = await cuttingProxy(() => service.url);
  await expect(
    lost(cutter, service.stranger, { path: '/v1/players', body: { name: 'Cut', kind: 'agent' } }),
  ).resolves.toBe(201);
  const { body } = await service.stranger.post('/v1/players', { name: 'Cut', kind: 'agent' });
  expect(body.code).toBe('name-taken');
  await cutter.stop();
  await service.stop();
});

describe.each(KINDS)('on the %s database', (kind) => {
  let database: TestDatabase;
  let service: Service;
  let other: Service;
  let cutter: Cutter;
  const sent: string[] = [];
  beforeAll(async () => {
    database = await freshDatabase(kind);
    const options = { reach: reachOf('allow'), directs: false };
    service = await startService({ ...options, store: await database.open() });
    other = kind === 'embedded' ? service : await startService({ ...options, store: await database.open() });
    cutter = await cuttingProxy(() => service.url);
  });
  afterAll(async () => {
    await cutter.stop();
    if (other !== service) await other.stop();
    await service.stop();
    await database.remove();
  });

  const as = (token: string) => service.stranger.as(token);
  const register = async (name: string) => {
    const { body } = await service.stranger.post('/v1/players', {
      name: `${name} ${randomUUID().slice(0, 8)}`,
      kind: 'agent',
    });
    return { ...body, caller: as(body.token) };
  };
  const tokensOf = async (token: string) => (await as(token).get('/v1/me/tokens')).body.tokens;

  const HANDING: Record<string, () => Promise<Handing>> = {
    createPlayer: async () => {
      const name = `Ada ${randomUUID().slice(0, 8)}`;
      return {
        path: '/v1/players',
        body: { name, kind: 'agent' },
        otherBody: { name, kind: 'human' },
        by: service.stranger,
        async works({ player, token, recoveryCode }) {
          expect((await as(token).get('/v1/me')).body).toEqual(player);
          expect(await tokensOf(token)).toHaveLength(1);
          const back = await service.stranger.post('/v1/players/recovery', { player: name, recoveryCode });
          expect(back.body.player).toEqual(player);
        },
      };
    },
    recoverPlayer: async () => {
      const { player, recoveryCode: code } = await register('Lost');
      const body = { player: player.name, recoveryCode: code };
      return {
        path: '/v1/players/recovery',
        body,
        otherBody: { ...body, player: player.id },
        by: service.stranger,
        async works({ token, recoveryCode }) {
          expect((await as(token).get('/v1/me')).body).toEqual(player);
          expect(await tokensOf(token)).toHaveLength(1);
          expect(problem(await service.stranger.post('/v1/players/recovery', body))).toBe('403 recovery-refused');
          expect((await service.stranger.post('/v1/players/recovery', { ...body, recoveryCode })).status).toBe(200);
        },
      };
    },
    rotateToken: async () => {
      const { caller, token: old } = await register('Rota');
      return {
        path: '/v1/me/token',
        by: caller,
        async works({ token, id }) {
          expect(problem(await as(old).get('/v1/me'))).toBe('401 unauthorized');
          expect(await tokensOf(token)).toMatchObject([{ id }]);
        },
      };
    },
    createReadToken: async () => {
      const { caller, token: own, player } = await register('Rea');
      return {
        path: '/v1/me/read-tokens',
        body: { name: 'board' },
        otherBody: { name: 'wall' },
        by: caller,
        async works({ token }) {
          expect((await as(token).get(`/v1/players/${player.id}`)).status).toBe(200);
          expect(await tokensOf(own)).toHaveLength(2);
        },
      };
    },
    createDeviceCode: async () => {
      const { caller, player } = await register('Dev');
      return {
        path: '/v1/me/device-codes',
        by: caller,
        async works({ code }) {
          expect((await service.stranger.post('/v1/devices', { code })).body.player).toEqual(player);
        },
      };
    },
    addDevice: async () => {
      const { caller, token: own, player } = await register('Two');
      const { code } = (await caller.call('POST', '/v1/me/device-codes')).body;
      return {
        path: '/v1/devices',
        body: { code, name: 'phone' },
        otherBody: { code, name: 'tablet' },
        by: service.stranger,
        async works({ token }) {
          expect((await as(token).get('/v1/me')).body).toEqual(player);
          expect(await tokensOf(own)).toHaveLength(2);
        },
      };
    },
    createWebhook: async () => {
      const { caller, player } = await register('Web');
      return {
        path: '/v1/me/webhooks',
        body: { url: 'http://127.0.0.1:9/hook' },
        otherBody: { url: 'http://127.0.0.1:9/other' },
        by: caller,
        async works({ webhook, secret }) {
          expect((await caller.get('/v1/me/webhooks')).body.webhooks).toEqual([webhook]);
          expect((await service.store.notifications.get(player.id, webhook.id, WEBHOOKS))?.secret).toBe(secret);
        },
      };
    },
    openTurn: async () => {
      const { caller, player } = await register('Tur');
      const { body: game } = await caller.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
      const link = await linkFor(service, caller.token as string, player.id, game);
      return {
        path: '/v1/notifications/turns',
        body: { token: link },
        otherBody: { token: `${link}x` },
        by: service.stranger,
        async works({ token, gameId }) {
          expect((await as(token).get(`/v1/games/${gameId}`)).body.id).toBe(game.id);
          expect(await tokensOf(caller.token as string)).toHaveLength(2);
        },
      };
    },
    createGame: async () => {
      const { caller } = await register('Pri');
      const body = { ruleset: 'pascals-ruin', visibility: 'private' };
      const joining = await register('Joi');
      return {
        path: '/v1/games',
        body,
        otherBody: { ...body, visibility: 'public' },
        by: caller,
        async works({ id, inviteCode }) {
          expect((await caller.get('/v1/games?player=me')).body.games).toHaveLength(1);
          expect((await joining.caller.post(`/v1/games/${id}/seats`, { inviteCode })).status).toBe(200);
        },
      };
    },
    rematchGame: async () => {
      const { caller } = await register('Rem');
      const asked = { ruleset: 'pascals-ruin', visibility: 'private', seats: ['me', 'me'] };
      const { body: game } = await caller.post('/v1/games', asked);
      await caller.post(`/v1/games/${game.id}/resignation`, {});
      return {
        path: `/v1/games/${game.id}/rematch`,
        body: {},
        by: caller,
        async works({ id, inviteCode }) {
          expect((await caller.get('/v1/games?player=me')).body.games).toHaveLength(2);
          expect((await service.stranger.get(`/v1/games/${id}`, { 'invite-code': String(inviteCode) })).status).toBe(
            200,
          );
        },
      };
    },
    createCompetition: async () => {
      const { caller, player } = await register('Org');
      const body = {
        name: 'Cup of lost answers',
        ruleset: 'pascals-ruin',
        format: 'swiss',
        rounds: 1,
        clock: { perAction: 3600, onTimeout: 'random' },
        visibility: 'private',
      };
      return {
        path: '/v1/competitions',
        body,
        otherBody: { ...body, rounds: 2 },
        by: caller,
        async works({ id, inviteCode }) {
          const shown = await service.stranger.get(`/v1/competitions/${id}`, { 'invite-code': String(inviteCode) });
          expect(shown.status).toBe(200);
          const { body: created } = await caller.get(`/v1/competitions/${id}`);
          const since = new Date(Date.parse(created.createdAt) - 60_000);
          expect(await service.store.competitions.createdSince(player.id, since)).toBe(1);
        },
      };
    },
  };

  test('every operation with a secret in its response is called here', () => {
    const handing = operationsOf(DOCUMENT).filter(({ method, answers }) => {
      const named = answers.flatMap((answer) => namesIn(answer, DOCUMENT));
      return method !== 'get' && named.some((name) => SHOWN_ONCE.includes(name));
    });
    expect([...handing.map(({ id }) => id), ...SHOWN_AGAIN].sort()).toEqual(Object.keys(HANDING).sort());
  });

  test.each(Object.keys(HANDING))(
    '%s with a lost response returns the same secret again, from every server, once',
    async (id) => {
      const handing = await (HANDING[id] as () => Promise<Handing>)();
      const { path, body, otherBody, by, works } = handing;
      const headers = { 'idempotency-key': newKey() };
      expect(await lost(cutter, by, { path, body, headers })).toBeLessThan(300);
      const again: Answer[] = [];
      for (const server of [other, service]) again.push(await by.on(server.url).call('POST', path, { body, headers }));
      expect(again.map(problemOrStatus)).toEqual([again[0]?.status, again[0]?.status]);
      expect(again[0]?.status).toBeLessThan(300);
      expect(again[1]?.body).toEqual(again[0]?.body);
      if (otherBody !== undefined) {
        expect(problem(await by.call('POST', path, { body: otherBody, headers }))).toBe('422 idempotency-mismatch');
      }
      await works(again[0]?.body);
      if (!SHOWN_AGAIN.includes(id)) sent.push(headers['idempotency-key']);
    },
  );

  test.runIf(kind === 'postgres')(
    'the database contains none of the keys under which secrets are returned again',
    async () => {
      expect(sent.length).toBeGreaterThan(0);
      const rows = await database.ask('select row_to_json(request)::text as text from request');
      expect(rows.length).toBeGreaterThan(sent.length);
      for (const { text } of rows) for (const key of sent) expect(text).not.toContain(key);
    },
  );

  test.each(Object.keys(HANDING).filter((id) => !SHOWN_AGAIN.includes(id)))(
    '%s rejects a key that can be guessed, and makes nothing',
    async (id) => {
      const { path, body, by, works } = await (HANDING[id] as () => Promise<Handing>)();
      const regular = [
        'a'.repeat(32),
        '0123456789abcdef'.repeat(2),
        'abcdefghijklmnopqrstuvwxyz',
        'password'.repeat(4),
      ];
      for (const key of ['1', 'my-first-call', '0123456789abcdef', ...regular]) {
        const refused = await by.call('POST', path, { body, headers: { 'idempotency-key': key } });
        expect(problem(refused)).toBe('400 weak-idempotency-key');
      }
      await works((await by.call('POST', path, { body, headers: { 'idempotency-key': newKey() } })).body);
    },
  );
});

function problemOrStatus(answer: Answer): string | number {
  return answer.status < 300 ? answer.status : `${answer.status} ${answer.body?.code}`;
}

async function linkFor({ store }: Service, token: string, playerId: string, game: any): Promise<string> {
  const on = { failingSince: null, disabledAt: null, disabledBecause: null };
  const channelId = randomUUID();
  const about = { id: channelId, playerId, events: ['turn' as const], createdAt: new Date(), ...on };
  const digest = { digest: 'daily' as const, digestHour: 8, confirmedAt: null };
  await store.notifications.create({ ...about, ...digest, kind: 'mail', to: { address: 'ada@mail.example' } }, 10);
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const tokenHash = createHash('sha256').update(token).digest();
  const question = { hash: randomBytes(32), addressHash: randomBytes(32), tokenHash, channelId, playerId };
  const limits = { address: [], player: [], service: { since: createdAt, most: 9 } };
  await store.notifications.addConfirmation({ ...question, createdAt, expiresAt }, limits);
  expect(await store.notifications.confirm(question.hash, createdAt)).toBe(true);
  const link = randomBytes(32).toString('base64url');
  const [{ seat, since }] = game.decisions;
  const hash = createHash('sha256').update(link).digest();
  await store.notifications.keepTurnLinks([
    { hash, channelId, playerId, gameId: game.id, seat, version: since, createdAt, expiresAt },
  ]);
  return link;
}

type Cutter = Awaited<ReturnType<typeof cuttingProxy>>;

async function cuttingProxy(urlOf: () => string) {
  const statuses: number[] = [];
  const server = createServer((asked, answer) => {
    const { hostname, port } = new URL(urlOf());
    const passed = send({ hostname, port, method: asked.method, path: asked.url, headers: asked.headers }, (given) => {
      given.resume().on('end', () => {
        statuses.push(given.statusCode ?? 0);
        answer.socket?.destroy();
      });
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function lost(
  { url, statuses }: Cutter,
  { token }: Caller,
  { path, body, headers = {} }: { path: string; body?: unknown; headers?: Record<string, string> | undefined },
): Promise<number> {
  const sent = {
    ...headers,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const calling = fetch(url + path, {
    method: 'POST',
    headers: sent,
    body: body === undefined ? null : JSON.stringify(body),
  });
  await expect(calling).rejects.toThrow('fetch failed');
  return statuses.at(-1) ?? 0;
}

function namesIn(schema: unknown, document: any, seen = new Set<string>()): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, properties = {} } = schema as { $ref?: string; properties?: object };
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return [];
    seen.add($ref);
    return namesIn(document.components.schemas[$ref.split('/').at(-1) as string], document, seen);
  }
  return [...Object.keys(properties), ...Object.values(schema).flatMap((inner) => namesIn(inner, document, seen))];
}
